import { REPLY_BODY_MAX } from '@madang/contract/replies/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import { SendHorizontal } from 'lucide';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { Icon, IconButton } from '../../components/button.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ApiError, call } from '../../lib/api.ts';
import { useKeyboardInset, useTakeOver } from '../../lib/page.ts';
import { showToast, toasts } from '../../lib/toast-store.ts';
import { useWrite } from '../../lib/use-write.ts';
import { useOfficial } from '../campus/campus-context.ts';
import { useProblemText } from '../campus/problem-text.ts';
import { DraftNote } from '../posts/draft-notes.tsx';
import { Suspension } from '../accounts/account-notices.tsx';
import { useThreads } from './lazy-parts.ts';
import styles from './reply-composer.module.css';
import type { useReplies } from './use-replies.ts';
import { type Attempt, describeReply, useReplyDraft } from './use-reply-draft.ts';

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
        <Suspension boardId={boardId} input={input} />
        <Notes draft={draft} parts={parts} input={input} />
        <div className={`flex gap-1 ${styles.row}`}>
          <span
            className={`flex-1 min-w-0 bg-surface overflow-hidden ${styles.grow}`}
            data-text={`${body}\n`}
          >
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

/** Milliseconds without empty replies, against the second tap of a double tap. */
const EMPTY_SEND_PAUSE = 600;
/** Milliseconds without an error message: a reply with a lost answer may arrive live. */
const STREAM_LAG = 1_000;

/** Manages the unfinished reply of a post, and sends it. */
function useSendReply(postId: string, replies: ReturnType<typeof useReplies>) {
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
      const told = await replies.describeUnsent(error, sent, draft);
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

/**
 * Keeps `--foot` at the height of a bar over the page's end, which page, toasts and scrolling leave free. Never shrinks while
 * shown, as the page would move.
 */
function keepFootHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const { style } = document.documentElement;
  let height = 0;
  const observer = new ResizeObserver(() => {
    height = Math.max(height, bar.offsetHeight);
    style.setProperty('--foot', `${height}px`);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty('--foot');
  };
}
