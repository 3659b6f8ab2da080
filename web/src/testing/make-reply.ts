import type { Reply } from '@madang/contract/replies/schema';
import { makeUuid } from '../lib/request.ts';
import { mainHall, me } from './answers.ts';

/** Returns a reply, by default the student's own. */
export const makeReply = (changes: Partial<Reply> = {}): Reply => ({
  id: makeUuid(),
  buildingId: mainHall.id,
  postId: makeUuid(),
  number: 1,
  authorId: me.id,
  nickname: me.nickname,
  body: '3층에 있어요',
  parentId: null,
  answering: null,
  likeCount: 0,
  createdAt: '2026-11-20T03:00:00.000Z',
  revision: 1,
  editedAt: null,
  deleted: false,
  ...changes,
});
