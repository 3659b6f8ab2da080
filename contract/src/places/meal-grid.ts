import { cleanLine, dayAfter, dayOf, isNote, mondayOf } from './meals.ts';

/**
 * A part of a grid. `more` is a further line of a cell; `heading` has no information. The last four are mistakes, with the
 * text of their cell.
 */
export interface GridPart {
  line: number;
  last: number;
  text: string;
  as:
    | 'day'
    | 'label'
    | 'cell'
    | 'more'
    | 'note'
    | 'heading'
    | 'unknownDay'
    | 'otherWeek'
    | 'unknownMeal'
    | 'cells';
}

/** A cell with its first line; each line of the text follows in the next line. */
interface Cell {
  text: string;
  line: number;
}

const WEEKDAYS = '월화수목금토일';
const ENGLISH = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?/i;
const YEAR = String.raw`(?:(\d{4})[-./년])?`;
/** `11/23(월)`, `23일(월)`, `11월23일`; brackets and spaces are removed before. */
const DATE_FIRST = new RegExp(
  String.raw`^${YEAR}(?:(\d{1,2})[-./월])?(\d{1,2})[일.]?([월화수목금토일])?(?:요일)?$`,
);
/** `월`, `월요일`, `월11/23`, `월23`. */
const WEEKDAY_FIRST = new RegExp(
  String.raw`^([월화수목금토일])(?:요일)?${YEAR}(?:(?:(\d{1,2})[-./월])?(\d{1,2})[일.]?)?$`,
);
/** Columns without labels or meals. */
const REMARKS = /^(?:비고|원산지|알레르기|칼로리|열량|k?cal)/i;
/** Rows of the same kind. */
const REMARK_ROW = /^(?:비고|칼로리|열량|k?cal|\(?k?cal\)?$)/i;
/** Days that make a row the row of days; with fewer, its other cells must be headings. */
const HEAD_DAYS = 3;
const WEEK_DAYS = 7;
const HEADINGS = /^(?:구분|요일|날짜|일자|식당|식사|끼니|시간|코너|분류)$/;
const MEAL_LABEL = /^[([<]?(?:조 ?식|아 ?침|중 ?식|점 ?심|석 ?식|저 ?녁)(?:식사)?(?![가-힣])/;
/** Meals that are none of the three. */
const OTHER_MEAL =
  /^[([<]?(?:브런치|간식|야식|새벽|아점|중석식|조중식|breakfast|brunch|lunch|dinner)[)\]>]?(?= ?(?:$|:|\(?\d{1,2}:\d))/i;

/** Whether a text only names a meal that is none of the three, perhaps with its hours. */
export const isOtherMeal = (text: string): boolean => OTHER_MEAL.test(text);

/**
 * Splits a menu with days as columns into its parts, day by day: the day, then labels and cells of its rows. Returns null
 * without a row of days. The monday is such as `2026-11-23`.
 */
export function splitGrid(text: string, monday: string): GridPart[] | null {
  for (const separator of ['\t', ',', ';']) {
    const rows = splitRows(text, separator);
    if (rows.some((row) => readHead(row, null, monday) !== null)) return readGrid(rows, monday);
  }
  return null;
}

/** Splits cells with quotes as spreadsheets write them. */
function splitRows(text: string, separator: string): Cell[][] {
  const rows: Cell[][] = [[]];
  let [line, at] = [1, 0];
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  while (at <= plain.length) {
    const close = plain[at] === '"' ? closingQuote(plain, at) : -1;
    const behind = close < 0 ? at : close + 1;
    const ends = [plain.indexOf(separator, behind), plain.indexOf('\n', behind), plain.length];
    const end = Math.min(...ends.filter((position) => position >= 0));
    const raw =
      close < 0
        ? plain.slice(at, end)
        : plain.slice(at + 1, close).replaceAll('""', '"') + plain.slice(behind, end);
    rows.at(-1)?.push({ text: raw, line });
    line += raw.split('\n').length - 1;
    if (plain[end] === '\n') {
      rows.push([]);
      line += 1;
    }
    at = end + 1;
  }
  return rows;
}

/** Returns the position of the quote that closes a cell; -1 if none. */
function closingQuote(text: string, open: number): number {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

interface HeadDay {
  day: string;
  code: 'unknownDay' | 'otherWeek' | null;
}
type Head = ReadonlyMap<number, HeadDay>;

/** Returns the days of a row by column; null if it is no row of days. `above` has those of the row directly above. */
function readHead(row: readonly Cell[], above: Head | null, monday: string): Head | null {
  const head = new Map<number, HeadDay>();
  for (const [column, { text }] of row.entries()) {
    const day = readHeading(text, above !== null, monday);
    if (day) head.set(column, day);
  }
  if (head.size === 0 || head.size > WEEK_DAYS) return null;
  return head.size >= HEAD_DAYS || isShortHead(row, head, above) ? head : null;
}

/** Whether one or two days of a row are those of a short week, such as `구분,목,금`. */
function isShortHead(row: readonly Cell[], head: Head, above: Head | null): boolean {
  if (above?.size === head.size && [...head.keys()].every((column) => above.has(column))) return true;
  const others = row.filter((_, column) => !head.has(column)).map(({ text }) => joined(text));
  const [first = ''] = others;
  return (
    !head.has(0) &&
    (head.size > 1 || HEADINGS.test(first)) &&
    others.every((text) => [/^$/, HEADINGS, MEAL_LABEL, REMARKS].some((pattern) => pattern.test(text)))
  );
}

/** Returns the day of a heading; null if it is none. A number alone is a day below a row of weekdays. */
function readHeading(text: string, isBelowHead: boolean, monday: string): HeadDay | null {
  const plain = cleanLine(text.replaceAll(/\s+/g, ' ')).replaceAll(/[()[\]<>\s]/g, '');
  const bare = plain.length > 1 ? plain.replace(ENGLISH, '') : plain;
  const first = WEEKDAY_FIRST.exec(bare);
  const [, year, month, date, weekday] = first
    ? [first[0], first[2], first[3], first[4], first[1]]
    : (DATE_FIRST.exec(bare) ?? []);
  if (date === undefined && weekday === undefined) return null;
  const isNumber = month === undefined && weekday === undefined && !bare.endsWith('일');
  if (isNumber && !isBelowHead) return null;
  const byWeekday = weekday === undefined ? null : dayAfter(monday, WEEKDAYS.indexOf(weekday));
  if (date === undefined) return { day: byWeekday ?? '', code: null };
  const week = Array.from(WEEKDAYS, (_, index) => dayAfter(monday, index));
  const named =
    month === undefined
      ? (week.find((day) => Number(day.slice(8)) === Number(date)) ?? '')
      : dayOf(['', year, month, date], monday);
  if (named === null) return { day: '', code: 'unknownDay' };
  if (named === '' || mondayOf(named) !== monday) return { day: '', code: 'otherWeek' };
  return { day: named, code: byWeekday === null || byWeekday === named ? null : 'unknownDay' };
}

const filled = (row: readonly Cell[]) => row.filter(({ text }) => text.trim() !== '');
const joined = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const partsOf = ({ text, line: first }: Cell, as: GridPart['as']): GridPart[] =>
  text
    .split('\n')
    .map((one, index) => ({ line: first + index, last: first + index, text: joined(one), as }))
    .filter((part) => part.text !== '');

const isMeal = ({ text }: Cell): boolean => MEAL_LABEL.test(joined(text));

const labelOf = ({ text, line }: Cell, as: GridPart['as'] = 'label'): GridPart[] => {
  const last = line + text.trimEnd().split('\n').length - 1;
  return joined(text) === '' ? [] : [{ line, last, text: joined(text), as }];
};

/** Separates the first line of a cell from the others. */
const dishesOf = (cell: Cell): GridPart[] =>
  partsOf(cell, 'cell').map((part, index) => (index === 0 ? part : { ...part, as: 'more' }));

interface Section {
  row: readonly Cell[];
  head: Head;
  rows: (readonly Cell[])[];
}

function readGrid(rows: readonly (readonly Cell[])[], monday: string): GridPart[] {
  const parts: GridPart[] = [];
  const sections: Section[] = [];
  for (const row of rows) {
    const cells = filled(row);
    const section = sections.at(-1);
    const head = readHead(row, section?.rows.length === 0 ? section.head : null, monday);
    if (head) sections.push({ row, head, rows: [] });
    else if (section) section.rows.push(row);
    // A title above the days.
    else
      for (const cell of cells)
        parts.push(...partsOf(cell, cells.length === 1 || isNote(joined(cell.text)) ? 'note' : 'cells'));
  }
  for (const [index, section] of sections.entries()) {
    const above = sections[index - 1];
    const isSecondRow = above?.rows.length === 0 && section.head.size > 0;
    parts.push(...readSection(section, isSecondRow ? above.head : null));
  }
  return parts;
}

/** Returns the parts of a section, day by day. `above` has the days of another row of headings directly above. */
function readSection({ row, head, rows }: Section, above: Head | null): GridPart[] {
  const parts: GridPart[] = [];
  const last = Math.max(...head.keys());
  const isOutside = (column: number) => column > last && (row[column]?.text ?? '').trim() === '';
  const isRemark = (column: number) => REMARKS.test(joined(row[column]?.text ?? ''));
  const labelled = rows.map((cells) => ({
    cells,
    labels: cells
      .map((cell, column) => ({ ...cell, column }))
      .filter(({ column: n }) => !head.has(n) && !isRemark(n) && !isOutside(n))
      // A corner may precede its meal: 학생식당, 중식.
      .toSorted((one, other) => Number(isMeal(other)) - Number(isMeal(one))),
  }));
  const mealColumn = labelled.flatMap(({ labels }) => labels).find(isMeal)?.column;
  for (const { cells, labels } of labelled) {
    if (isRemarkRow(labels, filled(cells).length))
      for (const cell of cells) parts.push(...partsOf(cell, 'note'));
    for (const [column, cell] of cells.entries()) {
      if (head.has(column)) continue;
      if (isRemark(column)) parts.push(...partsOf(cell, 'note'));
      else if (isOutside(column)) parts.push(...partsOf(cell, 'cells'));
    }
  }
  for (const one of row) parts.push(...partsOf(one, 'heading'));
  for (const [column, { day, code }] of head) {
    const other = above?.get(column);
    const wrong = code ?? (other && other.day !== day ? 'unknownDay' : null);
    const { line = 0, text = '' } = row[column] ?? {};
    parts.push({ line, last: line, text: wrong ? joined(text) : day, as: wrong ?? 'day' });
    for (const cell of row.filter((_, n) => !head.has(n)))
      if (MEAL_NAMES.test(joined(cell.text))) parts.push(...labelOf(cell));
    for (const { cells, labels } of labelled) {
      if (isRemarkRow(labels, filled(cells).length)) continue;
      for (const label of labels) {
        const isOther = isOtherMeal(joined(label.text)) && (mealColumn ?? label.column) === label.column;
        parts.push(...labelOf(label, isOther ? 'unknownMeal' : 'label'));
      }
      parts.push(...dishesOf(cells[column] ?? { text: '', line: 0 }));
    }
  }
  return parts;
}

const MEAL_NAMES = /조식|아침|중식|점심|석식|저녁/;

/** Whether a row has remarks instead of meals. */
function isRemarkRow(labels: readonly Cell[], count: number): boolean {
  const [label] = filled(labels);
  if (!label) return false;
  const text = joined(label.text);
  return REMARK_ROW.test(text) || (isNote(text) && (count === 1 || REMARKS.test(text)));
}
