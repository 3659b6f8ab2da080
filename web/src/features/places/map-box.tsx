import { MAP_START, MAP_ZOOMS } from '@madang/contract/campus/rules';
import { Minus, Plus } from 'lucide';
import { type CSSProperties, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { Icon, IconButton } from '../../components/button.tsx';
import { MapDrawing, type MapDrawingProps } from './map-drawing.tsx';
import styles from './map.module.css';
import { LARGEST_ZOOM, useMapZoom } from './use-map-zoom.ts';

interface MapBoxProps extends Omit<MapDrawingProps, 'piece'> {
  /** Filter as text: a change moves the map to the results. Empty without results. */
  fitted: string;
}

/** Map position of this visit: back from a building restores it. */
let seen: { zoom: number; left: number; top: number } | undefined;
/** Filter the map was last moved to. */
let lastFitted = '';

/**
 * Renders the drawing in a scrollable box; zoom only changes its width. Before hydration a snap point centres it.
 */
export function MapBox(props: MapBoxProps) {
  const { fitted, ...drawing } = props;
  const { map, asked } = drawing;
  // A filter moves the map to its results instead.
  const from = fitted === '' ? asked : null;
  const { box, zoom, step, fit, handlers } = useMapZoom(from ? undefined : seen?.zoom);
  const live = useHydrated();

  // Only initially: the user moves it afterwards.
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
          // The stylesheet sets the initial zoom: an inline style would violate the policy.
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

/** Moves the map to the results, once per filter. */
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

/** Returns the area of the results on the map, in metres; null if none is on it. */
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
