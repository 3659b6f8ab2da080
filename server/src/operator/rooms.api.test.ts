import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listClasses, listHolidays, listRooms, plantRooms } from '../features/places/index.ts';
import { listAuditEntries } from '../audit.ts';

const folder = makeFolder('rooms');
const testApp = await startTestApp({ edition: 'official', caching: false });
await plantRooms(testApp.database, testApp.campus);
afterEach(() => vi.useRealTimers());

const TABLES = ['rooms', 'timetable', 'holidays'];
let files = 0;
/** Writes the current state to a new file, after a change. */
async function fileOf(table: string, change: (text: string) => string | Buffer): Promise<string> {
  const file = join(folder, `${(files += 1)}.tsv`);
  expect((await operate(testApp, table, 'export', file)).output).toBe(`${file} is written`);
  await writeFile(file, change(await readFile(file, 'utf8')));
  return file;
}
const readAll = async () => ({
  rooms: await listRooms(testApp.database),
  timetable: await listClasses(testApp.database),
  holidays: await listHolidays(testApp.database),
});

test('[RM-01] days, holidays and ends of terms: follow the campus’s time zone', async () => {
  const student = await makeUser(testApp);
  const read = async (instant: string) => {
    vi.useFakeTimers({ now: Date.parse(instant), toFake: ['Date'] });
    const { day, rooms } = (await student.browser.call('GET /api/rooms', {})).body;
    const held = rooms.filter(({ classes }) => classes.length > 0).length;
    return `${day} ${rooms.length > 0 ? (held > 0 ? 'classes' : 'no class') : 'nobody knows'}`;
  };
  // 한글날, a Friday, begins at 15:00 UTC of the day before.
  expect(await read('2026-10-08T14:59:00Z')).toBe('2026-10-08 classes');
  expect(await read('2026-10-08T15:00:00Z')).toBe('2026-10-09 no class');
  expect(await read('2026-08-31T14:59:00Z')).toBe('2026-08-31 nobody knows');
  expect(await read('2026-08-31T15:00:00Z')).toBe('2026-09-01 classes');
  expect(await read('2026-12-21T14:59:00Z')).toBe('2026-12-21 classes');
  expect(await read('2026-12-21T15:00:00Z')).toBe('2026-12-22 nobody knows');
  expect(await read('2027-03-01T15:00:00Z')).toBe('2027-03-02 classes');
});

test('[RM-01] export and import: change nothing, and leave no audit entry', async () => {
  const before = await readAll();
  expect(
    before.timetable.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
  ).toEqual(
    testApp.campus.timetable.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)),
  );
  for (const table of TABLES) {
    const rows = testApp.campus[table as 'rooms' | 'timetable' | 'holidays'].length;
    expect((await operate(testApp, table, 'import', await fileOf(table, (text) => text))).output).toBe(
      `${table}: 0 added, 0 changed, 0 removed, ${rows} same`,
    );
  }
  expect(await readAll()).toEqual(before);
  expect(await listAuditEntries(testApp.database, 5)).toEqual([]);
});

test('[RM-01] file: adds, changes and removes, with an audit entry; a room’s classes go with it', async () => {
  const rooms = await fileOf('rooms', (text) =>
    text
      .replace('\t101호\t1\t56\t', '\t101호\t1\t54\t')
      .replace(/^seo103\t.*\n/m, '')
      .concat('new1\tmain-hall\t1호\tB1\t\t\t학사팀\n'),
  );
  const own = testApp.campus.timetable.filter(({ room }) => room === 'seo103').length;
  expect((await operate(testApp, 'rooms', 'import', rooms, '--reason', '새 학기')).output).toBe(
    'rooms: 1 added, 1 changed, 1 removed, 148 same',
  );
  expect((await listClasses(testApp.database)).length).toBe(testApp.campus.timetable.length - own);
  const timetable = await fileOf('timetable', (text) =>
    text.concat('new1\tmain-hall\tmon-fri\t09:00\t10:15\t2026-09-01\t2026-12-21\n'),
  );
  expect((await operate(testApp, 'timetable', 'import', timetable)).output).toContain(
    'timetable: 1 added, 0 changed, 0 removed',
  );
  const holidays = await fileOf('holidays', (text) => text.replace('\t한글날', '\t한글 창제의 날'));
  expect((await operate(testApp, 'holidays', 'import', holidays)).output).toBe(
    'holidays: 0 added, 1 changed, 0 removed, 9 same',
  );
  expect((await listAuditEntries(testApp.database, 3)).map(({ action, reason }) => [action, reason])).toEqual(
    [
      ['holidays import', null],
      ['timetable import', null],
      ['rooms import', '새 학기'],
    ],
  );
});

