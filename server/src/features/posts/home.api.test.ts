import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { makeUsers } from '../../../testing/moderation.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let testApp: TestApp;
let writer: MadeUser;
beforeEach(async () => {
  testApp = await startTestApp({ edition: 'official' });
  writer = await makeUser(testApp);
});
afterEach(() => testApp.close());

const change = (sql: string, values: readonly unknown[]) => testApp.database.change(sql, values);
const readHome = async () => (await writer.browser.call('GET /api/home', {})).body;
const idsOf = (posts: readonly { id: string }[]) => posts.map(({ id }) => id);

/** Creates a post that became popular this number of hours ago. */
async function makeHot(likes: number, hoursAgo: number): Promise<string> {
  const id = await makePost(writer, 'main-hall');
  await change('UPDATE posts SET like_base = $2, like_count = $2 WHERE id = $1', [id, likes]);
  await change(
    `INSERT INTO hots (id, post_id, promoted_at) VALUES (gen_random_uuid(), $1, now() - $2 * interval '1 hour')`,
    [id, hoursAgo],
  );
  // Written past the cache, which a new post invalidates.
  await makePost(writer, 'question');
  return id;
}

test('[FH-01] the three newest of the boards students write on, newest first', async () => {
  expect(await readHome()).toEqual({ newest: [], hottest: [], boards: {}, hotAt: null });
  const written = [];
  for (const board of ['main-hall', 'question', 'hana-square', 'science-library'])
    written.unshift(await makePost(writer, board));
  const { newest, boards } = await readHome();
  expect(idsOf(newest)).toEqual(written.slice(0, 3));
  const latest = (await writer.browser.call('GET /api/posts/latest', {})).body.posts;
  expect(newest).toEqual(latest.slice(0, 3));
  expect(boards).toEqual(Object.fromEntries(latest.map((post) => [post.buildingId, post.createdAt])));
});

test('[FH-01] the two most liked of what became popular within seven days', async () => {
  await makeHot(99, 7 * 24 + 1);
  const second = await makeHot(20, 7 * 24 - 1);
  const first = await makeHot(30, 100);
  const third = await makeHot(12, 1);
  const home = await readHome();
  expect(idsOf(home.hottest)).toEqual([first, second]);
  const { hots } = (await writer.browser.call('GET /api/hots', {})).body;
  expect(home.hotAt).toBe(hots[0]?.createdAt);
  await change('UPDATE posts SET hidden_at = now() WHERE id = $1', [first]);
  await change('UPDATE hots SET removed_at = now() WHERE post_id = $1', [second]);
  await makePost(writer, 'question');
  expect(idsOf((await readHome()).hottest)).toEqual([third]);
});

test('[FH-01] equal likes: the later promotion comes first', async () => {
  const earlier = await makeHot(15, 5);
  const later = await makeHot(15, 4);
  expect(idsOf((await readHome()).hottest)).toEqual([later, earlier]);
});

describe('author and others: see changes at once', () => {
  test('a new post, a reply to one that is shown, and a like of it', async () => {
    const reader = await makeUser(testApp);
    const read = async () => (await reader.browser.call('GET /api/home', {})).body.newest[0];
    const id = await makePost(writer, 'main-hall');
    expect(await read()).toMatchObject({ id, replyCount: 0, likeCount: 0 });
    await makeReply(writer, id);
    expect(await read()).toMatchObject({ id, replyCount: 1 });
    await writer.browser.call('PUT /api/posts/{id}/like', { path: { id } });
    expect(await read()).toMatchObject({ id, likeCount: 1 });
    const next = await makePost(writer, 'question');
    expect(await read()).toMatchObject({ id: next });
  });

  test('the like that makes a post popular', async () => {
    const id = await makePost(writer, 'main-hall');
    const fans = await makeUsers(testApp, testApp.campus.settings.hotThreshold);
    const last = fans.pop();
    for (const { browser } of fans) await browser.call('PUT /api/posts/{id}/like', { path: { id } });
    expect((await readHome()).hottest).toEqual([]);
    await last?.browser.call('PUT /api/posts/{id}/like', { path: { id } });
    const home = await readHome();
    expect(idsOf(home.hottest)).toEqual([id]);
    expect(home.hotAt).not.toBeNull();
  });
});

test('posts of the board without a screen: not part of home', async () => {
  const id = await makePost(writer, 'main-hall');
  await change(`UPDATE posts SET building_id = 'freedom', in_latest = false WHERE id = $1`, [id]);
  const { newest, boards } = await readHome();
  expect([newest, boards]).toEqual([[], {}]);
});
