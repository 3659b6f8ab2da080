import { startTransition, useEffect, useState } from 'react';
import { useHydrated } from './page.ts';
import { useLocation } from './router.tsx';
import { wasScrolled } from './scroll-memory.ts';

/** Rows of a list that are rendered with an opened page: at least a screenful. */
export const FIRST_ROWS = 8;

/**
 * Returns false in the first rendering of an opened page, then true, so that its first rows need not wait for the rest. True at
 * once in a server-rendered page and where the user returns to a scrolled one.
 */
export function useOpened(): boolean {
  const { key } = useLocation();
  const isHydrated = useHydrated();
  const [opened, setOpened] = useState(!isHydrated || wasScrolled(key));
  useEffect(() => startTransition(() => setOpened(true)), []);
  return opened;
}
