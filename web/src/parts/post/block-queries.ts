import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask, type Output } from '../../platform/api.ts';
import { marksKey } from './post-queries.ts';
import { sessionQuery } from '../session/session.ts';

/** Whom the user blocked, the last one first. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  ...ask('GET /api/profile/blocks', undefined, ({ blocks }) => blocks),
  staleTime: 0,
});

/** Who and what is folded is read again, on screens that are left too: going back shows no list as it was. */
export function readFoldsAnew(client: QueryClient): void {
  void client.invalidateQueries(sessionQuery);
  void client.invalidateQueries({ queryKey: marksKey, refetchType: 'all' });
  void client.invalidateQueries({ ...blocksQuery, refetchType: 'active' });
}

const withId = (ids: readonly string[] = [], id: string, present: boolean): string[] => {
  const others = ids.filter((other) => other !== id);
  return present ? [...others, id] : others;
};

/** Folds a post, or what one author replies, before anything is read again. */
export function showFold(
  client: QueryClient,
  { postId, authorId }: { postId?: string | undefined; authorId?: string | null | undefined },
  folded: boolean,
): void {
  if (authorId)
    client.setQueryData(
      sessionQuery.queryKey,
      (session) => session && { ...session, blocked: withId(session.blocked, authorId, folded) },
    );
  if (postId)
    client.setQueriesData<Output<'GET /api/posts/marks'>>(
      {
        queryKey: marksKey,
        predicate: ({ queryKey: [, ids] }) => Array.isArray(ids) && ids.includes(postId),
      },
      (marks) => marks && { ...marks, folded: withId(marks.folded, postId, folded) },
    );
}
