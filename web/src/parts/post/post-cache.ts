import type { Post, PostPage } from '@madang/contract/posts/schema';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Output } from '../../platform/api.ts';
import { postQuery } from './post-queries.ts';

export type Marks = Output<'GET /api/posts/marks'>;

/** Shows one student's like everywhere the post is shown: its page, the lists behind it, the marks. */
export function showLike(client: QueryClient, id: string, like: { liked: boolean; likeCount: number }): void {
  const { liked, likeCount } = like;
  client.setQueryData(postQuery(id).queryKey, (post: Post | undefined) => post && { ...post, likeCount });
  client.setQueriesData<InfiniteData<PostPage>>(
    { queryKey: ['posts'] },
    (list) => list && patchCount(list, id, likeCount),
  );
  client.setQueriesData<Marks>(
    { queryKey: ['marks'], predicate: ({ queryKey: [, ids] }) => Array.isArray(ids) && ids.includes(id) },
    (marks) => marks && { ...marks, liked: withId(marks.liked, id, liked) },
  );
}

/** A new post changes every list it may stand in; they are read anew when next shown. */
export function forgetLists(client: QueryClient): void {
  client.removeQueries({ queryKey: ['posts'] });
}

function patchCount(list: InfiniteData<PostPage>, id: string, likeCount: number): InfiniteData<PostPage> {
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === id ? { ...post, likeCount } : post)),
    })),
  };
}

function withId(ids: string[], id: string, present: boolean): string[] {
  const others = ids.filter((other) => other !== id);
  return present ? [...others, id] : others;
}
