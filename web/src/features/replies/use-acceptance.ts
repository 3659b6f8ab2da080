import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { showToast } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { patchPost } from '../posts/post-cache.ts';
import { postQuery } from '../posts/post-queries.ts';

/** Milliseconds between taps: a double tap would hit another reply in the moved list. */
const PAUSE = 500;
let tappedAt = 0;

/** Accepts a reply to the user's question, or none, in the page and the lists. */
export function useAcceptance(postId: string) {
  const client = useQueryClient();
  const { describeError } = useProblemText();
  const { busy, send } = useWrite({
    write: (replyId: string | null) =>
      call('PUT /api/posts/{id}/accepted', { path: { id: postId }, body: { replyId } }),
    onSuccess: ({ acceptedReplyId }) => {
      const solved = acceptedReplyId !== null;
      client.setQueryData(postQuery(postId).queryKey, (post) => post && { ...post, acceptedReplyId, solved });
      patchPost(client, postId, { solved });
      showToast(solved ? copy['thread.accepted.done'] : copy['thread.accepted.undone']);
    },
    onError: (error) =>
      showToast(isRefusal(error, 'input.invalid') ? copy['own.gone'] : describeError(error)),
  });

  function accept(replyId: string | null): void {
    const now = Date.now();
    if (now - tappedAt > PAUSE) send(replyId);
    tappedAt = now;
  }

  return { busy, accept };
}
