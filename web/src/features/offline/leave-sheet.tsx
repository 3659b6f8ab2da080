import { copy, fillCopy } from '../../copy.ko.ts';
import { useAway } from '../../lib/online.ts';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { useAction } from '../campus/use-action.ts';
import { dropUnsent, sendNow, useUnsent } from './outbox.ts';
import styles from './outbox.module.css';

interface LeaveSheetProps {
  open: boolean;
  onClose: () => void;
  onLeave: () => void;
}

/** Asks what to do with pending writes before a student logs out [PH-05]. */
export function LeaveSheet({ open, onClose, onLeave }: LeaveSheetProps) {
  const unsent = useUnsent();
  const reached = useAway() === null;
  const discard = useAction(async () => {
    for (const one of unsent) await dropUnsent(one);
    onLeave();
  });
  const send = useAction(async () => {
    await sendNow();
    onLeave();
  });
  return (
    <Sheet title={copy['mypage.logout']} sheet={{ open, close: onClose }}>
      <div className={styles.choices}>
        <p>{fillCopy(copy['outbox.leave'], { n: unsent.length })}</p>
        {reached ? <Button {...send}>{copy['outbox.leave.send']}</Button> : null}
        <Button look="plain" onClick={onLeave}>
          {copy['outbox.leave.keep']}
        </Button>
        <Button look="plain" {...discard}>
          {copy['outbox.leave.discard']}
        </Button>
      </div>
    </Sheet>
  );
}
