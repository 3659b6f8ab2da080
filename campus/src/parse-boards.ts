import { SPECIAL_BOARD_IDS } from '@madang/contract/campus/rules';
import type { CampusSettings } from '@madang/contract/campus/schema';
import type { BoardKind } from '@madang/contract/posts/rules';
import type { CampusBoard } from './campus.ts';
import { CampusError } from './campus-error.ts';

const FILE = 'buildings.tsv';
const COLUMNS = ['id', 'name', 'category', 'info', 'kind'] as const;
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

/** The boards of `buildings.tsv` in the order of the file; throws `CampusError` at the first mistake. */
export function parseBoards(text: string, settings: CampusSettings): CampusBoard[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  checkHeader(lines[0] ?? '');
  const boards: CampusBoard[] = [];
  const rowOfId = new Map<string, number>();
  lines.forEach((line, index) => {
    if (index === 0 || line === '') return;
    const row = index + 1;
    const board = parseRow(line, row, settings);
    const earlier = rowOfId.get(board.id);
    if (earlier !== undefined) fail(row, 'id', `"${board.id}" already stands in row ${earlier}`);
    rowOfId.set(board.id, row);
    boards.push(board);
  });
  checkSpecialBoards(boards);
  checkPlaceholders(boards, settings);
  return boards;
}

function checkHeader(line: string): void {
  if (line !== COLUMNS.join('\t')) {
    throw new CampusError(FILE, `the columns must be ${COLUMNS.join(', ')}`, { row: 1 });
  }
}

function parseRow(line: string, row: number, settings: CampusSettings): CampusBoard {
  const cells = line.split('\t');
  if (cells.length !== COLUMNS.length) {
    throw new CampusError(FILE, `has ${cells.length} columns instead of ${COLUMNS.length}`, { row });
  }
  const [id = '', name = '', category = '', info = '', kind = ''] = cells;
  if (!ID.test(id)) fail(row, 'id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
  requireText(row, 'name', name);
  requireText(row, 'category', category);
  requireText(row, 'info', info);
  if (!KINDS.includes(kind)) fail(row, 'kind', `"${kind}" is none of ${KINDS.join(', ')}`);
  const wanted = kindOf(id);
  if (kind !== wanted) fail(row, 'kind', `"${kind}" must be "${wanted}" for "${id}"`);
  const categories = settings.categories.map((entry) => entry.name);
  if (wanted === 'building' && !categories.includes(category)) {
    fail(row, 'category', `"${category}" is none of ${categories.join(', ')}`);
  }
  return { id, name, category, info, kind: wanted };
}

function kindOf(id: string): BoardKind {
  return Object.hasOwn(SPECIAL_KINDS, id) ? SPECIAL_KINDS[id as keyof typeof SPECIAL_KINDS] : 'building';
}

function requireText(row: number, field: string, value: string): void {
  if (value.trim() === '') fail(row, field, 'is empty');
  if (value !== value.trim()) fail(row, field, 'starts or ends with a space');
}

function checkSpecialBoards(boards: readonly CampusBoard[]): void {
  for (const id of SPECIAL_BOARD_IDS) {
    if (!boards.some((board) => board.id === id)) {
      throw new CampusError(FILE, `the special board "${id}" is missing`, { field: 'id' });
    }
  }
}

function checkPlaceholders(boards: readonly CampusBoard[], settings: CampusSettings): void {
  settings.placeholderPictures.forEach((id, index) => {
    if (!boards.some((board) => board.id === id && board.kind === 'building')) {
      const field = `placeholderPictures.${index}`;
      throw new CampusError('campus.json', `"${id}" is no building of ${FILE}`, { field });
    }
  });
}

function fail(row: number, field: string, problem: string): never {
  throw new CampusError(FILE, problem, { row, field });
}
