import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CampusSettings } from '@madang/contract/campus/schema';
import type { CampusBoard } from './campus.ts';
import { findForeignNames, mapTexts, SHIPPED_UNIVERSITY } from './check-settings.ts';
import { BOARD_COLUMNS, parseBoardRow, parseBoards } from './parse-boards.ts';
import {
  AMENITY_COLUMNS,
  HOLIDAY_COLUMNS,
  HOURS_COLUMNS,
  ROOM_COLUMNS,
  TIMETABLE_COLUMNS,
} from './parse-places.ts';
import { ROOM_ALIAS_COLUMNS } from './parse-courses.ts';
import { CampusError, decodeText, Mistakes, readRows, reportTwice, writeTable } from './table.ts';

export interface University {
  name: string;
  /** Short name that students use, such as `한빛대`. */
  shortName: string;
  domain: string;
  timeZone: string;
  /** Two to eight categories of buildings. */
  categories: readonly string[];
}

const BOARDS = 'buildings.tsv';

const EXAMPLES = [
  { id: 'main-hall', name: '본관', info: '대학 본부가 있는 건물입니다.' },
  { id: 'central-library', name: '중앙도서관', info: '열람실과 자료실이 있는 도서관입니다.' },
  { id: 'student-union', name: '학생회관', info: '학생식당과 동아리방이 있는 건물입니다.' },
];

/** Tables that a new campus starts without rows. */
const TABLES = {
  'amenities.tsv': AMENITY_COLUMNS,
  'hours.tsv': HOURS_COLUMNS,
  'rooms.tsv': ROOM_COLUMNS,
  'timetable.tsv': TIMETABLE_COLUMNS,
  'holidays.tsv': HOLIDAY_COLUMNS,
  'room-aliases.tsv': ROOM_ALIAS_COLUMNS,
} as const;
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
  for (const [file, columns] of Object.entries(TABLES))
    await writeFile(join(folder, file), writeTable<string>(columns, []));
  const settings = await readSettings(source);
  await writeFile(
    join(folder, 'campus.json'),
    `${JSON.stringify(adaptSettings(settings, university), null, 2)}\n`,
  );
  const examples = EXAMPLES.map((row, index) => ({
    ...row,
    category: university.categories[index % university.categories.length] ?? '',
    kind: 'building' as const,
    seats: '',
  }));
  await writeBoards(folder, [...examples, ...(await readBoards(source)).filter(isSpecial)]);
}

function adaptSettings(settings: CampusSettings, university: University): CampusSettings {
  const { name, shortName, domain, timeZone, categories } = university;
  const { name: otherName } = settings.university;
  // Also in tagline and reserved nicknames.
  const renamed = mapTexts(settings, [], (text) =>
    text.replaceAll(otherName, name).replaceAll(otherName.replace(/학교$/, ''), shortName),
  );
  const { buildingNicknames: _, ...rest } = renamed;
  const adapted = {
    ...rest,
    university: { name, domain },
    timeZone,
    placeholderPictures: [],
    reservedNicknames: {
      ...rest.reservedNicknames,
      whole: rest.reservedNicknames.whole.filter((text) => text !== SHIPPED_UNIVERSITY.latinName),
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
  const settings = await readSettings(folder);
  const known = await readBoards(folder);
  const ids = new Set(known.map(({ id }) => id));
  const lineOfName = new Map<string, number>();
  const boards = (rows ?? []).map(({ cells, line, report }) => {
    const { name, info } = cells;
    reportTwice('name', name, lineOfName, line, report);
    const id = known.find((board) => !isSpecial(board) && board.name === name)?.id ?? makeId(name, ids);
    ids.add(id);
    return parseBoardRow(
      { ...cells, id, info: info || `${name}입니다.`, kind: 'building' },
      settings,
      report,
    );
  });
  const [mistake] = mistakes.found;
  if (mistake) throw mistake;
  await writeBoards(folder, [...boards, ...known.filter(isSpecial)]);
  return boards.length;
}

/** Returns an id that depends only on the name: the id of a removed building must not pass to another one. */
function makeId(name: string, ids: ReadonlySet<string>): string {
  const digest = createHash('sha256').update(name).digest('hex');
  for (let length = 6; ; length += 1) {
    const id = `building-${digest.slice(0, length)}`;
    if (!ids.has(id)) return id;
  }
}

const isSpecial = ({ kind }: CampusBoard) => kind !== 'building';

const readSettings = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'campus.json'), 'utf8')) as CampusSettings;

async function readBoards(folder: string): Promise<CampusBoard[]> {
  const mistakes = new Mistakes();
  const boards = parseBoards(await readFile(join(folder, BOARDS), 'utf8'), null, mistakes);
  const [mistake] = mistakes.found;
  if (mistake) throw mistake;
  return boards ?? [];
}

const writeBoards = (folder: string, boards: readonly CampusBoard[]) =>
  writeFile(join(folder, BOARDS), writeTable(BOARD_COLUMNS, boards));
