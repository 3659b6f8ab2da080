import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inspectCampus } from './load-campus.ts';
import { createCampus, importBuildings } from './new-campus.ts';

const SOURCE = fileURLToPath(new URL('..', import.meta.url));
const HANBIT = {
  name: '한빛대학교',
  shortName: '한빛대',
  domain: 'hanbit.ac.kr',
  timeZone: 'Asia/Seoul',
  categories: ['인문', '이공', '예술'],
};

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'new-campus-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const buildingsOf = async () => {
  const { campus, mistakes } = await inspectCampus(folder, 'official');
  expect(mistakes).toEqual([]);
  return campus?.boards.filter(({ kind }) => kind === 'building') ?? [];
};

test('new campus: has no mistake and names no other university', async () => {
  await createCampus(SOURCE, folder, HANBIT);
  const { campus, mistakes } = await inspectCampus(folder);
  expect(mistakes).toEqual([]);
  expect(campus?.foreign).toEqual([]);
  expect(campus?.settings).toMatchObject({ university: { name: '한빛대학교', domain: 'hanbit.ac.kr' } });
  expect(campus?.settings.emergency?.map(({ number }) => number)).toEqual([
    '112',
    '119',
    '1577-0199',
    '109',
    '1366',
  ]);
  expect(campus?.boards.map(({ id }) => id)).toEqual([
    'main-hall',
    'central-library',
    'student-union',
    'freedom',
    'feedback',
    'buildingNotice',
    'question',
    'festival',
  ]);
  expect(await readFile(join(folder, 'campus.json'), 'utf8')).not.toMatch(/고려|korea university/i);
});

test.each([
  [{ ...HANBIT, categories: ['인문'] }, 'categories'],
  [{ ...HANBIT, domain: 'hanbit' }, 'domain'],
  [{ ...HANBIT, timeZone: 'Asia/Hanbit' }, 'timeZone'],
])('new campus: a wrong answer is named', async (university, field) => {
  await createCampus(SOURCE, folder, university);
  expect((await inspectCampus(folder)).mistakes.map((mistake) => mistake.field).join()).toContain(field);
});

test('new campus: refuses a folder with files', async () => {
  await writeFile(join(folder, 'kept.txt'), '');
  await expect(createCampus(SOURCE, folder, HANBIT)).rejects.toThrow('is not empty');
});

test('buildings of a spreadsheet: replace the examples; known names keep their id', async () => {
  await createCampus(SOURCE, folder, HANBIT);
  const file = join(folder, 'list.csv');
  await writeFile(file, '\uFEFF건물명,분류,소개\r\n공학관,이공,실험실이 있습니다.\r\n본관,인문,\r\n');
  expect(await importBuildings(folder, file)).toBe(2);
  expect(await buildingsOf()).toMatchObject([
    {
      id: expect.stringMatching(/^building-[0-9a-f]{6}$/),
      name: '공학관',
      category: '이공',
      info: '실험실이 있습니다.',
    },
    { id: 'main-hall', name: '본관', info: '본관입니다.' },
  ]);
  const [{ id: lab = '' } = {}] = await buildingsOf();
  await writeFile(file, 'name;category\n본관;인문\n음악관;예술\n');
  await importBuildings(folder, file);
  const [, { id: music = '' } = {}] = await buildingsOf();
  // Posts of the removed building stay under its id.
  expect(music).not.toBe(lab);
  await writeFile(file, 'name;category\n공학관;이공\n음악관;예술\n');
  await importBuildings(folder, file);
  expect((await buildingsOf()).map(({ id }) => id)).toEqual([lab, music]);
});

test('buildings of a spreadsheet: a mistake is named by line and changes nothing', async () => {
  await createCampus(SOURCE, folder, HANBIT);
  const before = await readFile(join(folder, 'buildings.tsv'), 'utf8');
  const file = join(folder, 'list.csv');
  for (const [text, mistake] of [
    ['name,category\n공학관,공학\n', 'line 2, field "category": "공학" is none of 인문, 이공, 예술'],
    ['name,category\n공학관,이공\n공학관,이공\n', 'line 3, field "name": "공학관" already stands in line 2'],
    ['name,category,info,seats\n공학관,이공,,http:\n', 'line 2, field "seats"'],
    ['이름\n공학관\n', 'line 1: the columns must be name, category'],
  ] as const) {
    await writeFile(file, text);
    await expect(importBuildings(folder, file)).rejects.toThrow(mistake);
  }
  expect(await readFile(join(folder, 'buildings.tsv'), 'utf8')).toBe(before);
});
