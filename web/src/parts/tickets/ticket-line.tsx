import type { TicketStep } from '@madang/contract/tickets/rules';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../router/link.tsx';
import type { OpenTicket } from './ticket-queries.ts';
import { kindTexts, placeText, stepTexts, useTicketAge } from './ticket-texts.ts';
import styles from './ticket.module.css';

interface TicketLineProps {
  ticket: OpenTicket;
  /** What else is said of it. */
  note?: string | undefined;
}

/** One ticket of a list: it leads to its post. */
export function TicketLine({ ticket, note }: TicketLineProps) {
  const { id, number, kind, step, openedAt, joined } = ticket;
  const age = useTicketAge(openedAt);
  const facts = [placeText(ticket), fillCopy(copy['ticket.joined'], { n: joined }), note];
  return (
    <Link className={styles.line} to={`/post/${id}`}>
      <span className={styles.head}>
        <b>{kindTexts[kind]}</b> <small>{fillCopy(copy['ticket.number'], { n: number })}</small>
      </span>{' '}
      <span className={styles.age}>{age}</span>{' '}
      <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span> <StepDots step={step} />
    </Link>
  );
}

/** How far it has come: in a word, and as dots. */
export function StepDots({ step }: { step: TicketStep }) {
  const way: readonly TicketStep[] = [
    'received',
    'seen',
    'repairing',
    step === 'refused' ? 'refused' : 'fixed',
  ];
  return (
    <span className={styles.steps} data-step={step}>
      <span className={styles.dots} aria-hidden>
        {way.map((one, place) => (
          <i key={one} data-done={place <= way.indexOf(step) || undefined} />
        ))}
      </span>
      {stepTexts[step]}
    </span>
  );
}
