import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';

/** Which replies of a post the user liked. */
export function replyMarksQuery(postId: string) {
  return queryOptions({
    queryKey: ['reply-marks', postId],
    ...ask('GET /api/posts/{id}/reply-marks', { path: { id: postId } }),
    staleTime: 20_000,
  });
}

/** Likes of a post's replies as they were told since its page was opened, by reply. */
export function replyLikesKey(postId: string) {
  return ['reply-likes', postId] as const;
}
