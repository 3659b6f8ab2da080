import type { Reply } from '@madang/contract/replies/schema';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call } from '../../platform/api.ts';
import { press } from '../campus/press.ts';
import { turnLike } from '../post/use-like.ts';
import { replyLikesKey, replyMarksQuery } from './thread-queries.ts';

/** The like of one reply. */
export function useReplyLike({ id, postId, likeCount }: Reply) {
  const client = useQueryClient();
  const marksKey = replyMarksQuery(postId).queryKey;
  const marks = useQuery({ ...replyMarksQuery(postId), select: ({ liked }) => liked.includes(id) });
  const likes = useQuery<Record<string, number>, Error, number | null>({
    queryKey: replyLikesKey(postId),
    queryFn: skipToken,
    select: (counts) => counts[id] ?? null,
  });
  const at = { path: { id } };

  const toggle = () =>
    void press<{ liked: boolean; likeCount: number }>({
      key: `like ${id}`,
      read: () => {
        const known = client.getQueryData(marksKey);
        const counts = client.getQueryData<Record<string, number>>(replyLikesKey(postId));
        return known && { liked: known.liked.includes(id), likeCount: counts?.[id] ?? likeCount };
      },
      load: marks.refetch,
      next: turnLike,
      show: (like) => {
        client.setQueryData(marksKey, (known) => {
          const others = known?.liked.filter((other) => other !== id) ?? [];
          return known && { ...known, liked: like.liked ? [...others, id] : others };
        });
        client.setQueryData(replyLikesKey(postId), (counts: object | undefined) => ({
          ...counts,
          [id]: like.likeCount,
        }));
      },
      send: ({ liked }) => call(liked ? 'PUT /api/replies/{id}/like' : 'DELETE /api/replies/{id}/like', at),
      failed: copy['error.like'],
    });

  return { liked: marks.data ?? false, count: likes.data ?? likeCount, toggle };
}
