import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { patchMarks, withId } from './post-cache.ts';
import { marksKey } from './post-queries.ts';
import { sessionQuery } from '../session/session.ts';

/** Query of the users blocked by this user, latest first. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  ...ask('GET /api/profile/blocks', undefined, ({ blocks }) => blocks),
  staleTime: 0,
});

/** Refetches blocks and collapsed content, also for screens in the history. */
export function readFoldsAgain(client: QueryClient): void {
  void client.invalidateQueries(sessionQuery);
  void client.invalidateQueries({ queryKey: marksKey, refetchType: 'all' });
  void client.invalidateQueries({ ...blocksQuery, refetchType: 'active' });
}

/** Collapses a post, or an author's replies, before the refetch. */
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
  if (postId) patchMarks(client, postId, 'folded', folded);
}
