import { NIL } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../database/database.ts';
import { findPosts, firstEnd } from './find-posts.ts';
import { decodeSearchCursor, type SearchEnd } from './search-cursor.ts';
import type { PieceStatistics } from './ranking.ts';
import type { QueryForm } from './query.ts';

afterEach(() => void vi.restoreAllMocks());

const form = (how: QueryForm['how'], number: number): QueryForm => ({
  how,
  number,
  words: ['우산'],
  named: [],
});

/** Runs searches without results, each taking this many milliseconds; returns their number. */
async function findNothing(forms: QueryForm[], end: SearchEnd, took = 0) {
  let [now, searches] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const transaction = async () => {
    searches += 1;
    now += took;
    return [];
  };
  const dependencies = {
    database: { transaction } as unknown as Database,
    statistics: { expectsMany: async () => false } as unknown as PieceStatistics,
  };
  const page = await findPosts(dependencies, { forms, board: null, end });
  return [page?.form.number, page?.ids, searches];
}
const reduced = Array.from({ length: 30 }, (_, index) => form('reduced', 4 + index));

test('forms of a query without results: tried for at most 300 ms', async () => {
  const forms = [form('typed', 0), form('shortened', 1), ...reduced];
  expect(await findNothing(forms, firstEnd('relevant'), 100)).toEqual([0, [], 4]);
});

test('[FS-03] further page without posts: keeps its number of words, because cursors can be forged', async () => {
  const forms = [form('typed', 0), form('corrected', 2), ...reduced];
  const at = (cursor: string) => decodeSearchCursor(`${cursor}_0_${NIL}`, 'relevant');
  expect(await findNothing(forms, at('r40'))).toEqual([4, [], 1]);
  expect(await findNothing(forms, at('r00'))).toEqual([0, [], 2]);
});
