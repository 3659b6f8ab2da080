import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeUser } from '../../testing/makers.ts';
import { makeStaff } from '../../testing/moderation.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { plantAmenities, plantRooms } from '../features/places/index.ts';
import { listAuditEntries } from '../audit.ts';

const folder = makeFolder('amenities');
const testApp = await startTestApp({ edition: 'official', caching: false });
await plantAmenities(testApp.database, testApp.campus);
const user = await makeUser(testApp);

const amenities = (...words: string[]) => operate(testApp, 'amenities', ...words);
const pack = async () => (await user.browser.call('GET /api/campus/pack', {})).body;
const find = async (id: string) => (await pack()).amenities.find((amenity) => amenity.id === id);
let files = 0;
/** Writes the current state to a new file, after a change. */
async function fileOf(table: string, change: (text: string) => string): Promise<string> {
  const file = join(folder, `${(files += 1)}.tsv`);
  expect((await operate(testApp, table, 'export', file)).output).toBe(`${file} is written`);
  const text = await readFile(file, 'utf8');
  await writeFile(file, change(text));
  return file;
}

test('[PL-10] export and import: change nothing, and leave no audit entry', async () => {
  for (const [table, rows] of Object.entries({
    amenities: testApp.campus.amenities.length,
    hours: testApp.campus.hours.length,
  })) {
    const before = await pack();
    const file = await fileOf(table, (text) => text);
    expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(rows + 2);
    expect(await operate(testApp, table, 'import', file)).toEqual({
      code: 0,
      output: `${table}: 0 added, 0 changed, 0 removed, ${rows} same`,
      errors: '',
    });
    expect(await pack()).toEqual(before);
  }
  expect(await listAuditEntries(testApp.database, 5)).toEqual([]);
});

test('[PL-10] a file adds, changes and removes, with a line in the audit log', async () => {
  const file = await fileOf('amenities', (text) =>
    text
      .replace('\t시계탑 쪽 현관\t', '\t북쪽 현관\t')
      .replace(/^ice-rink-vending\t.*\n/m, '')
      .concat('new-cafe\tmain-hall\t카페\tB1\t매점 자리\tdaily 08:00-20:00\tyes\t답사\t2026-11-02\t\n'),
  );
  const rows = testApp.campus.amenities.length;
  expect((await amenities('import', file, '--reason', '새 학기')).output).toBe(
    `amenities: 1 added, 1 changed, 1 removed, ${rows - 2} same`,
  );
  expect(await find('west-hall-water-1')).toMatchObject({ spot: '북쪽 현관' });
  expect(await find('ice-rink-vending')).toBeUndefined();
  expect(await find('new-cafe')).toMatchObject({ floor: 'B1', confirmedOn: '2026-11-02' });
  expect((await listAuditEntries(testApp.database, 1))[0]).toMatchObject({
    actor: 'tester',
    action: 'amenities import',
    reason: '새 학기',
  });
});

test('[PL-10] hours of a file take the place of all others', async () => {
  const file = await fileOf('hours', (text) =>
    text
      .replace('main-hall\t\t\tmon-fri 08:00-20:00', 'main-hall\t\t\tclosed')
      .replace(/^ice-rink\t.*\n/m, ''),
  );
  const rows = testApp.campus.hours.length;
  expect((await operate(testApp, 'hours', 'import', file)).output).toBe(
    `hours: 0 added, 1 changed, 1 removed, ${rows - 2} same`,
  );
  const { hours } = await pack();
  expect(hours.find(({ buildingId }) => buildingId === 'main-hall')).toMatchObject({ from: null, hours: [] });
  expect(hours.some(({ buildingId }) => buildingId === 'ice-rink')).toBe(false);
});

test('[PL-10] a file with mistakes names every bad line and changes nothing', async () => {
  const before = await pack();
  const file = await fileOf('amenities', (text) =>
    text.replace('\tB1\t', '\tB\t').concat('half\tmain-hall\n'),
  );
  const refused = await amenities('import', file);
  expect(refused.code).toBe(1);
  expect(refused.output.split('\n')).toEqual([
    expect.stringMatching(/^\d+\.tsv line \d+: has 2 columns instead of 10$/),
    expect.stringMatching(/^\d+\.tsv line \d+, field "floor": "B" is no floor such as 3 or B1$/),
  ]);
  expect(refused.errors).toBe(`operator: 2 mistakes in ${file}; nothing is changed`);
  const none = join(folder, 'none.tsv');
  expect((await amenities('import', none)).errors).toBe(
    `operator: ${none} cannot be read (there is no such file)`,
  );
  expect(await pack()).toEqual(before);
});

