import { expect } from 'vitest';
import type { MadeUser } from '../makers.ts';

/** Returns all pages of a query; calls `between` after each. */
export async function readAllPages(
  user: MadeUser,
  query: string,
  order: 'relevant' | 'recent',
  between = async () => {},
) {
  const ids: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const answer = await user.browser.call('GET /api/search', {
      query: { query, order, ...(cursor ? { cursor } : {}) },
    });
    if (answer.problem) throw new Error(JSON.stringify(answer.problem));
    ids.push(...answer.body.posts.map(({ id }) => id));
    cursor = answer.body.nextCursor ?? undefined;
    pages += 1;
    expect(answer.body.places.length === 0 || pages === 1).toBe(true);
    await between();
  } while (cursor !== undefined && pages < 400);
  return { ids, pages };
}
