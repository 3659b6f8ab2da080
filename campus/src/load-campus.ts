import { access } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import {
  campusSettings,
  legalFile,
  type CampusSettings,
  type LegalFile,
  type LegalText,
} from '@madang/contract/campus/schema';
import { placeKeyword, type Edition } from '@madang/contract/campus/rules';
import type { Campus, CampusBoard } from './campus.ts';
import { CampusError, Mistakes } from './table.ts';
import { readJson, readText, type JsonFile } from './campus-files.ts';
import { parseBoards, parseSynonyms } from './parse-boards.ts';
import { parseMap } from './parse-map.ts';
import {
  type AmenityContext,
  parseAmenities,
  parseHolidays,
  parseOpeningHours,
  parseRooms,
  parseTimetable,
} from './parse-places.ts';
import { DEFAULT_PERIODS, parsePeriods, parseRoomAliases } from './parse-courses.ts';
import { checkSettings, fillNames, findForeignNames } from './check-settings.ts';

export { CampusError } from './table.ts';

/** Pictures of the app that every campus must have. */
const OWN_PICTURES = [
  'icon.svg',
  'touch-icon.png',
  'share.png',
  'welcome.webp',
  'welcome-dark.webp',
  'empty/posts.svg',
  'empty/search.svg',
];

/** Picture shared by buildings without their own. */
const PLACEHOLDER = 'placeholder';

/** Contents of a campus folder, and all its mistakes. */
export interface Inspection {
  /** Null if there are mistakes. */
  campus: Campus | null;
  mistakes: readonly CampusError[];
}

/** Returns all mistakes of a campus folder, in both editions' legal texts, and the campus of `edition`. */
export async function inspectCampus(folder: string, edition: Edition = 'beta'): Promise<Inspection> {
  const root = isAbsolute(folder) ? folder : resolve(folder);
  const mistakes = new Mistakes();
  const settingsFile = await readJson(root, 'campus.json', mistakes);
  const settings = parse(settingsFile, campusSettings, mistakes);
  const rows = await readText(root, 'buildings.tsv', mistakes);
  const boards = rows === null ? null : parseBoards(rows, settings, mistakes);
  const map = await readOptional(root, 'map.tsv', mistakes, (text) => parseMap(text, boards, mistakes));
  const planted = await readTables(root, settings, boards, mistakes);
  const synonyms = await readOptional(root, 'synonyms.tsv', mistakes, (text) =>
    parseSynonyms(text, { file: 'synonyms.tsv', mistakes }),
  );
  if (settingsFile && settings) {
    const report = (problem: string, path: readonly (string | number)[]) =>
      mistakes.add(settingsFile.name, problem, settingsFile.place(path));
    checkSettings(settings, report);
    if (boards) checkBuildings(settings, boards, report);
  }
  const termsFile = await readJson(root, 'terms.ko.json', mistakes);
  const privacyFile = await readJson(root, 'privacy.ko.json', mistakes);
  const terms = parse(termsFile, legalFile, mistakes);
  const privacy = parse(privacyFile, legalFile, mistakes);
  for (const path of [...OWN_PICTURES, `buildings/${PLACEHOLDER}.svg`])
    if (!(await isThere(join(root, 'pictures', path)))) mistakes.add(`pictures/${path}`, 'is missing');
  if (!settings || !boards || !terms || !privacy || mistakes.found.length > 0)
    return { campus: null, mistakes: mistakes.found };
  const pictured = await findPictured(root, boards, settings);
  const { university } = settings;
  const foreign = listForeign([settingsFile, termsFile, privacyFile], university);
  const texts = { terms: legalTextOf(terms, edition), privacy: legalTextOf(privacy, edition) };
  const named = fillNames({ settings, ...texts }, university);
  const { warned } = mistakes;
  return {
    campus: {
      folder: root,
      boards,
      map,
      ...planted,
      synonyms: synonyms ?? [],
      ...named,
      pictured,
      foreign,
      warned,
    },
    mistakes: [],
  };
}

function legalTextOf({ version, effectiveOn, title, sections }: LegalFile, edition: Edition): LegalText {
  const dayOf = (day: LegalFile['version']) => (typeof day === 'string' ? day : day[edition]);
  const textsOf = (paragraphs: LegalFile['sections'][number]['paragraphs']) =>
    paragraphs.flatMap((text) => (typeof text === 'string' ? text : (text[edition] ?? [])));
  return {
    version: dayOf(version),
    effectiveOn: dayOf(effectiveOn),
    title,
    sections: sections.map(({ heading, paragraphs }) => ({ heading, paragraphs: textsOf(paragraphs) })),
  };
}

function listForeign(
  files: readonly (JsonFile | null)[],
  university: CampusSettings['university'],
): CampusError[] {
  const foreign = new Mistakes();
  for (const file of files)
    if (file)
      findForeignNames(file.value, university, (problem, path) =>
        foreign.add(file.name, problem, file.place(path)),
      );
  return foreign.found;
}

