import { z } from 'zod';
import { EMAIL_MAX } from '../accounts/rules.ts';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import {
  CASE_GROUNDS,
  DECISION_TEXT_MAX,
  REPORT_REASONS,
  SANCTION_DAYS_MAX,
  SANCTION_KINDS,
} from '../moderation/rules.ts';
import { idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { REASON_MAX, RIGHTS, ROLES } from './rules.ts';

const board = z.strictObject({ id: z.string(), name: z.string() }).nullable();
const reason = z.enum(REPORT_REASONS);
/** Reason for the audit log. */
const why = boundedText(REASON_MAX);

/** A role of a user; a moderator's role names the board. */
const role = z.strictObject({ role: z.enum(ROLES), board, givenAt: instant });

export const person = z
  .strictObject({
    id: uuid,
    /** Only the beginning of the address: `ki***@korea.ac.kr`. */
    maskedEmail: z.string(),
    emailVerified: z.boolean(),
    nickname: z.string(),
    writingRight: z.boolean(),
    signedUpAt: instant,
  })
  .meta({ id: 'Person' });
export type Person = z.output<typeof person>;

/** A running sanction of a user or of a deleted account. */
export const runningSanction = z
  .strictObject({
    id: uuid,
    /** Null if the account was deleted. */
    personId: uuid.nullable(),
    nickname: z.string().nullable(),
    kind: z.enum(SANCTION_KINDS),
    board,
    ground: z.enum(CASE_GROUNDS),
    text: z.string().nullable(),
    givenAt: instant,
    endsAt: instant,
  })
  .meta({ id: 'RunningSanction' });
export type RunningSanction = z.output<typeof runningSanction>;

/** A student with the data that operators need for decisions. */
export const personDetail = z
  .strictObject({
    person,
    /** Whether it is the calling operator. */
    self: z.boolean(),
    /** An operator's decision on the writing right; `rule` if there is none. */
    right: z.enum(RIGHTS),
    points: z.int(),
    posts: z.int(),
    replies: z.int(),
    sessions: z.int(),
    roles: z.array(role),
    sanctions: z.array(runningSanction),
    /** Newest posts and replies together, newest first, including hidden ones. */
    written: z.array(
      z.strictObject({
        kind: z.enum(['post', 'reply']),
        id: uuid,
        postId: uuid,
        board: z.string(),
        /** A post's title, or the beginning of a reply. */
        text: z.string(),
        hidden: z.boolean(),
        createdAt: instant,
      }),
    ),
  })
  .meta({ id: 'PersonDetail' });
export type PersonDetail = z.output<typeof personDetail>;

const ACT_PROBLEMS = ['act.self', 'limit.reached'] as const;
export const peopleEndpoints = {
  'POST /api/operate/people/search': {
    access: 'operator',
    id: 'findPeople',
    // Not in the URL: URLs are logged; the term may be an e-mail address.
    summary: 'Finds students by complete e-mail address, nickname or id; at most fifty.',
    body: z.strictObject({ who: boundedText(EMAIL_MAX) }),
    output: z.strictObject({ people: z.array(person) }),
    problems: ['limit.reached'],
  },
  'GET /api/operate/people/{id}': {
    access: 'operator',
    id: 'readPerson',
    summary: 'Returns a student with rights, roles, sanctions and latest posts and replies.',
    path: idPath,
    output: personDetail,
  },
  'PUT /api/operate/people/{id}/right': {
    access: 'operator',
    id: 'setWritingRight',
    summary: "Grants or revokes the writing right, or restores the rule's decision.",
    path: idPath,
    body: z.strictObject({ right: z.enum(RIGHTS), reason: why }),
    output: personDetail,
    problems: ACT_PROBLEMS,
  },
  'PUT /api/operate/people/{id}/role': {
    access: 'operator',
    id: 'setRole',
    summary:
      'Gives or revokes a role: operator, or moderator of one board. Idempotent. The last operator keeps the role.',
    path: idPath,
    body: z.strictObject({
      role: z.enum(ROLES),
      /** Board of a moderator; null for an operator. */
      boardId: z.string().max(100).nullable(),
      held: z.boolean(),
      reason: why,
    }),
    output: personDetail,
    problems: ['role.last', 'limit.reached'],
  },
  'POST /api/operate/people/{id}/sanctions': {
    access: 'operator',
    id: 'giveSanction',
    summary: 'Adds a sanction without a case. The student reads the text.',
    path: idPath,
    body: z.strictObject({
      kind: z.enum(SANCTION_KINDS),
      /** With `noBoard` only. */
      boardId: z.string().max(100).nullable(),
      days: z.int().min(1).max(SANCTION_DAYS_MAX),
      ground: reason,
      text: boundedText(DECISION_TEXT_MAX),
    }),
    output: personDetail,
    problems: [...ACT_PROBLEMS, 'role.last'],
  },
  'POST /api/operate/people/{id}/withdrawal': {
    access: 'operator',
    id: 'withdrawPerson',
    summary:
      "Deletes the student's account permanently, as a withdrawal does. Posts and replies stay without an author.",
    path: idPath,
    body: z.strictObject({ reason: why }),
    problems: [...ACT_PROBLEMS, 'role.last'],
  },
  'GET /api/operate/roles': {
    access: 'operator',
    id: 'listRoles',
    summary: 'Lists the people with a role, and the boards for roles and sanctions.',
    output: z.strictObject({
      roles: z.array(role.extend({ personId: uuid, nickname: z.string() })),
      boards: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    }),
  },
  'GET /api/operate/sanctions': {
    access: 'operator',
    id: 'listSanctions',
    summary: 'Lists the current sanctions by end time; at most five hundred.',
    output: z.strictObject({ sanctions: z.array(runningSanction) }),
  },
  'POST /api/operate/sanctions/{id}/end': {
    access: 'operator',
    id: 'endSanction',
    summary: 'Ends a sanction early.',
    path: idPath,
    body: z.strictObject({ reason: why }),
    problems: ACT_PROBLEMS,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
