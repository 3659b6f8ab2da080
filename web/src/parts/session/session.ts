import type { Me } from '@madang/contract/accounts/schema';
import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { call } from '../../platform/api.ts';

export interface Session {
  user: Me | null;
  /**
   * Where the end of the session leads, when not to a login that comes back here. It stands here and not in a
   * navigation of its own, because the guard of the page sees the end first and would go elsewhere.
   */
  leaveTo?: '/' | '/login';
}

/** Queries whose answers are the same for visitors; all others go when the student changes. */
const PUBLIC_KEYS = new Set<unknown>(['session', 'campus', 'legal']);

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => call('GET /api/session', undefined, { signal }),
  staleTime: 60_000,
  gcTime: Infinity,
});

/** The own profile; asking for it makes the server check the writing right again. */
export async function fetchProfile(client: QueryClient): Promise<Me> {
  const { user } = await call('GET /api/profile');
  setStudent(client, user);
  return user;
}

export function setStudent(client: QueryClient, user: Me): void {
  client.setQueryData(sessionQuery.queryKey, { user });
}

/** Forgets the student and all they could see. */
export function endSession(client: QueryClient, leaveTo?: '/' | '/login'): void {
  void client.cancelQueries({ queryKey: sessionQuery.queryKey });
  client.setQueryData(sessionQuery.queryKey, leaveTo ? { user: null, leaveTo } : { user: null });
}

/** Answers that may say something else now; screens that show them ask again. */
export function forgetAnswers(client: QueryClient): void {
  void client.invalidateQueries({ predicate: (query) => !PUBLIC_KEYS.has(query.queryKey[0]) });
}

export function forgetPrivateAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => !PUBLIC_KEYS.has(query.queryKey[0]) });
}

export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { user: null };
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
