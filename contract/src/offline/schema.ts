import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { uuid } from '../schema.ts';
import { HELD_MAX, HELD_REPLIES_MAX } from './rules.ts';

/** Cached replies of one post, by their numbers. */
const thread = z.strictObject({
  postId: uuid,
  replies: z.array(z.int().min(1).max(2_147_483_647)).min(1).max(HELD_REPLIES_MAX),
});

export const deviceEndpoints = {
  'POST /api/device/gone': {
    id: 'findGone',
    summary:
      'Returns which of the given posts and replies the student can no longer read: hidden, deleted, blocked or unknown.',
    readsOnly: true,
    body: z
      .strictObject({
        posts: z.array(uuid).max(HELD_MAX),
        threads: z.array(thread).max(HELD_MAX),
      })
      .refine(
        ({ posts, threads }) =>
          threads.reduce((sum, { replies }) => sum + replies.length, posts.length) <= HELD_MAX,
      ),
    output: z.strictObject({
      posts: z.array(uuid),
      /** Posts with at least one deleted reply. */
      threads: z.array(uuid),
    }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
