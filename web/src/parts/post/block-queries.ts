import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';
import { patchMarks, withId } from './post-cache.ts';
import { marksKey } from './post-queries.ts';
import { sessionQuery } from '../session/session.ts';

/** Whom the user blocked, the last one first. */
export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  ...ask('GET /api/profile/blocks', undefined, ({ blocks }) => blocks),
  staleTime: 0,
});

/** Who and what is folded is read again, on screens that are left too: going back shows no list as it was. */
export function readFoldsAgain(client: QueryClient): void {
  void client.invalidateQueries(sessionQuery);
  void client.invalidateQueries({ queryKey: marksKey, refetchType: 'all' });
  void client.invalidateQueries({ ...blocksQuery, refetchType: 'active' });
}

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
  if (postId) patchMarks(client, postId, 'folded', folded);
}
