import { useQuery, useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call } from '../../platform/api.ts';
import { press } from '../campus/press.ts';
import { showLike } from './post-cache.ts';
import { marksQuery, postQuery } from './post-queries.ts';

interface LikeState {
  liked: boolean;
  likeCount: number;
}

/** The other way. */
export const turnLike = ({ liked, likeCount }: LikeState): LikeState => ({
  liked: !liked,
  likeCount: Math.max(0, likeCount + (liked ? -1 : 1)),
});

/** The like of one post. The same marks say whether who wrote the post is blocked (`folded`). */
export function useLike(id: string, likeCount: number) {
  const client = useQueryClient();
  const marks = useQuery(marksQuery([id]));
  const at = { path: { id } };

  const toggle = () =>
    void press<LikeState>({
      key: `like ${id}`,
      read: () => {
        const known = client.getQueryData(marksQuery([id]).queryKey);
        const post = client.getQueryData(postQuery(id).queryKey);
        return known && { liked: known.liked.includes(id), likeCount: post?.likeCount ?? likeCount };
      },
      load: marks.refetch,
      next: turnLike,
      show: (like) => showLike(client, id, like),
      send: ({ liked }) => call(liked ? 'PUT /api/posts/{id}/like' : 'DELETE /api/posts/{id}/like', at),
      failed: copy['error.like'],
    });

  return { liked: marks.data?.liked.includes(id) ?? false, folded: marks.data?.folded?.includes(id), toggle };
}
