import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { serverFolder } from '../../lib/folders.ts';

/* Over two hundred queries as students type them, each with the posts that must be found. Other posts count against
   precision (server/testing/search). */

/** The key of each post, by its id. */
const keys = new Map<string, string>();
const readRows = async (name: string) => {
  const text = await readFile(join(serverFolder(), 'testing', 'search', name), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
};

const testApp = await startTestApp({ edition: 'official' });
const user = await makeUser(testApp);

for (const [key = '', title = '', body = ''] of await readRows('posts.tsv'))
  keys.set(await makePost(user, 'question', { title, body }), key);

test('[FS-01] [FS-02] [FS-03] 200 queries: find what they must, and nothing more', async () => {
  const rows = await readRows('queries.tsv');
  expect(rows.length).toBeGreaterThanOrEqual(200);
  const sums = { wanted: 0, found: 0, right: 0 };
  const wrong: string[] = [];
  for (const [query = '', list = ''] of rows) {
    const wanted = list.split(' ').filter(Boolean);
    const answer = await user.browser.call('GET /api/search', { query: { query } });
    const found = (answer.body?.posts ?? []).map(({ id }) => keys.get(id) ?? id);
    const missing = wanted.filter((key) => !found.includes(key));
    const surplus = found.filter((key) => !wanted.includes(key));
    sums.wanted += wanted.length;
    sums.found += found.length;
    sums.right += wanted.length - missing.length;
    if (missing.length + surplus.length > 0) wrong.push(`${query}: -${missing.join()} +${surplus.join()}`);
  }
  const [recall, precision] = [sums.right / sums.wanted, sums.right / sums.found];
  process.stdout.write(
    `${rows.length} queries: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n${wrong.join('\n')}\n`,
  );
  expect(recall).toBeGreaterThanOrEqual(0.99);
  expect(precision).toBeGreaterThanOrEqual(0.97);
});
