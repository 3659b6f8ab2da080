import type { Reply } from '@madang/contract/replies/schema';
import { describe, expect, it } from 'vitest';
import { mergeReplies } from './use-replies.ts';

function makeReply(number: number): Reply {
  return {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    buildingId: 'main-hall',
    postId: '00000000-0000-7000-8000-00000000ffff',
    number,
    authorId: null,
    nickname: null,
    body: `댓글 ${number}`,
    parentId: null,
    answering: null,
    likeCount: 0,
    revision: 1,
    editedAt: null,
    deleted: false,
    createdAt: '2026-11-20T00:00:00.000Z',
  };
}
const replies = (...numbers: number[]) => numbers.map(makeReply);
const numbers = (list: Reply[]) => list.map((reply) => reply.number);

describe('mergeReplies', () => {
  it('shows a reply once that came by page, stream and own answer', () => {
    const { paged, arrived } = mergeReplies(
      [{ replies: replies(1, 2, 3), nextAfter: null }],
      replies(3, 4, 4, 2),
    );
    expect(numbers([...paged, ...arrived])).toEqual([1, 2, 3, 4]);
  });

  it('inserts late arrivals in order', () => {
    const { paged, arrived, lastNumber } = mergeReplies(
      [{ replies: replies(1), nextAfter: null }],
      replies(4, 2, 3),
    );
    expect(numbers([...paged, ...arrived])).toEqual([1, 2, 3, 4]);
    expect(lastNumber).toBe(4);
  });

  it('keeps live replies behind the gap until the missing pages load', () => {
    const first = { replies: replies(1, 2), nextAfter: 2 };
    const early = mergeReplies([first], replies(9));
    expect(numbers(early.paged)).toEqual([1, 2]);
    expect(numbers(early.arrived)).toEqual([9]);
    expect(early.lastNumber).toBeUndefined();
    const whole = mergeReplies([first, { replies: replies(3, 4), nextAfter: null }], replies(9));
    expect(numbers([...whole.paged, ...whole.arrived])).toEqual([1, 2, 3, 4, 9]);
    expect(whole.lastNumber).toBe(9);
  });

  it('has no value before the first page', () => {
    expect(mergeReplies([], replies(5))).toEqual({ paged: [], arrived: replies(5), lastNumber: undefined });
    expect(mergeReplies([{ replies: [], nextAfter: null }], []).lastNumber).toBe(0);
  });
});
