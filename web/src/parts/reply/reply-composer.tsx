import { REPLY_BODY_MAX } from '@madang/contract/replies/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import { SendHorizontal } from 'lucide';
import { type KeyboardEvent, useId, useImperativeHandle, useRef } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { keepFootHeight } from '../../platform/foot-height.ts';
import { useKeyboardInset } from '../../platform/keyboard.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTakeOver } from '../../ui/use-take-over.ts';
import { DraftNote } from '../campus/draft-note.tsx';
import styles from './reply-composer.module.css';
import type { useReplies } from './use-replies.ts';
import { useSendReply } from './use-send-reply.ts';

/** From how many characters before the limit the rest is counted down. */
const COUNT_DOWN_FROM = 100;
interface ReplyComposerProps {
  postId: string;
  /** The board of the post. */
  boardId: string;
  replies: ReturnType<typeof useReplies>;
}

export function ReplyComposer({ postId, boardId, replies }: ReplyComposerProps) {
  const { draft, busy, submit, parts } = useSendReply(postId, replies);
  const { body, answers } = draft;
  const input = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useTakeOver(id, body, draft.change);
  useKeyboardInset();
  useImperativeHandle(replies.composer, () => ({
    answer({ id: answered, nickname }) {
      draft.answer({ id: answered, nickname });
      input.current?.focus();
    },
  }));

  /** With a real keyboard Enter sends; on a phone it is a new line, and sending is a tap. */
  function sendOnEnter(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    if (!window.matchMedia('(pointer: fine)').matches) return;
    event.preventDefault();
    if (body !== '') submit();
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
          submit();
        }}
      >
        {parts ? <parts.Suspension boardId={boardId} input={input} /> : null}
        {draft.restored ? <DraftNote text={copy['draft.comment']} onDiscard={discard} /> : null}
        {answers && parts ? (
          <parts.AnswerNote nickname={answers.nickname} onDrop={() => draft.answer(undefined)} />
        ) : null}
        <div className={styles.row}>
          <span className={styles.grow} data-text={`${body}\n`}>
            <textarea
              ref={input}
              id={id}
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
        <Remaining n={REPLY_BODY_MAX - countCodePoints(body)} />
      </form>
    </div>
  );
}

/** How many characters are left, or too many. */
function Remaining({ n }: { n: number }) {
  if (n > COUNT_DOWN_FROM) return null;
  return (
    <p className={n < 0 ? styles.over : styles.rest} role="status">
      {fillCopy(n < 0 ? copy['reply.over'] : copy['reply.remaining'], { n: Math.abs(n) })}
    </p>
  );
}
