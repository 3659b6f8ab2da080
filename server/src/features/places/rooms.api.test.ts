import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { makeUser, type MadeUser } from '../../../testing/makers.ts';
import { suspend } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { findAuditEntry, listAuditEntries } from '../../audit.ts';
import { listClasses, listLockedRooms, listRooms, plantRooms, sweepLocked } from './rooms.ts';

const testApp = await startTestApp({ edition: 'official' });
await plantRooms(testApp.database, testApp.campus);
const user = await makeUser(testApp);
afterEach(() => vi.useRealTimers());

const readRooms = async () => (await user.browser.call('GET /api/rooms', {})).body;
const setClock = (instant: string) => vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date'] });
const reportLocked = async (student: MadeUser, roomId: string) =>
  student.browser.call('PUT /api/rooms/{roomId}/locked', { path: { roomId } });

test('[RM-01] the rooms and the classes of this day are one small answer', async () => {
  // A Wednesday, noon on the campus.
  setClock('2026-11-25T03:00:00Z');
  const { day, rooms } = await readRooms();
  expect([day, rooms.length]).toEqual(['2026-11-25', 150]);
  const room = rooms.find(({ id }) => id === 'seo101');
  expect(room).toEqual({
    id: 'seo101',
    buildingId: 'west-hall',
    name: '101호',
    floor: '1',
    seats: 56,
    stepFree: false,
    source: '예시 자료',
    classes: [{ from: '13:30', to: '16:15' }],
  });
  expect(rooms.filter(({ classes }) => classes.length > 0).length).toBeGreaterThan(100);
  expect(gzipSync(JSON.stringify({ day, rooms })).length).toBeLessThan(5_000);
});

test('[RM-01] campus folder: planted at the first start only, never into a removed building', async () => {
  const other = await startTestApp({ edition: 'official', caching: false });
  await other.database.change(`DELETE FROM buildings WHERE id = 'west-hall'`);
  await Promise.all([1, 2].map(() => plantRooms(other.database, other.campus)));
  const kept = other.campus.rooms.filter(({ building }) => building !== 'west-hall');
  expect((await listRooms(other.database)).length).toBe(kept.length);
  const classes = other.campus.timetable.filter(({ building }) => building !== 'west-hall');
  expect((await listClasses(other.database)).length).toBe(classes.length);
  await other.database.change('DELETE FROM rooms');
  await plantRooms(other.database, other.campus);
  expect(await listRooms(other.database)).toEqual([]);
});

test('[RM-03] room reported locked by two students: hidden for the day; one twice counts once', async () => {
  setClock('2026-11-25T03:00:00Z');
  const [one, other] = [await makeUser(testApp), await makeUser(testApp)];
  const isThere = async () => (await readRooms()).rooms.some(({ id }) => id === 'seo103');
  for (const [student, hidden] of [
    [one, false],
    [one, false],
    [other, true],
    [one, true],
  ] as const) {
    const { status, body } = await reportLocked(student, 'seo103');
    expect([status, body.hidden, await isThere()]).toEqual([200, hidden, !hidden]);
  }
  // Until midnight of the campus.
  setClock('2026-11-25T14:59:00Z');
  expect(await isThere()).toBe(false);
  setClock('2026-11-25T15:00:00Z');
  expect(await isThere()).toBe(true);
  expect((await reportLocked(one, 'seo103')).body).toEqual({ hidden: false });
});

test('[RM-03] two students at once: both count; unknown rooms and suspended students are refused', async () => {
  setClock('2026-11-25T03:00:00Z');
  const students = await Promise.all([1, 2].map(() => makeUser(testApp)));
  const said = await Promise.all(students.map((student) => reportLocked(student, 'seo201')));
  expect(said.map(({ body }) => body.hidden).toSorted()).toEqual([false, true]);
  const refused = async (student: MadeUser, roomId = 'seo203') => {
    const response = await student.browser.send('PUT', `/api/rooms/${roomId}/locked`);
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  expect(await refused(user, 'nowhere')).toEqual([404, 'resource.missing']);
  const suspended = await makeUser(testApp);
  await suspend(testApp, suspended);
  expect(await refused(suspended)).toEqual([403, 'writing.suspended']);
  expect(await listLockedRooms(testApp.database)).not.toContainEqual(
    expect.objectContaining({ id: 'seo203' }),
  );
});

test('[RM-03] five reports in a week: one line of the audit log, deleted after the week', async () => {
  const told = async () =>
    (await listAuditEntries(testApp.database, 100)).filter(
      ({ action, target }) => action === 'room found locked' && target === 'seo205',
    );
  const students = await Promise.all([1, 2, 3].map(() => makeUser(testApp)));
  const days = ['2026-11-23', '2026-11-24', '2026-11-25'];
  let voices = 0;
  for (const day of days)
    for (const student of students.slice(0, 2)) {
      setClock(`${day}T03:00:00Z`);
      await reportLocked(student, 'seo205');
      expect([(voices += 1), (await told()).length]).toEqual([voices, voices >= 5 ? 1 : 0]);
    }
  expect((await told())[0]?.actor).toBe('students');
  expect((await listLockedRooms(testApp.database)).find(({ id }) => id === 'seo205')).toEqual({
    id: 'seo205',
    building: 'west-hall',
    name: '205호',
    voices: 6,
    days: 3,
    last: '2026-11-25',
  });
  await testApp.database.change(
    `UPDATE locked_rooms SET said_at = now() - interval '7 days' WHERE room_id = 'seo205'`,
  );
  await testApp.database.transaction(sweepLocked);
  expect((await listLockedRooms(testApp.database)).some(({ id }) => id === 'seo205')).toBe(false);
  expect(await findAuditEntry(testApp.database, 'room found locked', 'seo205')).toBeDefined();
});

test('[RM-03] limit: twenty reports a day', async () => {
  const limited = await startTestApp({ edition: 'official', limited: true });
  await plantRooms(limited.database, limited.campus);
  const student = await makeUser(limited);
  const rooms = (await listRooms(limited.database)).slice(0, 21);
  const answers = [];
  for (const { id } of rooms)
    answers.push((await student.browser.send('PUT', `/api/rooms/${id}/locked`)).status);
  expect(answers).toEqual([...Array<number>(20).fill(200), 429]);
});
