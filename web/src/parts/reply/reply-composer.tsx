import { REPLY_BODY_MAX, replyProblem } from '@madang/contract/replies/rules';
import type { Reply } from '@madang/contract/replies/schema';
import { countCodePoints } from '@madang/contract/text/rules';
import { SendHorizontal } from 'lucide';
import { type KeyboardEvent, useRef, useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../platform/api.ts';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useCampus } from '../campus/campus-context.ts';
import { useProblemText } from '../campus/problem-text.ts';
import styles from './reply-composer.module.css';
import { useReplyDraft } from './use-reply-draft.ts';

/** A second tap of a double tap must not send the now empty input as another comment. */
const EMPTY_SEND_PAUSE = 600;
/** From how many characters before the limit the rest is counted down. */
const COUNT_DOWN_FROM = 100;

interface ReplyComposerProps {
  postId: string;
  onSent: (reply: Reply) => void;
}

export function ReplyComposer({ postId, onSent }: ReplyComposerProps) {
  const commentRequired = useCampus().features.includes('commentRequired');
  const { describeError } = useProblemText();
  const { body, change, nameAttempt, forgetAttempt, finish } = useReplyDraft(postId);
  const [busy, setBusy] = useState(false);
  const inFlight = useRef(false);
  const answeredAt = useRef(0);
  const remaining = REPLY_BODY_MAX - countCodePoints(body);
  useKeyboardInset();

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
    setBusy(true);
    try {
      const attempt = nameAttempt();
      onSent(await call('POST /api/posts/{id}/replies', { path: { id: postId }, body: attempt }));
      finish(attempt);
    } catch (error) {
      if (isRefusal(error, 'identifier.taken')) forgetAttempt();
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

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className={styles.row}>
        <span className={styles.grow} data-text={`${body}\n`}>
          <textarea
            className={styles.input}
            rows={1}
            value={body}
            aria-label={copy['comment.input']}
            placeholder={copy['comment.input']}
            onChange={(event) => change(event.target.value)}
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
          {fillCopy(remaining < 0 ? copy['reply.over'] : copy['reply.remaining'], { n: Math.abs(remaining) })}
        </p>
      ) : null}
    </form>
  );
}
