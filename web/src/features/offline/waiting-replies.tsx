import { copy } from '../../copy.ko.ts';
import type { Unsent } from '../../lib/offline/database.ts';
import { Link } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { dropUnsent, useUnsent } from './outbox.ts';
import styles from './outbox.module.css';

/** Returns the user's pending replies to a post that are not in the known ones. */
export function useWaitingReplies(postId: string, known: readonly { id: string }[]): readonly Unsent[] {
  return useUnsent().filter(
    ({ kind, input, id }) =>
      kind === 'reply' && input.path?.['id'] === postId && !known.some((reply) => reply.id === id),
  );
}

export function WaitingReply({ unsent }: { unsent: Unsent }) {
  async function drop(): Promise<void> {
    await dropUnsent(unsent);
    showToast(copy['outbox.dropped']);
  }
  return (
    <div className={styles.waiting}>
      <p dir="auto">{unsent.text}</p>
      <p>
        <Link to="/mypage/outbox">{unsent.refusal ? copy['outbox.refused'] : copy['outbox.waiting']}</Link>
      </p>
      <Button look="small" onClick={() => void drop()}>
        {copy['outbox.drop']}
      </Button>
    </div>
  );
}
