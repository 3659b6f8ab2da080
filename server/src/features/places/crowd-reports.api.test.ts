import { type Crowd, CROWDS } from '@madang/contract/places/crowd';
import type { PlaceReports } from '@madang/contract/places/schema';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { EventReader } from '../../../testing/event-reader.ts';
import { type MadeUser, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { makeStaff, suspend } from '../../../testing/moderation.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { endCrowdReports } from './crowd-reports.ts';

const HALL = 'main-hall';
const testApp = await startTestApp({ edition: 'official', limited: true });
const processes: TestApp[] = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];

const operator = await makeStaff(testApp);
const students: MadeUser[] = [];

for (let number = 0; number < 5; number += 1) students.push(await makeUser(testApp));
beforeEach(async () => {
  for (const table of ['place_voices', 'voice_counts', 'voice_tallies', 'voice_history', 'voice_mutes'])
    await testApp.database.change(`DELETE FROM ${table}`);
});

const say = async (student: MadeUser | undefined, crowd: Crowd | null, more: object = {}) => {
  const answer = await student?.browser.call('PUT /api/voices', {
    body: { buildingId: HALL, crowd, ...more },
  });
  return answer?.problem?.code ?? answer?.status;
};
/** The answer may be a second old, because the test writes directly to the database. */
const read = async () => (await students[0]?.browser.call('GET /api/voices', {}))?.body as PlaceReports;
const here = async () => (await read()).places[HALL];
const age = (minutes: number) =>
  testApp.database.change(`UPDATE place_voices SET said_at = said_at - make_interval(mins => $1)`, [minutes]);
const count = async (table: string) => (await testApp.database.rows(`SELECT 1 FROM ${table}`)).length;
const expectHere = async (expected: object | undefined) =>
  await expect.poll(here, { timeout: 5_000 }).toEqual(expected && expect.objectContaining(expected));
const plant = (crowd: Crowd | 'none') =>
  operator.browser.call('PUT /api/operate/voices/{buildingId}', {
    path: { buildingId: HALL },
    body: { hours: 'daily 00:00-24:00', crowd, reason: '' },
  });
const act = (what: 'mute' | 'unmute') =>
  operator.browser.call('POST /api/operate/voices/{buildingId}/{act}', {
    path: { buildingId: HALL, act: what },
    body: { reason: '장난' },
  });

