import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardById, CampusError, loadCampus, picturePath, placeKeywords } from './load-campus.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const FILES = ['campus.json', 'buildings.tsv', 'terms.ko.json', 'privacy.ko.json', 'pictures'];

let scratch = '';
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'campus-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Returns the message of a refused, broken copy of the campus folder. */
async function refusal(file: string, change: (text: string) => string): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'copy-'));
  for (const name of FILES) await cp(join(FOLDER, name), join(folder, name), { recursive: true });
  const original = await readFile(join(folder, file), 'utf8');
  const broken = change(original);
  // Without a change, the test would prove nothing.
  expect(broken).not.toBe(original);
  await writeFile(join(folder, file), broken);
  const error: unknown = await loadCampus(folder).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CampusError);
  return (error as CampusError).message;
}

/** The message when a file is missing. */
async function refusalWithout(file: string): Promise<string> {
  const folder = await mkdtemp(join(scratch, 'copy-'));
  for (const name of FILES) await cp(join(FOLDER, name), join(folder, name), { recursive: true });
  await rm(join(folder, file));
  const error: unknown = await loadCampus(folder).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CampusError);
  return (error as CampusError).message;
}

describe('the campus folder', () => {
  it('[EN-08] settings: 12 keywords, 2 for the festival, 4 building categories, 11 terms, 3 keyword categories', async () => {
    const { settings } = await loadCampus(FOLDER);
    expect(settings.keywords).toEqual(
      '비대면 팀플 수면 식사 공부 콘센트 휴식 발표 대화 노트북 조용한 추천'.split(' '),
    );
    expect(settings.placeWord).toBe('장소');
    expect(settings.festivalKeywords).toEqual(['이벤트 후기', '사진']);
    expect(settings.categories).toEqual([
      { name: '인문', tab: '인문' },
      { name: '이공', tab: '이공' },
      { name: '녹지', tab: '녹지' },
      { name: '의과', tab: '의과·보건' },
    ]);
    expect(settings.searchTerms).toEqual(
      '정수기 열람실 스터디룸 라운지 여성용품 도서관 학생식당 카페 편의점 자판기 프린트'.split(' '),
    );
    expect(settings.keywordCategories).toEqual([
      { id: 1, label: '인문', category: '인문' },
      { id: 2, label: '이공', category: '이공' },
      { id: 3, label: '의과·자연', category: '의과' },
    ]);
  });

  it('names the product, the university and the operator', async () => {
    const { settings } = await loadCampus(FOLDER);
    expect(settings.product).toMatchObject({ name: '마당', latinName: 'Madang' });
    expect(settings.university).toEqual({ name: '고려대학교', domain: 'korea.ac.kr' });
    expect(settings.timeZone).toBe('Asia/Seoul');
    expect(settings.operatorLabel).toBe('마당 운영팀');
    expect(settings.hotThreshold).toBe(10);
  });

  it('[EN-02] holds 48 buildings and the five special boards', async () => {
    const { boards } = await loadCampus(FOLDER);
    expect(boards.filter((board) => board.kind === 'building')).toHaveLength(48);
    const special = boards.filter((board) => board.kind !== 'building');
    expect(special.map((board) => [board.id, board.kind])).toEqual([
      ['freedom', 'hidden'],
      ['feedback', 'hidden'],
      ['buildingNotice', 'notice'],
      ['question', 'question'],
      ['festival', 'festival'],
    ]);
    expect(new Set(boards.map((board) => board.info)).size).toBe(boards.length);
  });

  it('finds boards, stored keywords and picture addresses [SC-10]', async () => {
    const campus = await loadCampus(FOLDER);
    expect(boardById(campus, 'main-hall')?.name).toBe('본관');
    expect(boardById(campus, 'nowhere')).toBeUndefined();
    expect(placeKeywords(campus)[1]).toBe('팀플 장소');
    const address = (id: string): string | null =>
      picturePath({ id, kind: boardById(campus, id)?.kind ?? 'hidden' }, campus);
    expect(address('main-hall')).toBe('/campus/buildings/main-hall.svg');
    expect(campus.settings.placeholderPictures.map(address)).toEqual(
      Array.from({ length: 4 }, () => '/campus/buildings/placeholder.svg'),
    );
    expect(address('question')).toBeNull();
    // The operator's own building has no picture in the folder.
    expect(picturePath({ id: 'new-hall', kind: 'building' }, campus)).toBe(
      '/campus/buildings/placeholder.svg',
    );
  });

  it('aliases: each belongs to the id of an existing building', async () => {
    const { settings, boards } = await loadCampus(FOLDER);
    const ids = Object.values(settings.buildingNicknames ?? {}).flat();
    expect(ids.length).toBeGreaterThan(5);
    for (const id of ids) expect(boards.find((board) => board.id === id)?.kind).toBe('building');
    const message = await refusal('campus.json', (text) =>
      text.replace('["science-library"]', '["question"]'),
    );
    expect(message).toMatch(
      /^campus\.json line \d+, field "buildingNicknames\.과도\.0": "question" is no building/,
    );
  });

  it('has legal texts whose version is the day they take effect', async () => {
    const { terms, privacy } = await loadCampus(FOLDER);
    for (const [text, day] of [
      [terms, '2026-11-20'],
      [privacy, '2026-11-27'],
    ] as const) {
      expect(text.version).toBe(day);
      expect(text.effectiveOn).toBe(day);
      expect(text.sections).toHaveLength(14);
      expect(text.sections.every((section) => section.paragraphs.length > 0)).toBe(true);
    }
  });
});

