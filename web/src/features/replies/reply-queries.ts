import { infiniteQueryOptions } from '@tanstack/react-query';
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
    staleTime: 0,
  });
}
