import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { CAROUSEL_PERIOD, CAROUSEL_SLIDE } from '../../lib/page.ts';

/** Share of the width that turns the slide, and pixels that begin a swipe. */
const TURN_AT = 0.18;
const SWIPE_FROM = 8;

export interface Motion {
  goTo: (target: number) => void;
}

interface CarouselMotionProps {
  /** Element that shows one slide of the track at a time. */
  viewRef: RefObject<HTMLElement | null>;
  trackRef: RefObject<HTMLElement | null>;
  count: number;
  paused: boolean;
  motionRef: RefObject<Motion | null>;
  onTurn: (active: number) => void;
  /** Called when the user's preference for reduced motion changes. */
  onStill: (still: boolean) => void;
}

/** Moves the slides automatically, by dots or by swipes. Renders nothing; loaded after the page. */
export function CarouselMotion({
  viewRef,
  trackRef,
  count,
  paused,
  motionRef,
  onTurn,
  onStill,
}: CarouselMotionProps) {
  const [touched, setTouched] = useState(false);
  // Only the slides pause it: dots and the button act explicitly.
  const { atRest, still } = useAtRest(viewRef);
  const row = useRow(trackRef, count, still, onTurn);
  useSwipe(viewRef, row, setTouched);
  useTurning(row.step, paused || touched || atRest || still);
  const notifyStill = useEffectEvent(onStill);
  useEffect(() => notifyStill(still), [still]);
  useImperativeHandle(motionRef, () => ({ goTo: row.goTo }));
  return null;
}

/**
 * Moves a row with copies of its last slide in front and first behind. Sets the transform without rendering, for exact timing.
 */
function useRow(
  trackRef: RefObject<HTMLElement | null>,
  count: number,
  still: boolean,
  onTurn: (active: number) => void,
) {
  /** May be a copy (-1 or `count`) until the slide rests. */
  const position = useRef(0);

  function place(animated: boolean, offset = 0): void {
    const row = trackRef.current;
    if (!row) return;
    const at = position.current + 1;
    row.style.transition = animated && !still ? `transform ${CAROUSEL_SLIDE}ms ease-out` : 'none';
    row.style.transform = `translate3d(calc(${-at * 100}% + ${offset}px), 0, 0)`;
  }

  /** Moves from a copy to its original, also after an interrupted slide: hidden tabs end none. */
  function settle(): void {
    if (position.current >= 0 && position.current < count) return;
    position.current = (position.current + count) % count;
    place(false);
    trackRef.current?.getBoundingClientRect();
  }

  function goTo(target: number): void {
    settle();
    position.current = target;
    place(true);
    onTurn((target + count) % count);
    if (still) settle();
  }

  function step(by: number): void {
    settle();
    goTo(position.current + by);
  }

  const begin = useEffectEvent(() => place(false));
  const rest = useEffectEvent((event: TransitionEvent) => {
    if (event.target === trackRef.current) settle();
  });
  useEffect(() => {
    const row = trackRef.current;
    const onEnd = (event: TransitionEvent): void => rest(event);
    begin();
    row?.addEventListener('transitionend', onEnd);
    row?.addEventListener('transitioncancel', onEnd);
    return () => {
      row?.removeEventListener('transitionend', onEnd);
      row?.removeEventListener('transitioncancel', onEnd);
    };
  }, [trackRef, count, still]);

  return { goTo, step, settle, drag: (offset: number) => place(false, offset) };
}

/** Advances after each period. */
function useTurning(step: (by: number) => void, resting: boolean): void {
  const turn = useEffectEvent(() => step(1));
  useEffect(() => {
    if (resting) return;
    // Measured from the last start, so that timer delays do not add up.
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

/** Drags the row with a finger or a pressed mouse button. */
function useSwipe(
  viewRef: RefObject<HTMLElement | null>,
  { step, settle, drag }: Row,
  setTouched: (touched: boolean) => void,
): void {
  const swipe = useRef<{ id: number; x: number; moved: boolean } | null>(null);

  const begin = useEffectEvent((event: PointerEvent) => {
    if (event.button !== 0) return;
    swipe.current = { id: event.pointerId, x: event.clientX, moved: false };
    setTouched(true);
    settle();
  });
  const move = useEffectEvent((event: PointerEvent) => {
    const started = swipe.current;
    if (!started || started.id !== event.pointerId) return;
    const distance = event.clientX - started.x;
    if (!started.moved && Math.abs(distance) < SWIPE_FROM) return;
    if (!started.moved) viewRef.current?.setPointerCapture(event.pointerId);
    started.moved = true;
    drag(distance);
  });
  const end = useEffectEvent((event: PointerEvent, cancelled: boolean) => {
    const started = swipe.current;
    setTouched(false);
    if (!started || started.id !== event.pointerId) return;
    const share = cancelled ? 0 : (event.clientX - started.x) / (viewRef.current?.clientWidth ?? 1);
    if (started.moved) step(share < -TURN_AT ? 1 : share > TURN_AT ? -1 : 0);
    // The click after a swipe must still find it.
    setTimeout(() => (swipe.current = null));
  });

  useEffect(() => {
    const element = viewRef.current;
    const controller = new AbortController();
    const { signal } = controller;
    element?.addEventListener('pointerdown', (event) => begin(event), { signal });
    element?.addEventListener('pointermove', (event) => move(event), { signal });
    element?.addEventListener('pointerup', (event) => end(event, false), { signal });
    element?.addEventListener('pointercancel', (event) => end(event, true), { signal });
    // Runs before the link's handler.
    element?.addEventListener('click', (event) => swipe.current?.moved && event.preventDefault(), {
      signal,
      capture: true,
    });
    element?.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    return () => controller.abort();
  }, [viewRef]);
}

const stillQuery = '(prefers-reduced-motion: reduce)';

function subscribeStill(listener: () => void): () => void {
  const media = window.matchMedia(stillQuery);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/**
 * `atRest`: hovered, keyboard-focused, off screen, or in a hidden tab. Focus from a press would last too long. `still`: reduced
 * motion.
 */
function useAtRest(element: RefObject<HTMLElement | null>): { atRest: boolean; still: boolean } {
  const still = useSyncExternalStore(
    subscribeStill,
    () => window.matchMedia(stillQuery).matches,
    () => false,
  );
  const [reasons, setReasons] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const mark = (reason: string, holds: boolean): void =>
      setReasons((current) => {
        const next = new Set(current);
        if (holds) next.add(reason);
        else next.delete(reason);
        return next.size === current.size ? current : next;
      });
    const controller = new AbortController();
    const listen = (on: EventTarget, name: string, reason: string, holds: (event: Event) => boolean): void =>
      on.addEventListener(name, (event) => mark(reason, holds(event)), controller);
    listen(target, 'pointerenter', 'hover', (event) => (event as PointerEvent).pointerType === 'mouse');
    listen(target, 'pointerleave', 'hover', () => false);
    listen(target, 'focusin', 'focus', ({ target: at }) => (at as Element).matches(':focus-visible'));
    listen(target, 'focusout', 'focus', () => false);
    listen(document, 'visibilitychange', 'hidden', () => document.hidden);
    const view = new IntersectionObserver(([entry]) => mark('away', entry?.isIntersecting === false), {
      threshold: 0.3,
    });
    view.observe(target);
    return () => {
      controller.abort();
      view.disconnect();
    };
  }, [element]);

  return { atRest: reasons.size > 0, still };
}