/** Reads the optional tables that are imported on the first start, or used by imports. */
async function readTables(
  root: string,
  settings: CampusSettings | null,
  boards: readonly CampusBoard[] | null,
  mistakes: Mistakes,
): Promise<
  Pick<Campus, 'amenities' | 'hours' | 'rooms' | 'timetable' | 'holidays' | 'periods' | 'roomAliases'>
> {
  const buildings = boards && new Set(boards.filter(({ kind }) => kind === 'building').map(({ id }) => id));
  const read = async <Row>(file: string, rowsOf: (text: string, context: AmenityContext) => Row[] | null) =>
    (await readOptional(root, file, mistakes, (text) => rowsOf(text, { file, buildings, mistakes }))) ?? [];
  const kinds = settings && settings.searchTerms;
  const amenities = await read('amenities.tsv', (text, context) => parseAmenities(text, kinds, context));
  const hours = await read('hours.tsv', parseOpeningHours);
  const rooms = await read('rooms.tsv', parseRooms);
  // With mistakes in the list of rooms, missing rooms cannot be determined.
  const isWrong = mistakes.found.some(({ file }) => file === 'rooms.tsv');
  const buildingOf = isWrong ? null : new Map(rooms.map(({ id, building }) => [id, building]));
  const timetable = await read('timetable.tsv', (text, context) => parseTimetable(text, buildingOf, context));
  const holidays = await read('holidays.tsv', parseHolidays);
  const periods = await read('periods.tsv', parsePeriods);
  const roomAliases = await read('room-aliases.tsv', parseRoomAliases);
  return {
    amenities,
    hours,
    rooms,
    timetable,
    holidays,
    periods: periods.length > 0 ? periods : DEFAULT_PERIODS,
    roomAliases,
  };
}

async function readOptional<Content>(
  root: string,
  file: string,
  mistakes: Mistakes,
  read: (text: string) => Content | null,
): Promise<Content | null> {
  const text = (await isThere(join(root, file))) ? await readText(root, file, mistakes) : null;
  return text === null ? null : read(text);
}

/**
 * Reads and validates a campus folder, with the legal texts of one edition.
 *
 * @throws {CampusError} with one line: file, line or field, and the mistake.
 */
export async function loadCampus(folder: string, edition: Edition = 'beta'): Promise<Campus> {
  const { campus, mistakes } = await inspectCampus(folder, edition);
  if (campus) return campus;
  const [first, ...others] = mistakes;
  if (!first || others.length === 0) throw first ?? new Error('a campus without mistakes was not read');
  throw new CampusError(
    first.file,
    `${first.problem} (and ${others.length} more: operator campus check ${folder})`,
    first,
  );
}

/** Returns the board with this id, or undefined. */
export function boardById(campus: Campus, id: string): CampusBoard | undefined {
  return campus.boards.find((board) => board.id === id);
}

/** Returns the place keywords as posts store and show them: `팀플 장소`. */
export function placeKeywords(campus: Campus): readonly string[] {
  const { keywords, placeWord } = campus.settings;
  return keywords.map((keyword) => placeKeyword(keyword, placeWord));
}

/** Returns the site's picture address of a building, or the placeholder; null for special boards [SC-10]. */
export function picturePath(
  board: Pick<CampusBoard, 'id' | 'kind'>,
  campus: Pick<Campus, 'pictured'>,
): string | null {
  if (board.kind !== 'building') return null;
  return `/campus/buildings/${campus.pictured.has(board.id) ? board.id : PLACEHOLDER}.svg`;
}

async function findPictured(
  root: string,
  boards: readonly CampusBoard[],
  settings: CampusSettings,
): Promise<Set<string>> {
  const pictured = new Set<string>();
  for (const { id, kind } of boards) {
    if (kind !== 'building' || settings.placeholderPictures.includes(id)) continue;
    if (await isThere(join(root, 'pictures', 'buildings', `${id}.svg`))) pictured.add(id);
  }
  return pictured;
}

function checkBuildings(
  settings: CampusSettings,
  boards: readonly CampusBoard[],
  report: (problem: string, path: readonly (string | number)[]) => void,
): void {
  const check = (ids: readonly string[], path: readonly string[]) =>
    ids.forEach((id, index) => {
      if (!boards.some((board) => board.id === id && board.kind === 'building'))
        report(`"${id}" is no building of buildings.tsv`, [...path, index]);
    });
  check(settings.placeholderPictures, ['placeholderPictures']);
  for (const [nickname, ids] of Object.entries(settings.buildingNicknames ?? {}))
    check(ids, ['buildingNicknames', nickname]);
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

interface Issue {
  code?: string;
  path: readonly PropertyKey[];
  message: string;
  keys?: readonly string[];
}

/** The used part of a zod schema; zod stays the contract's dependency. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: readonly Issue[] } };
}

function parse<T>(file: JsonFile | null, schema: Schema<T>, mistakes: Mistakes): T | null {
  if (!file) return null;
  const result = schema.safeParse(file.value);
  if (result.success) return result.data;
  for (const { path, message, keys } of result.error.issues)
    if (keys) for (const key of keys) mistakes.add(file.name, 'is unknown here', file.place([...path, key]));
    else mistakes.add(file.name, message.replaceAll(/\s+/g, ' ').trim(), file.place(path));
  return null;
}
