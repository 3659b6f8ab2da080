import { useQuery, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { useWish } from '../offline/use-wish.ts';
import { type LikeState, patchMarks, patchPost, turnLike } from './post-cache.ts';
import { marksQuery, postQuery } from './post-queries.ts';

/**
 * Returns the like of one post, shared by page, lists and viewer state, which also includes blocks (`folded`).
 */
export function useLike(id: string, likeCount: number) {
  const client = useQueryClient();
  const marks = marksQuery([id]);
  const { liked, folded } = useQuery(marks).data ?? {};
  const press = useWish<LikeState>({
    key: `posts/${id}/like`,
    ready: () => client.ensureQueryData(marks),
    read: () => ({
      liked: client.getQueryData(marks.queryKey)?.liked.includes(id) ?? false,
      likeCount: client.getQueryData(postQuery(id).queryKey)?.likeCount ?? likeCount,
    }),
    show: (like) => {
      client.setQueryData(postQuery(id).queryKey, (post) => post && { ...post, likeCount: like.likeCount });
      patchPost(client, id, { likeCount: like.likeCount });
      patchMarks(client, id, 'liked', like.liked);
    },
    send: (like) =>
      call(like.liked ? 'PUT /api/posts/{id}/like' : 'DELETE /api/posts/{id}/like', { path: { id } }),
    failed: copy['error.like'],
  });
  return {
    liked: liked?.includes(id) ?? false,
    folded: folded?.includes(id),
    toggle: () => void press(turnLike),
  };
}
