import { beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { makePost, makeNewUser, makeUser, PASSWORD, type MadeUser, userAt } from '../../../testing/makers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let testApp: TestApp;
let author: MadeUser;
/** Creates students with long verified addresses. */
let fans: MadeUser[];
beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official', floods: false });
  author = await makeUser(testApp);
  fans = await Promise.all(Array.from({ length: 30 }, () => makeUser(testApp)));
  await verifiedBefore(null, '2 days');
});
beforeEach(() => openedBefore('40 days'));

const like = (user: MadeUser | undefined, id: string) =>
  must(user).browser.call('PUT /api/posts/{id}/like', { path: { id } });
const unlike = (user: MadeUser | undefined, id: string) =>
  must(user).browser.call('DELETE /api/posts/{id}/like', { path: { id } });
const must = (user: MadeUser | undefined): MadeUser => {
  if (!user) throw new Error('there are not so many');
  return user;
};
const likeAll = async (users: readonly MadeUser[], id: string) => {
  for (const user of users) expect((await like(user, id)).status).toBe(200);
};
const verifiedBefore = (user: MadeUser | null, age: string) =>
  testApp.database.change(
    'UPDATE accounts SET email_verified_at = now() - $2::text::interval WHERE $1::uuid IS NULL OR id = $1::uuid',
    [user?.id ?? null, age],
  );
const openedBefore = (age: string) =>
  testApp.database.change('UPDATE migrations SET applied_at = now() - $1::text::interval', [age]);
const entry = (id: string) =>
  testApp.database.first<{ id: string; removed: boolean; least_likes: number | null }>(
    'SELECT id, removed_at IS NOT NULL AS removed, least_likes FROM hots WHERE post_id = $1',
    [id],
  );
const listed = async (id: string, user = author) =>
  (await user.browser.call('GET /api/hots', {})).body.hots.some(({ postId }) => postId === id);
const age = (id: string, since: string) =>
  testApp.database.change(
    'UPDATE hots SET promoted_at = promoted_at - $2::text::interval WHERE post_id = $1',
    [id, since],
  );

describe('[HL-02] becoming popular', () => {
  test('listed immediately at the tenth like of others; own likes count on the post only', async () => {
    const id = await makePost(author);
    await like(author, id);
    await likeAll(fans.slice(0, 9), id);
    expect(await listed(id)).toBe(false);
    expect((await like(fans[9], id)).body).toEqual({ liked: true, likeCount: 11 });
    expect(await listed(id)).toBe(true);
    expect(await entry(id)).toMatchObject({ removed: false, least_likes: 5 });
  });

  test('only likes within 72 hours of writing count', async () => {
    const id = await makePost(author);
    await likeAll(fans.slice(0, 9), id);
    await testApp.database.change(`UPDATE posts SET created_at = now() - interval '73 hours' WHERE id = $1`, [
      id,
    ]);
    await likeAll(fans.slice(9, 25), id);
    expect(await entry(id)).toBeUndefined();
  });

  test('like: counts if its address was verified for a day then; not required at first', async () => {
    const [young, unverified] = [
      await makeNewUser(testApp),
      await makeNewUser(testApp, { verified: false, right: true }),
    ];
    const id = await makePost(author);
    await likeAll(fans.slice(0, 9), id);
    await likeAll([young, unverified], id);
    expect(await entry(id)).toBeUndefined();
    // Verified long enough now, but not at the like.
    await verifiedBefore(young, '3 days');
    await like(young, id);
    expect(await entry(id)).toBeUndefined();
    // A user with a new address counts if the old one was verified at the like.
    await verifiedBefore(must(fans[0]), '1 minute');
    await like(fans[9], id);
    expect(await entry(id)).toBeDefined();
    await verifiedBefore(must(fans[0]), '2 days');

    await openedBefore('29 days');
    const early = await makePost(author);
    await likeAll(fans.slice(0, 9), early);
    await like(unverified, early);
    expect(await entry(early)).toBeDefined();
  });

  test.each([
    { post: '71 hours 59 minutes', verified: '24 hours 1 minute', opened: '31 days', counted: true },
    { post: '72 hours 1 minute', verified: '24 hours 1 minute', opened: '31 days', counted: false },
    { post: '1 hour', verified: '23 hours 59 minutes', opened: '30 days 1 hour', counted: false },
    { post: '1 hour', verified: '23 hours 59 minutes', opened: '29 days 23 hours', counted: true },
  ])('limits: post $post, verified $verified, opened $opened: $counted', async (ages) => {
    const [id, fan] = [await makePost(author), await makeUser(testApp)];
    await openedBefore(ages.opened);
    await verifiedBefore(fan, ages.verified);
    await testApp.database.change('UPDATE posts SET created_at = now() - $2::text::interval WHERE id = $1', [
      id,
      ages.post,
    ]);
    await like(fan, id);
    expect(await testApp.database.rows('SELECT counted FROM likes WHERE post_id = $1', [id])).toEqual([
      { counted: ages.counted },
    ]);
  });

  test('imported likes without a name do not count, those from before the rule do', async () => {
    const id = await makePost(author);
    await testApp.database.change('UPDATE posts SET like_base = 50, like_count = 50 WHERE id = $1', [id]);
    await likeAll(fans.slice(0, 9), id);
    expect(await entry(id)).toBeUndefined();
    await testApp.database.change('UPDATE likes SET counted = NULL WHERE post_id = $1', [id]);
    await like(fans[9], id);
    expect(await entry(id)).toBeDefined();
  });

  test('facility notice: never', async () => {
    const id = await makePost(author);
    await testApp.database.change('UPDATE posts SET in_latest = false WHERE id = $1', [id]);
    await likeAll(fans.slice(0, 12), id);
    expect(await entry(id)).toBeUndefined();
  });

  test('thirty students at the threshold at once, two processes: one entry, thirty likes', async () => {
    const other = inject('engine') === 'postgres' ? await testApp.another() : testApp;
    const there = fans.map((fan, index) => (index % 2 ? fan : userAt(other, fan)));
    for (let round = 0; round < 4; round += 1) {
      const id = await makePost(author);
      // Exactly the required number twice, and all.
      const crowd = there.slice(0, [10, 10, 20, 30][round]);
      const answers = await Promise.all(crowd.flatMap((fan) => [like(fan, id), like(fan, id)]));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const row = await testApp.database.first(
        `SELECT like_count, (SELECT count(*)::int FROM likes WHERE post_id = posts.id) AS likes,
                (SELECT count(*)::int FROM hots WHERE post_id = posts.id) AS hots FROM posts WHERE id = $1`,
        [id],
      );
      expect(row).toEqual({ like_count: crowd.length, likes: crowd.length, hots: 1 });
      // Another process's promotion is at most a second old here.
      await expect.poll(() => listed(id), { timeout: 5_000 }).toBe(true);
    }
  });

  test('nine users who like and unlike repeatedly: never make ten', async () => {
    const id = await makePost(author);
    const nine = fans.slice(0, 9);
    await Promise.all(
      nine.flatMap((fan) => Array.from({ length: 8 }, (_, turn) => (turn % 2 ? unlike : like)(fan, id))),
    );
    await likeAll(nine, id);
    await like(author, id);
    expect(await entry(id)).toBeUndefined();
    const row = await testApp.database.first<{ like_count: number }>(
      'SELECT like_count FROM posts WHERE id = $1',
      [id],
    );
    expect(row?.like_count).toBe(10);
  });
});

