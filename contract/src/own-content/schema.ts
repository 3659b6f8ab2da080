import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { POST_BODY_MAX, POST_TITLE_MAX } from '../posts/rules.ts';
import { post } from '../posts/schema.ts';
import { REPLY_BODY_MAX } from '../replies/rules.ts';
import { reply } from '../replies/schema.ts';
import { idPath } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { PICTURES_MAX } from '../uploads/rules.ts';
import { chosenPictures, ownPicture } from '../uploads/schema.ts';

/** The revision that was on the screen when the editing began. */
const revision = z.int().min(1).max(1_000);

/** Edits and deletions of the user's own posts and replies. */
export const ownContentEndpoints = {
  'GET /api/posts/{id}/edit': {
    id: 'startPostEdit',
    access: 'user',
    edition: 'official',
    summary: 'What may be edited of an own post now, before anything is typed.',
    status: 200,
    path: idPath,
    output: z.strictObject({
      revision: z.int(),
      title: z.string(),
      body: z.string(),
      keywords: z.array(z.string()),
      pictures: z.array(ownPicture).max(PICTURES_MAX),
      /** True if another user has replied or the post is popular. */
      titleFrozen: z.boolean(),
      editsLeft: z.int(),
    }),
    problems: ['right.required', 'content.foreign'],
  },
  'PUT /api/posts/{id}': {
    id: 'editPost',
    access: 'user',
    edition: 'official',
    summary: 'Edit an own post; the same edit sent again answers as the first time did.',
    status: 200,
    path: idPath,
    body: z.strictObject({
      revision,
      title: boundedText(POST_TITLE_MAX),
      body: boundedText(POST_BODY_MAX),
      keywords: z.array(z.string().max(100)).max(20),
      /** The complete new list in order; absent: the pictures are unchanged. */
      pictures: chosenPictures.optional(),
    }),
    output: post,
    problems: [
      'writing.suspended',
      'right.required',
      'content.foreign',
      'edit.outdated',
      'edit.limit',
      'upload.used',
      'limit.reached',
    ],
  },
  'DELETE /api/posts/{id}': {
    id: 'deletePost',
    access: 'user',
    edition: 'official',
    summary:
      'Delete an own post with its replies; saying it again changes nothing. A ticket is withdrawn instead.',
    status: 204,
    path: idPath,
    problems: ['content.foreign', 'board.readOnly', 'limit.reached'],
  },
  'POST /api/posts/{id}/undo-deletion': {
    id: 'undoPostDeletion',
    access: 'user',
    edition: 'official',
    summary: 'Bring an own post back that was deleted a moment ago; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['content.foreign', 'undo.late', 'limit.reached'],
  },
  'PUT /api/replies/{id}': {
    id: 'editReply',
    access: 'user',
    edition: 'official',
    summary: 'Edit an own reply; the same edit sent again answers as the first time did.',
    status: 200,
    path: idPath,
    body: z.strictObject({ revision, body: boundedText(REPLY_BODY_MAX) }),
    output: reply,
    problems: ['writing.suspended', 'content.foreign', 'edit.outdated', 'edit.limit', 'limit.reached'],
  },
  'DELETE /api/replies/{id}': {
    id: 'deleteReply',
    access: 'user',
    edition: 'official',
    summary: 'Delete an own reply; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['content.foreign', 'limit.reached'],
  },
  'POST /api/replies/{id}/undo-deletion': {
    id: 'undoReplyDeletion',
    access: 'user',
    edition: 'official',
    summary: 'Bring an own reply back that was deleted a moment ago; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['content.foreign', 'undo.late', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
