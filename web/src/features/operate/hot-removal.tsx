import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useWrite } from '../../ui/use-write.ts';
import styles from './operate.module.css';
import { useCampusAct } from './use-campus-act.ts';

/** Takes a post out of the popular list, once one has said so twice. */
export function HotRemoval({ postId, title }: { postId: string; title: string }) {
  const [sure, setSure] = useState(false);
  const [reason, setReason] = useState('');
  const { finish, refuse } = useCampusAct();
  const { busy, send } = useWrite({
    async write() {
      await call('POST /api/operate/hots/{id}/removal', { path: { id: postId }, body: { reason } });
      await finish();
    },
    onError: (error) => refuse(error),
  });
  return sure ? (
    <div className={styles.form}>
      <p className={styles.note}>{copy['operate.hots.remove.note']}</p>
      <TextField
        name={`reason-${postId}`}
        label={copy['operate.reason']}
        note={copy['operate.reason.free']}
        value={reason}
        onChange={setReason}
      />
      <Button busy={busy} onClick={() => send()}>
        {copy['operate.hots.remove.submit']}
      </Button>
    </div>
  ) : (
    <Button
      look="quiet"
      aria-label={fillCopy(copy['operate.hots.remove.label'], { title })}
      onClick={() => setSure(true)}
    >
      {copy['operate.hots.remove']}
    </Button>
  );
}
