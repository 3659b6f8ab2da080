import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { useAction } from '../campus/use-action.ts';
import { askPasskey, NoPasskeyError } from './ask-passkey.ts';
import styles from './staff.module.css';

/** Renders a button that replaces the passkey just used. */
export function ChangePasskey({ onAsked }: { onAsked: () => unknown }) {
  const { busy, onClick } = useAction(
    async () => {
      const passkey = await askPasskey(await call('POST /api/moderation/passkey/start'));
      if (passkey) await call('PUT /api/moderation/passkey', { body: { passkey } });
      showToast(copy['passkey.changed']);
    },
    (error) => {
      if (isRefusal(error, 'confirmation.required')) void onAsked();
      else if (isRefusal(error, 'route.unknown')) showToast(copy['passkey.off']);
      else if (error instanceof NoPasskeyError) showToast(copy['passkey.none']);
      else if (isRefusal(error, 'passkey.refused')) showToast(copy['passkey.refused']);
      else return false;
      return true;
    },
  );
  return (
    <div className={styles.passkey}>
      <Button look="quiet" busy={busy} onClick={onClick}>
        {copy['passkey.change']}
      </Button>
    </div>
  );
}
