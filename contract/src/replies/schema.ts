import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { likeState, revision } from '../posts/schema.ts';
import { clientUuid, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { REPLY_BODY_MAX } from './rules.ts';

/** A reply, the same for all readers of its post [EN-05]. */
export const reply = z
  .strictObject({
    id: uuid,
    buildingId: z.string(),
    postId: uuid,
    /** Number within the post, from 1: order, event id, resume point. */
    number: z.int().min(1),
    /** Null if the author withdrew. */
    authorId: uuid.nullable(),
    nickname: z.string().nullable(),
    /** Empty if it was deleted. */
    body: z.string(),
    /** Its top-level reply. */
    parentId: uuid.nullable(),
    /** Current nickname of the answered author; null if deleted or withdrawn. */
    answering: z.string().nullable(),
    likeCount: z.int(),
    createdAt: instant,
    /** Increases by one with each edit. */
    revision: z.int(),
    /** Time of the last edit; null also after an early correction. */
    editedAt: instant.nullable(),
    /** True for a deleted reply, listed for its replies. */
    deleted: z.boolean(),
  })
  .meta({ id: 'Reply' });
export type Reply = z.output<typeof reply>;

/** A reply number as the resume point of a list or stream. */
const replyNumber = z.coerce.number().int().min(0).max(2_147_483_647);

export const replyEndpoints = {
  'GET /api/posts/{id}/replies': {
    id: 'listReplies',
    summary: 'Lists the replies of a post, oldest first, after the given number.',
    path: idPath,
    query: z.strictObject({ after: replyNumber.default(0) }),
    output: z.strictObject({ replies: z.array(reply), nextAfter: z.int().nullable() }),
    shared: true,
  },
  'POST /api/posts/{id}/replies': {
    id: 'writeReply',
    pending: true,
    summary: 'Writes a reply. Idempotent for the same id and content.',
    status: 201,
    path: idPath,
    body: z.strictObject({
      id: clientUuid,
      body: boundedText(REPLY_BODY_MAX),
      /** Id of the answered reply, of the same post; official edition only. */
      answers: uuid.nullable().optional(),
      /** True if the user confirmed a duplicate; official edition only. */
      again: z.boolean().optional(),
    }),
    output: reply,
    problems: ['writing.suspended', 'identifier.taken', 'text.repeated', 'pace.reached', 'limit.reached'],
  },
  'GET /api/posts/{id}/replies/live': {
    id: 'followReplies',
    summary:
      'Server-sent events: `reply` (its number as event id); `changed`, `removed`, `restored`, `likes`, `post` and, of the own inbox, `inbox` (no id); `reset` when too far behind.',
    path: idPath,
    query: z.strictObject({ after: replyNumber.optional() }),
    headers: { 'Last-Event-ID': 'Id of the last received event; overrides `after`.' },
    stream: 'events',
  },
  'GET /api/posts/{id}/reply-marks': {
    id: 'readReplyMarks',
    edition: 'official',
    summary:
      "Returns the replies of the post that the student liked. In the official edition, marks the post's notifications as read.",
    path: idPath,
    output: z.strictObject({
      liked: z.array(uuid),
      /** Whether the student muted this thread; official edition only. */
      muted: z.boolean().optional(),
      /** Whether the student follows the post; official edition only. */
      followed: z.boolean().optional(),
      /** Number of unread notifications after the call; official edition only. */
      unread: z.int().optional(),
    }),
  },
  'PUT /api/replies/{id}/like': {
    id: 'likeReply',
    pending: true,
    edition: 'official',
    summary: 'Likes a reply. Idempotent.',
    path: idPath,
    output: likeState,
    problems: ['limit.reached'],
  },
  'DELETE /api/replies/{id}/like': {
    id: 'takeReplyLikeBack',
    pending: true,
    edition: 'official',
    summary: 'Unlikes a reply. Idempotent.',
    path: idPath,
    output: likeState,
    problems: ['limit.reached'],
  },
  'PUT /api/posts/{id}/accepted': {
    id: 'acceptReply',
    edition: 'official',
    summary: 'Accepts a reply to an own question, replaces it, or clears it. Idempotent.',
    path: idPath,
    body: z.strictObject({ replyId: uuid.nullable() }),
    output: z.strictObject({ acceptedReplyId: uuid.nullable() }),
    problems: ['content.foreign', 'limit.reached'],
  },
  'PUT /api/replies/{id}': {
    id: 'editReply',
    edition: 'official',
    summary: 'Edits an own reply. Idempotent.',
    path: idPath,
    body: z.strictObject({ revision, body: boundedText(REPLY_BODY_MAX) }),
    output: reply,
    problems: ['writing.suspended', 'content.foreign', 'edit.outdated', 'edit.limit', 'limit.reached'],
  },
  'DELETE /api/replies/{id}': {
    id: 'deleteReply',
    edition: 'official',
    summary: 'Deletes an own reply. Idempotent.',
    path: idPath,
    problems: ['content.foreign', 'limit.reached'],
  },
  'POST /api/replies/{id}/undo-deletion': {
    id: 'undoReplyDeletion',
    edition: 'official',
    summary: 'Restores a recently deleted own reply. Idempotent.',
    path: idPath,
    problems: ['content.foreign', 'undo.late', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
