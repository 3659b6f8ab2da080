import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useWrite } from '../../ui/use-write.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { showLike } from './post-cache.ts';
import { marksQuery, postQuery } from './post-queries.ts';

interface LikeState {
  liked: boolean;
  likeCount: number;
}

/**
 * The like of one post. Shown at once; while a call is under way further presses only change what is sent next,
 * so the last press wins; at the end stands the server's count, or on failure what it was before. The same marks say
 * whether who wrote the post is blocked (`folded`).
 */
export function useLike(id: string, likeCount: number) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const marks = useQuery(marksQuery([id]));
  const liked = marks.data?.liked.includes(id) ?? false;
  const pressed = useRef<boolean | null>(null);
  const { send } = useWrite({
    write: async (before: LikeState) => {
      let confirmed = before;
      try {
        while (pressed.current !== null) {
          const target = pressed.current;
          pressed.current = null;
          confirmed = await call(target ? 'PUT /api/posts/{id}/like' : 'DELETE /api/posts/{id}/like', {
            path: { id },
          });
        }
      } finally {
        pressed.current = null;
        showLike(client, id, confirmed);
      }
    },
    onError: (error) => {
      // A limit says when to try again; the usual text says to try at once.
      if (isRefusal(error, 'limit.reached')) showToast(describeError(error));
      else if (!isRefusal(error, 'session.required')) showToast(copy['error.like']);
    },
  });

  async function press(): Promise<void> {
    // Without the marks it is unknown which way a press goes.
    if (!marks.data && !(await marks.refetch()).data) {
      showToast(copy['error.like']);
      return;
    }
    // Read from the cache, not from this rendering: two quick presses must see each other.
    const before = {
      liked: client.getQueryData(marksQuery([id]).queryKey)?.liked.includes(id) ?? false,
      likeCount: client.getQueryData(postQuery(id).queryKey)?.likeCount ?? likeCount,
    };
    pressed.current = !before.liked;
    showLike(client, id, {
      liked: !before.liked,
      likeCount: Math.max(0, before.likeCount + (before.liked ? -1 : 1)),
    });
    send(before);
  }

  return { liked, folded: marks.data?.folded?.includes(id), toggle: () => void press() };
}
