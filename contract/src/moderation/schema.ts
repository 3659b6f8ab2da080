import { z } from 'zod';
import { NAME_MAX } from '../accounts/rules.ts';
import { email, token } from '../accounts/schema.ts';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { POST_ADDRESS_MAX, RIGHTS_GROUNDS, RIGHTS_REASON_MAX } from './rights-rules.ts';
import { APPEAL_TEXT_MAX, CASE_GROUNDS, REPORT_NOTE_MAX, REPORT_REASONS, SANCTION_KINDS } from './rules.ts';

export const reason = z.enum(REPORT_REASONS);
export const ground = z.enum(CASE_GROUNDS);

/** A case about own content: content, reason and outcome. */
const ownCase = z
  .strictObject({
    id: uuid,
    kind: z.enum(['post', 'reply']),
    /** The post or reply itself. */
    thingId: uuid,
    /** The post, or the post of the reply. */
    postId: uuid,
    title: z.string(),
    body: z.string(),
    state: z.enum(['hidden', 'upheld', 'restored', 'appealed', 'final']),
    /** Whether only the author can see it. */
    hidden: z.boolean(),
    ground,
    hiddenAt: instant,
    /** Latest end of hiding by a rights request; otherwise null. */
    hiddenUntil: instant.nullable(),
    decidedAt: instant.nullable(),
    decision: z.string().nullable(),
    appeal: z.string().nullable(),
    mayAppeal: z.boolean(),
  })
  .meta({ id: 'OwnCase' });
export type OwnCase = z.output<typeof ownCase>;

/** A temporary restriction of a student, or a warning. */
const ownSanction = z.strictObject({
  kind: z.enum(SANCTION_KINDS),
  board: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  ground,
  /** Text of the decision; null if carried over from a withdrawn account. */
  text: z.string().nullable(),
  givenAt: instant,
  endsAt: instant,
});
export type OwnSanction = z.output<typeof ownSanction>;

const reportBody = z.strictObject({ reason, note: boundedText(REPORT_NOTE_MAX) });

/** A picture by its upload: positions change. */
const picturePath = idPath.extend({ uploadId: uuid });

const REPORT_PROBLEMS = ['report.own', 'limit.reached'] as const;