describe('mistakes in buildings.tsv', () => {
  const cell = (row: number, column: number, value: string) => (text: string) =>
    text
      .split('\n')
      .map((line, index) => (index + 1 === row ? line.split('\t').with(column, value).join('\t') : line))
      .join('\n');
  const without = (row: number) => (text: string) =>
    text
      .split('\n')
      .filter((_, index) => index + 1 !== row)
      .join('\n');

  it.each([
    [
      'an unknown category',
      cell(12, 2, '공학'),
      'line 12, field "category": "공학" is none of 인문, 이공, 녹지, 의과',
    ],
    ['an empty name', cell(5, 1, ''), 'line 5, field "name": is empty'],
    ['an empty info', cell(7, 3, ' '), 'line 7, field "info": is empty'],
    ['a stray space', cell(7, 1, ' 서관'), 'line 7, field "name": starts or ends with a space'],
    [
      'a bad id',
      cell(11, 0, 'main hall'),
      'line 11, field "id": "main hall" is not 1 to 60 letters, digits or hyphens',
    ],
    [
      'an id used twice',
      cell(12, 0, 'main-hall'),
      'line 12, field "id": "main-hall" already stands in line 2',
    ],
    [
      'an unknown kind',
      cell(4, 4, 'library'),
      'line 4, field "kind": "library" is none of building, hidden, notice, question, festival',
    ],
    [
      'a wrong kind',
      cell(53, 4, 'festival'),
      'line 53, field "kind": "festival" must be "question" for "question"',
    ],
    [
      'a building as a board',
      cell(4, 4, 'notice'),
      'line 4, field "kind": "notice" must be "building" for "central-library"',
    ],
    [
      'a missing column',
      (text: string) => text.replace('\tbuilding\n', '\n'),
      'line 2: has 4 columns instead of 5',
    ],
    ['another header', cell(1, 4, 'type'), 'line 1: the columns must be id, name, category, info, kind'],
    ['a missing special board', without(54), 'field "id": the special board "festival" is missing'],
  ])('%s', async (_, change, message) => {
    expect(await refusal('buildings.tsv', change)).toBe(`buildings.tsv ${message}`);
  });
});

