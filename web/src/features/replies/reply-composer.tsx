import { REPLY_BODY_MAX } from '@madang/contract/replies/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import { SendHorizontal } from 'lucide';
import { type KeyboardEvent, type RefObject, useId, useImperativeHandle, useRef } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { keepFootHeight } from '../../lib/foot-height.ts';
import { useKeyboardInset } from '../../lib/keyboard.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useTakeOver } from '../../lib/use-take-over.ts';
import { DraftNote } from '../../components/draft-note.tsx';
import styles from './reply-composer.module.css';
import type { useReplies } from './use-replies.ts';
import { useSendReply } from './use-send-reply.ts';

/** Whether the key sends: Enter on a physical keyboard; on a phone it adds a line. */
function isSend({ key, shiftKey, nativeEvent, keyCode }: KeyboardEvent): boolean {
  if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || keyCode === 229) return false;
  return window.matchMedia('(pointer: fine)').matches;
}

/** Number of remaining characters from which the countdown is shown. */
const COUNT_DOWN_FROM = 100;
interface ReplyComposerProps {
  postId: string;
  /** Board of the post. */
  boardId: string;
  replies: ReturnType<typeof useReplies>;
}

export function ReplyComposer({ postId, boardId, replies }: ReplyComposerProps) {
  const { draft, busy, submit, parts } = useSendReply(postId, replies);
  const { body } = draft;
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
        <Notes draft={draft} parts={parts} input={input} />
        <div className={styles.row}>
          <span className={styles.grow} data-text={`${body}\n`}>
            <textarea
              ref={input}
              id={id}
              className={styles.input}
              dir="auto"
              rows={1}
              value={body}
              aria-label={copy['comment.input']}
              placeholder={copy['comment.input']}
              onChange={(event) => draft.change(event.target.value)}
              onKeyDown={(event) => {
                if (!isSend(event)) return;
                event.preventDefault();
                if (body !== '') submit();
              }}
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

interface NotesProps extends Pick<ReturnType<typeof useSendReply>, 'draft' | 'parts'> {
  input: RefObject<HTMLTextAreaElement | null>;
}

/** Renders the notes of a restored draft and of the answered reply. */
function Notes({ draft: { restored, discard, answers, answer }, parts, input }: NotesProps) {
  const onDiscard = (): (() => void) => {
    input.current?.focus();
    return discard();
  };
  return (
    <>
      {restored ? <DraftNote text={copy['draft.comment']} onDiscard={onDiscard} /> : null}
      {answers && parts ? (
        <parts.AnswerNote nickname={answers.nickname} onDrop={() => answer(undefined)} />
      ) : null}
    </>
  );
}

/** Renders the number of remaining or excess characters. */
function Remaining({ n }: { n: number }) {
  if (n > COUNT_DOWN_FROM) return null;
  return (
    <p className={n < 0 ? styles.over : styles.rest} role="status">
      {fillCopy(n < 0 ? copy['reply.over'] : copy['reply.remaining'], { n: Math.abs(n) })}
    </p>
  );
}
