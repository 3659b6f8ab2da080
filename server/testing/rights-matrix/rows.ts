import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { TestBrowser } from '../test-browser.ts';
import { makePicture } from '../makers.ts';

/**
 * Roles of the caller. `author` wrote the post and owns the objects of the calls.
 * `hidden` has a post hidden by the operator and keeps all rights.
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
/** Only the author may; others can see it and receive 403. */
export const owner = (status: number) => (role: Role) => {
  if (isOut(role)) return 401;
  return role === 'author' ? status : 403;
};
/** For users without a role the address does not exist. */
export const withRole = (status: number) => (role: Role) =>
  role === 'moderator' || role === 'operator' ? status : 404;
/** For moderators it does not exist either. */
export const operatorOnly = (status: number) => (role: Role) => (role === 'operator' ? status : 404);
/** Users cannot report their own posts. */
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

/** Objects of the calls, created by the test. */
export const world = {
  versions: { termsVersion: '', privacyVersion: '' },
  postId: '',
  hiddenPostId: '',
  hiddenReplyId: '',
  hiddenCaseId: randomUUID(),
  mealId: randomUUID(),
  /** Ticket of the author. */
  ticketId: '',
  /** Also the author's: deleted and restored. */
  deletedPostId: '',
  replyId: '',
  questionId: '',
  /** Reply to the question. */
  answerId: '',
  /** Also the author's: a post with a picture. */
  picturedId: '',
  pictureId: uuidv7(),
  eventId: randomUUID(),
  noticeId: randomUUID(),
  hotId: randomUUID(),
  hiddenHotId: randomUUID(),
};

export const picture = () => makePicture(4, 4, 'blue', 'jpeg');
