import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadCampus } from '@madang/campus/load-campus';
import { beforeAll, expect, test } from 'vitest';
import { campusFolder } from '../../testing/folders.ts';
import { runOperator } from './program.ts';
import { openTerminal } from './terminal.ts';
import { makeFolder } from '../../testing/make-folder.ts';

const folder = makeFolder('campus');
beforeAll(async () => {
  for (const name of [
    'campus.json',
    'buildings.tsv',
    'map.tsv',
    'amenities.tsv',
    'hours.tsv',
    'rooms.tsv',
    'timetable.tsv',
    'holidays.tsv',
    'synonyms.tsv',
    'terms.ko.json',
    'privacy.ko.json',
    'pictures',
  ])
    await cp(join(campusFolder, name), join(folder, name), { recursive: true });
});

const EXAMPLE_CONTACTS =
  'campus.json still has example contacts, which every page shows; change inquiryUrl (https://open.kakao.com/o/madang) and socialAccount (@madang.korea)';

/** The command needs no database. */
const check = (environment: Record<string, string>, ...words: string[]) =>
  run(environment, 'check', ...words);

/** Answers of the person by question; without them nobody answers. */
let answers: Record<string, string> | undefined;

async function run(environment: Record<string, string>, ...words: string[]) {
  const lines: string[] = [];
  const ask = (question: string) =>
    Promise.resolve(answers?.[question.split(/[ (]/, 2).join(' ').trim()] ?? '');
  const code = await runOperator(['campus', ...words], {
    open: () => Promise.reject(new Error('the command opened the data')),
    environment,
    terminal: openTerminal({
      write: (text) => lines.push(text.trimEnd()),
      complain: (text) => lines.push(text),
      screen: null,
      ...(answers && { ask }),
    }),
  });
  return { code, lines };
}

async function change(file: string, edit: (text: string) => string | Buffer): Promise<void> {
  await writeFile(join(folder, file), edit(await readFile(join(folder, file), 'utf8')));
}

test('`operator campus map`: draws the map with escaped names; a campus without one reports that', async () => {
  await change('buildings.tsv', (text) => text.replace('\t서관\t', '\t<서관> & 탑\t'));
  const { code, lines } = await run({ CAMPUS: folder }, 'map');
  const drawing = lines.join('\n');
  expect(code).toBe(0);
  expect(drawing).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1280 1100"[^]*<\/svg>$/,
  );
  expect(drawing.match(/class="building"/g)).toHaveLength(48);
  expect(drawing).toContain('>&lt;서관> </tspan>');
  await change('buildings.tsv', (text) => text.replace('<서관> & 탑', '서관'));
  await rename(join(folder, 'map.tsv'), join(folder, 'put-aside'));
  const without = await run({}, 'map', folder);
  expect(without.code).not.toBe(0);
  expect(without.lines.join('\n')).toContain('this campus has no map.tsv');
  expect((await check({ CAMPUS: folder })).lines).toContain('without a map: map.tsv is missing');
  await rename(join(folder, 'put-aside'), join(folder, 'map.tsv'));
});

test('`operator campus check`: names texts of another university; legal texts read name and domain', async () => {
  const settings = await readFile(join(folder, 'campus.json'), 'utf8');
  const terms = await readFile(join(folder, 'terms.ko.json'), 'utf8');
  const own = '"university": { "name": "한빛대학교", "domain": "hanbit.ac.kr" }';
  await change('campus.json', (text) => text.replace(/"university": \{.*\}/, own));
  await change('terms.ko.json', (text) =>
    text.replace('"마당 이용약관"', '"고려대 마당 이용약관, mail.korea.ac.kr, 한빛대학교, 서울대학교병원"'),
  );
  const { code, lines } = await check({}, folder);
  expect(code).toBe(1);
  const of = 'but this campus is 한빛대학교 (hanbit.ac.kr)';
  expect(lines).toEqual([
    expect.stringMatching(/^campus\.json line \d+, field "product\.tagline": names 고려대학교, but/),
    expect.stringMatching(/^campus\.json line \d+, field "emergency\.2\.name": names 고려대학교, but/),
    expect.stringMatching(
      /^campus\.json line \d+, field "emergency\.2\.number": names the number of 고려대학교, /,
    ),
    expect.stringContaining(`terms.ko.json line 4, field "title": names mail.korea.ac.kr, ${of}`),
    expect.stringContaining(`terms.ko.json line 4, field "title": names 고려대, ${of}`),
    `5 mistakes in ${folder}`,
  ]);
  // The mistake does not stop a server.
  const campus = await loadCampus(folder);
  expect(JSON.stringify(campus.terms)).toContain('이 약관은 한빛대학교 학생들이');
  expect(JSON.stringify(campus.terms)).toContain('hanbit.ac.kr 이메일로 가입한 뒤');
  expect(campus.foreign).toHaveLength(5);
  await writeFile(join(folder, 'campus.json'), settings);
  await writeFile(join(folder, 'terms.ko.json'), terms);
});

