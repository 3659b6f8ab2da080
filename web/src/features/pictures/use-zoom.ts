import { type PointerEvent, useRef, useState } from 'react';

const LARGEST = 4;
const BY_TWO_TAPS = 2.5;
const TWO_TAPS_WITHIN = 300;
/** Maximum movement of a tap, in pixels. */
const STILL = 10;
/** Pull distance that closes the picture, in pixels. */
const FAR = 96;

interface Point {
  x: number;
  y: number;
}

interface Zoom extends Point {
  scale: number;
}

const whole: Zoom = { scale: 1, x: 0, y: 0 };

/** Zooms a picture by pinch or double tap and moves it; pulling an unzoomed one closes it. */
export function useZoom(onLeave: () => void) {
  const [zoom, setZoom] = useState(whole);
  const pointers = useRef(new Map<number, Point>());
  const began = useRef<Point>(undefined);
  const tappedAt = useRef(0);

  function down(event: PointerEvent): void {
    const point = pointOf(event);
    pointers.current.set(event.pointerId, point);
    // Two fingers neither tap nor pull.
    began.current = pointers.current.size > 1 ? undefined : point;
    // One finger on an unzoomed picture swipes, handled by the browser.
    if (zoom.scale > 1 || pointers.current.size > 1) event.currentTarget.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const [one, other] = [...pointers.current].filter(([id]) => id !== event.pointerId);
    const now = pointOf(event);
    pointers.current.set(event.pointerId, now);
    if (one && !other) {
      const factor = distance(one[1], now) / Math.max(1, distance(one[1], before));
      change(event, (last) => ({ ...last, scale: last.scale * factor }));
    } else if (zoom.scale > 1)
      change(event, (last) => ({ ...last, x: last.x + now.x - before.x, y: last.y + now.y - before.y }));
    else if (event.pointerType !== 'mouse' && began.current)
      setZoom({ ...whole, y: Math.max(0, now.y - began.current.y) });
  }

  function change({ currentTarget: slide }: PointerEvent, next: (zoom: Zoom) => Zoom): void {
    const picture = slide.firstElementChild as HTMLElement;
    const room = { x: slide.clientWidth, y: slide.clientHeight };
    setZoom((last) => fitting(next(last), { x: picture.offsetWidth, y: picture.offsetHeight }, room));
  }

  function up(event: PointerEvent): void {
    pointers.current.delete(event.pointerId);
    if (zoom.scale === 1) setZoom(whole);
    if (event.type === 'pointercancel' || pointers.current.size > 0) return;
    if (zoom.scale === 1 && zoom.y > FAR) onLeave();
    if (!began.current || distance(began.current, pointOf(event)) > STILL) return;
    const twice = event.timeStamp - tappedAt.current < TWO_TAPS_WITHIN;
    tappedAt.current = twice ? 0 : event.timeStamp;
    if (twice) change(event, (last) => ({ ...last, scale: last.scale > 1 ? 1 : BY_TWO_TAPS }));
  }

  return {
    zoomed: zoom.scale > 1,
    transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})`,
    // Follows the fingers without a transition; only the return is animated.
    transition: zoom === whole ? '' : 'none',
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: up },
  };
}

/** Limits the scale to its range, and keeps the picture within its area. */
function fitting(zoom: Zoom, size: Point, room: Point): Zoom {
  const scale = Math.min(LARGEST, Math.max(1, zoom.scale));
  const within = (at: number, length: number, space: number): number => {
    const most = Math.max(0, (length * scale - space) / 2);
    return Math.min(most, Math.max(-most, at));
  };
  if (scale === 1) return whole;
  return { scale, x: within(zoom.x, size.x, room.x), y: within(zoom.y, size.y, room.y) };
}

function pointOf({ clientX, clientY }: PointerEvent): Point {
  return { x: clientX, y: clientY };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
