import { seatsProblem } from '@madang/contract/campus/building-rules';
import { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import type { CampusSettings } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { CampusBoard } from './campus.ts';
import type { Mistakes } from './campus-error.ts';
import { splitTable, trimCells } from './spreadsheet.ts';

const FILE = 'buildings.tsv';
const COLUMNS = ['id', 'name', 'category', 'info', 'kind'] as const;
/** Behind them, where a campus says it. */
const SEATS = 'seats';
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
  const [head, ...lines] = splitTable(text);
  const columns = head?.cells.includes(SEATS) ? [...COLUMNS, SEATS] : COLUMNS;
  if (trimCells(head?.cells ?? [], columns.length).join('\t') !== columns.join('\t')) {
    mistakes.add(FILE, `the columns must be ${COLUMNS.join(', ')}`, { line: 1 });
    return null;
  }
  const boards: CampusBoard[] = [];
  const lineOfId = new Map<string, number>();
  lines.forEach(({ cells, line }) => {
    const board = parseRow(trimCells(cells, columns.length), columns.length, settings, (field, problem) =>
      mistakes.add(FILE, problem, { line, field }),
    );
    if (!board) return;
    const earlier = lineOfId.get(board.id);
    if (earlier !== undefined)
      mistakes.add(FILE, `"${board.id}" already stands in line ${earlier}`, { line, field: 'id' });
    lineOfId.set(board.id, earlier ?? line);
    boards.push(board);
  });
  for (const id of SPECIAL_BOARD_IDS)
    if (!lineOfId.has(id)) mistakes.add(FILE, `the special board "${id}" is missing`, { field: 'id' });
  return boards;
}

/** A row; null when it does not even have the columns. */
function parseRow(
  cells: readonly string[],
  width: number,
  settings: Pick<CampusSettings, 'categories'> | null,
  report: (field: (typeof COLUMNS)[number] | typeof SEATS | undefined, problem: string) => void,
): CampusBoard | null {
  if (cells.length !== width) {
    report(undefined, `has ${cells.length} columns instead of ${width}`);
    return null;
  }
  const [id = '', name = '', category = '', info = '', kind = '', seats = ''] = cells;
  if (!ID.test(id)) report('id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
  for (const [field, value] of Object.entries({ name, category, info })) {
    if (value.trim() === '') report(field as 'name', 'is empty');
    else if (value !== value.trim()) report(field as 'name', 'starts or ends with a space');
  }
  const wanted = kindOf(id);
  if (!KINDS.includes(kind)) report('kind', `"${kind}" is none of ${KINDS.join(', ')}`);
  else if (kind !== wanted) report('kind', `"${kind}" must be "${wanted}" for "${id}"`);
  const categories = settings?.categories.map((entry) => entry.name);
  if (wanted === 'building' && category.trim() !== '' && categories && !categories.includes(category))
    report('category', `"${category}" is none of ${categories.join(', ')}`);
  if (seats !== '' && wanted !== 'building') report(SEATS, 'only a building has one');
  else if (seatsProblem(seats))
    report(SEATS, `"${seats}" is no address such as https://library.example.ac.kr/seats`);
  return { id, name, category, info, kind: wanted, seats };
}

function kindOf(id: string): BoardKind {
  return Object.hasOwn(SPECIAL_KINDS, id) ? SPECIAL_KINDS[id as keyof typeof SPECIAL_KINDS] : 'building';
}