test('`operator campus check` lists all mistakes at once, each with file and line', async () => {
  const fine = await check({ CAMPUS: folder });
  expect(fine).toEqual({
    code: 0,
    lines: [
      '고려대학교 (korea.ac.kr): 48 buildings in 4 categories, no mistake',
      'without a picture of their own, so with the placeholder: pi-ville, techno-complex, ice-rink, cj-house',
      '262 amenities, 95 rows of opening hours',
      '150 rooms, 886 rows of the timetable, 10 holidays',
    ],
  });
  await change('campus.json', (text) =>
    text
      .replace('"korea.ac.kr"', '"Korea"')
      .replace('"hotThreshold": 10', '"hotThreshold": 0,\n  "hotTreshold": 10'),
  );
  await change('buildings.tsv', (text) =>
    text.replace('\t축제 게시판\t', '\t 축제 게시판\t').replace(/^question\t.*\n/m, ''),
  );
  await change('map.tsv', (text) => text.replace(/^gate\t\t/m, 'gate\t\t9'));
  await change('amenities.tsv', (text) => text.replace('\tB1\t', '\tB\t'));
  await change('hours.tsv', (text) => text.replace('mon-fri 08:00', 'mon-fri 8:0'));
  await change('rooms.tsv', (text) => text.replace('\t101호\t1\t', '\t101호\t0\t'));
  await change('timetable.tsv', (text) => text.replace('\tmon,wed\t', '\tmoon\t'));
  await change('holidays.tsv', (text) => text.replace('2026-09-26', '2026-09-23'));
  await change('synonyms.tsv', (text) => `${text}혼자\t\n`);
  await change('terms.ko.json', (text) => text.replace('"title"', 'title'));
  // Saved by a spreadsheet in its default encoding: 학 in EUC-KR.
  await change('privacy.ko.json', (text) => {
    const at = Buffer.byteLength(text.slice(0, text.indexOf('개')));
    return Buffer.concat([
      Buffer.from(text).subarray(0, at),
      Buffer.from([0xc7, 0xd0]),
      Buffer.from(text).subarray(at),
    ]);
  });
  await rm(join(folder, 'pictures', 'share.png'));
  const { code, lines } = await check({}, folder);
  const lineOf = async (file: string, word: string) =>
    (await readFile(join(folder, file), 'utf8')).split('\n').findIndex((line) => line.includes(word)) + 1;
  expect(code).toBe(1);
  const begins = [
    `campus.json line ${await lineOf('campus.json', '"Korea"')}, field "university.domain": `,
    `campus.json line ${await lineOf('campus.json', '"hotThreshold"')}, field "hotThreshold": `,
    `campus.json line ${await lineOf('campus.json', '"hotTreshold"')}, field "hotTreshold": is unknown here`,
    `buildings.tsv line ${await lineOf('buildings.tsv', '축제 게시판')}, field "category": starts or ends with a space`,
    'buildings.tsv field "id": the special board "question" is missing',
    `map.tsv line ${await lineOf('map.tsv', 'gate\t\t9')}, field "points": 9`,
    `amenities.tsv line ${await lineOf('amenities.tsv', '\tB\t')}, field "floor": "B" is no floor`,
    'hours.tsv line 2, field "hours": "mon-fri 8:0',
    'rooms.tsv line 2, field "floor": "0" is no floor',
    'timetable.tsv line 2, field "weekday": "moon" is not such as',
    'holidays.tsv line 2, field "to": is before 2026-09-24',
    `synonyms.tsv line ${await lineOf('synonyms.tsv', '혼자\t')}, field "words": has one word`,
    `terms.ko.json line ${await lineOf('terms.ko.json', 'title')}: is no valid JSON: `,
    `privacy.ko.json line ${await lineOf('privacy.ko.json', '개')}: is not UTF-8; save it as UTF-8`,
    'pictures/share.png is missing',
    `15 mistakes in ${folder}`,
  ];
  expect(lines).toEqual(begins.map((begin) => expect.stringContaining(begin) as string));
  const json = await check({}, folder, '--json');
  expect(json.lines).toHaveLength(15);
  expect(JSON.parse(json.lines[3] ?? '')).toEqual({
    file: 'buildings.tsv',
    line: await lineOf('buildings.tsv', '축제 게시판'),
    field: 'category',
    problem: 'starts or ends with a space',
  });
});

test('`operator campus new`: asks for missing options; a wrong answer is named and leaves no folder', async () => {
  const made = join(folder, 'made');
  const start = () =>
    run({}, 'new', made, '--name', '한빛대학교', '--short', '한빛대', '--domain', 'hanbit.ac.kr');
  expect(await start()).toEqual({ code: 1, lines: ['operator: --categories is missing'] });
  answers = { '건물 분류': '인문' };
  const refused = await start();
  expect(refused.code).toBe(1);
  expect(refused.lines.join()).toContain('field "categories"');
  answers = { '건물 분류': '인문, 이공' };
  expect((await start()).lines).toEqual([
    `${made} has three example buildings of 한빛대학교`,
    EXAMPLE_CONTACTS,
    `next: operator campus import-buildings ${made} FILE`,
  ]);
  answers = undefined;
  expect((await start()).lines).toEqual([`operator: --categories is missing`]);
  const list = join(folder, 'list.csv');
  await writeFile(list, 'name,category\n공학관,공학\n');
  expect((await run({}, 'import-buildings', made, list)).lines[0]).toContain('"공학" is none of 인문, 이공');
  await writeFile(list, 'name,category\n공학관,이공\n');
  expect(await run({}, 'import-buildings', made, list)).toMatchObject({ code: 0 });
  const { lines } = await check({}, made);
  expect(lines[0]).toContain('1 buildings in 2 categories, no mistake');
  expect(lines).toContain(EXAMPLE_CONTACTS);
  const settings = join(made, 'campus.json');
  const changed = (await readFile(settings, 'utf8'))
    .replace('open.kakao.com/o/madang', 'hanbit.ac.kr/council')
    .replace('@madang.korea', '@hanbit');
  await writeFile(settings, changed);
  expect((await check({}, made)).lines.join()).not.toContain('contacts');
});