describe('[PL-04] crowd reports of places', () => {
  test('are shown from two students on, with their number and age', async () => {
    expect(await say(students[0], 'crowded')).toBe(204);
    expect(await here()).toBeUndefined();
    expect(await say(students[1], 'crowded', { quiet: true })).toBe(204);
    const at = expect.any(Number) as number;
    await expectHere({ now: 'crowded', n: 2, at });
    expect(((await here())?.at ?? 0) * 60_000).toBeGreaterThan(Date.now() - 120_000);
    await say(students[2], null, { quiet: true });
    await expectHere({ now: 'crowded', n: 2, quiet: 2 });
    await age(45);
    await expectHere(undefined);
  });

  test('newer report: replaces one of ten minutes; only a student’s newest counts, and is revocable', async () => {
    await say(students[0], 'free');
    await say(students[0], 'crowded');
    expect(await count('place_voices')).toBe(1);
    await age(11);
    await say(students[0], 'crowded');
    expect(await count('place_voices')).toBe(2);
    await say(students[1], 'crowded');
    await expectHere({ now: 'crowded', n: 2 });
    await say(students[1], null);
    await expectHere(undefined);
    expect(await count('place_voices')).toBe(2);
    await say(students[1], null);
    expect(await count('place_voices')).toBe(2);
  });

  test('contradicting ones are split; one by a printed code weighs two', async () => {
    await say(students[0], 'free');
    await say(students[1], 'crowded');
    await expectHere({ now: 'split', n: 2 });
    await say(students[2], 'free');
    await say(students[3], 'free');
    await expectHere({ now: 'free', n: 4 });
    await testApp.database.change(`UPDATE place_voices SET by_code = true WHERE crowd = 'crowded'`);
    await expectHere({ now: 'split', n: 4 });
  });

  test('thirty a day, of which a replaced one is one', async () => {
    const student = await makeUser(testApp);
    const rows = await testApp.database.rows<{ id: string }>(
      `SELECT id FROM buildings WHERE kind = 'building' ORDER BY id LIMIT 31`,
    );
    const ids = rows.map(({ id }) => id);
    for (const buildingId of ids.slice(0, 30)) {
      expect(await say(student, 'free', { buildingId })).toBe(204);
      expect(await say(student, 'normal', { buildingId })).toBe(204);
    }
    const refused = await student.browser.call('PUT /api/voices', {
      body: { buildingId: ids[30] ?? '', crowd: 'free' },
    });
    expect(refused.problem?.code).toBe('limit.reached');
    expect(refused.problem?.retryAfter).toBeGreaterThan(0);
    expect(refused.problem?.retryAfter).toBeLessThanOrEqual(86_400);
    expect(await say(student, 'free', { buildingId: ids[0] })).toBe(204);
    expect(await count('place_voices')).toBe(30);
  });

  test('two at once of one student: count once', async () => {
    const cookie = students[0]?.browser.cookie ?? '';
    // A session runs one call at a time per process; two processes or sessions run calls in parallel.
    const browsers = [...processes, ...processes].map((one) => Object.assign(one.browser(), { cookie }));
    for (const browser of browsers.slice(0, processes.length))
      browser.cookie = `madang=${await testApp.app.sessions.begin(testApp.database, students[0]?.id ?? '')}`;
    for (let turn = 0; turn < 5; turn += 1) {
      const said = browsers.map((browser, index) =>
        browser.call('PUT /api/voices', {
          body: { buildingId: HALL, crowd: CROWDS[index % 3] ?? 'free' },
        }),
      );
      for (const { status } of await Promise.all(said)) expect(status).toBe(204);
    }
    expect(await count('place_voices')).toBe(1);
    const counted = await testApp.database.rows('SELECT count FROM voice_counts');
    expect(counted).toEqual([{ count: 1 }]);
  });

  test('evening report: replaced after midnight, although pseudonyms changed', async () => {
    await say(students[0], 'free');
    await age(20);
    await testApp.database.change('UPDATE voice_day_keys SET day = day - 1');
    await say(students[0], 'crowded');
    expect(await testApp.database.rows('SELECT crowd FROM place_voices')).toEqual([{ crowd: 'crowded' }]);
    await testApp.database.change(
      `DELETE FROM voice_day_keys WHERE day < (SELECT max(day) FROM voice_day_keys)`,
    );
  });

  test('only students who may write there, about buildings', async () => {
    for (const buildingId of ['question', 'nowhere'])
      expect(await say(students[0], 'free', { buildingId })).toBe('resource.missing');
    for (const body of [
      { crowd: 'full' },
      { quiet: 'yes' },
      { at: '2026-03-02T00:00:00Z' },
      { buildingId: '' },
    ])
      expect(await say(students[0], 'free', body)).toBe('input.invalid');
    const suspended = await makeUser(testApp);
    await suspend(testApp, suspended);
    expect(await say(suspended, 'free')).toBe('writing.suspended');
    expect(await count('place_voices')).toBe(0);
  });

  test('the operator mutes a place, which shows and takes none until it is heard again', async () => {
    await say(students[0], 'free');
    await say(students[1], 'free');
    await expectHere({ now: 'free' });
    expect((await act('mute')).status).toBe(204);
    await expectHere(undefined);
    expect((await read()).muted).toEqual([HALL]);
    expect(await say(students[2], 'free')).toBe('place.muted');
    expect((await act('unmute')).status).toBe(204);
    await expectHere({ now: 'free' });
  });

  test('all processes agree within five seconds, and send open pages one event in three', async () => {
    const readers: EventReader[] = [];
    for (const { origin } of processes)
      readers.push(await EventReader.open(`${origin}/api/voices/live`, students[0]?.browser.cookie ?? ''));
    const told = (reader: EventReader) =>
      JSON.parse(reader.events.at(-1)?.data ?? '{}') as Partial<PlaceReports>;
    for (const reader of readers) await reader.until(() => told(reader).places !== undefined);
    const began = performance.now();
    await Promise.all(students.map((student) => say(student, 'normal')));
    for (const reader of readers) await reader.until(() => told(reader).places?.[HALL]?.n === 5);
    expect(performance.now() - began).toBeLessThan(5_000);
    for (const { origin } of processes) {
      const answer = await fetch(`${origin}/api/voices`, {
        headers: { Cookie: students[0]?.browser.cookie ?? '' },
      });
      expect(await answer.json()).toEqual(told(readers[0] as EventReader));
    }
    // The first state, perhaps an intermediate one, and the final one.
    for (const reader of readers) expect(reader.events.length).toBeLessThanOrEqual(3);
    // Expired reports, and those with a lost signal, are sent too.
    await age(50);
    for (const reader of readers) await reader.until(() => told(reader).places?.[HALL] === undefined);
    for (const reader of readers) reader.cut();
  });

  test('answer: stays within 4 KB for all places with all values', async () => {
    await plant('normal');
    await testApp.database.change(
      `INSERT INTO voice_history (building_id, weekday, period, planted)
       SELECT id, weekday, period, 'free' FROM buildings, generate_series(1, 7) AS weekday, generate_series(0, 9) AS period
        WHERE kind = 'building' ON CONFLICT DO NOTHING`,
    );
    await testApp.database.change(
      `INSERT INTO place_voices SELECT id, convert_to(n::text, 'UTF8'), date_trunc('minute', now()), 'crowded', true
         FROM buildings, generate_series(1, 12) AS n WHERE kind = 'building'`,
    );
    await expect.poll(async () => Object.keys((await read()).places).length).toBeGreaterThan(45);
    expect(Buffer.byteLength(JSON.stringify(await read()))).toBeLessThanOrEqual(4_096);
  });
});

