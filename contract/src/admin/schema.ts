import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { POST_BODY_MAX, POST_TITLE_MAX } from '../posts/rules.ts';
import { address, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { GIVEN_STEPS, WORD_MAX } from '../tickets/rules.ts';
import { ticket } from '../tickets/schema.ts';
import {
  ENTRY_KINDS,
  ENTRY_STATES,
  LAUNCH_CAUSES,
  LAUNCH_PARTS,
  LAUNCH_STATES,
  NUMBERS,
  OFFICE_FIELD_MAX,
  REASON_MAX,
} from './rules.ts';

const health = z
  .strictObject({
    at: instant,
    mail: z.strictObject({
      /** Unsent mails, including failed ones. */
      waiting: z.int(),
      /** Mails that failed at least once and wait for a retry. */
      delayed: z.int(),
      /** Time since which the oldest mail waits. */
      oldestAt: instant.nullable(),
    }),
    jobs: z.array(z.strictObject({ kind: z.string(), delayed: z.int(), givenUp: z.int() })),
    /** Bytes of the data folder's disk; null if unreadable. */
    disk: z.strictObject({ free: z.int(), all: z.int() }).nullable(),
    backupAt: instant.nullable(),
    /** Answers with a server error on this campus day. */
    errors: z.int(),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof health>;

/** Readiness for opening, by part; null causes have the usual remedy of their part. */
const launch = z
  .strictObject({
    parts: z.array(
      z.strictObject({
        part: z.enum(LAUNCH_PARTS),
        state: z.enum(LAUNCH_STATES),
        cause: z.enum(LAUNCH_CAUSES).nullable(),
      }),
    ),
  })
  .meta({ id: 'Launch' });
export type Launch = z.output<typeof launch>;

export const operateEndpoints = {
  'GET /api/operate/health': {
    id: 'readHealth',
    access: 'operator',
    summary: "Returns pending mails, failed jobs, free disk space, the newest backup and today's errors.",
    output: health,
  },
  'GET /api/operate/launch': {
    id: 'readLaunch',
    access: 'operator',
    summary:
      'Returns which parts of the site are ready for opening. Name, certificate and server are up to a minute old.',
    output: launch,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const kind = z.enum(ENTRY_KINDS);

/** An event, notice or facility notice as operators see it, shown or not. */
const entry = z
  .strictObject({
    kind,
    id: uuid,
    state: z.enum(ENTRY_STATES),
    title: z.string(),
    body: z.string(),
    /** Address of the picture for operators; another picture has another address. */
    picture: address.nullable(),
    beginsAt: instant.nullable(),
    /** Start of being shown; null if it is not shown. */
    shownAt: instant.nullable(),
    endsAt: instant.nullable(),
    /** Version that a change must name; changes with any content. */
    version: z.string(),
  })
  .meta({ id: 'BulletinEntry' });
export type Entry = z.output<typeof entry>;

const entryInput = z.strictObject({
  /** The version on the screen; null for a new one. */
  version: z.string().max(100).nullable(),
  title: boundedText(POST_TITLE_MAX),
  body: boundedText(POST_BODY_MAX),
  /** The operator's own upload that becomes its picture. */
  uploadId: uuid.nullable(),
  /** Without an upload: whether the current picture is kept. */
  keepPicture: z.boolean(),
  /** Null or past: immediately. A shown entry keeps its start. */
  beginsAt: instant.nullable(),
  endsAt: instant.nullable(),
});
export type EntryInput = z.output<typeof entryInput>;

const entryPath = z.strictObject({ kind, id: uuid });

/** Events, notices and facility notices, published or planned. */
export const entryEndpoints = {
  'GET /api/operate/bulletin/{kind}': {
    id: 'listEntries',
    access: 'operator',
    summary: 'Lists the planned, current and past entries of one kind.',
    path: z.strictObject({ kind }),
    output: z.strictObject({ entries: z.array(entry) }),
  },
  'GET /api/operate/bulletin/{kind}/{id}': {
    id: 'readEntry',
    access: 'operator',
    summary: 'Returns an entry.',
    path: entryPath,
    output: entry,
  },
  'GET /api/operate/bulletin/{kind}/{id}/picture': {
    id: 'readEntryPicture',
    access: 'operator',
    summary: 'Returns the picture of an entry, published or not.',
    path: entryPath,
    stream: 'picture',
  },
  'PUT /api/operate/bulletin/{kind}/{id}': {
    id: 'saveEntry',
    access: 'operator',
    summary: 'Creates an entry under an id chosen by the caller, or changes it. Idempotent.',
    path: entryPath,
    body: entryInput,
    output: entry,
    problems: [
      'edit.outdated',
      'identifier.taken',
      'image.tooLarge',
      'image.costly',
      'image.unreadable',
      'limit.reached',
    ],
  },
  'DELETE /api/operate/bulletin/{kind}/{id}': {
    id: 'withdrawEntry',
    access: 'operator',
    summary: 'Withdraws an entry, also a planned one.',
    path: entryPath,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const day = z.iso.date();

/** Counts for each of the last 90 days of the campus, including today. */
const numbers = z
  .strictObject({
    days: z.array(z.strictObject({ day, counts: z.record(z.enum(NUMBERS), z.int()) })),
  })
  .meta({ id: 'Numbers' });
export type Numbers = z.output<typeof numbers>;

/** Usage counts without users, for operators only. */
export const numbersEndpoints = {
  'GET /api/operate/numbers': {
    access: 'operator',
    id: 'readNumbers',
    summary: 'Returns the usage of the last 90 days, by day.',
    output: numbers,
  },
  'GET /api/operate/numbers/{kind}/plot': {
    access: 'operator',
    id: 'drawNumbers',
    summary: 'Returns one of these statistics as a plot.',
    path: z.strictObject({ kind: z.enum(NUMBERS) }),
    stream: 'drawing',
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

const reason = boundedText(REASON_MAX);
const field = boundedText(OFFICE_FIELD_MAX);

/** The office that repairs in a building; `all` is the default. */
const office = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** Mail address; empty if the office has its own channel. */
  email: z.string(),
  /** Campus hour of the daily list; null: a mail per ticket. */
  dailyHour: z.int().min(0).max(23).nullable(),
  /** Address of the office's channel, shown instead; empty if none. */
  channel: z.string(),
  /** Time of the last rejection of its address by the mail server. */
  refusedAt: instant.nullable(),
  /** Tickets without any action for a week since the office was notified. */
  silent: z.int(),
});

const act = { access: 'operator', problems: ['limit.reached'] } as const;
const officePath = z.strictObject({ officeId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) });

export const operatedTicketEndpoints = {
  'GET /api/operate/tickets': {
    access: 'operator',
    id: 'readOperatedTickets',
    summary: 'Lists the open tickets of all offices, oldest first, and those closed in the last seven days.',
    output: z
      .strictObject({ tickets: z.array(ticket), offices: z.array(office) })
      .meta({ id: 'OperatedTickets' }),
  },
  'GET /api/operate/tickets/sheet': {
    access: 'operator',
    id: 'printTicketSheet',
    summary: 'Returns the weekly report for the council as a page of A4.',
    stream: 'page',
  },
  'POST /api/operate/tickets/{id}/step': {
    ...act,
    id: 'stepTicket',
    summary: 'Moves a ticket to a later step, with a message to the waiting students.',
    path: idPath,
    body: z.strictObject({ step: z.enum(GIVEN_STEPS), word: boundedText(WORD_MAX), reason }),
    problems: [...act.problems, 'ticket.step'],
  },
  'PUT /api/operate/offices/{officeId}': {
    ...act,
    id: 'setOffice',
    summary: 'Sets the office of a building, or of all other buildings.',
    path: officePath,
    body: z.strictObject({ name: field, email: field, dailyHour: field, channel: field, reason }),
  },
  'POST /api/operate/offices/{officeId}/removal': {
    ...act,
    id: 'removeOffice',
    summary: 'Deletes an office. Its tickets stay.',
    path: officePath,
    body: z.strictObject({ reason }),
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
