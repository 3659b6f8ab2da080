import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Output } from '../../lib/api.ts';
import { useHydrated } from '../../lib/page.ts';
import { useLocation } from '../../lib/router.tsx';
import { useOfficial } from '../campus/campus-context.ts';
import { useSession } from '../session/session.ts';
import { noteVisit, readVisits } from '../session/user-storage.ts';
import { boardPath, homeQuery } from './post-queries.ts';

/** Returns the newest post's time by list address; the building list includes all its buildings. */
export function newestByPath(home: Output<'GET /api/home'> | undefined): Record<string, number> {
  const paths: Record<string, number> = {};
  const note = (path: string, instant: string | null | undefined): void => {
    if (instant) paths[path] = Math.max(paths[path] ?? 0, Date.parse(instant));
  };
  note('/board/new', home?.newest[0]?.createdAt);
  note('/board/hot', home?.hotAt);
  for (const [id, instant] of Object.entries(home?.boards ?? {})) {
    const path = boardPath(id);
    note(path, instant);
    if (path.startsWith('/building/')) note('/building', instant);
  }
  return paths;
}

/** Returns whether an address has news since its last visit, from home's cached answer; never for the current page. */
export function useNews(): (path: string | null) => boolean {
  const hydrated = useHydrated();
  const official = useOfficial();
  const { pathname } = useLocation();
  const { user } = useSession();
  const { data } = useQuery({ ...homeQuery, enabled: false });
  if (!hydrated || !user || !official) return () => false;
  const newest = newestByPath(data);
  const { since, at } = readVisits(user.id);
  return (path) => path !== null && path !== pathname && (newest[path] ?? 0) > (at[path] ?? since);
}

/** Stores on this device that the user visited the list at this address. */
export function useVisit(pathname: string): void {
  const official = useOfficial();
  const userId = useSession().user?.id;
  const client = useQueryClient();
  useEffect(() => {
    if (!official || !userId || !/^\/b(?:oard\/\w+|uilding(?:\/[\w-]+)?)$/.test(pathname)) return;
    noteVisit(userId, pathname, newestByPath(client.getQueryData(homeQuery.queryKey))[pathname] ?? 0);
  }, [official, userId, pathname, client]);
}
