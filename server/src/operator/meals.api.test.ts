import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listMealRows, plantAmenities } from '../features/places/index.ts';
import { listAuditEntries } from '../audit.ts';

const COLUMNS = 'cafeteria\tday\tmeal\tcorner\tdish\tprice\tfrom\tto\tsource';
const CANTEEN = 'student-union-cafeteria';
const LUNCH = `${CANTEEN}\t2030-11-27\tlunch\t한식\t닭갈비, 미역국\t5500\t11:30\t13:30\t생협`;
const DINNER = `${CANTEEN}\t2030-11-27\tdinner\t\t비빔밥\t\t17:00\t18:30\t`;
const NEXT = LUNCH.replace('11-27', '12-04');
const DORMITORY = DINNER.replace(CANTEEN, 'anam-dormitory-cafeteria');

const folder = makeFolder('meals');
const testApp = await startTestApp({ edition: 'official', caching: false });
await plantAmenities(testApp.database, testApp.campus);

let files = 0;
const importRows = async (content: string | Buffer) => {
  const file = join(folder, `${(files += 1)}.tsv`);
  await writeFile(file, content);
  return operate(testApp, 'meals', 'import', file, '--reason', '새 주');
};
const rowsOf = (...rows: string[]) => [COLUMNS, ...rows, ''].join('\n');
const stored = async () =>
  (await listMealRows(testApp.database)).map(({ cafeteria, day, dish }) =>
    [cafeteria.split('-')[0], day.slice(5), dish].join(' '),
  );

test('[ML-01] file: replaces the weeks of its cafeterias, and is exported as imported', async () => {
  expect((await importRows(rowsOf(LUNCH, DINNER, NEXT, DORMITORY))).output).toBe(
    'meals: 4 added, 0 changed, 0 removed, 0 same',
  );
  const one = LUNCH.replace('5500', '6000');
  expect((await importRows(`\uFEFF${rowsOf(one).replaceAll('\n', '\r\n')}`)).output).toBe(
    'meals: 0 added, 1 changed, 1 removed, 0 same',
  );
  expect(await stored()).toEqual([
    'anam 11-27 비빔밥',
    'student 11-27 닭갈비, 미역국',
    'student 12-04 닭갈비, 미역국',
  ]);
  const file = join(folder, 'out.tsv');
  await operate(testApp, 'meals', 'export', file);
  const written = await readFile(file, 'utf8');
  expect(written).toBe(`\uFEFF${rowsOf(DORMITORY, one, NEXT)}`);
  expect((await importRows(written)).output).toBe('meals: 0 added, 0 changed, 0 removed, 3 same');
  const acts = (await listAuditEntries(testApp.database, 10)).map(({ action, reason }) => [action, reason]);
  expect(acts).toEqual([
    ['meals import', '새 주'],
    ['meals import', '새 주'],
  ]);
});

test('[ML-01] every bad line is named, and nothing is changed', async () => {
  const before = await stored();
  const change = (from: string, to: string) => LUNCH.replace(from, to);
  const { code, output } = await importRows(
    rowsOf(
      LUNCH,
      LUNCH,
      change(CANTEEN, 'nowhere'),
      change('2030-11-27', '2030-02-30'),
      change('2030-11-27', '0000-02-03'),
      change('lunch', '중식'),
      change('닭갈비, 미역국', ' '),
      change('5500', '5,50'),
      change('5500', '100001'),
      change('11:30', '24:30'),
      change('13:30', '11:30'),
      change('한식', '가'.repeat(41)),
      change('생협', '가'.repeat(81)),
      '한식',
    ),
  );
  expect(code).toBe(1);
  expect(output.split('\n').map((line) => line.replace(/^\S+ /, ''))).toEqual([
    'line 15: has 1 columns instead of 9',
    'line 3, field "dish": already stands in line 2',
    'line 4, field "cafeteria": "nowhere" is the id of no amenity',
    'line 5, field "day": "2030-02-30" is no day such as 2026-03-02',
    'line 6, field "day": "0000-02-03" is no day such as 2026-03-02',
    'line 7, field "meal": "중식" is none of breakfast, lunch, dinner',
    'line 8, field "dish": is empty or longer than 200 letters',
    'line 9, field "price": "5,50" is no number up to 100000',
    'line 9, field "dish": already stands in line 2',
    'line 10, field "price": "100001" is no number up to 100000',
    'line 10, field "dish": already stands in line 2',
    'line 11, field "from": "24:30" is no time such as 11:30',
    'line 11, field "to": "13:30" is no time after 24:30',
    'line 11, field "dish": already stands in line 2',
    'line 12, field "to": "11:30" is no time after 11:30',
    'line 12, field "dish": already stands in line 2',
    `line 13, field "corner": is longer than 40 letters`,
    'line 14, field "source": is longer than 80 letters',
    'line 14, field "dish": already stands in line 2',
  ]);
  for (const [wrong, message] of [
    [rowsOf(), 'has no rows'],
    // An incomplete character in CP949.
    [Buffer.concat([Buffer.from(`${COLUMNS}\n`), Buffer.from([0xc7, 0x0a])]), 'is not UTF-8'],
  ] as const) {
    const refused = await importRows(wrong);
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining(message)]);
  }
  expect(await stored()).toEqual(before);
});

