import type { EntryKind } from '@madang/contract/admin/rules';
import { useQueryClient } from '@tanstack/react-query';
import { copy } from '../../copy.ko.ts';
import { useAction } from '../campus/use-action.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { goBack, useSheet } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { showToast } from '../../lib/toast-store.ts';
import { forgetEntries } from './forget-entries.ts';
import styles from './entries.module.css';

interface WithdrawalProps {
  kind: EntryKind;
  id: string;
  onConfirm: () => unknown;
  onDone: () => void;
}

/** Withdraws a published entry after confirmation. */
export function Withdrawal({ kind, id, onConfirm, onDone }: WithdrawalProps) {
  const client = useQueryClient();
  const sheet = useSheet('withdraw-entry');
  const withdraw = useAction(
    async () => {
      await call('DELETE /api/operate/bulletin/{kind}/{id}', { path: { kind, id } });
      onDone();
      forgetEntries(client);
      showToast(copy['operate.bulletin.withdraw.done']);
      // Past the sheet and the form.
      goBack(`/operate/bulletin?kind=${kind}`, 2);
    },
    (error) => {
      if (!isRefusal(error, 'confirmation.required')) return false;
      sheet.close();
      onConfirm();
      return true;
    },
  );
  return (
    <div className={styles.withdrawal}>
      <Button look="quiet" aria-haspopup="dialog" onClick={sheet.show}>
        {copy['operate.bulletin.withdraw']}
      </Button>
      <Sheet title={copy['operate.bulletin.withdraw.question']} sheet={sheet}>
        <p className={styles.question}>{copy['operate.bulletin.withdraw.explain']}</p>
        <div className={styles.buttons}>
          <Button look="plain" onClick={sheet.close}>
            {copy['operate.bulletin.withdraw.cancel']}
          </Button>
          <Button {...withdraw}>{copy['operate.bulletin.withdraw']}</Button>
        </div>
      </Sheet>
    </div>
  );
}