test('[PL-06] planted value: stays until ten reports of other days replace it', async () => {
  expect((await plant('crowded')).status).toBe(204);
  await expectHere({ usual: 'crowded' });
  // Three opposite reports are not enough.
  for (const student of students.slice(0, 3)) await say(student, 'free');
  await expectHere({ usual: 'crowded' });
  expect((await here())?.now).toBeUndefined();
  await say(students[3], 'free');
  await expectHere({ now: 'free', n: 4, usual: 'crowded' });
  await testApp.database.change('UPDATE voice_history SET normal = 10');
  await expectHere({ usual: 'normal' });
  await testApp.database.change('UPDATE voice_history SET normal = 9');
  expect((await plant('none')).status).toBe(204);
  await expect.poll(async () => (await here())?.usual).toBeUndefined();
});

test('[PL-06] expired reports: are anonymous, and join it after their day, by weekday and class period', async () => {
  const end = () => endCrowdReports(testApp.database, testApp.campus);
  await say(students[0], 'free');
  await say(students[1], 'crowded');
  await say(students[2], null, { quiet: true });
  await end();
  expect(await count('place_voices')).toBe(3);
  await age(45);
  await end();
  const counts = async () => [
    await count('place_voices'),
    await count('voice_tallies'),
    await count('voice_history'),
  ];
  expect(await counts()).toEqual([0, 1, 0]);
  // The second of March 2026 is a Monday; 14:00 in Seoul is the fourth period.
  await testApp.database.change(`UPDATE voice_tallies SET day = '2026-03-02', period = 4`);
  await say(students[0], 'free');
  await testApp.database.change(`UPDATE place_voices SET said_at = '2026-03-02T05:00:00Z'`);
  await end();
  expect(await counts()).toEqual([0, 0, 1]);
  const history = {
    building_id: HALL,
    weekday: 1,
    period: 4,
    free: 2,
    normal: 0,
    crowded: 1,
    planted: null,
  };
  expect(await testApp.database.rows('SELECT * FROM voice_history')).toEqual([history]);
});

test('[PL-06] reports of a removed building: not shown, and end like others', async () => {
  await testApp.database.change(
    `INSERT INTO place_voices
       SELECT 'removed', convert_to(n::text, 'UTF8'), date_trunc('minute', now()), 'free', true FROM generate_series(1, 2) AS n`,
  );
  expect((await read()).places).toEqual({});
  await age(45);
  await endCrowdReports(testApp.database, testApp.campus);
  await testApp.database.change('UPDATE voice_tallies SET day = day - 2');
  await endCrowdReports(testApp.database, testApp.campus);
  expect([await count('voice_tallies'), await count('voice_history')]).toEqual([0, 0]);
});

test('[PL-06] withdrawal: deletes the student’s current reports', async () => {
  const leaver = await makeUser(testApp);
  await say(leaver, 'free');
  await say(students[0], 'free');
  await leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect([await count('place_voices'), await count('voice_counts')]).toEqual([1, 1]);
});
