import { MAP_START, MAP_ZOOMS } from '@madang/contract/campus/rules';
import { Minus, Plus } from 'lucide';
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Icon, IconButton } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { useHydrated } from '../../lib/page.ts';
import { type Rectangle, rectangleOf } from './map-distance.ts';
import { MapDrawing, type MapDrawingProps } from './map-drawing.tsx';
import styles from './map.module.css';

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
    <div className="relative">
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
function areaOf({ buildings }: MapBoxProps['map'], found: ReadonlyMap<string, string>): Rectangle | null {
  const walls = buildings.filter(({ id }) => found.has(id));
  return walls.length === 0 ? null : rectangleOf(walls.map(({ d }) => d).join(' '));
}

function ZoomButtons({ zoom, step }: Pick<ReturnType<typeof useMapZoom>, 'zoom' | 'step'>) {
  return (
    <div className={`flex-col rounded-full ${styles.zoom}`}>
      <IconButton label={copy['map.larger']} disabled={zoom >= LARGEST_ZOOM} onClick={() => step(1)}>
        <Icon of={Plus} />
      </IconButton>
      <IconButton label={copy['map.smaller']} disabled={zoom <= MAP_ZOOMS[0]} onClick={() => step(-1)}>
        <Icon of={Minus} />
      </IconButton>
    </div>
  );
}

const LARGEST_ZOOM = MAP_ZOOMS.at(-1) ?? 1;
const TWO_TAPS_WITHIN = 300;
/** Maximum movement of a tap, and distance between two taps of a double tap, in pixels. */
const STILL = 24;
/** Wheel distance with the zoom key that doubles the map. */
const WHEEL = 400;

/** Margin around the target of a move in pixels, and its maximum zoom. */
const AROUND = 32;
const FIT_MAX = MAP_ZOOMS[2];

interface Place {
  clientX: number;
  clientY: number;
}

/**
 * Zooms a scroll box by its width: pinch, double tap, wheel, buttons, keys. The point under the fingers, or the centre, stays
 * fixed. The browser scrolls.
 */
function useMapZoom(first: number = MAP_ZOOMS[MAP_START]) {
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(first);
  /** Current zoom: several moves may precede a React rendering. */
  const now = useRef(zoom);

  function zoomTo(wanted: number, place?: Place): void {
    const element = box.current;
    if (!element) return;
    // The buttons stop at the smallest readable zoom; the whole campus may need a smaller one.
    const whole = (now.current * element.clientWidth) / element.scrollWidth;
    const next = Math.min(LARGEST_ZOOM, Math.max(Math.min(MAP_ZOOMS[0], whole), wanted));
    const factor = next / now.current;
    const { left, top } = element.getBoundingClientRect();
    const x = place ? place.clientX - left : element.clientWidth / 2;
    const y = place ? place.clientY - top : element.clientHeight / 2;
    const [scrollLeft, scrollTop] = [element.scrollLeft, element.scrollTop];
    now.current = next;
    flushSync(() => setZoom(next));
    element.scrollTo((scrollLeft + x) * factor - x, (scrollTop + y) * factor - y);
  }

  /** Fits an area into the box, centred. Area and width use the drawing's unit. */
  function fit({ left, top, right, bottom }: Rectangle, width: number): void {
    const element = box.current;
    if (!element?.clientWidth) return;
    const unit = () => element.scrollWidth / width;
    const factor = Math.min(
      (element.clientWidth - 2 * AROUND) / ((right - left) * unit()),
      (element.clientHeight - 2 * AROUND) / ((bottom - top) * unit()),
    );
    zoomTo(Math.min(FIT_MAX, now.current * factor));
    element.scrollTo(
      ((left + right) / 2) * unit() - element.clientWidth / 2,
      ((top + bottom) / 2) * unit() - element.clientHeight / 2,
    );
  }

  /** Zooms to the next button step. */
  function step(by: number, place?: Place): void {
    const next =
      by > 0
        ? MAP_ZOOMS.find((one) => one > now.current + 0.01)
        : MAP_ZOOMS.findLast((one) => one < now.current - 0.01);
    if (next !== undefined) zoomTo(next, place);
  }

  function zoomByKey(event: KeyboardEvent): void {
    const by = { '+': 1, '=': 1, '-': -1 }[event.key];
    if (by) step(by);
    else if (event.key === '0') zoomTo(MAP_ZOOMS[MAP_START]);
    else return;
    event.preventDefault();
  }

  usePinch(box, now, zoomTo);
  const taps = useTwoTaps((place) => step(1, place));

  return { box, zoom, step, fit, handlers: { ...taps, onKeyDown: zoomByKey } };
}

/** Detects a double tap in one place. */
function useTwoTaps(onTwice: (place: Place) => void) {
  const pressed = useRef<Place>(undefined);
  const tapped = useRef<Place & { at: number }>(undefined);
  return {
    onPointerDown({ clientX, clientY }: PointerEvent): void {
      pressed.current = { clientX, clientY };
    },
    onPointerUp({ clientX, clientY, timeStamp }: PointerEvent): void {
      const isAt = (other: Place | undefined) =>
        other !== undefined && Math.hypot(other.clientX - clientX, other.clientY - clientY) < STILL;
      if (!isAt(pressed.current)) return;
      const twice = isAt(tapped.current) && timeStamp - (tapped.current?.at ?? 0) < TWO_TAPS_WITHIN;
      tapped.current = twice ? undefined : { clientX, clientY, at: timeStamp };
      if (twice) onTwice({ clientX, clientY });
    },
  };
}

/** Handles two fingers, or a wheel with the zoom key. */
function usePinch(
  box: RefObject<HTMLElement | null>,
  zoom: RefObject<number>,
  zoomTo: (zoom: number, place: Place) => void,
): void {
  const onZoom = useEffectEvent(zoomTo);
  // React's passive listeners cannot prevent the browser's page zoom.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let before: (Place & { apart: number }) | undefined;

    function pinch(event: TouchEvent): void {
      const [one, other] = event.touches;
      if (event.touches.length !== 2 || !one || !other || !element) {
        before = undefined;
        return;
      }
      event.preventDefault();
      const fingers = {
        clientX: (one.clientX + other.clientX) / 2,
        clientY: (one.clientY + other.clientY) / 2,
        apart: Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)),
      };
      if (before) {
        onZoom((zoom.current * fingers.apart) / before.apart, before);
        element.scrollBy(before.clientX - fingers.clientX, before.clientY - fingers.clientY);
      }
      before = fingers;
    }

    function turn(event: WheelEvent): void {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(zoom.current * 2 ** (-event.deltaY / WHEEL), event);
    }

    const ended = new AbortController();
    const options = { passive: false, signal: ended.signal };
    for (const kind of ['touchstart', 'touchmove', 'touchend'] as const)
      element.addEventListener(kind, pinch, options);
    element.addEventListener('wheel', turn, options);
    return () => ended.abort();
  }, [box, zoom]);
}
