import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { CAROUSEL_PERIOD, CAROUSEL_SLIDE } from '../../ui/layout.ts';
import { useAtRest } from './use-at-rest.ts';

/** How far of the width a finger must go to turn the slide, and how far before it counts as a swipe at all. */
const TURN_AT = 0.18;
const SWIPE_FROM = 8;

/** Slides that go round: by themselves unless they are paused or used, by a dot, or by a swipe. */
export function useCarousel(count: number, paused: boolean) {
  const root = useRef<HTMLElement>(null);
  const [touched, setTouched] = useState(false);
  const { atRest, still } = useAtRest(root);
  const { track, active, ...row } = useRow(count, still);
  const swipe = useSwipe(row, setTouched);
  useTurning(row.step, count < 2 || paused || touched || atRest || still);
  return { root, track, active, still, goTo: row.goTo, swipe };
}

/**
 * Moves a row of slides that has a copy of the last one in front and of the first one behind. The row moves by
 * transform alone, set here and not by rendering, so that each slide takes exactly its time.
 */
function useRow(count: number, still: boolean) {
  const track = useRef<HTMLUListElement>(null);
  /** May stand on a copy (-1 or `count`) until the slide has come to rest. */
  const position = useRef(0);
  const [active, setActive] = useState(0);

  function place(animated: boolean, offset = 0): void {
    const row = track.current;
    if (!row) return;
    const at = position.current + (count > 1 ? 1 : 0);
    row.style.transition = animated && !still ? `transform ${CAROUSEL_SLIDE}ms ease-out` : 'none';
    row.style.transform = `translate3d(calc(${-at * 100}% + ${offset}px), 0, 0)`;
  }

  /** From a copy to the slide it is a copy of. Also after a slide that was cut off: a hidden tab ends none. */
  function settle(): void {
    if (position.current >= 0 && position.current < count) return;
    position.current = (position.current + count) % count;
    place(false);
    track.current?.getBoundingClientRect();
  }

  function goTo(target: number): void {
    settle();
    position.current = target;
    place(true);
    setActive((target + count) % count);
    if (still) settle();
  }

  function step(by: number): void {
    settle();
    goTo(position.current + by);
  }

  const begin = useEffectEvent(() => place(false));
  const rest = useEffectEvent((event: TransitionEvent) => {
    if (event.target === track.current) settle();
  });
  useEffect(() => {
    const row = track.current;
    const onEnd = (event: TransitionEvent): void => rest(event);
    begin();
    row?.addEventListener('transitionend', onEnd);
    row?.addEventListener('transitioncancel', onEnd);
    return () => {
      row?.removeEventListener('transitionend', onEnd);
      row?.removeEventListener('transitioncancel', onEnd);
    };
  }, [count, still]);

  return { track, active, goTo, step, settle, drag: (offset: number) => place(false, offset) };
}

/** Steps on after each period. */
function useTurning(step: (by: number) => void, resting: boolean): void {
  const turn = useEffectEvent(() => step(1));
  useEffect(() => {
    if (resting) return;
    // Counted from the last start, so that late timers do not add up.
    let due = performance.now() + CAROUSEL_PERIOD;
    let timer = setTimeout(advance, CAROUSEL_PERIOD);
    function advance(): void {
      turn();
      due = Math.max(due + CAROUSEL_PERIOD, performance.now() + CAROUSEL_SLIDE);
      timer = setTimeout(advance, due - performance.now());
    }
    return () => clearTimeout(timer);
  }, [resting]);
}

type Row = Pick<ReturnType<typeof useRow>, 'step' | 'settle' | 'drag'>;

/** Event handlers of the window that shows the row. */
function useSwipe({ step, settle, drag }: Row, setTouched: (touched: boolean) => void) {
  const swipe = useRef<{ id: number; x: number; moved: boolean } | null>(null);

  function end(event: PointerEvent, cancelled: boolean): void {
    const started = swipe.current;
    setTouched(false);
    if (!started || started.id !== event.pointerId) return;
    const share = cancelled ? 0 : (event.clientX - started.x) / event.currentTarget.clientWidth;
    if (started.moved) step(share < -TURN_AT ? 1 : share > TURN_AT ? -1 : 0);
    // The click that follows a swipe must still find it.
    setTimeout(() => (swipe.current = null));
  }

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      swipe.current = { id: event.pointerId, x: event.clientX, moved: false };
      setTouched(true);
      settle();
    },
    onPointerMove: (event: PointerEvent) => {
      const started = swipe.current;
      if (!started || started.id !== event.pointerId) return;
      const distance = event.clientX - started.x;
      if (!started.moved && Math.abs(distance) < SWIPE_FROM) return;
      if (!started.moved) event.currentTarget.setPointerCapture(event.pointerId);
      started.moved = true;
      drag(distance);
    },
    onPointerUp: (event: PointerEvent) => end(event, false),
    onPointerCancel: (event: PointerEvent) => end(event, true),
    onClickCapture: (event: MouseEvent) => {
      if (swipe.current?.moved) event.preventDefault();
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
}
