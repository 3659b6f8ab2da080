import { useId } from 'react';
import { copy } from '../../copy.ko.ts';
import { OpenOutside } from '../../components/install-help.tsx';
import { useAction } from '../campus/use-action.ts';
import { call } from '../../lib/api.ts';
import { isInsideApp } from '../../lib/browser.ts';
import { download } from '../../lib/files.ts';
import { useHydrated } from '../../lib/page.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import styles from './mypage.module.css';

export function OwnData() {
  const note = useId();
  // In-app browsers cannot save a file from a page.
  const inside = useHydrated() && isInsideApp(navigator.userAgent);
  const { busy, onClick } = useAction(async () => {
    await download('GET /api/profile/data');
    showToast(copy['profile.data.done']);
  });
  const mailing = useAction(async () => {
    await call('POST /api/profile/data/mail');
    showToast(copy['outside.data.mailed']);
  });
  return (
    <div className={styles.data}>
      <Button look="plain" busy={busy} aria-describedby={note} onClick={onClick}>
        {busy ? copy['profile.data.busy'] : copy['profile.data']}
      </Button>
      <p id={note} className={styles.note}>
        {copy['profile.data.note']}
      </p>
      {inside ? (
        <>
          <p className={styles.note}>{copy['outside.data']}</p>
          <OpenOutside />
          <Button look="plain" {...mailing}>
            {copy['outside.data.mail']}
          </Button>
        </>
      ) : null}
    </div>
  );
}
