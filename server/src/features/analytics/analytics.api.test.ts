import { SCREENS } from '@madang/contract/screens';
import { beforeEach, expect, inject, test } from 'vitest';
import { makePost, makePostBody, makeReply, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { createLog } from '../../log/log.ts';
import { listDailySums, rollUp, Tally } from './analytics.ts';

const testApp = await startTestApp();
beforeEach(async () => {
  await testApp.app.tally.flush();
  await testApp.database.change('DELETE FROM analytics_events');
  await testApp.database.change('DELETE FROM analytics_days');
});

const zone = 'Asia/Seoul';
const sums = async () => {
  await testApp.app.tally.flush();
  await rollUp(testApp.database, zone);
  const rows = await listDailySums(testApp.database, '2000-01-01', '2999-12-31');
  const all: Record<string, number> = {};
  for (const { kind, screen, count } of rows) all[kind + screen] = (all[kind + screen] ?? 0) + count;
  return all;
};

test('[CA-08] sign-ups, logins, posts, replies and likes are counted once they are done, and only then', async () => {
  const user = await makeUser(testApp, { email: 'counted@korea.ac.kr' });
  const { terms, privacy } = testApp.campus;
  const body = {
    name: '김고대',
    email: 'fresh@korea.ac.kr',
    nickname: '새내기',
    password: PASSWORD,
    termsVersion: terms.version,
    privacyVersion: privacy.version,
  };
  for (const status of [201, 409])
    expect((await testApp.browser().call('POST /api/accounts', { body })).status).toBe(status);
  for (const password of [PASSWORD, 'wrong'])
    await testApp.browser().call('POST /api/session', { body: { email: user.email, password } });

  const post = makePostBody();
  for (const title of [post.title, post.title, 'another'])
    await user.browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'main-hall' },
      body: { ...post, title },
    });
  const reply = await makeReply(user, post.id);
  await user.browser.call('POST /api/posts/{id}/replies', {
    path: { id: post.id },
    body: { id: reply.id, body: '저도 가 봤는데 좋아요' },
  });
  const like = { path: { id: post.id } };
  await user.browser.call('PUT /api/posts/{id}/like', like);
  await user.browser.call('PUT /api/posts/{id}/like', like);
  await user.browser.call('DELETE /api/posts/{id}/like', like);
  // The mail of the sign-up is counted when it is sent, at an unknown time.
  expect({ ...(await sums()), mail: 1 }).toEqual({
    signUp: 1,
    login: 1,
    post: 1,
    reply: 1,
    like: 1,
    mail: 1,
  });
});

test('[CA-08] view: needs a known screen, no session; honours Do Not Track and Global Privacy Control', async () => {
  const visitor = testApp.browser();
  for (const { path: screen } of SCREENS)
    expect((await visitor.call('POST /api/views', { body: { screen } })).status).toBe(204);
  await visitor.call('POST /api/views', { body: { screen: '/post/:id' } });
  for (const header of ['DNT', 'Sec-GPC']) {
    const init = { json: { screen: '/' }, headers: { [header]: '1' } };
    expect((await visitor.send('POST', '/api/views', init)).status).toBe(204);
  }
  for (const json of [{ screen: '/post/1' }, { screen: '/', user: 'x' }, {}])
    expect((await visitor.send('POST', '/api/views', { json })).status).toBe(422);
  const counted = await sums();
  expect(Object.keys(counted)).toHaveLength(SCREENS.length);
  expect([counted['screenView/'], counted['screenView/post/:id']]).toEqual([1, 2]);
});

test('[CA-08] stored data: contains nothing that identifies a user', async () => {
  const columns = await testApp.database.rows(
    `SELECT table_name AS table, string_agg(column_name, ' ' ORDER BY ordinal_position) AS columns
       FROM information_schema.columns WHERE table_name LIKE 'analytics%' GROUP BY table_name ORDER BY 1`,
  );
  expect(columns).toEqual([
    { table: 'analytics_days', columns: 'day kind screen count' },
    { table: 'analytics_events', columns: 'kind screen at count' },
  ]);
  await makePost(await makeUser(testApp));
  await testApp.app.tally.flush();
  const [event] = await testApp.database.rows<{ at: Date }>('SELECT at FROM analytics_events');
  expect(event?.at.getTime()).toSatisfy((at: number) => at % 60_000 === 0);
});

test('days: end at campus midnight; repeated rollup changes nothing, sums outlive raw counts', async () => {
  const add = (at: string, count: number) =>
    testApp.database.change(
      `INSERT INTO analytics_events (kind, screen, at, count) VALUES ('like', NULL, $1::timestamptz, $2)`,
      [at, count],
    );
  const days = async () => {
    await rollUp(testApp.database, zone);
    const rows = await listDailySums(testApp.database, '2000-01-01', '2999-12-31');
    return rows.map(({ day, count }) => [day, count]);
  };
  await add('2020-03-01T14:59:59Z', 2);
  await add('2020-03-01T15:00:00Z', 3);
  const expected = [
    ['2020-03-01', 2],
    ['2020-03-02', 3],
  ];
  expect(await days()).toEqual(expected);
  expect(await testApp.database.rows('SELECT 1 FROM analytics_events')).toEqual([]);
  expect(await days()).toEqual(expected);

  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  const now = new Date().toISOString();
  await add(now, 5);
  expect((await days()).at(-1)).toEqual([today, 5]);
  await add(now, 6);
  const [one, other] = await Promise.all([days(), days()]);
  expect([one.at(-1), other.at(-1)]).toEqual([
    [today, 11],
    [today, 11],
  ]);
  expect(one).toHaveLength(3);
});

test('counts wait while the database is down, and are neither lost nor doubled', async () => {
  let down = true;
  const failing = {
    ...testApp.database,
    change: (sql: string, values?: readonly unknown[]) =>
      down ? Promise.reject(new Error('down')) : testApp.database.change(sql, values),
  };
  const tally = new Tally(failing, createLog('silent'));
  tally.add('post');
  await tally.flush();
  tally.add('post');
  await tally.flush();
  down = false;
  tally.add('post');
  await Promise.all([tally.flush(), tally.flush()]);
  await tally.close();
  expect(await sums()).toEqual({ post: 3 });
});

if (inject('engine') === 'postgres') {
  test('several processes count into the same days', async () => {
    const second = await testApp.another();
    for (const { app } of [testApp, second]) {
      app.tally.addView('/');
      await app.tally.flush();
    }
    expect(await sums()).toEqual({ 'screenView/': 2 });
  });
}
