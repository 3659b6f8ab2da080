import type { PersonDetail } from '@madang/contract/admin/people-schema';
import { useQueryClient } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { navigate, useSheet } from '../../lib/router.tsx';
import { Button } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import styles from './operate.module.css';
import { Section } from './section.tsx';
import { foundKey, personQuery } from './people-queries.ts';
import { ReasonForm } from './reason-form.tsx';
import { usePersonAct } from './use-operator-act.ts';

/** Irreversible, so a sheet asks for confirmation. */
export function PersonWithdrawal({ detail: { person } }: { detail: PersonDetail }) {
  const client = useQueryClient();
  const sheet = useSheet('withdraw');
  // The sheet would cover the password prompt.
  const by = usePersonAct(person.id, { onAsked: sheet.close });
  async function withdraw(reason: string): Promise<void> {
    await call('POST /api/operate/people/{id}/withdrawal', { path: { id: person.id }, body: { reason } });
    client.removeQueries({ queryKey: foundKey });
    client.removeQueries(personQuery(person.id));
    navigate('/operate/people', { replace: true });
  }
  return (
    <Section id="withdrawal" title={copy['operate.withdraw']}>
      <p className={styles.note}>{copy['operate.withdraw.note']}</p>
      <Button look="plain" onClick={sheet.show}>
        {copy['operate.withdraw']}
      </Button>
      <Sheet title={fillCopy(copy['operate.withdraw.title'], { nickname: person.nickname })} sheet={sheet}>
        <div className={styles.sheet}>
          <p>{copy['operate.withdraw.sure']}</p>
          <ReasonForm
            name="withdraw-reason"
            submit={copy['operate.withdraw.submit']}
            by={by}
            act={withdraw}
          />
        </div>
      </Sheet>
    </Section>
  );
}
