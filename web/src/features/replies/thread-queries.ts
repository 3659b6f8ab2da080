import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

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
