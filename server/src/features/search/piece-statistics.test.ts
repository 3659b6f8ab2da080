import { expect, test } from 'vitest';
import type { Database } from '../../database/database.ts';
import { PieceStatistics } from './ranking.ts';

/** PostgreSQL's statistics of a campus: the share of each piece, then the smallest and largest share. */
async function statisticsOf(posts: number, pieces: string[], shares: number[]): Promise<PieceStatistics> {
  const database = { first: async () => ({ posts, pieces, shares }) } as unknown as Database;
  const statistics = new PieceStatistics(database);
  await statistics.read();
  return statistics;
}

test('frequent words: walk the posts; rare words: use the index', async () => {
  for (const posts of [10_000, 100_000, 1_000_000, 10_000_000]) {
    const statistics = await statisticsOf(posts, ['흔한', '가끔'], [0.3, 0.029, 0.029, 0.3]);
    expect(await statistics.expectsMany(['흔한'])).toBe(true);
    expect(await statistics.expectsMany(['흔한', '드문'])).toBe(false);
    // PostgreSQL has statistics of a thousand pieces: on a large campus others are still rare.
    expect(await statistics.expectsMany(['드문'])).toBe(false);
  }
});

test('without statistics: the index is used', async () => {
  const database = { first: async () => undefined } as unknown as Database;
  expect(await new PieceStatistics(database).expectsMany(['드문'])).toBe(false);
  expect(await (await statisticsOf(-1, [], [])).expectsMany(['드문'])).toBe(false);
});
