import { seatsProblem } from '@madang/contract/campus/building-rules';
import { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import type { CampusSettings } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { CampusBoard } from './campus.ts';
import type { Mistakes } from './campus-error.ts';
import { readRows, type ReportField, reportTwice } from './read-table.ts';

const FILE = 'buildings.tsv';
const COLUMNS = ['id', 'name', 'category', 'info', 'kind', 'seats'] as const;
/** A file may leave out the last column, the address of free seats. */
const REQUIRED = 5;
/** More than any campus has. */
const ROWS_MAX = 1_000;
const ID = /^[A-Za-z0-9-]{1,60}$/;

/** Which kind each special board must have; the rest of the code relies on it. */
const SPECIAL_KINDS: Record<(typeof SPECIAL_BOARD_IDS)[number], BoardKind> = {
  freedom: 'hidden',
  feedback: 'hidden',
  buildingNotice: 'notice',
  question: 'question',
  festival: 'festival',
};
const KINDS: readonly string[] = ['building', ...new Set(Object.values(SPECIAL_KINDS))];

/**
 * The boards of `buildings.tsv` in the order of the file, those with a mistake included: it is reported, and what is
 * said of the others does not depend on it. Null for a file with other columns. Without settings nothing is asked
 * of the categories.
 */
export function parseBoards(
  text: string,
  settings: Pick<CampusSettings, 'categories'> | null,
  mistakes: Mistakes,
): CampusBoard[] | null {
  const rows = readRows(text, COLUMNS, ROWS_MAX, { file: FILE, mistakes }, {}, REQUIRED);
  const lineOfId = new Map<string, number>();
  const boards = rows?.map(({ cells, line, report }) => {
    reportTwice('id', cells.id, lineOfId, line, report);
    return parseRow(cells, settings, report);
  });
  if (!boards) return null;
  for (const id of SPECIAL_BOARD_IDS)
    if (!lineOfId.has(id)) mistakes.add(FILE, `the special board "${id}" is missing`, { field: 'id' });
  return boards;
}

function parseRow(
  { id, name, category, info, kind, seats }: Record<(typeof COLUMNS)[number], string>,
  settings: Pick<CampusSettings, 'categories'> | null,
  report: ReportField,
): CampusBoard {
  if (!ID.test(id)) report('id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
  for (const [field, value] of Object.entries({ name, category, info })) {
    if (value.trim() === '') report(field, 'is empty');
    else if (value !== value.trim()) report(field, 'starts or ends with a space');
  }
  const wanted = kindOf(id);
  if (!KINDS.includes(kind)) report('kind', `"${kind}" is none of ${KINDS.join(', ')}`);
  else if (kind !== wanted) report('kind', `"${kind}" must be "${wanted}" for "${id}"`);
  const categories = settings?.categories.map((entry) => entry.name);
  if (wanted === 'building' && category.trim() !== '' && categories && !categories.includes(category))
    report('category', `"${category}" is none of ${categories.join(', ')}`);
  if (seats !== '' && wanted !== 'building') report('seats', 'only a building has one');
  else if (seatsProblem(seats))
    report('seats', `"${seats}" is no address such as https://library.example.ac.kr/seats`);
  return { id, name, category, info, kind: wanted, seats };
}

function kindOf(id: string): BoardKind {
  return Object.hasOwn(SPECIAL_KINDS, id) ? SPECIAL_KINDS[id as keyof typeof SPECIAL_KINDS] : 'building';
}
