import type { HeldRole, Me } from '@madang/contract/accounts/schema';
import type { Pin } from '@madang/contract/pins/schema';
import { type Query, queryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ask } from '../../platform/api.ts';
import { setShownUser, shownUser } from '../../platform/shown-user.ts';
import { forgetAsked } from './asked.ts';
import { forgetEmail } from './last-email.ts';
import { announceSession } from './session-channel.ts';
import { forgetTyped } from './sign-up-typed.ts';
import { forgetVisits } from './visits.ts';

export interface Session {
  user: Me | null;
  /** What the user may do beyond a student. */
  role?: HeldRole | undefined;
  /** The authors whom the user blocked. */
  blocked?: string[] | undefined;
  /** How many lines of the inbox are unread. */
  unread?: number | undefined;
  /** The buildings that the user pinned to home, in their order. */
  pins?: Pin[] | undefined;
  /**
   * Where the session's beginning or end leads, when not where the guard would. It stands here and not in a
   * navigation of its own, because the guard of the page sees the change first and would go elsewhere.
   */
  leaveTo?: string | undefined;
  /** The user logged out: login gives no reason, and leads home. */
  left?: boolean;
}

/** Marks queries whose answers are the same for visitors; all others go when the user changes. */
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

/** What else the session says stays: the end of another user's leaves nothing of it. */
export function setUser(client: QueryClient, user: Me, leaveTo?: string): void {
  client.setQueryData(sessionQuery.queryKey, (known) => ({ ...known, user, leaveTo }));
}

/** Forgets the user and all they could see. Unless they `left`, the login says why, and leads back here. */
export function endSession(client: QueryClient, leaveTo?: string, left = false): void {
  void client.cancelQueries(sessionQuery);
  client.setQueryData(sessionQuery.queryKey, { user: null, leaveTo, left });
}

/** The session begins, in every tab of this browser. */
export function startSession(client: QueryClient, user: Me, leaveTo?: string): void {
  announceSession('signed-in');
  forgetTyped();
  setUser(client, user, leaveTo);
}

/** The user leaves, and nothing on this device remembers them; `told` by another tab, or telling the others. */
export function leaveSession(client: QueryClient, leaveTo: string, told = false): void {
  if (!told) announceSession('signed-out');
  forgetEmail();
  forgetVisits();
  forgetAsked();
  forgetTyped();
  endSession(client, leaveTo, true);
}

/**
 * Writes for the first user whom this page shows, and for no other one: what a user began, an upload or a text, must not go on as
 * another one's. For another user the page is loaded again.
 */
export function followUser(client: QueryClient): void {
  let userId: string | undefined;
  setShownUser(() => (userId ??= client.getQueryData(sessionQuery.queryKey)?.user?.id));
}

/** Whether the session is another user's than this page's. */
export function isOtherUser({ user }: Session): boolean {
  const shown = shownUser();
  return user !== null && shown !== undefined && shown !== user.id;
}

export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { user: null };
}

/** The same, asked again when the window gets the focus: a mailed link may have been used elsewhere. */
export function useFreshSession(): Session {
  return useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' }).data ?? { user: null };
}

/**
 * The user whom the guard let in. Screens read this and not the session itself, which ends a moment before
 * the guard takes them away.
 */
export const UserContext = createContext<Me | null>(null);

/** The signed-in user; only for screens behind the guard. */
export function useUser(): Me {
  const user = use(UserContext);
  if (!user) throw new Error('no session on a screen of users');
  return user;
}
