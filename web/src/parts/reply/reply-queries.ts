import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** Replies of a post, oldest first, page after page. */
export function repliesQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: ['replies', postId],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/posts/{id}/replies', { path: { id: postId }, query: { after: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextAfter,
    staleTime: 0,
  });
}
