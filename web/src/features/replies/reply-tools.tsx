import type { Reply } from '@madang/contract/replies/schema';
import { Check, CornerDownRight, Heart } from 'lucide';
import { copy } from '../../copy.ko.ts';
import { Icon } from '../../components/icon.tsx';
import { useUser } from '../session/session.ts';
import styles from './threads.module.css';
import { useAcceptance } from './use-acceptance.ts';
import { useReplyLike } from './use-reply-like.ts';

interface ReplyToolsProps {
  reply: Reply;
  /** Author of the post, if known. */
  authorId: string | null;
  accepted: boolean;
  onAnswer: () => void;
}

/** Time for a keyboard to open, in milliseconds. */
const KEYBOARD = 1_000;

/** Keeps the answered reply's end in view when composer and keyboard open. */
function keepInView(end: Element): void {
  // The height of bars over the page's end is measured in between.
  const show = (): void =>
    void requestAnimationFrame(() => requestAnimationFrame(() => end.scrollIntoView({ block: 'nearest' })));
  show();
  window.visualViewport?.addEventListener('resize', show, { signal: AbortSignal.timeout(KEYBOARD) });
}

/** Renders the actions on a reply: answer, like, and accept for the asker. */
export function ReplyTools({ reply, authorId, accepted, onAnswer }: ReplyToolsProps) {
  const { liked, count, toggle } = useReplyLike(reply);
  const { id: userId } = useUser();
  const asked = reply.buildingId === 'question' && authorId === userId;
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-pressed={liked}
        aria-label={`${copy['thread.like']} ${count}`}
        onClick={toggle}
      >
        <Icon of={Heart} size={18} filled={liked} />
        {count > 0 ? count : null}
      </button>
      <button
        type="button"
        className={styles.tool}
        onClick={({ currentTarget }) => {
          onAnswer();
          keepInView(currentTarget);
        }}
      >
        <Icon of={CornerDownRight} size={18} />
        {copy['thread.answer']}
      </button>
      {asked ? <AcceptButton reply={reply} accepted={accepted} /> : null}
    </>
  );
}

function AcceptButton({ reply, accepted }: Pick<ReplyToolsProps, 'reply' | 'accepted'>) {
  const { busy, accept } = useAcceptance(reply.postId);
  return (
    <button
      type="button"
      className={styles.tool}
      aria-busy={busy || undefined}
      onClick={() => accept(accepted ? null : reply.id)}
    >
      <Icon of={Check} size={18} />
      {accepted ? copy['thread.unaccept'] : copy['thread.accept']}
    </button>
  );
}
