import { expect, test } from 'vitest';
import { type MadeUser, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { insertBuilding } from './campus.ts';
import { removeBuilding } from '../posts/index.ts';

const testApp = await startTestApp({ edition: 'official' });

const pin = (user: MadeUser, ...buildingIds: string[]) =>
  user.browser.call('PUT /api/profile/pins', { body: { buildingIds } });
const pinned = async (user: MadeUser) =>
  (await user.browser.call('GET /api/session', {})).body.pins?.map(({ id }) => id) ?? [];
const FIVE = ['main-hall', 'science-library', 'central-plaza', 'hana-square', 'student-union'];

test('[EV-01] up to five buildings: pinned in the sent order, idempotent, and part of the session', async () => {
  const user = await makeUser(testApp);
  expect((await user.browser.call('GET /api/session', {})).body).not.toHaveProperty('pins');
  expect((await pin(user, ...FIVE)).body.pins.map(({ id }) => id)).toEqual(FIVE);
  expect((await pin(user, ...FIVE)).status).toBe(200);
  expect(await pinned(user)).toEqual(FIVE);
  expect((await pin(user, 'hana-square', 'main-hall')).body.pins).toEqual([
    { id: 'hana-square', name: expect.any(String), picture: '/campus/buildings/hana-square.svg' },
    { id: 'main-hall', name: '본관', picture: '/campus/buildings/main-hall.svg' },
  ]);
  expect(await pinned(user)).toEqual(['hana-square', 'main-hall']);
  expect((await pin(user)).body.pins).toEqual([]);
  expect(await pinned(user)).toEqual([]);
});

test('[EV-01] sixth, duplicate or unknown building: rejected, and earlier pins stay', async () => {
  const user = await makeUser(testApp);
  await pin(user, 'main-hall');
  const refused = async (...ids: string[]) => {
    const { status, problem } = await pin(user, ...ids);
    return [status, problem?.fields?.[0]?.field, problem?.fields?.[0]?.code];
  };
  expect((await refused(...FIVE, 'law-hall'))[0]).toBe(422);
  expect(await refused('law-hall', 'main-hall', 'law-hall')).toEqual([422, 'buildingIds', 'invalid']);
  for (const none of ['nowhere', 'question', 'feedback', 'buildingNotice'])
    expect(await refused('hana-square', none)).toEqual([422, 'buildingIds', 'unknown']);
  expect(await pinned(user)).toEqual(['main-hall']);
});

test('[EV-01] two lists at once: one is stored as sent', async () => {
  const user = await makeUser(testApp);
  const lists = [FIVE, [...FIVE].reverse(), ['law-hall']];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => pin(user, ...(lists[turn % lists.length] ?? []))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(lists).toContainEqual(await pinned(user));
});

test('[EV-01] pin: private, and deleted with its building or account', async () => {
  const user = await makeUser(testApp);
  const other = await makeUser(testApp);
  const building = { id: 'tent', name: '천막', category: '인문', info: '잠시 있어요.' };
  await insertBuilding(testApp.database, building);
  await pin(user, 'law-hall', 'tent', 'main-hall');
  await pin(other, 'tent');
  await testApp.database.transaction((transaction) => removeBuilding(transaction, 'tent'));
  expect(await pinned(user)).toEqual(['law-hall', 'main-hall']);
  expect(await pinned(other)).toEqual([]);
  expect((await pin(user, 'main-hall', 'law-hall', 'hana-square')).status).toBe(200);
  await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(await testApp.database.rows('SELECT * FROM pins WHERE user_id = $1', [user.id])).toEqual([]);
});

test('beta edition: has no pins', async () => {
  const beta = await startTestApp();
  const user = await makeUser(beta);
  await beta.database.change(`INSERT INTO pins VALUES ($1, 'main-hall', 0)`, [user.id]);
  expect((await user.browser.call('GET /api/session', {})).body).not.toHaveProperty('pins');
});

test('[EV-02] list of buildings: contains their aliases', async () => {
  const user = await makeUser(testApp);
  const { buildings } = (await user.browser.call('GET /api/buildings', {})).body;
  const called = new Map(buildings.map(({ id, nicknames }) => [id, nicknames]));
  expect(called.get('science-library')).toEqual(['과도']);
  expect(called.get('main-hall')).toBeUndefined();
});
