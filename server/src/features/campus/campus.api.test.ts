import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let testApp: TestApp;
let user: MadeUser;
beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official' });
  user = await makeUser(testApp);
});
afterAll(() => testApp.close());

test('[EN-02] a building has id, name, category and info; the five special boards are none', async () => {
  const { buildings } = (await user.browser.call('GET /api/buildings', {})).body;
  expect(buildings).toHaveLength(48);
  expect(buildings.find(({ id }) => id === 'main-hall')).toMatchObject({
    id: 'main-hall',
    name: '본관',
    category: '인문',
    kind: 'building',
    picture: '/campus/buildings/main-hall.svg',
  });
  for (const { info } of buildings) expect(info).not.toBe('');
  const special = ['freedom', 'feedback', 'buildingNotice', 'question', 'festival'];
  expect(buildings.filter(({ id }) => special.includes(id))).toEqual([]);
  const rows = await testApp.database.rows<{ id: string; kind: string }>(
    'SELECT id, kind FROM buildings WHERE id = ANY ($1) ORDER BY id',
    [special],
  );
  expect(rows).toEqual([
    { id: 'buildingNotice', kind: 'notice' },
    { id: 'feedback', kind: 'hidden' },
    { id: 'festival', kind: 'festival' },
    { id: 'freedom', kind: 'hidden' },
    { id: 'question', kind: 'question' },
  ]);
});

test('[CA-05] buildings come by name, by code point', async () => {
  const { buildings } = (await user.browser.call('GET /api/buildings', {})).body;
  const names = buildings.map(({ name }) => name);
  expect(names).toEqual([...names].sort((left, right) => (left < right ? -1 : 1)));
});

test('one building or special board by id; boards without a screen are not found', async () => {
  const read = (buildingId: string) =>
    user.browser.call('GET /api/buildings/{buildingId}', { path: { buildingId } });
  expect((await read('question')).body).toMatchObject({ kind: 'question', picture: null });
  expect((await read('pi-ville')).body.picture).toBe('/campus/buildings/placeholder.svg');
  for (const id of ['freedom', 'feedback', 'nowhere'])
    expect((await read(id)).problem?.code).toBe('resource.missing');
});

test('a browser learns the campus and which features are on', async () => {
  const { body } = await testApp.browser().call('GET /api/campus', {});
  expect(body).toMatchObject({
    university: { domain: 'korea.ac.kr' },
    timeZone: 'Asia/Seoul',
    edition: 'official',
  });
  expect(body.termsVersion).toBe(testApp.campus.terms.version);
  const terms = await testApp.browser().call('GET /api/legal/{document}', { path: { document: 'terms' } });
  expect(terms.body).toEqual(testApp.campus.terms);
});
