import type { Me } from '@madang/contract/accounts/schema';
import { type Query, queryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { call } from '../../platform/api.ts';
import { forgetEmail } from './last-email.ts';
import { announceSession } from './session-channel.ts';

export interface Session {
  user: Me | null;
  /**
   * Where the session's beginning or end leads, when not where the guard would. It stands here and not in a
   * navigation of its own, because the guard of the page sees the change first and would go elsewhere.
   */
  leaveTo?: string | undefined;
  /** The student's own wish: no reason is owed, and the next login begins at home. */
  left?: boolean;
}

/** Marks queries whose answers are the same for visitors; all others go when the user changes. */
export const forEverybody = { forEverybody: true };

/** Filter of all others. */
export const privateAnswers = { predicate: ({ meta }: Query) => meta !== forEverybody };

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => call('GET /api/session', undefined, { signal }),
  staleTime: 60_000,
  gcTime: Infinity,
  meta: forEverybody,
});

export function setStudent(client: QueryClient, user: Me, leaveTo?: string): void {
  client.setQueryData(sessionQuery.queryKey, { user, leaveTo });
}

/** Forgets the student and all they could see. Unless they `left`, the login says why, and leads back here. */
export function endSession(client: QueryClient, leaveTo?: string, left = false): void {
  void client.cancelQueries(sessionQuery);
  client.setQueryData(sessionQuery.queryKey, { user: null, leaveTo, left });
}

/** The session begins, in every tab of this browser. */
export function startSession(client: QueryClient, user: Me, leaveTo?: string): void {
  announceSession('signed-in');
  setStudent(client, user, leaveTo);
}

/** The student left, in this tab or another: nothing on this device remembers them. */
export function forgetSession(client: QueryClient, leaveTo: string): void {
  forgetEmail();
  endSession(client, leaveTo, true);
}

/** The student leaves, in every tab of this browser. */
export function leaveSession(client: QueryClient, leaveTo: string): void {
  announceSession('signed-out');
  forgetSession(client, leaveTo);
}

export function forgetPrivateAnswers(client: QueryClient): void {
  client.removeQueries(privateAnswers);
}

export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { user: null };
}

/** The same, asked anew whenever one comes back to the page: a mailed link may have been used elsewhere. */
export function useFreshSession(): Session {
  return useQuery({ ...sessionQuery, refetchOnWindowFocus: 'always' }).data ?? { user: null };
}

/**
 * The student whom the guard let in. Screens read this and not the session itself, which ends a moment before
 * the guard takes them away.
 */
export const StudentContext = createContext<Me | null>(null);

/** The signed-in student; only for screens behind the student guard. */
export function useStudent(): Me {
  const student = use(StudentContext);
  if (!student) throw new Error('no session on a student screen');
  return student;
}
