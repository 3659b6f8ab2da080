import { beforeEach, expect, test } from 'vitest';
import { makeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';
import { plantRooms } from '../places/index.ts';

const HALL = 'main-hall';
const SEATS = 'https://library.example.ac.kr:8443/seats?room=1';
const testApp = await startTestApp({ edition: 'official', caching: false });
await plantRooms(testApp.database, testApp.campus);
const operator = await makeStaff(testApp);
const student = await makeUser(testApp);
beforeEach(async () => {
  for (const table of ['place_voices', 'voice_history', 'voice_mutes'])
    await testApp.database.change(`DELETE FROM ${table}`);
});

const act = (buildingId: string, what: 'mute' | 'unmute', reason = '', by = operator) =>
  by.browser.call('POST /api/operate/voices/{buildingId}/{act}', {
    path: { buildingId, act: what },
    body: { reason },
  });
const plant = (hours: string, crowd: 'crowded' | 'none' = 'crowded', buildingId = HALL, by = operator) =>
  by.browser.call('PUT /api/operate/voices/{buildingId}', {
    path: { buildingId },
    body: { hours, crowd, reason: '' },
  });
const read = async () => (await operator.browser.call('GET /api/operate/campus', {})).body;
const voices = async () => (await student.browser.call('GET /api/voices', {})).body;
const say = async () => {
  const body = { buildingId: HALL, crowd: 'free' } as const;
  const { problem, status } = await student.browser.call('PUT /api/voices', { body });
  return problem?.code ?? status;
};
const building = async () =>
  (await student.browser.call('GET /api/buildings/{buildingId}', { path: { buildingId: HALL } })).body;

test('[PL-04] operator: mutes and unmutes a place on the web, with an audit entry each', async () => {
  expect((await act(HALL, 'mute', '장난')).status).toBe(204);
  expect((await act(HALL, 'mute', '장난')).status).toBe(204);
  expect([(await read()).mutes, (await voices()).muted, await say()]).toEqual([
    [HALL],
    [HALL],
    'place.muted',
  ]);
  expect((await act(HALL, 'unmute')).status).toBe(204);
  expect([(await read()).mutes, await say()]).toEqual([[], 204]);
  const acts = (await listAuditEntries(testApp.database, 2)).map(({ action, actor, reason }) => [
    action,
    actor,
    reason,
  ]);
  expect(acts).toEqual([
    ['voices unmute', operator.id, null],
    ['voices mute', operator.id, '장난'],
  ]);
  for (const nowhere of ['nowhere', 'question'])
    expect((await act(nowhere, 'mute')).problem?.code).toBe('resource.missing');
  expect((await act(HALL, 'mute', '', student)).problem?.code).toBe('route.unknown');
});

test('[PL-06] operator: sets and resets the usual value on the web', async () => {
  expect((await plant('daily 00:00-24:00')).status).toBe(204);
  expect((await voices()).places[HALL]).toEqual({ usual: 'crowded' });
  expect((await plant('daily 00:00-24:00', 'none')).status).toBe(204);
  expect((await voices()).places[HALL]).toBeUndefined();
  const [line] = await listAuditEntries(testApp.database, 1);
  expect(line?.action).toBe('voices plant daily 00:00-24:00 none');
  for (const hours of ['', 'always', 'mon 22:00-23:00'])
    expect((await plant(hours)).problem?.fields).toEqual([{ field: 'hours', code: 'invalid' }]);
  expect((await plant('daily 00:00-24:00', 'crowded', 'question')).problem?.code).toBe('resource.missing');
  expect((await plant('daily 00:00-24:00', 'crowded', HALL, student)).problem?.code).toBe('route.unknown');
});

test('[PL-04] place with counted seats: links to their page, and accepts no reports', async () => {
  expect((await building()).seats).toBeUndefined();
  const put = (seats: string) =>
    operator.browser.call('PUT /api/operate/buildings/{buildingId}', {
      path: { buildingId: HALL },
      body: { name: null, category: null, info: null, seats, reason: '' },
    });
  for (const wrong of [
    'http://library.example.ac.kr',
    'https://library',
    'javascript:alert(1)',
    'https://a.kr/가',
  ])
    expect((await put(wrong)).problem?.fields).toEqual([{ field: 'seats', code: 'invalid' }]);
  expect((await put(` ${SEATS} `)).status).toBe(204);
  expect((await building()).seats).toBe(SEATS);
  const pack = (await student.browser.call('GET /api/campus/pack', {})).body;
  expect(pack.buildings.filter(({ seats }) => seats)).toMatchObject([{ id: HALL, seats: SEATS }]);
  expect([await say(), (await voices()).muted, (await read()).mutes]).toEqual(['place.muted', [HALL], []]);
  const beta = await startTestApp({
    caching: false,
    testDatabase: { database: { ...testApp.database, async close() {} }, openAnother: null },
  });
  const reader = await makeUser(beta);
  const path = { buildingId: HALL };
  const there = (await reader.browser.call('GET /api/buildings/{buildingId}', { path })).body;
  expect(there).not.toHaveProperty('seats');
  await beta.app.close();
  expect((await operate(testApp, 'building', 'edit', HALL, '--seats', 'ftp://x')).errors).toContain(
    'no address',
  );
  expect((await operate(testApp, 'building', 'edit', HALL, '--seats', '')).output).toContain('is changed');
  expect([(await building()).seats, await say()]).toEqual([undefined, 204]);
});

test('[RM-03] an operator reads on the web which rooms students found locked in the last week', async () => {
  await student.browser.call('PUT /api/rooms/{roomId}/locked', { path: { roomId: 'seo101' } });
  expect((await read()).locked).toMatchObject([
    { id: 'seo101', building: 'west-hall', name: '101호', voices: 1, days: 1 },
  ]);
});
