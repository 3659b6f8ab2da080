import { Send } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/router.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { useUnsent } from './outbox.ts';
import styles from './outbox.module.css';

export { LeaveSheet } from './leave-sheet.tsx';
export { followOutbox, hasUnsent, isAway } from './outbox.ts';
export { keepPost, keepReply, sendWish } from './keep.ts';

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
