import type { Reply } from '@madang/contract/replies/schema';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useWrite } from '../../ui/use-write.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { replyLikesKey, replyMarksQuery } from './thread-queries.ts';

interface LikeState {
  liked: boolean;
  likeCount: number;
}

/** The like of one reply; it behaves as a post's does, see `useLike`. */
export function useReplyLike({ id, postId, likeCount }: Reply) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const marksKey = replyMarksQuery(postId).queryKey;
  const marks = useQuery({ ...replyMarksQuery(postId), select: ({ liked }) => liked.includes(id) });
  const likes = useQuery<Record<string, number>, Error, number | null>({
    queryKey: replyLikesKey(postId),
    queryFn: skipToken,
    select: (counts) => counts[id] ?? null,
  });
  const pressed = useRef<boolean | null>(null);

  function read(): LikeState {
    const liked = client.getQueryData(marksKey)?.liked.includes(id) ?? false;
    const counts = client.getQueryData<Record<string, number>>(replyLikesKey(postId));
    return { liked, likeCount: counts?.[id] ?? likeCount };
  }

  function show(like: LikeState): void {
    client.setQueryData(marksKey, (known) => {
      const others = known?.liked.filter((other) => other !== id) ?? [];
      return known && { ...known, liked: like.liked ? [...others, id] : others };
    });
    client.setQueryData(replyLikesKey(postId), (counts: object | undefined) => ({
      ...counts,
      [id]: like.likeCount,
    }));
  }

  const { send } = useWrite({
    write: async (before: LikeState) => {
      let confirmed = before;
      try {
        while (pressed.current !== null) {
          const target = pressed.current;
          pressed.current = null;
          confirmed = await call(target ? 'PUT /api/replies/{id}/like' : 'DELETE /api/replies/{id}/like', {
            path: { id },
          });
        }
      } finally {
        pressed.current = null;
        show(confirmed);
      }
    },
    onError: (error) => {
      if (isRefusal(error, 'limit.reached')) showToast(describeError(error));
      else if (!isRefusal(error, 'session.required')) showToast(copy['error.like']);
    },
  });

  async function press(): Promise<void> {
    // Without the marks it is unknown which way a press goes.
    if (marks.data === undefined && (await marks.refetch()).data === undefined) {
      showToast(copy['error.like']);
      return;
    }
    // Read from the cache, not from this rendering: two quick presses must see each other.
    const before = read();
    pressed.current = !before.liked;
    show({ liked: !before.liked, likeCount: Math.max(0, before.likeCount + (before.liked ? -1 : 1)) });
    send(before);
  }

  return { liked: marks.data ?? false, count: likes.data ?? likeCount, toggle: () => void press() };
}