test('[ML-01] menu with days as columns: previewed, then imported for a cafeteria and a week', async () => {
  const file = join(folder, 'menu.txt');
  const command = ['meals', 'import', file, '--cafeteria', CANTEEN, '--week', '2031-11-26'];
  const write = (menu: string) => writeFile(file, Buffer.from(`\uFEFF${menu}`, 'utf16le'));
  await write('\t월\t화\t수\r\n중식\t"쌀밥\r\n육개장\r\n5,500원"\t휴무\t카레\r\n');
  const dry = await operate(testApp, ...command, '--dry-run');
  expect(dry.output.split('\n')).toEqual([
    '2031-11-25 lunch: closed',
    'menu.txt line 2: 2031-11-24 lunch 11:00-14:00 쌀밥, 육개장, 5500 won',
    'menu.txt line 4: 2031-11-26 lunch 11:00-14:00 카레, no price',
    'meals: 2 added, 0 changed, 0 removed, 0 same',
    'nothing was changed',
  ]);
  expect((await operate(testApp, ...command)).output).toBe('meals: 2 added, 0 changed, 0 removed, 0 same');
  expect(await stored()).toContain('student 11-24 쌀밥, 육개장');
  await write('구분\t코너\t월\t화\r\n중식\t한식\t가\t공휴일\r\n\t양식\t나\t다\r\n※ 바뀔 수 있습니다\r\n');
  expect((await operate(testApp, ...command)).output.split('\n')).toEqual([
    'menu.txt line 2: 2031-11-25 lunch "공휴일" is left out: it closes only a corner',
    'menu.txt line 4: "※ 바뀔 수 있습니다" is left out: it is no dish',
    expect.stringMatching(/^meals: 3 added, /),
  ]);
  await write('\t월\t화\t12/3(수)\r\n중식\t가 1,000,000원\t나\t다\r\n');
  expect((await operate(testApp, ...command)).output.split('\n')).toEqual([
    'menu.txt line 1: "12/3(수)" is a day of another week than --week',
    'menu.txt line 2: "가 1,000,000원" has no price up to 100000',
  ]);
  for (const [words, message] of [
    [['--week', '2031-11-26'], 'needs --cafeteria, the id of its amenity, and --week, a day'],
    [['--cafeteria', CANTEEN], 'needs --cafeteria, the id of its amenity, and --week, a day'],
    [['--cafeteria', 'none', '--week', '2031-11-26'], '--cafeteria: "none" is the id of no amenity'],
    [['--cafeteria', CANTEEN, '--week', 'soon'], '--week: "soon" is no day such as 2026-11-23'],
  ] as const)
    expect((await operate(testApp, 'meals', 'import', file, ...words)).errors).toContain(message);
  const bare = (await operate(testApp, 'meals', 'import', file)).output;
  expect(bare).toContain('the columns must be cafeteria, day');
  expect(bare).toContain('menu.txt line 1: a menu as a cafeteria publishes it needs --cafeteria');
});