/** Calls of every student: report and withdraw a report. */
export const moderationEndpoints = {
  'GET /api/posts/{id}/own-reports': {
    id: 'listOwnReports',
    summary: "Returns the student's own reports of a post, its pictures and its replies.",
    path: idPath,
    output: z.strictObject({
      /** Each by the id of the post, reply or upload. */
      reports: z.array(z.strictObject({ thingId: uuid, reason, note: z.string() })),
    }),
  },
  'PUT /api/posts/{id}/report': {
    id: 'reportPost',
    summary: 'Reports a post. A repeated call replaces the report.',
    path: idPath,
    body: reportBody,
    problems: REPORT_PROBLEMS,
  },
  'DELETE /api/posts/{id}/report': {
    id: 'withdrawPostReport',
    summary: 'Withdraws the report of a post. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/posts/{id}/pictures/{uploadId}/report': {
    id: 'reportPicture',
    summary: 'Reports a picture of a post. A repeated call replaces the report.',
    path: picturePath,
    body: reportBody,
    problems: REPORT_PROBLEMS,
  },
  'DELETE /api/posts/{id}/pictures/{uploadId}/report': {
    id: 'withdrawPictureReport',
    summary: 'Withdraws the report of a picture. Idempotent.',
    path: picturePath,
    problems: ['limit.reached'],
  },
  'PUT /api/replies/{id}/report': {
    id: 'reportReply',
    summary: 'Reports a reply. A repeated call replaces the report.',
    path: idPath,
    body: reportBody,
    problems: REPORT_PROBLEMS,
  },
  'DELETE /api/replies/{id}/report': {
    id: 'withdrawReplyReport',
    summary: 'Withdraws the report of a reply. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'GET /api/posts/{id}/hidden': {
    id: 'listHidden',
    summary:
      'Returns which contents of a post are hidden, for placeholders. Authors also get their case, others only the fact.',
    path: idPath,
    output: z.strictObject({
      /** The post itself; null if it is visible. */
      post: z.strictObject({ own: ownCase.nullable() }).nullable(),
      /** Hidden replies of a visible post, in order. */
      replies: z.array(
        z.strictObject({
          id: uuid,
          number: z.int(),
          parentId: uuid.nullable(),
          own: ownCase.nullable(),
        }),
      ),
    }),
  },
  'GET /api/profile/cases': {
    id: 'listOwnCases',
    summary: 'Lists the newest cases about own posts and replies.',
    output: z.strictObject({ cases: z.array(ownCase) }),
  },
  'GET /api/profile/sanctions': {
    id: 'listOwnSanctions',
    summary: "Lists the student's current sanctions and warnings, with reason and end.",
    output: z.strictObject({
      sanctions: z.array(ownSanction),
    }),
  },
  'POST /api/cases/{id}/appeal': {
    id: 'appeal',
    summary: 'Appeals an own case, once. Idempotent for the same text.',
    path: idPath,
    body: z.strictObject({ text: boundedText(APPEAL_TEXT_MAX) }),
    output: ownCase,
    problems: ['appeal.late', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

/** A blocked author, without their identity: only what the screen showed. */
const ownBlock = z
  .strictObject({
    id: uuid,
    nickname: z.string(),
    blockedAt: instant,
  })
  .meta({ id: 'OwnBlock' });
export type OwnBlock = z.output<typeof ownBlock>;

const BLOCK_PROBLEMS = ['block.own', 'block.nobody', 'block.full', 'limit.reached'] as const;

export const blockEndpoints = {
  'PUT /api/posts/{id}/block': {
    id: 'blockPostAuthor',
    summary: 'Blocks the author of a post. Idempotent.',
    path: idPath,
    problems: BLOCK_PROBLEMS,
  },
  'DELETE /api/posts/{id}/block': {
    id: 'unblockPostAuthor',
    summary: 'Unblocks the author of a post. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/replies/{id}/block': {
    id: 'blockReplyAuthor',
    summary: 'Blocks the author of a reply. Idempotent.',
    path: idPath,
    problems: BLOCK_PROBLEMS,
  },
  'DELETE /api/replies/{id}/block': {
    id: 'unblockReplyAuthor',
    summary: 'Unblocks the author of a reply. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
  'GET /api/profile/blocks': {
    id: 'listBlocks',
    summary: 'Lists the blocked students, last blocked first.',
    output: z.strictObject({ blocks: z.array(ownBlock) }),
  },
  'DELETE /api/profile/blocks/{id}': {
    id: 'unblock',
    summary: 'Removes a block. Idempotent.',
    path: idPath,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

export const rightsGround = z.enum(RIGHTS_GROUNDS);

const count = z.int().min(0);

const monthOfCases = z.strictObject({
  ground: z.enum(CASE_GROUNDS),
  opened: count,
  hidden: count,
  upheld: count,
  /** Shown again, by a decision or by expiry. */
  restored: count,
  appealed: count,
});

const transparency = z
  .strictObject({
    /** Months of the campus with events, newest first; within the last twelve. */
    months: z.array(
      z.strictObject({
        month: z.string().regex(/^\d{4}-\d{2}$/),
        cases: z.array(monthOfCases),
        /** Confirmed rights requests and their outcomes in this month. */
        rights: z.strictObject({
          received: count,
          declined: count,
          hidden: count,
          upheld: count,
          ended: count,
        }),
      }),
    ),
  })
  .meta({ id: 'Transparency' });
export type Transparency = z.output<typeof transparency>;

/** Public calls, signed in or not [RO-01]. */
export const rightsEndpoints = {
  'POST /api/rights': {
    id: 'requestRemoval',
    access: 'public',
    summary:
      "Requests the removal of a post or reply that violates the requester's rights. Takes effect once confirmed by mail. The answer does not reveal whether the post exists.",
    status: 202,
    body: z.strictObject({
      name: boundedText(NAME_MAX),
      email,
      /** Address of the post: whole, a path, or its id. */
      address: boundedText(POST_ADDRESS_MAX),
      /** Number of the reply, if the request is about one. */
      reply: z.int().min(1).max(1_000_000).nullable(),
      ground: rightsGround,
      reason: boundedText(RIGHTS_REASON_MAX),
    }),
    problems: ['limit.reached'],
  },
  'POST /api/rights/confirmation': {
    id: 'confirmRemovalRequest',
    access: 'public',
    summary: 'Confirms such a request by the token of the mail.',
    body: z.strictObject({ token }),
    problems: ['token.spent', 'rights.again', 'rights.full', 'limit.reached'],
  },
  'GET /api/transparency': {
    id: 'readTransparency',
    access: 'public',
    summary: 'Returns the number of cases by month and ground, and their outcomes.',
    shared: true,
    output: transparency,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
