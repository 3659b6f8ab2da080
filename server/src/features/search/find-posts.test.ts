import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../platform/database/database.ts';
import { findPosts, firstEnd } from './find-posts.ts';
import type { PieceStatistics } from './piece-statistics.ts';
import type { QueryForm } from './query-forms.ts';

afterEach(() => void vi.restoreAllMocks());

test('forms of a query that find nothing are tried for 300 ms, not for as long as there are some', async () => {
  let [now, searches] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const transaction = async () => {
    searches += 1;
    now += 100;
    return [];
  };
  const dependencies = {
    database: { transaction } as unknown as Database,
    statistics: { expectsMany: async () => false } as unknown as PieceStatistics,
  };
  const forms = Array.from({ length: 30 }, (_, number): QueryForm => {
    return { how: number < 2 ? 'typed' : 'reduced', number, words: ['우산'], named: [] };
  });
  const page = await findPosts(dependencies, { forms, board: null, end: firstEnd('relevant') });
  expect([page?.form.how, page?.ids, searches]).toEqual(['typed', [], 4]);
});
