import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Heart } from 'lucide';
import { Icon, IconButton } from '../../components/button.tsx';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useOptimistic } from '../offline/use-optimistic.ts';
import styles from './post-actions.module.css';
import {
  bookmarksKey,
  type LikeState,
  marksQuery,
  patchMarks,
  patchPost,
  postQuery,
  turnLike,
} from './post-queries.ts';

interface LikeButtonProps {
  liked: boolean;
  count: number;
  onPress: () => void;
}

export function LikeButton({ liked, count, onPress }: LikeButtonProps) {
  return (
    <button
      type="button"
      className={`inline-row justify-center gap-2 flex-none min-h-touch font-semibold tabular-nums rounded-full ${styles.pill}`}
      aria-pressed={liked}
      aria-label={`${copy['like']} ${count}`}
      onClick={onPress}
    >
      <span className={styles.heart}>
        <Icon of={Heart} size={22} filled={liked} />
      </span>
      <span>{count}</span>
    </button>
  );
}

/**
 * Returns the like of one post, shared by page, lists and viewer state, which also includes blocks (`folded`).
 */
export function useLike(id: string, likeCount: number) {
  const client = useQueryClient();
  const marks = marksQuery([id]);
  const { liked, folded } = useQuery(marks).data ?? {};
  const press = useOptimistic<LikeState>({
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
    failureText: copy['error.like'],
  });
  return {
    liked: liked?.includes(id) ?? false,
    folded: folded?.includes(id),
    toggle: () => void press(turnLike),
  };
}

/** Renders the bookmark of a post, filled when set [SB-01]; the beta only announces it [SC-21]. */
export function BookmarkButton({ id }: { id: string }) {
  const look = { label: copy['scrap'], className: styles.bookmark };
  return useOfficial() ? (
    <OwnBookmark id={id} {...look} />
  ) : (
    <IconButton {...look} onClick={() => showToast(copy['notice.official'])}>
      <Icon of={Bookmark} />
    </IconButton>
  );
}

function OwnBookmark({ id, ...look }: { id: string; label: string; className: string | undefined }) {
  const client = useQueryClient();
  const marks = marksQuery([id]);
  const on = useQuery(marks).data?.scrapped.includes(id) ?? false;
  const change = useOptimistic<boolean>({
    key: `posts/${id}/scrap`,
    ready: () => client.ensureQueryData(marks),
    read: () => client.getQueryData(marks.queryKey)?.scrapped.includes(id) ?? false,
    show: (bookmarked) => patchMarks(client, id, 'scrapped', bookmarked),
    send: async (bookmarked) => {
      const key = bookmarked ? 'PUT /api/posts/{id}/scrap' : 'DELETE /api/posts/{id}/scrap';
      return (await call(key, { path: { id } })).scrapped;
    },
    onSettled: () => void client.invalidateQueries({ queryKey: bookmarksKey }),
    failureText: copy['error.scrap'],
  });
  return (
    <IconButton {...look} aria-pressed={on} onClick={() => void change((bookmarked) => !bookmarked)}>
      <Icon of={Bookmark} filled={on} />
    </IconButton>
  );
}
