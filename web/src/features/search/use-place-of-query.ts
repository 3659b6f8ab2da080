import { useLayoutEffect, useRef } from 'react';
import { rememberScroll, restoreScroll } from '../../platform/scroll-memory.ts';
import { useLocation } from '../../router/router.tsx';

/** How far down the entries of this screen were scrolled, by their keys. */
const tops = new Map<string, number>();

/** Another query begins at its top, and one that is gone back to stands where it was left: all are one page to the app. */
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
