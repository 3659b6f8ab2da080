import { isDay, parseFloor, parseHours } from '@madang/contract/amenities/rules';
import { isBlank, normalizeText } from '@madang/contract/text/rules';
import { readRows, type ReportField, reportTwice } from './read-table.ts';
import { plainDay, plainHours, plainNumber } from './spreadsheet.ts';
import type { Mistakes } from './campus-error.ts';

export const AMENITY_COLUMNS = [
  'id',
  'building',
  'kind',
  'floor',
  'spot',
  'hours',
  'stepFree',
  'source',
  'confirmed',
  'gone',
] as const;
export const HOURS_COLUMNS = ['building', 'from', 'to', 'hours', 'source'] as const;

/** A row of `amenities.tsv`; what is not known is empty. */
export type CampusAmenity = Record<(typeof AMENITY_COLUMNS)[number], string>;
/** A row of `hours.tsv`: what holds always, or from one day to another. */
export type CampusHours = Record<(typeof HOURS_COLUMNS)[number], string>;

/** What a table is read with. */
export interface AmenityContext {
  /** What the file is called in what is said of it. */
  file: string;
  /** The ids of the buildings; null where nobody can say. */
  buildings: ReadonlySet<string> | null;
  mistakes: Mistakes;
}

const ID = /^[A-Za-z0-9-]{1,60}$/;
const LINE_MAX = 80;
/** Every phone keeps all of them. */
const ROWS_MAX = 1_000;

/** The amenities of a file, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseAmenities(
  text: string,
  kinds: readonly string[] | null,
  context: AmenityContext,
): CampusAmenity[] | null {
  const lineOfId = new Map<string, number>();
  const rows = readRows(text, AMENITY_COLUMNS, ROWS_MAX, context, {
    floor: plainNumber,
    hours: plainHours,
    confirmed: plainDay,
    gone: plainDay,
  });
  for (const { cells, line, report } of rows ?? []) {
    const { id, kind, floor, hours, stepFree, confirmed, gone } = cells;
    if (!ID.test(id)) report('id', `"${id}" is not 1 to 60 letters, digits or hyphens`);
    reportTwice('id', id, lineOfId, line, report);
    checkBuilding(cells.building, context, report);
    if (kinds && !kinds.includes(kind)) report('kind', `"${kind}" is none of ${kinds.join(', ')}`);
    if (parseFloor(floor) === null) report('floor', `"${floor}" is no floor such as 3 or B1`);
    checkLine('spot', cells.spot, report);
    checkLine('source', cells.source, report);
    if (hours !== '') checkHours(hours, report);
    if (!['yes', 'no', ''].includes(stepFree)) report('stepFree', `"${stepFree}" is none of yes, no`);
    for (const [field, day] of Object.entries({ confirmed, gone }))
      if (day !== '' && !isDay(day)) report(field, `"${day}" is no day such as 2026-03-02`);
  }
  return rows && rows.map(({ cells }) => cells);
}

/** The opening hours of a file, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseOpeningHours(text: string, context: AmenityContext): CampusHours[] | null {
  const rows = readRows(text, HOURS_COLUMNS, ROWS_MAX, context, {
    from: plainDay,
    to: plainDay,
    hours: plainHours,
  });
  rows?.forEach(({ cells, report }, index) => {
    const { building, from, to, hours } = cells;
    checkBuilding(building, context, report);
    checkLine('source', cells.source, report);
    checkHours(hours, report);
    for (const [field, day] of Object.entries({ from, to }))
      if (!isDay(day) && (day !== '' || from !== to)) report(field, `"${day}" is no day such as 2026-03-02`);
    if (to < from) report('to', `is before ${from}`);
    const other = rows
      .slice(0, index)
      .find(
        ({ cells: one }) =>
          one.building === building &&
          (from === '') === (one.from === '') &&
          one.from <= to &&
          from <= one.to,
      );
    if (other) report('from', `has days in common with line ${other.line}`);
  });
  return rows && rows.map(({ cells }) => cells);
}

function checkBuilding(id: string, { buildings }: AmenityContext, report: ReportField): void {
  if (buildings && !buildings.has(id)) report('building', `"${id}" is no building`);
}

function checkHours(hours: string, report: ReportField): void {
  if (parseHours(hours) === null)
    report('hours', `"${hours}" is not such as mon-fri 09:00-18:00; sat 10:00-14:00, or closed`);
}

/** Reports what is not one line that reads as it is stored. */
export function checkLine(field: string, text: string, report: ReportField): void {
  if (isBlank(text)) report(field, 'is empty');
  else if (text !== text.trim()) report(field, 'starts or ends with a space');
  else if (text !== normalizeText(text) || /\p{Cc}/u.test(text))
    report(field, 'has letters that are not stored as they are');
  else if (text.length > LINE_MAX) report(field, `is longer than ${LINE_MAX} letters`);
}
