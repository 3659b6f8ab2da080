import { MAP_START, MAP_ZOOMS } from '@madang/contract/campus/rules';
import { Minus, Plus } from 'lucide';
import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../router/hydrated.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MapDrawing, type MapDrawingProps } from './map-drawing.tsx';
import styles from './map.module.css';
import { LARGEST_ZOOM, useMapZoom } from './use-map-zoom.ts';

interface MapBoxProps extends Omit<MapDrawingProps, 'piece'> {
  /** What is looked for, as text: another one moves the map to what is found. Empty where nothing is. */
  fitted: string;
}

/** Where the map was left on this visit of the app: anyone who opens a building and goes back is there again. */
let seen: { zoom: number; left: number; top: number } | undefined;
/** What the map was last moved to. */
let lastFitted = '';

/**
 * The drawing in a box that scrolls; only its width changes. Before the app has taken over, a snap point holds it in the
 * middle without any script.
 */
export function MapBox(props: MapBoxProps) {
  const { fitted, ...drawing } = props;
  const { map, asked } = drawing;
  // With a filter the map is where what is found is.
  const from = fitted === '' ? asked : null;
  const { box, zoom, step, fit, handlers } = useMapZoom(from ? undefined : seen?.zoom);
  const live = useHydrated();

  // Only where it opens: from then on it is moved by hand.
  useLayoutEffect(() => {
    const element = box.current;
    if (!live || !element) return;
    const label = map.buildings.find(({ id }) => id === from)?.label;
    const { x, y } = label ?? { x: map.width / 2, y: map.height / 2 };
    const metre = element.scrollWidth / map.width;
    const middle = { left: x * metre - element.clientWidth / 2, top: y * metre - element.clientHeight / 2 };
    element.scrollTo((!label && seen) || middle);
  }, [live, from, map, box]);

  useFit(props, live, fit);

  useEffect(() => {
    const element = box.current;
    const remember = () => {
      if (element) seen = { zoom, left: element.scrollLeft, top: element.scrollTop };
    };
    element?.addEventListener('scroll', remember, { passive: true });
    return () => element?.removeEventListener('scroll', remember);
  }, [box, zoom]);

  const shown = MAP_ZOOMS.filter((one) => one <= zoom + 0.01).map((_, index) => index);
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.box}
        data-live={live || undefined}
        role="group"
        aria-label={copy['map.box']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Scrolls, so the keyboard must reach it.
        tabIndex={0}
        {...handlers}
      >
        <div
          className={styles.sheet}
          data-shown={shown.join(' ')}
          // The stylesheet has what it begins with: an attribute of the drawn page would be against the policy.
          style={zoom === MAP_ZOOMS[MAP_START] ? undefined : ({ '--zoom': zoom } as CSSProperties)}
        >
          <span className={styles.middle} />
          <MapDrawing {...drawing} />
        </div>
      </div>
      <ZoomButtons zoom={zoom} step={step} />
    </div>
  );
}

/** Moves the map to what is found, once for each filter. */
function useFit(
  { map, found, fitted }: MapBoxProps,
  live: boolean,
  fit: ReturnType<typeof useMapZoom>['fit'],
): void {
  const isKnown = found !== null && found.size > 0;
  const onFit = useEffectEvent(() => {
    lastFitted = fitted;
    const area = found && areaOf(map, found);
    if (area) fit(area, map.width);
  });
  useEffect(() => {
    if (!live || (fitted !== '' && !isKnown) || fitted === lastFitted) return;
    const frame = requestAnimationFrame(onFit);
    return () => cancelAnimationFrame(frame);
  }, [live, fitted, isKnown]);
}

/** Where on the map what was found is, in metres; null where none of it is drawn. */
function areaOf({ buildings }: MapBoxProps['map'], found: ReadonlyMap<string, string>) {
  const corners = buildings
    .filter(({ id }) => found.has(id))
    .flatMap(({ d }) => d.split(/[^\d.,-]/).filter((pair) => pair.includes(',')))
    .map((pair) => pair.split(',').map(Number));
  if (corners.length === 0) return null;
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function ZoomButtons({ zoom, step }: Pick<ReturnType<typeof useMapZoom>, 'zoom' | 'step'>) {
  return (
    <div className={styles.zoom}>
      <IconButton label={copy['map.larger']} disabled={zoom >= LARGEST_ZOOM} onClick={() => step(1)}>
        <Icon of={Plus} />
      </IconButton>
      <IconButton label={copy['map.smaller']} disabled={zoom <= MAP_ZOOMS[0]} onClick={() => step(-1)}>
        <Icon of={Minus} />
      </IconButton>
    </div>
  );
}
