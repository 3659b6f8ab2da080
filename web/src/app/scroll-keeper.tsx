import { useEffect, useLayoutEffect, useRef } from 'react';
import { keepPlaces, rememberScroll, restoreScroll } from '../platform/scroll-memory.ts';
import { NOT_READ, useLocation } from '../router/router.tsx';

/** A new page opens at its top, one that was there before where it was left. */
export function ScrollKeeper() {
  const { key, pathname } = useLocation();
  const shownPath = useRef<string>(undefined);

  useEffect(keepPlaces, []);

  useLayoutEffect(() => {
    if (key === NOT_READ) return;
    const remember = (): void => rememberScroll(key, window.scrollY);
    // A sheet or a tab is an entry of the same page: nothing to move.
    const stop = shownPath.current === pathname ? remember() : restoreScroll(key);
    shownPath.current = pathname;
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key, pathname]);

  return null;
}
