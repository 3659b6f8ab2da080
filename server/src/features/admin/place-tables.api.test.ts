import type { PlaceTable } from '@madang/contract/admin/rules';
import { expect, test } from 'vitest';
import { makeStaff } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';
import { listClasses, listHolidays, listRooms, plantRooms } from '../places/index.ts';

const testApp = await startTestApp({ edition: 'official' });
await plantRooms(testApp.database, testApp.campus);
const { database } = testApp;
const operator = await makeStaff(testApp);

const download = async (table: PlaceTable) =>
  (await operator.browser.send('GET', `/api/operate/tables/${table}`)).text();
const upload = (
  table: PlaceTable,
  text: string,
  more: { first?: string; last?: string; apply?: boolean; reason?: string } = {},
) =>
  operator.browser.call('POST /api/operate/tables/{table}', {
    path: { table },
    body: { text, apply: true, reason: '', ...more },
  });
const countLogged = async () => (await listAuditEntries(database, 50)).length;

test('[PL-10] table from the web: a downloaded file changes nothing when it is uploaded', async () => {
  for (const table of ['amenities', 'timetable'] as const) {
    const { body } = await upload(table, await download(table));
    expect([table, body]).toMatchObject([
      table,
      { applied: true, added: 0, changed: 0, removed: 0, mistakes: [], kept: [] },
    ]);
  }
  expect(await countLogged()).toBe(0);
});

test('[RM-01] table from the web: a preview writes nothing, and applying writes and logs', async () => {
  const text = `${await download('rooms')}new1\tmain-hall\t1호\tB1\t\t\t학사팀\n`;
  const before = await listRooms(database);
  const preview = (await upload('rooms', text, { apply: false })).body;
  expect(preview).toMatchObject({ applied: false, added: 1, removed: 0, mistakeCount: 0 });
  expect(await listRooms(database)).toEqual(before);
  const { body } = await upload('rooms', text, { reason: '새 학기' });
  expect(body).toMatchObject({ applied: true, added: 1, changed: 0, removed: 0 });
  expect((await listRooms(database)).length).toBe(before.length + 1);
  expect(await listAuditEntries(database, 1)).toMatchObject([
    { action: 'rooms import', target: 'rooms', reason: '새 학기', actor: operator.id },
  ]);
});

test('[RM-01] table with mistakes: names each row, and changes nothing', async () => {
  const before = await listHolidays(database);
  const text = 'from,to,name\n2026-10-09,2026-10-09,한글날\n어제,2026-10-10,\n2026-12-25,2026-12-24,성탄절\n';
  const { body } = await upload('holidays', text);
  expect(body).toMatchObject({ applied: false, added: 0, mistakeCount: 3 });
  expect(body.mistakes).toEqual([
    { line: 3, field: 'from', problem: '"어제" is no day such as 2026-03-02' },
    { line: 3, field: 'name', problem: 'is empty' },
    { line: 4, field: 'to', problem: 'is before 2026-12-25' },
  ]);
  expect(await listHolidays(database)).toEqual(before);
});

test('[RM-01] course list from the web: needs the term, previews its classes, and warns of unknown rooms', async () => {
  const [room] = await listRooms(database);
  const building = (
    await database.rows<{ name: string }>('SELECT name FROM buildings WHERE id = $1', [room?.building])
  )[0];
  const list = `과목명\t강의시간\t강의실\n국어\t월(2-3)\t${building?.name} ${room?.name}\n체육\t화(1)\t없는관 1호\n`;
  const without = (await upload('timetable', list, { apply: false })).body;
  expect(without.mistakes).toMatchObject([{ line: null, field: 'first' }]);
  const term = { first: '2026-09-01', last: '2026-12-18' };
  const { body } = await upload('timetable', list, { ...term, apply: false });
  expect(body).toMatchObject({ mistakeCount: 0, added: 1, warningCount: 1 });
  expect(body.preview).toEqual([expect.stringContaining('mon 10:30-13:15')]);
  expect(body.warnings).toMatchObject([{ line: 3 }]);
});

test('[RM-01] large table: does not block the server while it is parsed, and a longer one is refused', async () => {
  const rooms = (await listRooms(database)).slice(0, 40);
  const lines = Array.from({ length: 4_000 }, (_, index) => {
    const { id, building } = rooms[index % rooms.length] ?? { id: '', building: '' };
    const hour = String(8 + (index % 12)).padStart(2, '0');
    const day = ['mon', 'tue', 'wed', 'thu', 'fri'][Math.floor(index / 40) % 5];
    return [
      id,
      building,
      day,
      `${hour}:00`,
      `${hour}:50`,
      `2027-${String(1 + (index % 12)).padStart(2, '0')}-01`,
      `2027-${String(1 + (index % 12)).padStart(2, '0')}-28`,
    ].join('\t');
  });
  const text = ['room\tbuilding\tweekday\tfrom\tto\tfirst\tlast', ...lines].join('\n');
  const order: string[] = [];
  const uploaded = upload('timetable', text, { apply: false }).then(() => order.push('table'));
  await operator.browser.call('GET /api/operate/numbers', {}).then(() => order.push('another'));
  await uploaded;
  expect(order).toEqual(['another', 'table']);
  const long = await upload('timetable', 'x'.repeat(1024 * 1024));
  expect(long.problem).toMatchObject({ status: 413, code: 'body.tooLarge' });
});

test('[RM-01] uploads at once: each sees the other whole', async () => {
  const term = ['2028-03-02', '2028-06-21'];
  const [room] = await listRooms(database);
  const make = (hours: string[]) =>
    [
      'room\tbuilding\tweekday\tfrom\tto\tfirst\tlast',
      ...hours.map((hour) =>
        [room?.id, room?.building, 'mon', `${hour}:00`, `${hour}:50`, ...term].join('\t'),
      ),
    ].join('\n');
  const answers = await Promise.all([
    upload('timetable', make(['09', '10'])),
    upload('timetable', make(['13'])),
  ]);
  expect(answers.map(({ body }) => body.applied)).toEqual([true, true]);
  expect([['09:00', '10:00'], ['13:00']]).toContainEqual(
    (await listClasses(database)).map(({ from }) => from).toSorted(),
  );
});