describe('mistakes in the other files', () => {
  const set = (change: (settings: Record<string, unknown>) => void) => (text: string) => {
    const settings = JSON.parse(text) as Record<string, unknown>;
    change(settings);
    return JSON.stringify(settings);
  };

  it.each([
    [
      'a time zone',
      set((s) => (s['timeZone'] = 'Asia/Pyeongyang')),
      'field "timeZone": "Asia/Pyeongyang" is no time zone',
    ],
    [
      'a placeholder',
      set((s) => (s['placeholderPictures'] = ['pi-ville', 'nowhere'])),
      'field "placeholderPictures.1": "nowhere" is no building of buildings.tsv',
    ],
    [
      'a special board as placeholder',
      set((s) => (s['placeholderPictures'] = ['question'])),
      'field "placeholderPictures.0": "question" is no building of buildings.tsv',
    ],
    [
      'a keyword category',
      (text: string) => text.replace('"의과·자연", "category": "의과"', '"의과·자연", "category": "자연"'),
      'field "keywordCategories.2.category": "자연" is none of 인문, 이공, 녹지, 의과',
    ],
    [
      'the order of keyword categories',
      (text: string) => text.replace('{ "id": 1,', '{ "id": 2,'),
      'field "keywordCategories.0.id": must be 1, is 2',
    ],
    [
      'a keyword that free rooms are offered for',
      set((s) => (s['freeRoomKeywords'] = ['공부', '낮잠'])),
      'field "freeRoomKeywords.1": "낮잠" is none of 비대면, 팀플, 수면, 식사, 공부, 콘센트, 휴식, 발표, 대화, 노트북, 조용한, 추천',
    ],
    [
      'a keyword that amenities answer',
      set((s) => (s['keywordPlaces'] = { 낮잠: { quiet: true } })),
      'field "keywordPlaces.낮잠": "낮잠" is none of 비대면, 팀플, 수면, 식사, 공부, 콘센트, 휴식, 발표, 대화, 노트북, 조용한, 추천',
    ],
    [
      'a kind of amenities that answers a keyword',
      set((s) => (s['keywordPlaces'] = { 식사: { amenities: ['카페', '분식'] } })),
      'field "keywordPlaces.식사.amenities.1": "분식" is none of 정수기, 열람실, 스터디룸, 라운지, 여성용품, 도서관, 학생식당, 카페, 편의점, 자판기, 프린트',
    ],
    [
      'the icon of a kind of amenities',
      set((s) => (s['amenityIcons'] = { 수영장: 'water' })),
      'field "amenityIcons.수영장": "수영장" is none of 정수기, 열람실, 스터디룸, 라운지, 여성용품, 도서관, 학생식당, 카페, 편의점, 자판기, 프린트',
    ],
    [
      'a keyword twice',
      (text: string) => text.replace('"추천"', '"공부"'),
      'field "keywords.11": "공부" stands twice',
    ],
  ])('%s', async (_, change, message) => {
    const told = await refusal('campus.json', change);
    expect(told).toMatch(/^campus\.json line \d+, field /);
    expect(told.replace(/line \d+, /, '')).toBe(`campus.json ${message}`);
  });

  it.each([
    ['campus.json', 'keywords', (text: string) => text.replace('"비대면",', '')],
    ['campus.json', 'inquiryUrl', (text: string) => text.replace('https://open', 'http://open')],
    ['campus.json', 'university.domain', (text: string) => text.replace('korea.ac.kr', 'Korea')],
    ['terms.ko.json', 'version', (text: string) => text.replace('2026-11-20', 'v1')],
    [
      'privacy.ko.json',
      'sections.0.heading',
      (text: string) => text.replace('"heading": "1', '"heading": 1, "x": "1'),
    ],
  ])('%s: the schema refuses %s', async (file, field, change) => {
    const message = await refusal(file, change);
    expect(message).toMatch(new RegExp(`^${file} line \\d+, field "${field.replaceAll('.', '\\.')}": `));
    expect(message).not.toContain('\n');
    // The message is in words, without the pattern.
    expect(message).not.toMatch(/pattern|\/\^/);
  });

  it('a misspelt key', async () => {
    const message = await refusal('campus.json', (text) => text.replace('"hotThreshold"', '"hotTreshold"'));
    expect(message).toMatch(
      /^campus\.json line 1, field "hotThreshold": .+ \(and 1 more: operator campus check \S+\)$/,
    );
  });

  it('invalid JSON', async () => {
    expect(await refusal('terms.ko.json', (text) => text.slice(0, -3))).toMatch(
      /^terms\.ko\.json line \d+: is no valid JSON: .+$/,
    );
  });

  it.each([['campus.json'], ['buildings.tsv'], ['privacy.ko.json'], ['pictures/buildings/placeholder.svg']])(
    '%s is missing',
    async (file) => {
      expect(await refusalWithout(file)).toBe(`${file} is missing`);
    },
  );

  it('missing folder', async () => {
    await expect(loadCampus(join(scratch, 'nowhere'))).rejects.toThrow(
      /^campus\.json is missing \(and \d+ more: operator campus check /,
    );
  });
});
