import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import { ageInDays, isOpen, type TicketStep } from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { KIND_WORDS, placeWords, STEP_WORDS } from '@madang/contract/tickets/words';
import { ChipLinks } from '../../components/lists.tsx';
import { copy, fillCopy } from '../../copy.ko.ts';
import { Link } from '../../lib/router.tsx';
import { useCampus } from '../campus/campus-context.ts';
import { DateTime, RelativeTime, useCampusClock } from '../campus/campus-time.tsx';
import type { OpenTicket } from './ticket-queries.ts';
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
    <Link className={`py-2 min-h-touch border-b ${styles.line}`} to={`/post/${ticket.id}`}>
      <b>
        {KIND_WORDS[ticket.kind]} <small>#{ticket.number}</small>
      </b>{' '}
      <span>{isOpen(ticket.step) ? age : <RelativeTime instant={ticket.stepAt} />}</span>{' '}
      <small>{facts.filter(Boolean).join(' · ')}</small> <StepDots step={ticket.step} />
    </Link>
  );
}

export function StepDots({ step }: { step: TicketStep }) {
  const way: readonly TicketStep[] = ['received', 'seen', 'repairing', step === 'refused' ? step : 'fixed'];
  return (
    <span className={`inline-row text-small whitespace-nowrap ${styles.steps}`} data-step={step}>
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

/** Returns a ticket's age in campus days, counting the first [TK-03]. */
export function useTicketAge(openedAt: string): string {
  const { timeZone } = useCampus();
  const today = campusDay(useCampusClock());
  const n = ageInDays(campusDay(campusClock(Date.parse(openedAt), timeZone)), today);
  return n === 1 ? copy['ticket.today'] : fillCopy(copy['ticket.days'], { n });
}

/** Renders the facility board's tabs, which replace each other in the history. */
export function FacilityTabs({ current }: { current: '/board/buildingNotice' | '/tickets' }) {
  const chip = (to: typeof current, label: string) => ({ to, label, current: to === current });
  const chips = [
    chip('/board/buildingNotice', copy['ticket.tab.notices']),
    chip('/tickets', copy['ticket.title']),
  ];
  return <ChipLinks label={copy['ticket.tabs']} chips={chips} replace />;
}
