import {
  CORNER_MAX,
  DISH_MAX,
  isMealDay,
  MEAL_ROWS_MAX,
  MEALS,
  PRICE_MAX,
} from '@madang/contract/meals/rules';
import type { AmenityContext } from './parse-amenities.ts';
import { readRows } from './read-table.ts';
import { plainDay, plainNumber, plainTime } from './spreadsheet.ts';

export const MEAL_COLUMNS = [
  'cafeteria',
  'day',
  'meal',
  'corner',
  'dish',
  'price',
  'from',
  'to',
  'source',
] as const;

/** A row of a file of meals; what is not known is empty. */
export type CampusMeal = Record<(typeof MEAL_COLUMNS)[number], string>;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const SOURCE_MAX = 80;

/** The meals of a file, those with a mistake included: each is reported. Null for a file with other columns. */
export function parseMealRows(
  text: string,
  cafeterias: ReadonlySet<string>,
  context: Pick<AmenityContext, 'file' | 'mistakes'>,
): CampusMeal[] | null {
  const rows = readRows(text, MEAL_COLUMNS, MEAL_ROWS_MAX, context, {
    day: plainDay,
    price: plainNumber,
    from: plainTime,
    to: plainTime,
  });
  const lineOf = new Map<string, number>();
  for (const { cells, line, report } of rows ?? []) {
    const { cafeteria, day, meal, corner, dish, price, from, to, source } = cells;
    if (!cafeterias.has(cafeteria)) report('cafeteria', `"${cafeteria}" is the id of no amenity`);
    if (!isMealDay(day)) report('day', `"${day}" is no day such as 2026-03-02`);
    if (!(MEALS as readonly string[]).includes(meal))
      report('meal', `"${meal}" is none of ${MEALS.join(', ')}`);
    if (corner.length > CORNER_MAX) report('corner', `is longer than ${CORNER_MAX} letters`);
    if (dish.trim() === '' || dish.length > DISH_MAX)
      report('dish', `is empty or longer than ${DISH_MAX} letters`);
    if (!/^\d{0,6}$/.test(price) || Number(price) > PRICE_MAX)
      report('price', `"${price}" is no number up to ${PRICE_MAX}`);
    if (!TIME.test(from)) report('from', `"${from}" is no time such as 11:30`);
    if (!TIME.test(to) || to <= from) report('to', `"${to}" is no time after ${from}`);
    if (source.length > SOURCE_MAX) report('source', `is longer than ${SOURCE_MAX} letters`);
    const key = [cafeteria, day, meal, corner, dish].join('\t');
    const earlier = lineOf.get(key);
    if (earlier !== undefined) report('dish', `already stands in line ${earlier}`);
    lineOf.set(key, earlier ?? line);
  }
  return rows && rows.map(({ cells }) => cells);
}
