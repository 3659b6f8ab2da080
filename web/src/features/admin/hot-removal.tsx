import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import styles from './operate.module.css';
import { ReasonForm } from './reason-form.tsx';
import { useCampusAct } from './use-operator-act.ts';

/** Removes a post from the popular list after a second press. */
export function HotRemoval({ postId, title }: { postId: string; title: string }) {
  const [sure, setSure] = useState(false);
  const by = useCampusAct();
  return sure ? (
    <div className={styles.form}>
      <p className={styles.note}>{copy['operate.hots.remove.note']}</p>
      <ReasonForm
        name={`reason-${postId}`}
        note={copy['operate.reason.free']}
        submit={copy['operate.hots.remove.submit']}
        by={by}
        act={(reason) =>
          call('POST /api/operate/hots/{id}/removal', { path: { id: postId }, body: { reason } })
        }
      />
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
