import type { PostSummary } from '@madang/contract/posts/schema';
import { memo } from 'react';
import { useLocation } from '../../router/router.tsx';
import { RelativeTime } from '../campus/campus-time.tsx';
import { Card } from './card.tsx';
import type { PostState } from './post-queries.ts';

interface PostCardProps {
  post: PostSummary;
  liked: boolean;
}

/** Kept while its post is the same: a list of a thousand grows by a page without drawing the others again. */
export const PostCard = memo(function PostCard({ post, liked }: PostCardProps) {
  const { pathname, search } = useLocation();
  const state: PostState = { post, from: `${pathname}${search}` };
  return (
    <Card
      {...post}
      liked={liked}
      to={`/post/${post.id}`}
      state={state}
      time={<RelativeTime instant={post.createdAt} />}
    />
  );
});
