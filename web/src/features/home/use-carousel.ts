import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';
import { CAROUSEL_PERIOD, CAROUSEL_SLIDE } from '../../ui/layout.ts';
import { useAtRest } from './use-at-rest.ts';

/** How far of the width a finger must go to turn the slide, and how far before it counts as a swipe at all. */
const TURN_AT = 0.18;
const SWIPE_FROM = 8;

/**
 * Moves a row of slides that has a copy of the last one in front and of the first one behind. The row moves by
 * transform alone, set here and not by rendering, so that each slide takes exactly its time.
 */
export function useCarousel(count: number, paused: boolean) {
  const root = useRef<HTMLElement>(null);
  const track = useRef<HTMLUListElement>(null);
  /** May stand on a copy (-1 or `count`) until the slide has come to rest. */
  const position = useRef(0);
  const drag = useRef<{ id: number; x: number; y: number; moved: boolean } | null>(null);
  const [active, setActive] = useState(0);
  const [touched, setTouched] = useState(false);
  const { atRest, still } = useAtRest(root);

  const place = useCallback(
    (at: number, animated: boolean, offset = 0) => {
      const row = track.current;
      if (!row) return;
      row.style.transition = animated && !still ? `transform ${CAROUSEL_SLIDE}ms ease-out` : 'none';
      row.style.transform = `translate3d(calc(${-(at + (count > 1 ? 1 : 0)) * 100}% + ${offset}px), 0, 0)`;
    },
    [count, still],
  );

  /** From a copy to the slide it is a copy of. Also after a slide that was cut off: a hidden tab ends none. */
  const settle = useCallback(() => {
    if (position.current >= 0 && position.current < count) return;
    position.current = (position.current + count) % count;
    place(position.current, false);
    track.current?.getBoundingClientRect();
  }, [count, place]);

  const goTo = useCallback(
    (target: number) => {
      settle();
      position.current = target;
      place(target, true);
      setActive((target + count) % count);
      if (still) settle();
    },
    [count, place, settle, still],
  );
  const step = useCallback(
    (by: number) => {
      settle();
      goTo(position.current + by);
    },
    [goTo, settle],
  );

  useEffect(() => {
    const row = track.current;
    if (!row) return;
    place(position.current, false);
    const onEnd = (event: TransitionEvent): void => void (event.target === row && settle());
    row.addEventListener('transitionend', onEnd);
    row.addEventListener('transitioncancel', onEnd);
    return () => {
      row.removeEventListener('transitionend', onEnd);
      row.removeEventListener('transitioncancel', onEnd);
    };
  }, [place, settle]);

  useEffect(() => {
    if (count < 2 || paused || touched || atRest || still) return;
    // The next start is reckoned from the last one, so that late timers do not add up.
    let due = performance.now() + CAROUSEL_PERIOD;
    let timer = setTimeout(advance, CAROUSEL_PERIOD);
    function advance(): void {
      step(1);
      due = Math.max(due + CAROUSEL_PERIOD, performance.now() + CAROUSEL_SLIDE);
      timer = setTimeout(advance, due - performance.now());
    }
    return () => clearTimeout(timer);
  }, [count, paused, touched, atRest, still, step]);

  function endDrag(event: PointerEvent, cancelled: boolean): void {
    const started = drag.current;
    setTouched(false);
    if (!started || started.id !== event.pointerId) return;
    const width = track.current?.clientWidth ?? 1;
    const share = cancelled ? 0 : (event.clientX - started.x) / width;
    if (started.moved) step(share < -TURN_AT ? 1 : share > TURN_AT ? -1 : 0);
    // The click that follows a swipe must still find it.
    setTimeout(() => (drag.current = null));
  }

  const swipe = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
      setTouched(true);
      settle();
    },
    onPointerMove: (event: PointerEvent) => {
      const started = drag.current;
      if (!started || started.id !== event.pointerId) return;
      const distance = event.clientX - started.x;
      if (!started.moved && Math.abs(distance) < SWIPE_FROM) return;
      if (!started.moved) event.currentTarget.setPointerCapture(event.pointerId);
      started.moved = true;
      place(position.current, false, distance);
    },
    onPointerUp: (event: PointerEvent) => endDrag(event, false),
    onPointerCancel: (event: PointerEvent) => endDrag(event, true),
    onClickCapture: (event: MouseEvent) => {
      if (drag.current?.moved) event.preventDefault();
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };

  return { root, track, active, still, goTo, swipe };
}
