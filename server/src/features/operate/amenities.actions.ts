import { Mistakes } from '@madang/campus/campus-error';
import * as tables from '@madang/campus/parse-amenities';
import { writeTable } from '@madang/campus/read-table';
import type { FieldCode } from '@madang/contract/errors';
import { normalizeText } from '@madang/contract/text/rules';
import { ProblemError } from '../../platform/http/problem.ts';
import * as amenities from '../amenities/index.ts';
import { lockBuilding } from '../campus/index.ts';
import type { ActionTarget, OperatorAction } from './operator-actions.ts';

/** What an operator says of a row; what is left out stays as it is, or is empty. */
type Given<Row> = ActionTarget & { [Column in keyof Row]?: string | null | undefined };
type Read<Row> = ActionTarget & Partial<Row>;

/** Adds an amenity, or changes what is given of it. Days that are given are the operator's from then on. */
export const amenityPut: OperatorAction<Given<tables.CampusAmenity>, Read<tables.CampusAmenity>> = {
  name: 'amenity put',
  read: ({ id, ...given }) => ({ ...readCells(tables.AMENITY_COLUMNS, given), id }),
  async work(transaction, input, { campus: { settings } }) {
    const buildings = await amenities.lockBuildingIds(transaction);
    const there = await amenities.lockAmenity(transaction, input.id);
    const given = { ...emptyRow(tables.AMENITY_COLUMNS), ...there?.now, ...input };
    const others = (await amenities.listAmenities(transaction)).filter(({ id }) => id !== given.id);
    const table = writeTable(tables.AMENITY_COLUMNS, [...others, given]);
    const now = readLast(given, table, (text, mistakes) =>
      tables.parseAmenities(text, settings.searchTerms, { file: '', buildings, mistakes }),
    );
    const isOperators = input.confirmed !== undefined || input.gone !== undefined;
    const before = isOperators || !there ? null : there.before;
    if (there && amenities.isSame(now, there.now) && before === there.before) return 'same';
    // What a file said last time stays: what the next one says otherwise than that still counts.
    await amenities.putAmenities(transaction, [{ now, imported: there?.imported ?? now, before }]);
    return 'done';
  },
};

/** Takes an amenity off the list, with what students say of it. */
export const amenityRemove: OperatorAction<ActionTarget> = {
  name: 'amenity remove',
  work: async (transaction, { id }) =>
    (await amenities.deleteAmenities(transaction, [id])) ? 'done' : 'missing',
};

/** Takes back what students changed of an amenity, and deletes what they said of it. */
export const amenityUndo: OperatorAction<ActionTarget> = {
  name: 'amenity undo',
  async work(transaction, { id }) {
    const there = await amenities.lockAmenity(transaction, id);
    if (!there) return 'missing';
    const { before, now } = there;
    if (before)
      await amenities.putAmenities(transaction, [{ ...there, now: { ...now, ...before }, before: null }]);
    const voices = await amenities.deleteVoices(transaction, id);
    return before || voices > 0 ? 'done' : 'same';
  },
};

/** Of a building, the target; from no day on: always. */
const ofHours = {
  detail: ({ from }: Read<tables.CampusHours>) => from || 'always',
  read: ({ id, ...given }: Given<tables.CampusHours>) => ({
    ...readCells(tables.HOURS_COLUMNS, { ...given, from: given.from ?? '' }),
    id,
    building: id,
  }),
};

/** Says when a building is open: always, or from one day to another. */
export const hoursPut: OperatorAction<Given<tables.CampusHours>, Read<tables.CampusHours>> = {
  ...ofHours,
  name: 'hours put',
  async work(transaction, { id, ...input }) {
    // Two at once would not see that they have days in common.
    if (!(await lockBuilding(transaction, id))) return 'missing';
    const all = await amenities.listHours(transaction);
    const there = all.find(({ building, from }) => building === id && from === input.from);
    const given = { ...emptyRow(tables.HOURS_COLUMNS), ...there, ...input };
    const table = writeTable(tables.HOURS_COLUMNS, [...all.filter((row) => row !== there), given]);
    const now = readLast(given, table, (text, mistakes) =>
      tables.parseOpeningHours(text, { file: '', buildings: null, mistakes }),
    );
    if (there && amenities.isSame(now, there)) return 'same';
    await amenities.putHours(transaction, [now]);
    return 'done';
  },
};

/** Takes away the hours of a building that begin on a day, or those that hold always. */
export const hoursRemove: OperatorAction<Given<tables.CampusHours>, Read<tables.CampusHours>> = {
  ...ofHours,
  name: 'hours remove',
  work: async (transaction, { id, from = '' }) =>
    (await amenities.deleteHours(transaction, id, from)) ? 'done' : 'missing',
};

const emptyRow = <Column extends string>(columns: readonly Column[]): Record<Column, string> =>
  Object.fromEntries(columns.map((column) => [column, ''])) as Record<Column, string>;

/** Each is one line without tabs: a cell. */
function readCells<Column extends string>(
  columns: readonly Column[],
  given: { [Name in Column]?: string | null | undefined },
): { [Name in Column]?: string } {
  const cells: { [Name in Column]?: string } = {};
  for (const column of columns) {
    const text = given[column];
    if (typeof text === 'string') cells[column] = normalizeText(text).replaceAll(/\s+/g, ' ').trim();
  }
  return cells;
}

/** The last row of a table as a file would have it, or refused as a file with it would be; its first mistake is the cause. */
function readLast<Row extends Readonly<Record<string, string>>>(
  row: Row,
  table: string,
  parse: (table: string, mistakes: Mistakes) => Row[] | null,
): Row {
  const mistakes = new Mistakes();
  const rows = parse(table, mistakes);
  // Others may have been right when they were said. The number of rows has no line.
  const last = table.split('\n').length - 1;
  const found = mistakes.found.filter(({ line = last }) => line === last);
  const codeOf = (field: string): FieldCode => (row[field] === '' ? 'required' : 'invalid');
  const fields = found.map(({ field = 'row' }) => ({ field, code: codeOf(field) }));
  if (fields.length > 0) throw new ProblemError('input.invalid', { fields, cause: found[0] });
  return rows?.at(-1) ?? row;
}
