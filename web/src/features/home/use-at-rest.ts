import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

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
export function useAtRest(element: RefObject<HTMLElement | null>): { atRest: boolean; still: boolean } {
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
    const hear = (on: EventTarget, name: string, reason: string, holds: (event: Event) => boolean): void =>
      on.addEventListener(name, (event) => mark(reason, holds(event)), controller);
    hear(target, 'pointerenter', 'hover', (event) => (event as PointerEvent).pointerType === 'mouse');
    hear(target, 'pointerleave', 'hover', () => false);
    hear(target, 'focusin', 'focus', ({ target: at }) => (at as Element).matches(':focus-visible'));
    hear(target, 'focusout', 'focus', () => false);
    hear(document, 'visibilitychange', 'hidden', () => document.hidden);
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
