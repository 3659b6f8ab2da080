import type { HeldRole, Me } from '@madang/contract/accounts/schema';
import type { Pin } from '@madang/contract/campus/schema';
import { type Query, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { ask, call } from '../../lib/api.ts';
import { setShownUser, shownUser } from '../../lib/request.ts';
import { forgetUser, SIGN_UP_KEY, storeTyped } from './user-storage.ts';

export interface Session {
  user: Me | null;
  /** Role beyond a student. */
  role?: HeldRole | undefined;
  blocked?: string[] | undefined;
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
  storeTyped(SIGN_UP_KEY, null);
  setUser(client, user, leaveTo);
}

/** Ends the session and deletes the user's data here. Notifies other tabs unless `told` by one. */
export function leaveSession(client: QueryClient, leaveTo: string, told = false): void {
  if (!told) announceSession('signed-out');
  forgetUser();
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

/** Messages between the tabs of one browser about their shared session. */
type SessionNews = 'signed-in' | 'signed-out';

/** Channel, one per tab: a second one would receive messages of the first. */
let channel: BroadcastChannel | undefined;

function openChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel('session'));
}

function announceSession(news: SessionNews): void {
  openChannel().postMessage(news);
}

export function hearSession(listener: (news: SessionNews) => void): () => void {
  const hear = (event: MessageEvent<SessionNews>): void => listener(event.data);
  openChannel().addEventListener('message', hear);
  return () => openChannel().removeEventListener('message', hear);
}

/** Query of the user's profile; it makes the server recheck the writing right. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ client }): Promise<Me> => {
    const { user } = await call('GET /api/profile');
    setUser(client, user);
    return user;
  },
});

/** Query of the writing right alone: never served from an earlier profile read. */
export const writingRightQuery = queryOptions({
  ...profileQuery,
  queryKey: [...profileQuery.queryKey, 'right'],
  staleTime: 0,
  gcTime: 0,
});

/** Return target of login and consent: the address and the state of its history entry. */
interface WayBack {
  to: string;
  state: unknown;
}

/** Returns the history state for a screen in between. */
export function leadBack(to: string, state: unknown): { back: WayBack } {
  return { back: { to, state } };
}

export function readBack(state: unknown): WayBack | undefined {
  return (state as { back?: WayBack } | null)?.back;
}

export function showUnread(client: QueryClient, unread: number): void {
  client.setQueryData(sessionQuery.queryKey, (known) => (known?.user ? { ...known, unread } : known));
}

/** Shows the unread count of a stream's `inbox` event, and returns it. */
export function hearUnread(client: QueryClient, data: unknown): number {
  const { unread } = data as { unread: number };
  showUnread(client, unread);
  return unread;
}
