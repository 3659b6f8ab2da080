import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react';

const stillQuery = '(prefers-reduced-motion: reduce)';

function subscribeStill(listener: () => void): () => void {
  const media = window.matchMedia(stillQuery);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/**
 * `atRest`: the element is hovered, holds the focus, is off the screen, or the tab is hidden.
 * `still`: the student asked for less motion.
 */
export function useAtRest(element: RefObject<HTMLElement | null>): { atRest: boolean; still: boolean } {
  const still = useSyncExternalStore(subscribeStill, () => window.matchMedia(stillQuery).matches);
  const [reasons, setReasons] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const mark = (reason: string, holds: boolean): void =>
      setReasons((current) => {
        if (current.has(reason) === holds) return current;
        return new Set(holds ? [...current, reason] : [...current].filter((other) => other !== reason));
      });
    const controller = new AbortController();
    const { signal } = controller;
    target.addEventListener('pointerenter', (event) => mark('hover', event.pointerType === 'mouse'), {
      signal,
    });
    target.addEventListener('pointerleave', () => mark('hover', false), { signal });
    target.addEventListener('focusin', () => mark('focus', true), { signal });
    target.addEventListener('focusout', () => mark('focus', false), { signal });
    document.addEventListener('visibilitychange', () => mark('hidden', document.hidden), { signal });
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
