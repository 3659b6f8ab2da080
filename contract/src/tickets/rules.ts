import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** The board that holds the posts of tickets. It has no list of its own: tickets stand on the facility board. */
export const TICKET_BOARD = 'ticket';

/** What can be broken. */
export const TICKET_KINDS = [
  'power',
  'climate',
  'water',
  'door',
  'furniture',
  'device',
  'network',
  'lift',
  'cleaning',
  'other',
] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

/** The steps of a ticket, in their order; the last two end it. */
export const TICKET_STEPS = ['received', 'seen', 'repairing', 'fixed', 'refused'] as const;
export type TicketStep = (typeof TICKET_STEPS)[number];

/** What an office or an operator may say of a ticket. */
export const GIVEN_STEPS = ['seen', 'repairing', 'fixed', 'refused'] as const;
export type GivenStep = (typeof GIVEN_STEPS)[number];

export const TICKET_TEXT_MAX = 1_000;
/** Of the place: a floor, and where on it. */
export const FLOOR_MAX = 10;
export const TICKET_SPOT_MAX = 40;
/** What goes with a step. */
export const WORD_MAX = 200;
export const TICKET_PICTURES_MAX = 3;
/** For so long a ticket that nobody else joined can be withdrawn. */
export const WITHDRAW_MINUTES = 10;
/** So many days after it was fixed everybody who joined is asked whether that is so. */
export const ASK_AFTER_DAYS = 3;
/** So many who say no open it again. */
export const REOPEN_AT = 2;
/** The link in an office's mail works for so many days. */
export const OFFICE_LINK_DAYS = 30;
/** An office that did nothing about a ticket for so many days is silent. */
export const SILENT_DAYS = 7;
/** A median is told from so many tickets on, of so many days. */
export const MEDIAN_FROM = 3;
export const MEDIAN_DAYS = 180;
/** So many open tickets are told of, the newest; more are a campus that nobody repairs. */
export const OPEN_MAX = 500;

/** Whether a ticket waits for somebody. */
export function isOpen(step: TicketStep): boolean {
  return step !== 'fixed' && step !== 'refused';
}

/** Whether a step may follow: each does on any earlier one, and nothing on one that ends it [TK-02]. */
export function mayFollow(now: TicketStep, next: GivenStep): boolean {
  return isOpen(now) && TICKET_STEPS.indexOf(next) > TICKET_STEPS.indexOf(now);
}

/** Why the words of a report are refused, or null. */
export function ticketTextProblem(text: string): FieldCode | null {
  if (isBlank(text)) return 'required';
  return countCodePoints(text.trim()) > TICKET_TEXT_MAX ? 'tooLong' : null;
}

/** Why the word of a step is refused, or null: it needs one. */
export function wordProblem(word: string): FieldCode | null {
  if (isBlank(word)) return 'required';
  return countCodePoints(word.trim()) > WORD_MAX ? 'tooLong' : null;
}

/** On which day of its life a ticket is, by the days of the campus: 1 on the day that it was opened. */
export function ageInDays(openedOn: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(openedOn)) / 86_400_000)) + 1;
}

/** The middle of some numbers, the mean of the middle two; null of none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.length === 0 ? null : middle.reduce((sum, one) => sum + one, 0) / middle.length;
}
