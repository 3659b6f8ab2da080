import type { ScreenPath } from '@madang/contract/screens';
import { type ReactNode, useEffect } from 'react';
import { useVisit } from '../features/posts/news.ts';
import { countView } from '../lib/views.ts';
import { useLocation } from '../lib/router.tsx';

/** Counts a screen once per address; one that a guard rejects is not counted. */
export function SeenScreen({ name, children }: { name: ScreenPath; children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(() => countView(name), [name, pathname]);
  useVisit(pathname);
  return children;
}