test('[RM-01] a file with a mistake changes nothing, and every bad line is named', async () => {
  const before = await readAll();
  const bad: Record<string, [string | Buffer, string[]]> = {
    timetable: [
      'seo999\twest-hall\tmon\t09:00\t10:15\t2026-09-01\t2026-12-21\nseo101\tmain-hall\ttue\t12:00\t11:00\t2026-09-01\t2026-12-21\n',
      [
        'line 2, field "room": "seo999" is no room that may be used',
        'line 3, field "building": "main-hall" is not the building of "seo101"',
        'line 3, field "to": "11:00" is not after 12:00',
      ],
    ],
    // An incomplete character in CP949.
    holidays: [
      Buffer.concat([Buffer.from('2026-09-24\t2026-09-26\t'), Buffer.from([0xc3, 0x0a])]),
      ['line 2: is not UTF-8; save it as UTF-8'],
    ],
  };
  for (const [table, [rows, expected]] of Object.entries(bad)) {
    const file = await fileOf(table, (text) =>
      Buffer.concat([Buffer.from(`${text.slice(0, text.indexOf('\n'))}\n`), Buffer.from(rows)]),
    );
    const { code, output, errors } = await operate(testApp, table, 'import', file);
    expect(code).toBe(1);
    const said = `${output}\n${errors}`;
    for (const each of expected) expect(said).toContain(each);
    if (expected.length > 1)
      expect(said).toContain(`${expected.length} mistakes in ${file}; nothing is changed`);
  }
  expect(await readAll()).toEqual(before);
});

test('[RM-01] timetable with overlapping classes: imported with a warning; the room is taken for both', async () => {
  const student = await makeUser(testApp);
  const file = await fileOf('timetable', (text) =>
    [
      ...text.split('\n', 1),
      ...[
        ['09:00', '10:15'],
        ['09:00', '10:15'],
        ['10:00', '11:45'],
      ].map(([from, to]) => `seo101\twest-hall\tmon\t${from}\t${to}\t2026-09-01\t2026-12-21`),
      '',
    ].join('\n'),
  );
  const { code, output } = await operate(testApp, 'timetable', 'import', file);
  expect({ code, lines: output.split('\n').length }).toEqual({ code: 0, lines: 3 });
  expect(output).toMatch(/line 3, field "from": is at the same time as line 2; the room is taken for both$/m);
  vi.useFakeTimers({ now: Date.parse('2026-09-07T00:00:00Z'), toFake: ['Date'] });
  const { rooms } = (await student.browser.call('GET /api/rooms', {})).body;
  expect(rooms.find(({ id }) => id === 'seo101')?.classes).toEqual([{ from: '09:00', to: '11:45' }]);
});

test('[RM-01] a file that a Korean spreadsheet saved as CSV in CP949 is imported', async () => {
  const file = await fileOf('holidays', () =>
    Buffer.concat([
      Buffer.from('from,to,name\r\n2026. 9. 24,2026. 9. 26,'),
      Buffer.from([0xc3, 0xdf, 0xbc, 0xae]),
      Buffer.from('\r\n'),
    ]),
  );
  expect((await operate(testApp, 'holidays', 'import', file)).code).toBe(0);
  const written = await fileOf('holidays', (text) => text);
  expect(await readFile(written, 'utf8')).toBe('\uFEFFfrom\tto\tname\n2026-09-24\t2026-09-26\t추석\n');
});

test('[RM-01] course list of the university: previewed by a dry run, then imported for the term', async () => {
  const file = await fileOf(
    'timetable',
    () =>
      '교과목명,강의시간,강의실\n미적분학,월(2-3)/수(4),서관 101호\n역학,화1,공301\n세미나,금1,체육관 2층\n',
  );
  const command = ['timetable', 'import', file, '--first', '2030-03-04', '--last', '2030-06-21'];
  const before = await listClasses(testApp.database);
  const refused = await operate(testApp, ...command.slice(0, 5));
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining(
      'a course list needs the first and last day of the term (--first and --last): such as 2026-09-01',
    ),
  ]);
  const unread = await fileOf('timetable', () => '과목,강의\n미적분학,월2\n');
  const headless = await operate(testApp, 'timetable', 'import', unread, ...command.slice(3));
  expect(headless.output).toContain(
    'a course list needs the headings 강의시간 and 강의실, or 요일, 교시 and 강의실',
  );
  const elsewhere = await fileOf('timetable', () => '강의시간,강의실\n금1,체육관 2층\n');
  const roomless = await operate(testApp, 'timetable', 'import', elsewhere, ...command.slice(3));
  expect(roomless.output).toContain('line 2: "체육관 2층" is no room that may be used');
  expect(roomless.errors).toContain('has no class in a room that may be used');
  const dry = await operate(testApp, ...command, '--dry-run');
  expect(dry.output.replaceAll(/^\S+\.tsv /gm, '').split('\n')).toEqual([
    'line 2: 월(2-3)/수(4) 서관 101호 is seo101, mon 10:30-13:15',
    'line 2: 월(2-3)/수(4) 서관 101호 is seo101, wed 13:30-14:45',
    'line 3: 화1 공301 is gong301, tue 09:00-10:15',
    'line 4: "체육관 2층" is no room that may be used; if it is one, name it in room-aliases.tsv; the row is skipped',
    expect.stringMatching(/^timetable: 3 added, 0 changed, /),
    'nothing was changed',
  ]);
  expect(await listClasses(testApp.database)).toEqual(before);
  expect((await operate(testApp, ...command)).output).toContain('timetable: 3 added');
  expect(await listClasses(testApp.database)).toMatchObject([
    {
      room: 'gong301',
      building: 'engineering-hall',
      weekday: 'tue',
      first: '2030-03-04',
      last: '2030-06-21',
    },
    { room: 'seo101', weekday: 'mon', from: '10:30', to: '13:15' },
    { room: 'seo101', weekday: 'wed', from: '13:30', to: '14:45' },
  ]);
});
