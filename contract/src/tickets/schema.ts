import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { address, clientUuid, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import {
  FLOOR_MAX,
  GIVEN_STEPS,
  OPEN_MAX,
  TICKET_KINDS,
  TICKET_PICTURES_MAX,
  TICKET_SPOT_MAX,
  TICKET_STEPS,
  TICKET_TEXT_MAX,
  WORD_MAX,
} from './rules.ts';

const kind = z.enum(TICKET_KINDS);
const name = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);

/** A ticket in lists; its post, with the same id, has the texts. */
export const ticket = z
  .strictObject({
    id: uuid,
    number: z.int(),
    buildingId: z.string(),
    /** The broken amenity; null for other things. */
    amenityId: z.string().nullable(),
    kind,
    /** Empty if not given. */
    floor: z.string(),
    spot: z.string(),
    step: z.enum(TICKET_STEPS),
    /** Time of the report, unchanged by reopening. */
    openedAt: instant,
    stepAt: instant,
    /** Number of waiting students, including the reporter. */
    joined: z.int(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.output<typeof ticket>;

/** History of steps, oldest first. */
const steps = z.array(
  z.strictObject({
    step: z.enum(TICKET_STEPS),
    word: z.string(),
    at: instant,
    /** `students` if they reopened the ticket. */
    by: z.enum(['operator', 'office', 'students']),
  }),
);

/** A ticket with the viewing student's state. */
const ownTicket = z
  .strictObject({
    ticket,
    steps,
    /** The responsible office, without its address; null if unknown. */
    office: z
      .strictObject({
        name: z.string(),
        /** Time at which the office was notified by mail. */
        knowsAt: instant.nullable(),
        /** The office's own channel for reports instead of mails. */
        channel: z.string().nullable(),
      })
      .nullable(),
    joined: z.boolean(),
    /** Present for an own ticket without other students, in time. */
    withdrawableUntil: instant.nullable(),
    /** Whether the student is asked if it was fixed, and their answer. */
    asked: z.enum(['no', 'open', 'fixed', 'broken']),
  })
  .meta({ id: 'OwnTicket' });
export type OwnTicket = z.output<typeof ownTicket>;

/** A ticket for an office, without student data. */
const officeTicket = z
  .strictObject({
    number: z.int(),
    place: z.string(),
    kind,
    text: z.string(),
    pictures: z.array(z.strictObject({ image: address, width: z.int(), height: z.int() })),
    step: z.enum(TICKET_STEPS),
    openedAt: instant,
    joined: z.int(),
    steps,
  })
  .meta({ id: 'OfficeTicket' });
export type OfficeTicket = z.output<typeof officeTicket>;

/** Token in an office's mail. */
export const officeToken = z.string().regex(/^[A-Za-z0-9_-]{40,80}$/);

export const ticketEndpoints = {
  'GET /api/tickets': {
    id: 'listTickets',
    summary:
      'Lists the open tickets, oldest first, and how long tickets took recently. Contains no student data.',
    output: z.strictObject({
      tickets: z.array(ticket).max(OPEN_MAX),
      /** Medians of the last half year, by building and kind. */
      medians: z.array(z.strictObject({ buildingId: z.string(), kind, days: z.number(), n: z.int() })),
    }),
    shared: true,
  },
  'GET /api/profile/tickets': {
    id: 'listOwnTickets',
    summary: 'Lists the tickets that the student reported or joined, newest first, closed ones too.',
    output: z.strictObject({ tickets: z.array(ticket.extend({ own: z.boolean() })) }),
  },
  'GET /api/tickets/{id}': {
    id: 'readTicket',
    summary: "Returns a ticket with its steps and the student's part in it.",
    path: idPath,
    output: ownTicket,
  },
  'POST /api/tickets': {
    id: 'reportTicket',
    summary: 'Reports damage under an id chosen by the caller. Idempotent for the same content.',
    status: 201,
    body: z.strictObject({
      id: clientUuid,
      buildingId: name,
      amenityId: name.nullable(),
      kind,
      floor: boundedText(FLOOR_MAX),
      spot: boundedText(TICKET_SPOT_MAX),
      text: boundedText(TICKET_TEXT_MAX),
      /** The student's own uploads, in order. */
      pictures: z.array(uuid).max(TICKET_PICTURES_MAX),
      /** True if the user confirmed a duplicate. */
      again: z.boolean().optional(),
    }),
    output: ownTicket,
    problems: [
      'right.required',
      'writing.suspended',
      'identifier.taken',
      'upload.used',
      'text.repeated',
      'pace.reached',
      'limit.reached',
    ],
  },
  'DELETE /api/tickets/{id}': {
    id: 'withdrawTicket',
    summary: 'Withdraws an own ticket that nobody joined, within ten minutes. Idempotent.',
    path: idPath,
    problems: ['content.foreign', 'undo.late', 'limit.reached'],
  },
  'PUT /api/tickets/{id}/join': {
    id: 'joinTicket',
    summary: 'Joins a ticket: notifies of its steps. Idempotent.',
    path: idPath,
    output: ownTicket,
    problems: ['right.required', 'ticket.step', 'limit.reached'],
  },
  'DELETE /api/tickets/{id}/join': {
    id: 'leaveTicket',
    summary: 'Leaves a ticket. Idempotent.',
    path: idPath,
    output: ownTicket,
    problems: ['limit.reached'],
  },
  'PUT /api/tickets/{id}/answer': {
    id: 'answerTicket',
    summary:
      'Answers whether the damage was fixed, once asked. Two negative answers reopen the ticket; a later answer replaces the former.',
    path: idPath,
    body: z.strictObject({ fixed: z.boolean() }),
    output: ownTicket,
    problems: ['ticket.step', 'limit.reached'],
  },
  'GET /api/office': {
    id: 'readOfficeTicket',
    access: 'public',
    summary: "Returns a ticket by the link of an office's mail.",
    query: z.strictObject({ token: officeToken }),
    output: officeTicket,
    shared: true,
    problems: ['token.spent'],
  },
  'GET /api/office/pictures/{picture}': {
    id: 'readOfficePicture',
    access: 'public',
    summary: "Returns a picture of a ticket by the link of an office's mail; the first is 1.",
    path: z.strictObject({ picture: z.string().regex(/^[1-9]$/) }),
    query: z.strictObject({ token: officeToken }),
    stream: 'picture',
    problems: ['token.spent', 'limit.reached'],
  },
  'POST /api/office': {
    id: 'stepByOffice',
    access: 'public',
    cookies: true,
    summary: "Moves a ticket by the link of an office's mail, with a message to the waiting students.",
    body: z.strictObject({ token: officeToken, step: z.enum(GIVEN_STEPS), word: boundedText(WORD_MAX) }),
    output: officeTicket,
    problems: ['token.spent', 'ticket.step', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
