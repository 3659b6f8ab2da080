import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { idPath, instant } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { GIVEN_STEPS, WORD_MAX } from '../tickets/rules.ts';
import { ticket } from '../tickets/schema.ts';
import { OFFICE_FIELD_MAX, REASON_MAX } from './rules.ts';

const reason = boundedText(REASON_MAX);
const field = boundedText(OFFICE_FIELD_MAX);

/** Who repairs in a building; the office `all` does wherever no other one is named. */
const office = z.strictObject({
  /** The building's id, or `all`. */
  id: z.string(),
  name: z.string(),
  /** Where mails go; empty where the office has a channel of its own. */
  email: z.string(),
  /** The hour of the campus at which one list a day is sent; null: a mail for each ticket at once. */
  dailyHour: z.int().min(0).max(23).nullable(),
  /** The address of its own channel, which students are shown instead; empty without one. */
  channel: z.string(),
  /** When the mail server refused its address last. */
  refusedAt: instant.nullable(),
  /** Tickets about which nothing was done for a week since the office knows. */
  silent: z.int(),
});

const common = { access: 'operator', edition: 'official' } as const;
const act = { ...common, status: 204, problems: ['confirmation.required', 'limit.reached'] } as const;
const officePath = z.strictObject({ officeId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) });

/** Tickets and the offices that repair. To everybody but operators these calls do not exist. */
export const operatedTicketEndpoints = {
  'GET /api/operate/tickets': {
    ...common,
    id: 'readOperatedTickets',
    summary: 'Open tickets, the oldest first, and those that ended in the last seven days; all offices.',
    status: 200,
    output: z
      .strictObject({ tickets: z.array(ticket), offices: z.array(office) })
      .meta({ id: 'OperatedTickets' }),
    problems: ['confirmation.required'],
  },
  'GET /api/operate/tickets/sheet': {
    ...common,
    id: 'printTicketSheet',
    summary: 'The sheet of the last week for the council, as a page that fits on one sheet of A4.',
    status: 200,
    stream: 'page',
    problems: ['confirmation.required'],
  },
  'POST /api/operate/tickets/{id}/step': {
    ...act,
    id: 'stepTicket',
    summary: 'Move a ticket to a later step, with a word to the students who wait.',
    path: idPath,
    body: z.strictObject({ step: z.enum(GIVEN_STEPS), word: boundedText(WORD_MAX), reason }),
    problems: [...act.problems, 'ticket.step'],
  },
  'PUT /api/operate/offices/{officeId}': {
    ...act,
    id: 'setOffice',
    summary: 'Name the office that repairs in a building, or everywhere else.',
    path: officePath,
    body: z.strictObject({ name: field, email: field, dailyHour: field, channel: field, reason }),
  },
  'POST /api/operate/offices/{officeId}/removal': {
    ...act,
    id: 'removeOffice',
    summary: 'Forget an office. Its tickets stay.',
    path: officePath,
    body: z.strictObject({ reason }),
  },
} as const satisfies Record<EndpointKey, Endpoint>;
