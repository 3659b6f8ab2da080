import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide';
import { useEffect } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/router.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { openOutbox, useUnsent } from './outbox.ts';
import styles from './outbox.module.css';

export { LeaveSheet } from './leave-sheet.tsx';
export { forgetWish, hasUnsent, isAway } from './outbox.ts';
export { keepPost, keepReply, keepWish } from './keep.ts';

/** Sends what a student wrote without a network, wherever they are. */
export function OutboxKeeper({ userId }: { userId: string }) {
  const client = useQueryClient();
  useEffect(() => openOutbox(userId, client), [userId, client]);
  return null;
}

/** How much waits, as a way there; nothing where nothing does. */
export function OutboxLink() {
  const n = useUnsent().length;
  return n === 0 ? null : (
    <>
      {' '}
      <Link className={styles.link} to="/mypage/outbox">
        {fillCopy(copy['outbox.count'], { n })}
      </Link>
    </>
  );
}

/** The same among the rows of my page. */
export function OutboxRow() {
  const n = useUnsent().length;
  return n === 0 ? null : (
    <ListRow icon={Send} label={copy['outbox']} detail={String(n)} to="/mypage/outbox" />
  );
}

/** The replies to a post that wait. */
export function WaitingReplies({ postId, known }: { postId: string; known: readonly { id: string }[] }) {
  const waiting = useUnsent().filter(
    ({ kind, input, id }) =>
      kind === 'reply' && input.path?.['id'] === postId && !known.some((reply) => reply.id === id),
  );
  return waiting.map(({ id, text, refusal }) => (
    <p key={id} className={styles.waiting}>
      {text}
      <Link to="/mypage/outbox">{refusal ? copy['outbox.refused'] : copy['outbox.waiting']}</Link>
    </p>
  ));
}
