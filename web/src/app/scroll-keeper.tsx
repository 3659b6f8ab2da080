import { useEffect, useLayoutEffect, useRef } from 'react';
import { keepPlaces, rememberScroll, restoreScroll } from '../lib/scroll-memory.ts';
import { NOT_READ, useLocation } from '../lib/router.tsx';

/** Opens a new page at its top, and a known one where it was left. */
export function ScrollKeeper() {
  const { key, pathname } = useLocation();
  const shownPath = useRef<string>(undefined);

  useEffect(keepPlaces, []);

  useLayoutEffect(() => {
    if (key === NOT_READ) return;
    const remember = (): void => rememberScroll(key, window.scrollY);
    // A sheet or a tab is an entry of the same page: no scrolling.
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
