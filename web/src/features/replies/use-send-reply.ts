import { useEffect, useEffectEvent, useRef } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { showToast, toasts } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { describeReply } from './reply-text.ts';
import { useThreads } from './use-threads.ts';
import type { useReplies } from './use-replies.ts';
import { type Attempt, useReplyDraft } from './use-reply-draft.ts';

/** Milliseconds without empty replies, against the second tap of a double tap. */
const EMPTY_SEND_PAUSE = 600;
/** Milliseconds without an error message: a reply with a lost answer may arrive live. */
const STREAM_LAG = 1_000;

/** Manages the unfinished reply of a post, and sends it. */
export function useSendReply(postId: string, replies: ReturnType<typeof useReplies>) {
  const commentRequired = useOfficial();
  const { parts } = useThreads();
  const { describeError } = useProblemText();
  const draft = useReplyDraft(postId);
  const { body, attempt } = draft;
  const answeredAt = useRef(0);
  const failed = useRef(false);

  // A reply in the list was sent, even if its answer was lost.
  const stored = [...replies.paged, ...replies.arrived].some(({ id }) => id === attempt?.id);
  const takeAsSent = useEffectEvent(() => {
    if (attempt) draft.finish(attempt);
    if (failed.current) toasts.dismiss();
  });
  useEffect(() => {
    if (stored) takeAsSent();
  }, [stored]);

  const { busy, isSending, send, tell } = useWrite({
    write: (sent: Attempt) => call('POST /api/posts/{id}/replies', { path: { id: postId }, body: sent }),
    onSuccess: (reply, sent) => {
      replies.addReply(reply);
      draft.finish(sent);
      answeredAt.current = Date.now();
    },
    onError: async (error, sent) => {
      if (!(error instanceof ApiError)) await new Promise((resolve) => setTimeout(resolve, STREAM_LAG));
      failed.current = draft.isOpen(sent);
      const told = await replies.describeUnsent(error, sent, draft, parts?.tellGone);
      if (failed.current && told !== null) showToast(told ?? describeError(error));
      answeredAt.current = Date.now();
    },
  });

  function submit(): void {
    if (isSending()) return;
    if (body === '' && Date.now() - answeredAt.current < EMPTY_SEND_PAUSE) return;
    const problem = describeReply(body, commentRequired);
    if (problem) return tell(problem);
    failed.current = false;
    const attempted = draft.nameAttempt();
    replies.bringIntoView(attempted.id);
    send(attempted);
  }

  return { draft, busy, submit, parts };
}
