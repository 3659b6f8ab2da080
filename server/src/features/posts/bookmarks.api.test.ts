import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { makePost, makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);

const scrap = (user: MadeUser, id: string) =>
  user.browser.call('PUT /api/posts/{id}/scrap', { path: { id } });
const unscrap = (user: MadeUser, id: string) =>
  user.browser.call('DELETE /api/posts/{id}/scrap', { path: { id } });
const list = async (user: MadeUser, cursor?: string) =>
  (await user.browser.call('GET /api/profile/scraps', { query: cursor === undefined ? {} : { cursor } }))
    .body;
const ids = (page: { posts: { id: string }[] }) => page.posts.map(({ id }) => id);
const makePosts = async (count: number) => {
  const made: string[] = [];
  for (let index = 0; index < count; index += 1) made.push(await makePost(author));
  return made;
};
const scrappedAt = (user: MadeUser, id: string) =>
  testApp.database.first<{ at: Date | null }>(
    'SELECT scrapped_at AS at FROM scraps WHERE user_id = $1 AND post_id = $2',
    [user.id, id],
  );

describe('scrapping', () => {
  test('[SB-01] marks contain it; repeating changes nothing, not even its position', async () => {
    const user = await makeUser(testApp);
    const [first = '', second = ''] = await makePosts(2);
    const marks = async () =>
      (await user.browser.call('GET /api/posts/marks', { query: { ids: `${first},${second}` } })).body
        .scrapped;
    expect((await scrap(user, first)).body).toEqual({ scrapped: true });
    const once = await scrappedAt(user, first);
    expect(once?.at).toBeInstanceOf(Date);
    await scrap(user, second);
    expect((await scrap(user, first)).body).toEqual({ scrapped: true });
    expect(await scrappedAt(user, first)).toEqual(once);
    expect(ids(await list(user))).toEqual([second, first]);
    expect((await marks()).toSorted()).toEqual([first, second].toSorted());
    for (let round = 0; round < 2; round += 1)
      expect((await unscrap(user, first)).body).toEqual({ scrapped: false });
    expect(await marks()).toEqual([second]);
    expect((await scrap(user, uuidv7())).problem?.code).toBe('resource.missing');
    expect((await unscrap(user, uuidv7())).problem?.code).toBe('resource.missing');
  });

  test('[SB-01] forty taps of two tabs at once leave one scrap or none, and no error', async () => {
    const user = await makeUser(testApp);
    const [id = ''] = await makePosts(1);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? scrap : unscrap)(user, id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await scrap(user, id)).status).toBe(200);
    expect(ids(await list(user))).toEqual([id]);
  });
});

