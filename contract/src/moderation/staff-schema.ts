import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { address, cursor, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { ground, reason, rightsGround } from './schema.ts';
import { CASE_GROUNDS, DECISION_TEXT_MAX, SANCTION_DAYS_MAX, SANCTION_KINDS } from './rules.ts';

const caseState = z.enum(['open', 'hidden', 'upheld', 'restored', 'appealed', 'final']);

/** Obstacle: the user wrote or reported the content, or decided before. */
const obstacle = z.enum(['own', 'reported', 'decided']).nullable();

export const caseCard = z
  .strictObject({
    id: uuid,
    kind: z.enum(['post', 'reply']),
    state: caseState,
    board: z.strictObject({ id: z.string(), name: z.string() }),
    title: z.string(),
    excerpt: z.string(),
    ground: ground.nullable(),
    openedAt: instant,
    /** Null once it is decided. */
    dueAt: instant.nullable(),
    /** Number of students with active reports. */
    reporters: z.int(),
    requests: z.int(),
    obstacle,
    revision: z.int(),
  })
  .meta({ id: 'CaseCard' });
export type CaseCard = z.output<typeof caseCard>;

/** A student as moderators see them: a constant tag, without name. */
const person = z.string().nullable();

const version = z.strictObject({ title: z.string().nullable(), body: z.string(), replacedAt: instant });

/** A request by a person whose rights are affected. */
const request = z.strictObject({
  ground: rightsGround,
  /** Null a year later. */
  reason: z.string().nullable(),
  state: z.enum(['waiting', 'hidden', 'upheld', 'declined', 'ended']),
  confirmedAt: instant,
  /** Deadline for declining it, or end of hiding. */
  dueAt: instant.nullable(),
  /** Whether it hides nothing automatically and waits for a decision. */
  waitsForPeople: z.boolean(),
  /** Person who made the request; for operators only, for a year. */
  complainant: z.strictObject({ name: z.string(), email: z.string() }).nullable(),
});

export const caseDetail = z
  .strictObject({
    card: caseCard,
    postId: uuid,
    thingId: uuid,
    /** Whether only the author can see it. */
    hidden: z.boolean(),
    /** Whether the author deleted it; an undecided case retains its text. */
    deleted: z.boolean(),
    body: z.string(),
    keywords: z.array(z.string()),
    pictures: z.array(z.strictObject({ uploadId: uuid, address, reported: z.boolean() })),
    createdAt: instant,
    editedAt: instant.nullable(),
    /** Newest first. */
    earlier: z.array(version),
    /** Null if the author's account was deleted. */
    author: z
      .strictObject({
        tag: z.string(),
        posts: z.int(),
        replies: z.int(),
        /** Number of cases about the author's content that were upheld or restored. */
        upheld: z.int(),
        restored: z.int(),
        sanctions: z.array(z.strictObject({ kind: z.enum(SANCTION_KINDS), endsAt: instant })),
      })
      .nullable(),
    reasons: z.array(z.strictObject({ reason, reporters: z.int() })),
    notes: z.array(z.string()),
    requests: z.array(request),
    /** With a reply, the post's text and surrounding replies; otherwise the newest. */
    post: z.strictObject({ author: person, body: z.string() }),
    thread: z.array(
      z.strictObject({
        id: uuid,
        number: z.int(),
        author: person,
        body: z.string(),
        hidden: z.boolean(),
      }),
    ),
    events: z.array(
      z.strictObject({
        kind: z.enum(['opened', 'hidden', 'upheld', 'restored', 'appealed', 'undone']),
        at: instant,
        ground: ground.nullable(),
        /** Text that the author read or wrote. */
        text: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'CaseDetail' });
export type CaseDetail = z.output<typeof caseDetail>;

/** A browser's passkey response (WebAuthn Level 3, JSON form). */
const passkeyAnswer = z.looseObject({
  id: z.string().max(2_000),
  rawId: z.string().max(2_000),
  type: z.literal('public-key'),
  response: z.looseObject({}),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

/** Next passkey step: none, use the existing one, or create one. */
export const passkeyStart = z
  .strictObject({
    step: z.enum(['none', 'use', 'make']),
    /** For the browser, with WebAuthn field names; null with `none`. */
    options: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'PasskeyStart' });
export type PasskeyStart = z.output<typeof passkeyStart>;

/** Hides content or shows it again, without the queue. */
const visibility = {
  access: 'role',
  path: idPath,
  body: z.strictObject({
    hidden: z.boolean(),
    ground,
    /** Text for the author. */
    text: boundedText(DECISION_TEXT_MAX),
  }),
  output: z.strictObject({
    /** Decision that can be undone for ten seconds; null after an operator command. */
    decision: z.strictObject({ caseId: uuid, revision: z.int() }).nullable(),
  }),
  problems: ['case.own', 'case.outdated', 'limit.reached'],
} as const;

export const staffEndpoints = {
  'POST /api/moderation/confirmation': {
    id: 'confirmPassword',
    access: 'role',
    beforeConfirmation: true,
    summary:
      'Confirms the password, and the passkey if the role needs one. The session may use its role for fifteen minutes.',
    body: z.strictObject({
      password: z.string().max(1000).meta({ format: 'password' }),
      /** The browser's response; absent if the role needs no passkey. */
      passkey: passkeyAnswer.nullable().optional(),
    }),
    problems: ['account.reauthentication', 'passkey.refused', 'limit.reached'],
  },
  'POST /api/moderation/confirmation/start': {
    id: 'startConfirmation',
    access: 'role',
    beforeConfirmation: true,
    summary:
      'Returns what a confirmation needs besides the password, with the passkey options for the browser.',
    output: passkeyStart,
    problems: ['limit.reached'],
  },
  'POST /api/moderation/passkey/start': {
    id: 'startPasskey',
    access: 'role',
    summary: 'Returns the options for registering another passkey.',
    output: passkeyStart,
    problems: ['limit.reached'],
  },
  'PUT /api/moderation/passkey': {
    id: 'replacePasskey',
    access: 'role',
    summary: 'Replaces the passkey that was used in this session recently.',
    body: z.strictObject({ passkey: passkeyAnswer }),
    problems: ['passkey.refused', 'limit.reached'],
  },
  'GET /api/moderation/cases': {
    id: 'listCases',
    access: 'role',
    summary: "Lists the pending cases on the role's boards, most urgent first.",
    query: z.strictObject({ cursor: cursor.optional() }),
    output: z.strictObject({
      cases: z.array(caseCard),
      nextCursor: cursor.nullable(),
      /** The campus's opening texts of decisions: by reason, or for restored content. */
      texts: z.partialRecord(z.enum([...CASE_GROUNDS, 'restored']), z.string()),
    }),
    problems: ['request.malformed'],
  },
  'GET /api/moderation/cases/{id}': {
    id: 'readCase',
    access: 'role',
    summary: 'Returns a case with its context.',
    path: idPath,
    output: caseDetail,
  },
  'GET /api/moderation/cases/{id}/pictures/{uploadId}': {
    id: 'readCasePicture',
    access: 'role',
    summary: 'Returns a picture of the post of a case, hidden or not.',
    path: idPath.extend({ uploadId: uuid }),
    stream: 'picture',
  },
  'POST /api/moderation/cases/{id}/decision': {
    id: 'decideCase',
    access: 'role',
    summary:
      'Decides a case in the shown revision: hides its content, or shows it. After an appeal the decision is final.',
    path: idPath,
    body: z.strictObject({
      /** The revision that was on the screen. */
      revision: z.int().min(1).max(1_000_000),
      outcome: z.enum(['upheld', 'restored']),
      ground,
      /** Text for the author. */
      text: boundedText(DECISION_TEXT_MAX),
      /** With `upheld` only; `noBoard` applies to the case's board. */
      sanction: z
        .strictObject({ kind: z.enum(SANCTION_KINDS), days: z.int().min(1).max(SANCTION_DAYS_MAX) })
        .nullable(),
    }),
    output: z.strictObject({ state: caseState, revision: z.int() }),
    problems: ['case.outdated', 'case.own', 'case.other', 'role.insufficient', 'role.last', 'limit.reached'],
  },
  'POST /api/moderation/cases/{id}/undo': {
    id: 'undoDecision',
    access: 'role',
    summary: 'Undoes an own decision within ten seconds, before anybody is notified.',
    path: idPath,
    body: z.strictObject({
      /** The revision that the decision answered. */
      revision: z.int().min(1).max(1_000_000),
    }),
    output: z.strictObject({ state: caseState, revision: z.int() }),
    problems: ['case.outdated', 'limit.reached'],
  },
  'PUT /api/moderation/posts/{id}/visibility': {
    ...visibility,
    id: 'setPostVisibility',
    summary: 'Hides or shows a post as an operator, with a reason for its author.',
  },
  'PUT /api/moderation/replies/{id}/visibility': {
    ...visibility,
    id: 'setReplyVisibility',
    summary: 'Hides or shows a reply as an operator, with a reason for its author.',
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
