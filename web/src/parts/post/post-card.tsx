import type { PostSummary } from '@madang/contract/posts/schema';
import { useLocation } from '../../router/router.tsx';
import { RelativeTime } from '../campus/campus-time.tsx';
import { Card } from './card.tsx';
import type { PostState } from './post-queries.ts';

interface PostCardProps {
  post: PostSummary;
  liked: boolean;
}

export function PostCard({ post, liked }: PostCardProps) {
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
}
