import type { PersonDetail } from '@madang/contract/admin/people-schema';
import { RIGHTS, type Right } from '@madang/contract/admin/rules';
import { useState } from 'react';
import { copy } from '../../copy.ko.ts';
import { call } from '../../lib/api.ts';
import { Choices } from '../../components/field.tsx';
import styles from './operate.module.css';
import { Section } from './section.tsx';
import { ReasonForm } from './reason-form.tsx';
import { usePersonAct } from './use-operator-act.ts';

const labels: Record<Right, string> = {
  rule: copy['operate.right.rule'],
  granted: copy['operate.right.granted'],
  taken: copy['operate.right.taken'],
};
const choices = RIGHTS.map((value) => ({ value, label: labels[value] }));

/** Renders whether the person may write on building boards: by rule or by an operator's decision. */
export function PersonRight({ detail }: { detail: PersonDetail }) {
  const { person, right, self } = detail;
  const [chosen, setChosen] = useState<Right>(right);
  const by = usePersonAct(person.id);
  return (
    <Section id="right" title={copy['operate.right']}>
      <p className={styles.note}>
        {person.writingRight ? copy['operate.right.has'] : copy['operate.right.hasNot']}
      </p>
      {self ? null : (
        <div className={styles.form}>
          <Choices
            label={copy['operate.right.choose']}
            name="right"
            choices={choices}
            value={chosen}
            onChange={setChosen}
          />
          {chosen === right ? null : (
            <ReasonForm
              name="right-reason"
              note={copy['operate.reason.note']}
              submit={copy['operate.change']}
              by={by}
              act={(reason) =>
                call('PUT /api/operate/people/{id}/right', {
                  path: { id: person.id },
                  body: { right: chosen, reason },
                })
              }
            />
          )}
        </div>
      )}
    </Section>
  );
}
