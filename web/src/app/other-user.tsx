import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { copy } from '../copy.ko.ts';
import { sessionQuery, useSession } from '../features/session/session.ts';
import { onRefusal } from '../lib/api.ts';
import { showToast } from '../lib/toast-store.ts';
import styles from './frame.module.css';

/** sessionStorage key: a write was refused before the reload. */
const REFUSED = 'other-user-refused';
let refused = false;

function noteRefused(): void {
  try {
    sessionStorage.setItem(REFUSED, '');
  } catch {
    // Without storage the next page does not mention it.
  }
}

/** Returns whether the previous page noted a refused write, and removes the note. */
function takeRefused(): boolean {
  try {
    const found = sessionStorage.getItem(REFUSED) !== null;
    sessionStorage.removeItem(REFUSED);
    return found;
  } catch {
    return false;
  }
}

/** Refetches the session after a write refused for another user; the reloaded page shows why. */
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

/** Reloads the page for another user; the previous user's text stays as their draft. */
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