test('[PL-10] file older than a student’s change: keeps the change, and reports it', async () => {
  const old = await fileOf('amenities', (text) =>
    text
      .replace(/^(west-hall-print\t.*)\t[\d-]*\t$/m, '$1\t2026-11-03\t')
      .replace(/^ice-rink-water\t.*\n/m, '')
      .replace(/^hwajung-gym-vending\t.*\n/m, '')
      .replace('\t로비 기둥 뒤\t', '\t로비 왼쪽\t'),
  );
  await testApp.database.change(
    `UPDATE amenities SET before_students = jsonb_build_object('confirmed', confirmed_on, 'gone', gone_on),
            gone_on = CASE id WHEN 'ice-rink-water' THEN '' ELSE '2026-11-04' END, confirmed_on = '2026-11-05'
      WHERE id IN ('west-hall-print', 'ice-rink-water', 'woodang-hall-vending')`,
  );
  await testApp.database.change(
    `INSERT INTO amenity_voices (user_id, amenity_id, there) VALUES ($1, 'hwajung-gym-vending', false)`,
    [user.id],
  );
  const { output } = await amenities('import', old);
  expect(output.split('\n').slice(0, -1)).toEqual([
    'west-hall-print keeps confirmed as students say it',
    'hwajung-gym-vending stays though the file leaves it out: students say something of it',
    'ice-rink-water stays though the file leaves it out: students say something of it',
  ]);
  expect(await find('west-hall-print')).toMatchObject({ confirmedOn: '2026-11-05', goneOn: '2026-11-04' });
  expect(await find('woodang-hall-vending')).toMatchObject({ spot: '로비 왼쪽', goneOn: '2026-11-04' });
  expect(await find('ice-rink-water')).toBeDefined();
});

test('[PL-10] older file: keeps changes by actions, and applies values that differ from the last file', async () => {
  const id = 'main-hall-water-1';
  // Current state: the last imported file has the same values.
  const same = await fileOf('amenities', (text) => text);
  const other = await fileOf('amenities', (text) => text.replace('\t중앙 계단 옆\t', '\t중앙 계단 밑\t'));
  await amenities('import', same);
  const operator = await makeStaff(testApp);
  const unchanged = {
    building: null,
    kind: null,
    hours: null,
    stepFree: null,
    source: null,
    confirmed: null,
  };
  const { status } = await operator.browser.call('PUT /api/operate/amenities/{amenityId}', {
    path: { amenityId: id },
    body: { ...unchanged, spot: '현관 옆', floor: '2', gone: '2026-11-21', reason: '' },
  });
  expect(status).toBe(204);
  await amenities('import', same);
  expect(await find(id)).toMatchObject({ spot: '현관 옆', floor: '2', goneOn: '2026-11-21' });
  await amenities('import', other);
  expect(await find(id)).toMatchObject({ spot: '중앙 계단 밑', floor: '2', goneOn: '2026-11-21' });
});

test('[PL-10] file with only columns: empties the list, and a dry run counts before', async () => {
  const headOf = (table: string) => fileOf(table, (text) => `${text.split('\n', 1)[0]}\n`);
  await plantRooms(testApp.database, testApp.campus);
  for (const table of ['timetable', 'holidays', 'hours', 'rooms']) {
    const rows = (await readFile(await fileOf(table, (text) => text), 'utf8')).split('\n').length - 2;
    expect(rows).toBeGreaterThan(0);
    const file = await headOf(table);
    const counts = `${table}: 0 added, 0 changed, ${rows} removed, 0 same`;
    expect((await operate(testApp, table, 'import', file, '--dry-run')).output).toBe(
      `${counts}\nnothing was changed`,
    );
    expect((await operate(testApp, table, 'import', file)).output).toBe(counts);
  }
  expect((await pack()).hours).toEqual([]);
  const file = await headOf('amenities');
  const [before, trial] = [await pack(), await amenities('import', file, '--dry-run')];
  expect(trial.output).toMatch(/^amenities: 0 added, 0 changed, [1-9]\d* removed, 0 same$/m);
  expect(await pack()).toEqual(before);
  expect((await amenities('import', file)).output).toBe(trial.output.replace('\nnothing was changed', ''));
  // Amenities that students report on stay.
  const kept = (await pack()).amenities.map(({ id }) => id);
  expect(kept.length).toBeLessThan(before.amenities.length);
  for (const id of kept) expect(trial.output).toContain(`${id} stays though the file leaves it out`);
});
