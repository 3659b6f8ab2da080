import type { FieldCode } from '../errors.ts';
import { countCodePoints, isBlank } from '../text/rules.ts';

/** Board of ticket posts, shown only on the facility board. */
export const TICKET_BOARD = 'ticket';

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

/** Steps of a ticket, in order; the last two close it. */
export const TICKET_STEPS = ['received', 'seen', 'repairing', 'fixed', 'refused'] as const;
export type TicketStep = (typeof TICKET_STEPS)[number];

/** Steps that an office or an operator may set. */
export const GIVEN_STEPS = ['seen', 'repairing', 'fixed', 'refused'] as const;
export type GivenStep = (typeof GIVEN_STEPS)[number];

export const TICKET_TEXT_MAX = 1_000;
/** Maximum lengths of a place: floor and spot. */
export const FLOOR_MAX = 10;
export const TICKET_SPOT_MAX = 40;
/** Maximum length of the note of a step. */
export const WORD_MAX = 200;
export const TICKET_PICTURES_MAX = 3;
/** Minutes during which a ticket can be withdrawn unless another student joined. */
export const WITHDRAW_MINUTES = 10;
/** Days after the repair until joined students are asked. */
export const ASK_AFTER_DAYS = 3;
/** Number of denials that reopens a ticket. */
export const REOPEN_AT = 2;
/** Days that the link in an office's mail is valid. */
export const OFFICE_LINK_DAYS = 30;
/** Days without action on a ticket after which an office is silent. */
export const SILENT_DAYS = 7;
/** Minimum number of tickets for a median, and the days it covers. */
export const MEDIAN_FROM = 3;
export const MEDIAN_DAYS = 180;
/** Maximum open tickets in a list, the newest. */
export const OPEN_MAX = 500;

/** Whether a ticket is still open. */
export function isOpen(step: TicketStep): boolean {
  return step !== 'fixed' && step !== 'refused';
}

/** Whether a step may follow: later ones, none after closing [TK-02]. */
export function mayFollow(now: TicketStep, next: GivenStep): boolean {
  return isOpen(now) && TICKET_STEPS.indexOf(next) > TICKET_STEPS.indexOf(now);
}

/** Returns why the text of a report is rejected, or null. */
export function ticketTextProblem(text: string): FieldCode | null {
  if (isBlank(text)) return 'required';
  return countCodePoints(text.trim()) > TICKET_TEXT_MAX ? 'tooLong' : null;
}

/** Returns why the required note of a step is rejected, or null. */
export function wordProblem(word: string): FieldCode | null {
  if (isBlank(word)) return 'required';
  return countCodePoints(word.trim()) > WORD_MAX ? 'tooLong' : null;
}

/** Returns a ticket's age in campus days: 1 on its first day. */
export function ageInDays(openedOn: string, today: string): number {
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(openedOn)) / 86_400_000)) + 1;
}

/** Returns the median, the mean of the middle two; null if empty. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.length === 0 ? null : middle.reduce((sum, one) => sum + one, 0) / middle.length;
}
