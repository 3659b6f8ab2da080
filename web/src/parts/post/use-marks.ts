import { useQueries } from '@tanstack/react-query';
import type { PostPage } from '@madang/contract/posts/schema';
import { marksQuery } from './post-queries.ts';

/** Ids of the liked posts among those of a list, asked for page by page. */
export function useLikedIds(pages: readonly Pick<PostPage, 'posts'>[]): ReadonlySet<string> {
  return useQueries({
    queries: pages.map((page) => marksQuery(page.posts.map((post) => post.id))),
    combine: collectLiked,
  });
}

function collectLiked(results: readonly { data: { liked: string[] } | undefined }[]): ReadonlySet<string> {
  return new Set(results.flatMap((result) => result.data?.liked ?? []));
}
