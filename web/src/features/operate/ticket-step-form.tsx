import { GIVEN_STEPS, type GivenStep, mayFollow, WORD_MAX, wordProblem } from '@madang/contract/tickets/rules';
import { copy } from '../../copy.ko.ts';
import { describeTooLong } from '../../parts/campus/problem-text.ts';
import type { OpenTicket } from '../../parts/tickets/ticket-queries.ts';
import { stepTexts } from '../../parts/tickets/ticket-texts.ts';
import { call } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './operate.module.css';
import { useTicketAct } from './use-operator-act.ts';

interface TicketStepFormProps {
  ticket: OpenTicket;
  onDone: () => void;
}

interface Values {
  step: GivenStep;
  word: string;
  reason: string;
}

/** Moves a ticket on, with a word to everybody who waits for it. */
export function TicketStepForm({ ticket, onDone }: TicketStepFormProps) {
  const { id, number } = ticket;
  const { finish, refuse } = useTicketAct(onDone);
  const next = GIVEN_STEPS.filter((step) => mayFollow(ticket.step, step));
  const form = useForm<Values>({
    initial: { step: next[0] ?? 'seen', word: '', reason: '' },
    validate: ({ word }) => ({ word: describeWord(word) }),
    async send(body) {
      await call('POST /api/operate/tickets/{id}/step', { path: { id }, body });
      await finish();
    },
    onError: (error) => refuse(error),
  });
  // The names are ids on a page that has a form for each ticket.
  const named = (name: 'step' | 'word' | 'reason') => ({ name: `${name}-${number}` });
  return (
    <form className={styles.form} {...form.form}>
      <SelectField
        {...form.field('step')}
        {...named('step')}
        label={copy['operate.tickets.to']}
        choices={next.map((value) => ({ value, label: stepTexts[value] }))}
      />
      <TextField
        {...form.field('word')}
        {...named('word')}
        label={copy['operate.tickets.word']}
        note={copy['operate.tickets.word.note']}
      />
      <TextField
        {...form.field('reason')}
        {...named('reason')}
        label={copy['operate.reason']}
        note={copy['operate.reason.free']}
      />
      <Button type="submit" busy={form.busy}>
        {copy['operate.tickets.save']}
      </Button>
    </form>
  );
}

function describeWord(word: string): string | undefined {
  const problem = wordProblem(word);
  if (problem === 'tooLong') return describeTooLong(word.trim(), WORD_MAX);
  return problem ? copy['error.required'] : undefined;
}