describe('the list of scraps', () => {
  test('[SB-02] last bookmarked first, older rows by time of their post, page by page; own only', async () => {
    const user = await makeUser(testApp);
    const made = await makePosts(35);
    const order = [...made].sort(() => Math.random() - 0.5);
    for (const id of order) await scrap(user, id);
    // The previous version stored no time: such posts come after every timed bookmark.
    const [old = ''] = order.slice(-1);
    await testApp.database.change(
      'UPDATE scraps SET scrapped_at = NULL WHERE user_id = $1 AND post_id = $2',
      [user.id, old],
    );
    await testApp.database.change(
      `UPDATE scraps SET post_created_at = now() - interval '1 year' WHERE user_id = $1 AND post_id = $2`,
      [user.id, old],
    );
    const first = await list(user);
    expect(first.posts).toHaveLength(30);
    // Bookmarked between two pages: the second continues after the first.
    await scrap(user, await makePost(author));
    const second = await list(user, first.nextCursor ?? '');
    expect([...ids(first), ...ids(second)]).toEqual([...order.slice(0, -1).reverse(), old]);
    expect(second.nextCursor).toBeNull();
    expect(first.gone).toEqual([]);
    expect(ids(await list(await makeUser(testApp)))).toEqual([]);
    expect(
      (await user.browser.call('GET /api/profile/scraps', { query: { cursor: 'zzz' } })).problem?.code,
    ).toBe('request.malformed');
  });

  test('[SB-02] hidden or deleted: stays as a removable line without content, also after the purge', async () => {
    const user = await makeUser(testApp);
    const secret = '아무도 더는 못 읽을 제목';
    const shown = await makePost(author);
    const hidden = await makePost(author, 'main-hall', { title: secret });
    const deleted = await makePost(author, 'main-hall', { title: secret });
    for (const id of [hidden, shown, deleted]) await scrap(user, id);
    await testApp.database.change('UPDATE posts SET hidden_at = now(), moderated_at = now() WHERE id = $1', [
      hidden,
    ]);
    await author.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
    const expected = [
      { id: deleted, reason: 'deleted', index: 0 },
      { id: hidden, reason: 'hidden', index: 2 },
    ];
    const page = await list(user);
    expect(ids(page)).toEqual([shown]);
    expect(page.gone).toEqual(expected);
    expect(JSON.stringify(page)).not.toContain(secret);

    await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id: deleted } });
    expect(ids(await list(user))).toEqual([deleted, shown]);
    await author.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
    await testApp.database.change('UPDATE posts SET purged_at = now(), author_id = NULL WHERE id = $1', [
      deleted,
    ]);
    expect((await list(user)).gone).toEqual(expected);

    expect((await scrap(user, hidden)).problem?.code).toBe('resource.missing');
    for (const id of [hidden, deleted, hidden])
      expect((await unscrap(user, id)).body).toEqual({ scrapped: false });
    const after = await list(user);
    expect(ids(after)).toEqual([shown]);
    expect(after.gone).toEqual([]);
  });

  test('[SB-02] a page of lines alone has a next one', async () => {
    const user = await makeUser(testApp);
    const [last = '', ...gone] = await makePosts(32);
    for (const id of [last, ...gone]) await scrap(user, id);
    await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = ANY ($1::uuid[])', [gone]);
    const first = await list(user);
    expect(first.posts).toEqual([]);
    expect(first.gone?.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, index) => index));
    const second = await list(user, first.nextCursor ?? '');
    expect(second.gone?.map(({ id }) => id)).toEqual([gone[0]]);
    expect(ids(second)).toEqual([last]);
  });
});

test('[SB-01] bookmark: counted once, without its user', async () => {
  const user = await makeUser(testApp);
  const [id = ''] = await makePosts(1);
  const counted = async () => {
    await testApp.app.tally.flush();
    const row = await testApp.database.first<{ count: number }>(
      `SELECT coalesce(sum(count), 0)::int AS count FROM analytics_events WHERE kind = 'scrap'`,
    );
    return row?.count ?? 0;
  };
  const before = await counted();
  for (let time = 0; time < 3; time += 1) await scrap(user, id);
  await unscrap(user, id);
  expect(await counted()).toBe(before + 1);
});

test('[SB-02] own data: contain the time of the bookmark; a withdrawal deletes it', async () => {
  const user = await makeUser(testApp);
  const [id = ''] = await makePosts(1);
  await scrap(user, id);
  const { at } = (await scrappedAt(user, id)) ?? {};
  expect(at).toBeInstanceOf(Date);
  const other = await makeUser(testApp);
  await scrap(other, id);
  await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(await scrappedAt(user, id)).toBeUndefined();
  expect(await scrappedAt(other, id)).toBeDefined();
});

test('[SB-02] beta edition: bookmarks keep the order of posts, and omit invisible ones', async () => {
  const beta = await startTestApp();
  const writer = await makeUser(beta);
  const [older, newer] = [await makePost(writer), await makePost(writer)];
  for (const id of [newer, older]) await scrap(writer, id);
  expect(await list(writer)).toMatchObject({ posts: [{ id: newer }, { id: older }], nextCursor: null });
  await beta.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [newer]);
  const page = await list(writer);
  expect(ids(page)).toEqual([older]);
  expect(page).not.toHaveProperty('gone');
  expect((await unscrap(writer, newer)).problem?.code).toBe('resource.missing');
});
