import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CampusSettings } from '@madang/contract/campus/schema';
import { findForeignNames } from './check-settings.ts';
import { CampusError, decodeText, Mistakes, readRows, writeTable } from './table.ts';

/** Facts about another university. */
export interface University {
  name: string;
  /** Short name that students use, such as `한빛대`. */
  shortName: string;
  /** Domain of its e-mail addresses. */
  domain: string;
  timeZone: string;
  /** Two to eight categories of buildings. */
  categories: readonly string[];
}

const BOARDS = 'buildings.tsv';
const BOARD_COLUMNS = ['id', 'name', 'category', 'info', 'kind'] as const;
type BoardRow = Record<(typeof BOARD_COLUMNS)[number], string>;

const EXAMPLES = [
  { id: 'main-hall', name: '본관', info: '대학 본부가 있는 건물입니다.' },
  { id: 'central-library', name: '중앙도서관', info: '열람실과 자료실이 있는 도서관입니다.' },
  { id: 'student-union', name: '학생회관', info: '학생식당과 동아리방이 있는 건물입니다.' },
];

/** Files that a new campus starts with only the header of. */
const EMPTY_TABLES = ['amenities', 'hours', 'rooms', 'timetable', 'holidays'].map((name) => `${name}.tsv`);
/** Files without names of a university. */
const SHARED = ['terms.ko.json', 'privacy.ko.json', 'synonyms.tsv'];

/**
 * Writes a campus folder for another university: settings, three example buildings, special boards, legal texts, shared
 * pictures and empty tables. `campus check` finds no mistake in it.
 *
 * @param source the campus folder of this repository.
 * @throws {CampusError} if the folder is not empty.
 */
export async function createCampus(source: string, folder: string, university: University): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new CampusError(folder, 'is not empty: name a new folder');
  await cp(join(source, 'pictures'), join(folder, 'pictures'), {
    recursive: true,
    // Pictures of buildings show the other campus.
    filter: (path) => !/buildings\/(?!placeholder)[^/]+\.svg$/.test(path.replaceAll('\\', '/')),
  });
  for (const file of SHARED) await cp(join(source, file), join(folder, file));
  for (const file of EMPTY_TABLES) {
    const [header = ''] = (await readFile(join(source, file), 'utf8')).split(/\r?\n/, 1);
    await writeFile(join(folder, file), `${header}\n`);
  }
  const settings = JSON.parse(await readFile(join(source, 'campus.json'), 'utf8')) as CampusSettings;
  await writeFile(
    join(folder, 'campus.json'),
    `${JSON.stringify(adaptSettings(settings, university), null, 2)}\n`,
  );
  const examples = EXAMPLES.map((row, index) => ({
    ...row,
    category: university.categories[index % university.categories.length] ?? '',
    kind: 'building',
  }));
  await writeBoards(folder, [...examples, ...(await readBoards(source)).filter(isSpecial)]);
}

function adaptSettings(settings: CampusSettings, university: University): CampusSettings {
  const { name, shortName, domain, timeZone, categories } = university;
  const { buildingNicknames: _, ...rest } = settings;
  const adapted = {
    ...rest,
    product: {
      ...settings.product,
      tagline: settings.product.tagline.replace(settings.university.name, name),
    },
    university: { name, domain },
    timeZone,
    placeholderPictures: [],
    reservedNicknames: {
      ...settings.reservedNicknames,
      whole: [name, shortName, ...settings.reservedNicknames.whole.slice(3)],
    },
    categories: categories.map((category) => ({ name: category, tab: category })),
    keywordCategories: categories
      .slice(0, 3)
      .map((category, index) => ({ id: index + 1, label: category, category })),
  };
  // Numbers of the other university would reach the wrong people.
  const foreign = new Set<unknown>();
  findForeignNames(adapted, adapted.university, (_problem, [field, index]) => {
    if (field === 'emergency') foreign.add(index);
  });
  return { ...adapted, emergency: adapted.emergency?.filter((_contact, index) => !foreign.has(index)) };
}

const IMPORT_COLUMNS = ['name', 'category', 'info', 'seats'] as const;
/** Column names of Korean spreadsheets. */
const HEADINGS: Readonly<Record<string, string>> = {
  건물: 'name',
  건물명: 'name',
  이름: 'name',
  분류: 'category',
  소개: 'info',
  설명: 'info',
  좌석: 'seats',
};

/**
 * Replaces the buildings of a campus folder by those of a table with the columns name, category, and optionally info and
 * seats. Buildings with a known name keep their id. Special boards stay.
 *
 * @returns the number of buildings.
 * @throws {CampusError} for the first mistake; the folder is then unchanged.
 */
export async function importBuildings(folder: string, file: string): Promise<number> {
  const text = decodeText(await readFile(file));
  if (text === null) throw new CampusError(file, 'is not UTF-8 or CP949; save it as UTF-8');
  const mistakes = new Mistakes();
  const [header = '', ...lines] = text.split(/\r?\n/);
  const named = header.replace(/[^\t,;"\uFEFF]+/g, (cell) => HEADINGS[cell.trim()] ?? cell);
  const rows = readRows([named, ...lines].join('\n'), IMPORT_COLUMNS, 1_000, { file, mistakes }, {}, 2);
  const settings = JSON.parse(await readFile(join(folder, 'campus.json'), 'utf8')) as CampusSettings;
  const categories = settings.categories.map(({ name }) => name);
  const known = await readBoards(folder);
  const ids = new Set(known.map(({ id }) => id));
  const names = new Set<string>();
  const boards = (rows ?? []).map(({ cells: { name, category, info, seats }, report }) => {
    if (name === '') report('name', 'is empty');
    if (names.has(name)) report('name', `"${name}" is twice in the file`);
    if (!categories.includes(category))
      report('category', `"${category}" is none of ${categories.join(', ')}`);
    names.add(name);
    const id = known.find((board) => board.kind === 'building' && board.name === name)?.id ?? freeId(ids);
    ids.add(id);
    return { id, name, category, info: info || `${name}입니다.`, kind: 'building', seats };
  });
  const [mistake] = mistakes.found;
  if (mistake) throw mistake;
  await writeBoards(folder, [...boards, ...known.filter(isSpecial)]);
  return boards.length;
}

/** Returns an unused id: Hangul has no standard spelling for addresses. */
function freeId(ids: ReadonlySet<string>): string {
  let number = 1;
  while (ids.has(`building-${number}`)) number += 1;
  return `building-${number}`;
}

const isSpecial = ({ kind }: BoardRow) => kind !== 'building';

async function readBoards(folder: string): Promise<(BoardRow & { seats?: string })[]> {
  const mistakes = new Mistakes();
  const text = await readFile(join(folder, BOARDS), 'utf8');
  const rows = readRows(text, [...BOARD_COLUMNS, 'seats'], 2_000, { file: BOARDS, mistakes }, {}, 5);
  const [mistake] = mistakes.found;
  if (mistake) throw mistake;
  return (rows ?? []).map(({ cells }) => cells);
}

async function writeBoards(folder: string, rows: readonly (BoardRow & { seats?: string })[]): Promise<void> {
  const columns = [...BOARD_COLUMNS, 'seats'] as const;
  await writeFile(
    join(folder, BOARDS),
    writeTable(
      columns,
      rows.map((row) => ({ seats: '', ...row })),
    ),
  );
}
