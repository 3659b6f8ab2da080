import { KIND_WORDS, placeWords, STEP_WORDS } from '@madang/contract/tickets/words';
import { isOpen, type TicketStep } from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { DateTime, RelativeTime } from '../campus/campus-time.tsx';
import type { OpenTicket } from './open-tickets.ts';
import { useTicketAge } from './ticket-texts.ts';
import styles from './ticket.module.css';

interface TicketLineProps {
  ticket: OpenTicket;
  /** Building name, in a list of several buildings. */
  building?: string | undefined;
  note?: string | undefined;
}

/** Renders a ticket as a link to its post, with further facts. */
export function TicketLine({ ticket, building, note }: TicketLineProps) {
  const age = useTicketAge(ticket.openedAt);
  const facts = [building, placeWords(ticket), fillCopy(copy['ticket.joined'], { n: ticket.joined }), note];
  return (
    <Link className={styles.line} to={`/post/${ticket.id}`}>
      <b>
        {KIND_WORDS[ticket.kind]} <small>#{ticket.number}</small>
      </b>{' '}
      <span>{isOpen(ticket.step) ? age : <RelativeTime instant={ticket.stepAt} />}</span>{' '}
      <small>{facts.filter(Boolean).join(' · ')}</small> <StepDots step={ticket.step} />
    </Link>
  );
}

/** Renders the progress as a word and as dots. */
export function StepDots({ step }: { step: TicketStep }) {
  const way: readonly TicketStep[] = ['received', 'seen', 'repairing', step === 'refused' ? step : 'fixed'];
  return (
    <span className={styles.steps} data-step={step}>
      {way.map((one, place) => (
        <i key={one} data-done={place <= way.indexOf(step) || undefined} />
      ))}
      {STEP_WORDS[step]}
    </span>
  );
}

/** Renders the steps in order; a repeated "received" comes from students' answers. */
export function Steps({ steps }: Pick<OwnTicket, 'steps'>) {
  return steps.map(({ step, word, at, by }) => (
    <p key={at}>
      <b>{STEP_WORDS[step]}</b>{' '}
      <small className={styles.note}>
        <DateTime instant={at} />
      </small>
      <br />
      {word || (by === 'students' ? copy['ticket.reopened'] : null)}
    </p>
  ));
}
