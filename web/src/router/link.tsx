import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { navigate, type NavigateOptions } from './browser-history.ts';
import { useLocation } from './router.tsx';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>, NavigateOptions {
  to: string;
}

/** Goes to an address of the app without loading the page again; other addresses are left to the browser. */
export function Link({ to, replace = false, state, entryKey, onClick, target, ...rest }: LinkProps) {
  const { pathname, search, hash } = useLocation();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const held = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    const elsewhere = target !== undefined || !to.startsWith('/') || to.startsWith('//');
    if (event.defaultPrevented || event.button !== 0 || held || elsewhere) return;
    event.preventDefault();
    // The page one is on already makes no second entry.
    navigate(to, { replace: replace || to === `${pathname}${search}${hash}`, state, entryKey });
  }

  return (
    <a {...rest} href={to} target={target} onClick={follow}>
      {rest.children}
    </a>
  );
}
