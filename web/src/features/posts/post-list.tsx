import type { PostPage } from '@madang/contract/posts/schema';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { Screen } from '../campus/screen.tsx';
import { EndlessList } from './endless-list.tsx';
import { PostCard } from './post-card.tsx';
import type { PostListQuery } from './post-lists.ts';
import { useMarks } from './use-marks.ts';

interface PostListProps {
  query: UseInfiniteQueryResult<InfiniteData<PostPage>>;
  empty: ReactNode;
}

export function PostList({ query, empty }: PostListProps) {
  const { liked, folded } = useMarks(query.data?.pages.map(({ posts }) => posts.map(({ id }) => id)) ?? []);
  return (
    <EndlessList
      query={query}
      readItems={({ posts }) => posts.filter(({ id }) => !folded.has(id))}
      renderItem={(post) => <PostCard post={post} preview={post.preview} liked={liked.has(post.id)} />}
      empty={empty}
    />
  );
}

interface PostListScreenProps extends Omit<ComponentProps<typeof Screen>, 'children'> {
  list: PostListQuery;
  /** Content above the posts. */
  above?: ReactNode;
  empty: ReactNode;
}

/** Renders a screen that consists of one list of posts. */
export function PostListScreen({ list, empty, above, ...screen }: PostListScreenProps) {
  const query = useInfiniteQuery(list);
  return (
    <Screen {...screen}>
      {above}
      <PostList query={query} empty={empty} />
    </Screen>
  );
}
