import {
  FLOOR_MAX,
  TICKET_KINDS,
  TICKET_SPOT_MAX,
  TICKET_STEPS,
  ticketTextProblem,
} from '@madang/contract/tickets/rules';
import { countCodePoints } from '@madang/contract/text/rules';
import type { AmenityContext } from './parse-amenities.ts';
import { readRows, reportTwice } from './read-table.ts';

export const TICKET_COLUMNS = [
  'number',
  'building',
  'floor',
  'spot',
  'amenity',
  'kind',
  'step',
  'opened',
  'changed',
  'joined',
  'text',
] as const;

/** A row of a file of tickets; what is not known is empty. */
export type CampusTicket = Record<(typeof TICKET_COLUMNS)[number], string>;

/** More than a campus reports in many years. */
const TICKET_ROWS_MAX = 20_000;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;
const isTime = (text: string): boolean => TIME.test(text) && !Number.isNaN(Date.parse(text));

/** The tickets of a file, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseTickets(text: string, context: AmenityContext): CampusTicket[] | null {
  const rows = readRows(text, TICKET_COLUMNS, TICKET_ROWS_MAX, context);
  const lineOf = new Map<string, number>();
  for (const { cells, line, report } of rows ?? []) {
    const { number, building, floor, spot, kind, step, opened, changed, text: words } = cells;
    if (!/^(?:[1-9]\d{0,7})?$/.test(number)) report('number', `"${number}" is no number from 1 to 99999999`);
    if (number !== '') reportTwice('number', number, lineOf, line, report);
    if (context.buildings && !context.buildings.has(building))
      report('building', `"${building}" is no building`);
    if (countCodePoints(floor) > FLOOR_MAX) report('floor', `is longer than ${FLOOR_MAX} letters`);
    if (countCodePoints(spot) > TICKET_SPOT_MAX) report('spot', `is longer than ${TICKET_SPOT_MAX} letters`);
    if (!(TICKET_KINDS as readonly string[]).includes(kind))
      report('kind', `"${kind}" is none of ${TICKET_KINDS.join(', ')}`);
    if (!(TICKET_STEPS as readonly string[]).includes(step))
      report('step', `"${step}" is none of ${TICKET_STEPS.join(', ')}`);
    if (!isTime(opened)) report('opened', `"${opened}" is no time such as 2026-03-02T09:00:00Z`);
    if (!isTime(changed) || changed < opened) report('changed', `"${changed}" is no time after ${opened}`);
    if (ticketTextProblem(words)) report('text', 'is empty or too long');
  }
  return rows && rows.map(({ cells }) => cells);
}
