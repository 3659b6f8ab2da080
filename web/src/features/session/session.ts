import type { HeldRole, Me } from '@madang/contract/accounts/schema';
import type { Pin } from '@madang/contract/campus/schema';
import { type Query, queryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ask } from '../../lib/api.ts';
import { setShownUser, shownUser } from '../../lib/request.ts';
import { forgetAsked } from './asked.ts';
import { forgetEmail } from './last-email.ts';
import { announceSession } from './session-channel.ts';
import { forgetTyped } from './sign-up-typed.ts';
import { forgetVisits } from './visits.ts';

export interface Session {
  user: Me | null;
  /** Role beyond a student. */
  role?: HeldRole | undefined;
  /** Authors blocked by the user. */
  blocked?: string[] | undefined;
  /** Number of unread notifications. */
  unread?: number | undefined;
  /** Buildings pinned to home by the user, in order. */
  pins?: Pin[] | undefined;
  /** Target after the session changes, if not the guard's: the guard reacts before a separate navigation. */
  leaveTo?: string | undefined;
  /** Whether the user logged out: the login then gives no reason, and leads home. */
  left?: boolean;
}

/** Mark of queries that visitors share; all others are dropped when the user changes. */
export const forEverybody = { forEverybody: true };

/** Filter of all other queries. */
export const privateAnswers = { predicate: ({ meta }: Query) => meta !== forEverybody };

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  ...ask('GET /api/session', undefined, (session): Session => session),
  staleTime: 60_000,
  gcTime: Infinity,
  meta: forEverybody,
});

/** Sets the user and keeps the rest of the session, which another user's session end clears. */
export function setUser(client: QueryClient, user: Me, leaveTo?: string): void {
  client.setQueryData(sessionQuery.queryKey, (known) => ({ ...known, user, leaveTo }));
}

/** Drops the user and private answers. Unless they `left`, the login shows why and leads back. */
export function endSession(client: QueryClient, leaveTo?: string, left = false): void {
  void client.cancelQueries(sessionQuery);
  client.setQueryData(sessionQuery.queryKey, { user: null, leaveTo, left });
}

/** Starts the session in every tab of this browser. */
export function startSession(client: QueryClient, user: Me, leaveTo?: string): void {
  announceSession('signed-in');
  forgetTyped();
  setUser(client, user, leaveTo);
}

/** Ends the session and deletes the user's data here. Notifies other tabs unless `told` by one. */
export function leaveSession(client: QueryClient, leaveTo: string, told = false): void {
  if (!told) announceSession('signed-out');
  forgetEmail();
  forgetVisits();
  forgetAsked();
  forgetTyped();
  endSession(client, leaveTo, true);
}

/**
 * Binds writes to the first user shown on this page; another user reloads it. Uploads and texts must not continue as another's.
 */
export function followUser(client: QueryClient): void {
  let userId: string | undefined;
  setShownUser(() => (userId ??= client.getQueryData(sessionQuery.queryKey)?.user?.id));
}

/** Whether the session belongs to another user than the page's. */
export function isOtherUser({ user }: Session): boolean {
  const shown = shownUser();
  return user !== null && shown !== undefined && shown !== user.id;
}

export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { user: null };
}

/** Returns the session, refetched on window focus: a mailed link may have been used elsewhere. */
export function useFreshSession(): Session {
  return useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' }).data ?? { user: null };
}

/** User admitted by the guard: the session ends before the guard unmounts the screen. */
export const UserContext = createContext<Me | null>(null);

/** Returns the signed-in user; only for screens behind the guard. */
export function useUser(): Me {
  const user = use(UserContext);
  if (!user) throw new Error('no session on a screen of users');
  return user;
}
