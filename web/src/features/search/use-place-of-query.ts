import { useLayoutEffect, useRef } from 'react';
import { rememberScroll, restoreScroll } from '../../lib/scroll-memory.ts';
import { useLocation } from '../../lib/router.tsx';

/** Scroll positions of this screen by history key. */
const tops = new Map<string, number>();

/** Scrolls a new query to the top, and restores the position on back: all share one path. */
export function usePlaceOfQuery(): void {
  const { key } = useLocation();
  const shown = useRef<string>(undefined);
  useLayoutEffect(() => {
    const isOther = shown.current !== undefined && shown.current !== key;
    if (isOther) rememberScroll(key, tops.get(key) ?? 0);
    const stop = isOther ? restoreScroll(key) : undefined;
    shown.current = key;
    const remember = (): void => void tops.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key]);
}
