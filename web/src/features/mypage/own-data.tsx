import { useId } from 'react';
import { copy } from '../../copy.ko.ts';
import { useAction } from '../../parts/campus/use-action.ts';
import { download } from '../../platform/download.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import styles from './mypage.module.css';

export function OwnData() {
  const note = useId();
  const { busy, onClick } = useAction(async () => {
    await download('GET /api/profile/data');
    showToast(copy['profile.data.done']);
  });
  return (
    <div className={styles.data}>
      <Button look="plain" busy={busy} aria-describedby={note} onClick={onClick}>
        {busy ? copy['profile.data.busy'] : copy['profile.data']}
      </Button>
      <p id={note} className={styles.note}>
        {copy['profile.data.note']}
      </p>
    </div>
  );
}
