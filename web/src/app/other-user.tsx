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

/** Stores for the next page of this tab that a write was refused. */
function noteRefused(): void {
  try {
    sessionStorage.setItem(REFUSED, '');
  } catch {
    // Without storage the next page does not mention it.
  }
}

/** Returns whether the page before this one noted a refused write, and removes the note. */
function takeRefused(): boolean {
  try {
    const found = sessionStorage.getItem(REFUSED) !== null;
    sessionStorage.removeItem(REFUSED);
    return found;
  } catch {
    return false;
  }
}

/** Asks whose session it is when a write for this page's user was refused, and says so after the page was loaded again. */
export function useOtherUser(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (takeRefused()) showToast(copy['error.otherUser']);
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
    if (refused) noteRefused();
    if (leaveTo === undefined) window.location.reload();
    else window.location.replace(leaveTo);
  }, [leaveTo]);
  return (
    <div className={styles.frame}>
      <div className={styles.header} />
    </div>
  );
}
