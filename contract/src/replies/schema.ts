import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { clientUuid, idPath, instant, uuid } from '../schema.ts';

/** A reply as everybody who may read its post sees it [EN-05]. */
export const reply = z
  .strictObject({
    id: uuid,
    buildingId: z.string(),
    postId: uuid,
    /** Its place among the replies of its post, from 1, never reused: order, event id and resume point. */
    number: z.int().min(1),
    /** Null when the author withdrew. */
    authorId: uuid.nullable(),
    nickname: z.string().nullable(),
    /** Empty where it was deleted. */
    body: z.string(),
    parentId: uuid.nullable(),
    likeCount: z.int(),
    createdAt: instant,
    /** Grows by one with each edit. */
    revision: z.int(),
    /** When it was last edited; null as well for what was mended at once, before anybody replied. */
    editedAt: instant.nullable(),
    /** It was deleted and stands here only because replies to it are there. */
    deleted: z.boolean(),
  })
  .meta({ id: 'Reply' });
export type Reply = z.output<typeof reply>;

/** A reply's number as the resume point of a list or stream; 0 is the beginning. */
const replyNumber = z.coerce.number().int().min(0).max(2_147_483_647);

export const replyEndpoints = {
  'GET /api/posts/{id}/replies': {
    id: 'listReplies',
    access: 'user',
    summary: 'Replies of a post in the order they were written, a page after the given number.',
    status: 200,
    path: idPath,
    query: z.strictObject({ after: replyNumber.default(0) }),
    output: z.strictObject({ replies: z.array(reply), nextAfter: z.int().nullable() }),
    shared: true,
    problems: [],
  },
  'POST /api/posts/{id}/replies': {
    id: 'writeReply',
    access: 'user',
    summary: 'Reply; the same id with the same content answers as the first time did.',
    status: 201,
    path: idPath,
    body: z.strictObject({ id: clientUuid, body: z.string().max(20_000) }),
    output: reply,
    problems: ['identifier.taken', 'limit.reached'],
  },
  'GET /api/posts/{id}/replies/live': {
    id: 'followReplies',
    access: 'user',
    summary:
      'Server-sent events: `reply` (its number as event id); `changed`, `removed`, `restored` and `post` (no id); `reset` when too far behind.',
    status: 200,
    path: idPath,
    query: z.strictObject({ after: replyNumber.optional() }),
    headers: { 'Last-Event-ID': 'Goes before `after`: the id of the last event that came.' },
    stream: 'events',
    problems: [],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
