import type { ReportReason, SanctionKind } from '@madang/contract/moderation/rules';
import type { PersonDetail, RunningSanction } from '@madang/contract/admin/people-schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { DateTime } from '../campus/campus-time.tsx';
import { reasonChoices, reasonTexts } from '../moderation/reasons.ts';
import { sanctionName } from '../moderation/sanction-name.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextArea } from '../../components/field.tsx';
import { useForm } from '../../lib/use-form.ts';
import styles from './operate.module.css';
import { Section } from './section.tsx';
import { rolesQuery } from './people-queries.ts';
import { sanctionChoices } from './people-text.ts';
import { ReasonForm } from './reason-form.tsx';
import { usePersonAct } from './use-operator-act.ts';

interface Given {
  kind: SanctionKind;
  board: string;
  days: string;
  ground: ReportReason;
  text: string;
}

const blank: Given = { kind: 'warning', board: '', days: '7', ground: 'spam', text: '' };

const dayChoices = ['1', '3', '7', '14', '30', '90', '365'].map((value) => ({
  value,
  label: fillCopy(copy['operate.sanction.days.value'], { n: value }),
}));

/** Renders active sanctions, and the form for another. */
export function PersonSanctions({ detail }: { detail: PersonDetail }) {
  const { person, sanctions, self } = detail;
  const [open, setOpen] = useState(false);
  return (
    <Section id="person-sanctions" title={copy['cases.sanctions']}>
      {sanctions.length === 0 ? <p className={styles.note}>{copy['operate.sanctions.none']}</p> : null}
      {sanctions.map((sanction) => (
        <Running key={sanction.id} sanction={sanction} personId={person.id} own={self} />
      ))}
      {self ? null : open ? (
        <GiveSanction personId={person.id} onDone={() => setOpen(false)} />
      ) : (
        <Button look="plain" onClick={() => setOpen(true)}>
          {copy['operate.sanction.give']}
        </Button>
      )}
    </Section>
  );
}

function Running({ sanction, personId, own }: { sanction: RunningSanction; personId: string; own: boolean }) {
  const [ending, setEnding] = useState(false);
  const by = usePersonAct(personId);
  const { id, kind, board, ground, text, endsAt } = sanction;
  return (
    <div className={styles.sanction}>
      <b>{sanctionName(kind, board?.name ?? null)}</b>
      <p className={styles.note}>
        ~ <DateTime instant={endsAt} /> · {reasonTexts[ground]}
      </p>
      {text ? <p>{text}</p> : null}
      {own ? null : ending ? (
        <div className={styles.form}>
          <ReasonForm
            name={`end-${id}`}
            submit={copy['operate.sanction.end']}
            by={by}
            act={(reason) => call('POST /api/operate/sanctions/{id}/end', { path: { id }, body: { reason } })}
          />
        </div>
      ) : (
        <Button look="quiet" onClick={() => setEnding(true)}>
          {copy['operate.sanction.end']}
        </Button>
      )}
    </div>
  );
}

function GiveSanction({ personId, onDone }: { personId: string; onDone: () => void }) {
  const { data } = useQuery(rolesQuery);
  const boards = (data?.boards ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const { finish, refuse } = usePersonAct(personId, { onDone });
  const boardOf = ({ kind, board }: Given) => (kind === 'noBoard' ? board || (boards[0]?.value ?? '') : null);
  const form = useForm<Given>({
    initial: blank,
    validate: () => ({}),
    async send(given) {
      const { kind, days, ground, text } = given;
      const body = { kind, boardId: boardOf(given), days: Number(days), ground, text };
      await finish(await call('POST /api/operate/people/{id}/sanctions', { path: { id: personId }, body }));
    },
    onError: (error) => refuse(error),
  });
  return (
    <form className={styles.form} {...form.form}>
      <SelectField {...form.field('kind')} label={copy['operate.sanction.kind']} choices={sanctionChoices} />
      {form.values.kind === 'noBoard' ? (
        <SelectField
          {...form.field('board')}
          label={copy['operate.sanction.board']}
          choices={boards}
          value={boardOf(form.values) ?? ''}
        />
      ) : null}
      <SelectField {...form.field('days')} label={copy['moderate.days']} choices={dayChoices} />
      <SelectField {...form.field('ground')} label={copy['moderate.ground']} choices={reasonChoices} />
      <TextArea {...form.field('text')} label={copy['operate.sanction.text']} rows={3} />
      <Button type="submit" busy={form.busy}>
        {copy['operate.sanction.give']}
      </Button>
    </form>
  );
}
