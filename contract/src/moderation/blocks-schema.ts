import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { idPath, instant, uuid } from '../schema.ts';

/** Somebody whose posts and replies the student does not want to see. Not who they are: only what stood on the screen. */
export const ownBlock = z
  .strictObject({
    id: uuid,
    /** As it was shown when the student blocked them. */
    nickname: z.string(),
    blockedAt: instant,
  })
  .meta({ id: 'OwnBlock' });
export type OwnBlock = z.output<typeof ownBlock>;

const BLOCK_PROBLEMS = ['block.own', 'block.nobody', 'block.full', 'limit.reached'] as const;

/** Whom a student does not want to read. It is made from what that person wrote, and nobody else is notified. */
export const blockEndpoints = {
  'PUT /api/posts/{id}/block': {
    id: 'blockPostAuthor',
    access: 'user',
    edition: 'official',
    summary: 'Block who wrote a post; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: BLOCK_PROBLEMS,
  },
  'DELETE /api/posts/{id}/block': {
    id: 'unblockPostAuthor',
    access: 'user',
    edition: 'official',
    summary: 'Take back the block of who wrote a post; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/replies/{id}/block': {
    id: 'blockReplyAuthor',
    access: 'user',
    edition: 'official',
    summary: 'Block who wrote a reply; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: BLOCK_PROBLEMS,
  },
  'DELETE /api/replies/{id}/block': {
    id: 'unblockReplyAuthor',
    access: 'user',
    edition: 'official',
    summary: 'Take back the block of who wrote a reply; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
  'GET /api/profile/blocks': {
    id: 'listBlocks',
    access: 'user',
    edition: 'official',
    summary: 'Whom the student blocked, the last one first.',
    status: 200,
    output: z.strictObject({ blocks: z.array(ownBlock) }),
    problems: [],
  },
  'DELETE /api/profile/blocks/{id}': {
    id: 'unblock',
    access: 'user',
    edition: 'official',
    summary: 'Take a block back; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
