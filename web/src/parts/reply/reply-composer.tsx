import { REPLY_BODY_MAX, replyProblem } from '@madang/contract/replies/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import { SendHorizontal } from 'lucide';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, call, isRefusal } from '../../platform/api.ts';
import { keepFootHeight } from '../../platform/foot-height.ts';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast, toasts } from '../../ui/toast-store.ts';
import { useCampus } from '../campus/campus-context.ts';
import { DraftNote } from '../campus/draft-note.tsx';
import { useProblemText } from '../campus/problem-text.ts';
import styles from './reply-composer.module.css';
import type { useReplies } from './use-replies.ts';
import { useReplyDraft } from './use-reply-draft.ts';

/** A second tap of a double tap must not send the now empty input as another comment. */
const EMPTY_SEND_PAUSE = 600;
/** From how many characters before the limit the rest is counted down. */
const COUNT_DOWN_FROM = 100;
/** A comment whose answer was lost may be on its way with the live stream: so long no error is told. */
const STREAM_LAG = 1_000;

interface ReplyComposerProps {
  postId: string;
  replies: ReturnType<typeof useReplies>;
}

export function ReplyComposer({ postId, replies }: ReplyComposerProps) {
  const commentRequired = useCampus().features.includes('commentRequired');
  const { describeError } = useProblemText();
  const draft = useReplyDraft(postId);
  const { body, attempt } = draft;
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const answeredAt = useRef(0);
  const failed = useRef(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const remaining = REPLY_BODY_MAX - countCodePoints(body);
  useKeyboardInset();

  // Whatever became of its answer, and of the page that sent it: a comment that stands in the list was sent.
  const stored = [...replies.paged, ...replies.arrived].some(({ id }) => id === attempt?.id);
  const takeAsSent = useEffectEvent(() => {
    if (attempt) draft.finish(attempt);
    if (failed.current) toasts.dismiss();
  });
  useEffect(() => {
    if (stored) takeAsSent();
  }, [stored]);

  async function send(): Promise<void> {
    if (inFlight.current) return;
    if (body === '' && Date.now() - answeredAt.current < EMPTY_SEND_PAUSE) return;
    const problem = replyProblem(body, commentRequired);
    if (problem) {
      const text = problem === 'tooLong' ? copy['error.comment.long'] : copy['error.comment.required'];
      showToast(fillCopy(text, { n: REPLY_BODY_MAX }));
      return;
    }
    inFlight.current = true;
    failed.current = false;
    setBusy(true);
    const sent = draft.nameAttempt();
    replies.bringIntoView(sent.id);
    try {
      replies.addReply(await call('POST /api/posts/{id}/replies', { path: { id: postId }, body: sent }));
      draft.finish(sent);
    } catch (error) {
      if (!(error instanceof ApiError)) await new Promise((resolve) => setTimeout(resolve, STREAM_LAG));
      failed.current = draft.isOpen(sent);
      if (isRefusal(error, 'identifier.taken')) draft.forgetAttempt();
      if (failed.current)
        showToast(isRefusal(error, 'resource.missing') ? copy['error.comment'] : describeError(error));
    } finally {
      answeredAt.current = Date.now();
      inFlight.current = false;
      setBusy(false);
    }
  }

  /** With a real keyboard Enter sends; on a phone it is a new line, and sending is a tap. */
  function sendOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    if (!window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    if (body !== '') void send();
  }

  function discard(): () => void {
    input.current?.focus();
    return draft.discard();
  }

  return (
    <div className={styles.reserve}>
      <form
        ref={keepFootHeight}
        className={styles.composer}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {draft.restored ? <DraftNote text={copy['draft.comment']} onDiscard={discard} /> : null}
        <div className={styles.row}>
          <span className={styles.grow} data-text={`${body}\n`}>
            <textarea
              ref={input}
              className={styles.input}
              rows={1}
              value={body}
              aria-label={copy['comment.input']}
              placeholder={copy['comment.input']}
              onChange={(event) => draft.change(event.target.value)}
              onKeyDown={sendOnEnter}
            />
          </span>
          <IconButton
            type="submit"
            label={copy['comment.send']}
            aria-busy={busy || undefined}
            className={styles.send}
          >
            <Icon of={SendHorizontal} />
          </IconButton>
        </div>
        {remaining <= COUNT_DOWN_FROM ? (
          <p className={remaining < 0 ? styles.over : styles.rest} role="status">
            {fillCopy(remaining < 0 ? copy['reply.over'] : copy['reply.remaining'], {
              n: Math.abs(remaining),
            })}
          </p>
        ) : null}
      </form>
    </div>
  );
}