test('[HL-02] fewer than five within the hour: demote for ever; five do not', async () => {
  const id = await makePost(author);
  await likeAll(fans.slice(0, 10), id);
  for (const fan of fans.slice(0, 5)) await unlike(fan, id);
  expect(await listed(id)).toBe(true);
  await like(author, id);
  await unlike(fans[5], id);
  expect(await listed(id)).toBe(false);
  expect(await entry(id)).toMatchObject({ removed: true });
  await likeAll(fans, id);
  expect(await entry(id)).toMatchObject({ removed: true });
  expect(await listed(id)).toBe(false);
});

test('[HL-02] demotion: after the hour it stays', async () => {
  const id = await makePost(author);
  await likeAll(fans.slice(0, 10), id);
  await age(id, '61 minutes');
  for (const fan of fans.slice(0, 10)) await unlike(fan, id);
  expect(await listed(id)).toBe(true);
});

test('[HL-02] concurrent unlikes: demote once, even with likes meanwhile', async () => {
  const id = await makePost(author);
  await likeAll(fans.slice(0, 10), id);
  const answers = await Promise.all([
    ...fans.slice(0, 8).map((fan) => unlike(fan, id)),
    ...fans.slice(10, 12).map((fan) => like(fan, id)),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Ten, minus eight, plus two: four remain at the end, in any order.
  expect(await entry(id)).toMatchObject({ removed: true });
});

test('[HL-02] post promoted by the operator: stays, whatever likes are removed', async () => {
  const id = await makePost(author);
  await like(fans[0], id);
  await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $1)', [id]);
  await unlike(fans[0], id);
  expect(await entry(id)).toMatchObject({ removed: false, least_likes: null });
});

test('[HL-02] withdrawn students: remove their likes, and a promotion caused by them', async () => {
  const leavers = await Promise.all(Array.from({ length: 6 }, () => makeUser(testApp)));
  for (const leaver of leavers) await verifiedBefore(leaver, '2 days');
  const id = await makePost(author);
  await likeAll([...leavers, ...fans.slice(0, 4)], id);
  expect(await entry(id)).toMatchObject({ removed: false });
  const answers = await Promise.all(
    leavers.map((leaver) =>
      leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  expect(await entry(id)).toMatchObject({ removed: true });
});

test('[HL-02] beta edition: the tenth like decides, of any user', async () => {
  const beta = await startTestApp();
  const writer = await makeUser(beta);
  const others = await Promise.all(
    Array.from({ length: 9 }, () => makeUser(beta, { verified: false, right: true })),
  );
  const id = await makePost(writer);
  await beta.database.change(`UPDATE posts SET created_at = now() - interval '1 year' WHERE id = $1`, [id]);
  for (const user of [writer, ...others]) await like(user, id);
  for (const user of [writer, ...others]) await unlike(user, id);
  const hots = await beta.database.rows('SELECT removed_at, least_likes FROM hots WHERE post_id = $1', [id]);
  expect(hots).toEqual([{ removed_at: null, least_likes: null }]);
});
