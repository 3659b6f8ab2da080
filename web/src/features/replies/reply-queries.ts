import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ask, firstPage } from '../../lib/api.ts';

/** Returns the query of a post's replies, oldest first, in pages. */
export function repliesQuery(postId: string) {
  const askPage = (after: number) =>
    ask('GET /api/posts/{id}/replies', { path: { id: postId }, query: { after } });
  return infiniteQueryOptions({
    queryKey: ['replies', postId],
    queryFn: ({ pageParam, signal }) => askPage(pageParam).queryFn({ signal }),
    ...firstPage(askPage(0), 0),
    getNextPageParam: (page) => page.nextAfter,
  });
}

/** Returns the query of the user's likes among a post's replies. */
export function replyMarksQuery(postId: string) {
  return queryOptions({
    queryKey: ['reply-marks', postId],
    ...ask('GET /api/posts/{id}/reply-marks', { path: { id: postId } }),
    staleTime: 20_000,
  });
}

/** Returns the key of live like counts by reply, since the page was opened. */
export function replyLikesKey(postId: string) {
  return ['reply-likes', postId] as const;
}
