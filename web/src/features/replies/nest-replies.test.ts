import type { Reply } from '@madang/contract/replies/schema';
import { describe, expect, it } from 'vitest';
import { nestReplies } from './use-replies.ts';

/** The fields that nesting uses; ids equal the numbers. */
function makeReply(number: number, parent?: number): Reply {
  return { id: String(number), number, parentId: parent === undefined ? null : String(parent) } as Reply;
}
function nest(replies: Reply[], accepted: string | null = null, waiting: Reply[] = []) {
  const threads = replies.map((reply) => ({ reply, answers: [] }));
  return nestReplies(threads, waiting, accepted).map(({ reply, answers }) => [
    reply.id,
    ...answers.map((answer) => answer.reply.id),
  ]);
}

describe('nestReplies', () => {
  it('[TH-01] puts answers under their parents, each by number', () => {
    expect(nest([makeReply(1), makeReply(2), makeReply(3, 1), makeReply(4, 2), makeReply(5, 1)])).toEqual([
      ['1', '3', '5'],
      ['2', '4'],
    ]);
  });

  it('flattens deeper levels of an import, and ends on cycles', () => {
    expect(nest([makeReply(1), makeReply(2, 1), makeReply(3, 2)])).toEqual([['1', '2', '3']]);
    expect(nest([makeReply(1, 3), makeReply(2, 1), makeReply(3, 2)])).toEqual([['1', '2', '3']]);
  });

  it('live answers wait for their parent; those without one are shown', () => {
    const early = makeReply(9, 7);
    expect(nest([makeReply(1), makeReply(4, 3), early], null, [early])).toEqual([['1'], ['4']]);
    expect(nest([makeReply(1), makeReply(4, 3), early])).toEqual([['1'], ['4'], ['9']]);
  });

  it('[TH-04] puts the accepted reply first: a thread with its answers, an answer by itself', () => {
    const replies = [makeReply(1), makeReply(2), makeReply(3, 2), makeReply(4, 1)];
    expect(nest(replies, '2')).toEqual([
      ['2', '3'],
      ['1', '4'],
    ]);
    expect(nest(replies, '4')).toEqual([['4'], ['1'], ['2', '3']]);
  });
});
