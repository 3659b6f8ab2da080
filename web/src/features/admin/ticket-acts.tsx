import { STEP_WORDS } from '@madang/contract/tickets/words';
import { GIVEN_STEPS, type GivenStep, mayFollow } from '@madang/contract/tickets/rules';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { copy, fillCopy } from '../../copy.ko.ts';
import { type OpenTicket, tellOver } from '../tickets/ticket-queries.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useForm } from '../../lib/use-form.ts';
import { useTicketAct } from './operated-tickets.ts';
import styles from './operate.module.css';

export { Offices } from './offices.tsx';

/** Advances a ticket, with a message to its subscribers. */
export function TicketAct({ ticket }: { ticket: OpenTicket }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
        aria-expanded={open}
        aria-label={fillCopy(copy['operate.tickets.step'], { n: ticket.number })}
        onClick={() => setOpen(!open)}
      >
        {open ? copy['action.close'] : copy['operate.tickets.handle']}
      </Button>
      {open ? <StepForm ticket={ticket} onDone={() => setOpen(false)} /> : null}
    </>
  );
}

function StepForm({ ticket: { id, number, step: now }, onDone }: { ticket: OpenTicket; onDone: () => void }) {
  const client = useQueryClient();
  const { finish, refuse } = useTicketAct(onDone);
  const steps = GIVEN_STEPS.filter((step) => mayFollow(now, step));
  const form = useForm<{ step: GivenStep; word: string; reason: string }>({
    initial: { step: steps[0] ?? 'refused', word: '', reason: '' },
    validate: () => ({}),
    async send(body) {
      await call('POST /api/operate/tickets/{id}/step', { path: { id }, body });
      await finish();
    },
    onError: (error) => (tellOver(client, error) ? {} : refuse(error)),
  });
  // Names are ids, unique among the page's ticket forms.
  const named = (name: 'word' | 'reason') => ({ ...form.field(name), name: `${name}-${number}` });
  return (
    <form className={styles.form} {...form.form}>
      <SelectField
        {...form.field('step')}
        name={`step-${number}`}
        label={copy['operate.tickets.to']}
        choices={steps.map((value) => ({ value, label: STEP_WORDS[value] }))}
      />
      <TextField
        {...named('word')}
        label={copy['operate.tickets.word']}
        note={copy['operate.tickets.word.note']}
      />
      <TextField {...named('reason')} label={copy['operate.reason']} note={copy['operate.reason.free']} />
      <Button type="submit" busy={form.busy}>
        {copy['operate.tickets.save']}
      </Button>
    </form>
  );
}
