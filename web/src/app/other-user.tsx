import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy } from '../copy.ko.ts';
import { sessionQuery, useSession } from '../parts/session/session.ts';
import { onRefusal } from '../platform/api.ts';
import { showToast } from '../ui/toast-store.ts';
import styles from './frame.module.css';

/** In the storage of the tab: a write was refused before the page was loaded again. */
const REFUSED = 'other-user-refused';
let refused = false;

/** Asks whose session it is when a write for this page's user was refused, and says so after the page was loaded again. */
export function useOtherUser(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (sessionStorage.getItem(REFUSED) !== null) showToast(copy['error.otherUser']);
    sessionStorage.removeItem(REFUSED);
    return onRefusal(({ code }) => {
      if (code !== 'session.otherUser') return;
      refused = true;
      void client.invalidateQueries(sessionQuery);
    });
  }, [client]);
}

/** Loads the page again for another user; what the one before was writing is a draft of theirs. */
export function OtherUser() {
  const { leaveTo } = useSession();
  useEffect(() => {
    if (refused) sessionStorage.setItem(REFUSED, '');
    if (leaveTo === undefined) window.location.reload();
    else window.location.replace(leaveTo);
  }, [leaveTo]);
  return (
    <div className={styles.frame}>
      <div className={styles.header} />
    </div>
  );
}
