import type { PostPage, PostSummary } from '@madang/contract/posts/schema';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EndlessList } from './endless-list.tsx';
import { PostCard } from './post-card.tsx';
import { useLikedIds } from './use-marks.ts';

interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>;
  empty: ReactNode;
}

/** An endless list of posts. */
export function PostList({ query, empty }: PostListProps) {
  const liked = useLikedIds(query.data?.pages ?? []);
  return (
    <EndlessList
      query={query}
      readItems={readPosts}
      renderItem={(post) => <PostCard post={post} liked={liked.has(post.id)} />}
      empty={empty}
    />
  );
}

function readPosts(page: PostPage): readonly PostSummary[] {
  return page.posts;
}
