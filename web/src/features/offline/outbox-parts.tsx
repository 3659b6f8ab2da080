import { Send } from 'lucide';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { ListRow } from '../../components/list-row.tsx';
import { useUnsent } from './outbox.ts';
import styles from './outbox.module.css';

export { LeaveSheet } from './leave-sheet.tsx';
export { followOutbox, hasUnsent, isAway } from './outbox.ts';
export { keepPost, keepReply, sendWish } from './keep.ts';

/** Renders the number of pending writes as a link; nothing if there are none. */
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

/** Renders the number of pending writes as a row of my page. */
export function OutboxRow() {
  const n = useUnsent().length;
  return n === 0 ? null : (
    <ListRow icon={Send} label={copy['outbox']} detail={String(n)} to="/mypage/outbox" />
  );
}
