import type { Reply } from '@madang/contract/replies/schema';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useWish } from '../offline/use-wish.ts';
import { type LikeState, turnLike, withId } from '../posts/post-cache.ts';
import { replyLikesKey, replyMarksQuery } from './thread-queries.ts';

type Counts = Record<string, number>;

export function useReplyLike({ id, postId, likeCount }: Reply) {
  const client = useQueryClient();
  const marks = replyMarksQuery(postId);
  const likesKey = replyLikesKey(postId);
  const { data: liked = false } = useQuery({ ...marks, select: ({ liked: ids }) => ids.includes(id) });
  const { data: count } = useQuery<Counts, Error, number | null>({
    queryKey: likesKey,
    queryFn: skipToken,
    select: (counts) => counts[id] ?? null,
  });
  const press = useWish<LikeState>({
    key: `replies/${id}/like`,
    ready: () => client.ensureQueryData(marks),
    read: () => ({
      liked: client.getQueryData(marks.queryKey)?.liked.includes(id) ?? false,
      likeCount: client.getQueryData<Counts>(likesKey)?.[id] ?? likeCount,
    }),
    show: (like) => {
      client.setQueryData(
        marks.queryKey,
        (known) => known && { ...known, liked: withId(known.liked, id, like.liked) },
      );
      client.setQueryData<Counts>(likesKey, (counts) => ({ ...counts, [id]: like.likeCount }));
    },
    send: (like) =>
      call(like.liked ? 'PUT /api/replies/{id}/like' : 'DELETE /api/replies/{id}/like', { path: { id } }),
    failed: copy['error.like'],
  });
  return { liked, count: count ?? likeCount, toggle: () => void press(turnLike) };
}
