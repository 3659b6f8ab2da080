import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import type { TestBrowser } from '../test-browser.ts';

/**
 * Who asks. `author` wrote the post that the calls are about, whose own things they touch; `hidden` had their
 * post hidden by the operator, which takes the post away and no right of theirs.
 */
export const roles = [
  'visitor',
  'withdrawn',
  'outsider, unverified',
  'outsider, verified',
  'student, unverified',
  'student with the right',
  'author',
  'hidden author',
  'moderator',
  'operator',
] as const;
export type Role = (typeof roles)[number];

export const everybody = (status: number) => () => status;
export const signedIn = (status: number) => (role: Role) => (isOut(role) ? 401 : status);
export const withRight = (status: number) => (role: Role) => {
  if (isOut(role)) return 401;
  return ['student with the right', 'author', 'hidden author', 'moderator', 'operator'].includes(role)
    ? status
    : 403;
};
/** For whose post or reply it is; everybody else can see it and is refused. */
export const owner = (status: number) => (role: Role) => {
  if (isOut(role)) return 401;
  return role === 'author' ? status : 403;
};
/** To everybody else it is an unknown address. */
export const withRole = (status: number) => (role: Role) =>
  role === 'moderator' || role === 'operator' ? status : 404;
/** To moderators too. */
export const operatorOnly = (status: number) => (role: Role) => (role === 'operator' ? status : 404);
/** Nobody reports themselves. */
export const reporting = (role: Role) => (isOut(role) ? 401 : role === 'author' ? 409 : 204);
export const isOut = (role: Role) => role === 'visitor' || role === 'withdrawn';

type Cell = (role: Role) => number;
export interface Row {
  expected: Cell;
  json?: (asker: Asker) => unknown;
  path?: (asker: Asker) => string;
  bytes?: () => Promise<Uint8Array>;
}
export interface Asker {
  role: Role;
  browser: TestBrowser;
  email: string;
}

/** What the calls are about; the test makes it. */
export const world = {
  versions: { termsVersion: '', privacyVersion: '' },
  postId: '',
  hiddenPostId: '',
  hiddenReplyId: '',
  hiddenCaseId: randomUUID(),
  mealId: randomUUID(),
  /** Of the author. */
  ticketId: '',
  /** Of the author as well: deleted and brought back. */
  deletedPostId: '',
  replyId: '',
  questionId: '',
  /** To the question. */
  answerId: '',
  /** Of the author as well: a post with a picture. */
  picturedId: '',
  pictureId: uuidv7(),
  eventId: randomUUID(),
  noticeId: randomUUID(),
  hotId: randomUUID(),
  hiddenHotId: randomUUID(),
};

export const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
    .jpeg()
    .toBuffer();
