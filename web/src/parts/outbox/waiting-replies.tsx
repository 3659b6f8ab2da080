import { copy } from '../../copy.ko.ts';
import { Link } from '../../router/router.tsx';
import { useUnsent } from './outbox.ts';
import styles from './outbox.module.css';

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
