import { useEffect, useLayoutEffect, useRef } from 'react';
import { rememberScroll, restoreScroll, storePlaces } from '../platform/scroll-memory.ts';
import { useLocation, useArrival } from '../router/router.tsx';

/** Forward to the top of the new page, back to where it was left. */
export function ScrollKeeper() {
  const { key, pathname } = useLocation();
  const navigation = useArrival();
  const shownPath = useRef<string>(undefined);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', storePlaces);
    return () => window.removeEventListener('pagehide', storePlaces);
  }, []);

  useLayoutEffect(() => {
    // A sheet or a tab is an entry of the same page: nothing to move.
    const samePage = shownPath.current === pathname;
    shownPath.current = pathname;
    const stop = navigation === 'POP' && !samePage ? restoreScroll(key) : undefined;
    if (navigation !== 'POP' && !samePage) window.scrollTo(0, 0);
    const remember = (): void => rememberScroll(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', remember);
    };
  }, [key, pathname, navigation]);

  return null;
}
