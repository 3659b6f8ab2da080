import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const user = await makeUser(testApp);

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
    freeRoomKeywords: ['공부', '팀플', '조용한'],
  });
  expect(body.termsVersion).toBe(testApp.campus.terms.version);
  const terms = await testApp.browser().call('GET /api/legal/{document}', { path: { document: 'terms' } });
  expect(terms.body).toEqual(testApp.campus.terms);
});

const readPack = (etag = '') =>
  user.browser.send('GET', '/api/campus/pack', {
    headers: { Cookie: user.browser.cookie, ...(etag ? { 'If-None-Match': etag } : {}) },
  });

test('[PL-12] campus pack: buildings, map and emergency numbers with version and tag, small, without student data', async () => {
  const answer = await readPack();
  const etag = answer.headers.get('etag') ?? '';
  const text = await answer.text();
  const { body } = await user.browser.call('GET /api/campus/pack', {});
  expect(JSON.parse(text)).toEqual(body);
  expect(body.buildings).toHaveLength(48);
  expect(body.emergency[0]).toEqual({ name: '경찰', number: '112', note: expect.any(String) as string });
  expect(body.map?.buildings.map(({ id }) => id).toSorted()).toEqual(
    body.buildings.map(({ id }) => id).toSorted(),
  );
  const names = new Map(body.buildings.map(({ id, name }) => [id, name]));
  for (const { id, label } of body.map?.buildings ?? []) expect(label.lines.join('')).toBe(names.get(id));
  const west = body.map?.buildings.map(({ label }) => label.x) ?? [];
  expect(west).toEqual(west.toSorted((one, other) => one - other));
  expect(gzipSync(text).length).toBeLessThan(60_000);
  expect(gzipSync(JSON.stringify(body.map)).length).toBeLessThan(12_000);
  expect(text).not.toContain(user.email);
  expect((await readPack(etag)).status).toBe(304);
  // Another user gets the same bytes.
  const other = await makeUser(testApp);
  const theirs = await other.browser.send('GET', '/api/campus/pack', {
    headers: { Cookie: other.browser.cookie },
  });
  expect([await theirs.text(), theirs.headers.get('etag')]).toEqual([text, etag]);
  expect((await testApp.browser().call('GET /api/campus/pack', {})).problem?.code).toBe('session.required');
});

test('[PL-12] building renamed, added or removed by the operator: changes pack and version within a second', async () => {
  const pack = async () => (await user.browser.call('GET /api/campus/pack', {})).body;
  const before = await pack();
  await testApp.database.change(`UPDATE buildings SET name = '새 서관' WHERE id = 'west-hall'`);
  await testApp.database.change(
    `INSERT INTO buildings (id, name, category, info, kind) VALUES ('new-hall', '새관', '인문', '새 건물', 'building')`,
  );
  await testApp.database.change(`DELETE FROM buildings WHERE id = 'ice-rink'`);
  await expect.poll(async () => (await pack()).version, { timeout: 3_000 }).not.toBe(before.version);
  const { buildings, map } = await pack();
  const drawn = (id: string) => map?.buildings.find((building) => building.id === id)?.label.lines;
  // A building missing on the map is in the list only; a deleted one is in neither.
  expect(buildings.find(({ id }) => id === 'new-hall')).toEqual({
    id: 'new-hall',
    name: '새관',
    category: '인문',
  });
  expect([drawn('west-hall'), drawn('new-hall'), drawn('ice-rink')]).toEqual([
    ['새 ', '서관'],
    undefined,
    undefined,
  ]);
  expect(buildings.find(({ id }) => id === 'ice-rink')).toBeUndefined();
});

test('[PL-12] campus without map and numbers: browsers learn of neither; the beta edition has no pack', async () => {
  const { settings, ...campus } = testApp.campus;
  const { emergency: _, ...rest } = settings;
  const plain = await startTestApp({ edition: 'official', campus: { ...campus, settings: rest, map: null } });
  const beta = await startTestApp();
  try {
    const { browser } = await makeUser(plain);
    expect((await browser.call('GET /api/campus/pack', {})).body).toMatchObject({ map: null, emergency: [] });
    expect((await browser.call('GET /api/campus', {})).body.pack).toEqual([]);
    expect((await user.browser.call('GET /api/campus', {})).body.pack).toEqual(['map', 'emergency']);
    const betaUser = await makeUser(beta);
    expect((await betaUser.browser.send('GET', '/api/campus/pack', {})).status).toBe(404);
    expect(Object.keys((await betaUser.browser.call('GET /api/campus', {})).body)).not.toContain('pack');
  } finally {
    await plain.close();
    await beta.close();
  }
});
