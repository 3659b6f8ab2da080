import { isDay } from '../amenities/rules.ts';
import { PRICE_MAX } from './rules.ts';

/** Why a line is not understood. */
export type MealMistake =
  | 'tooLong'
  | 'tooManyLines'
  | 'empty'
  | 'noDay'
  | 'noMeal'
  | 'unknownDay'
  | 'otherWeek'
  | 'unknownMeal'
  | 'hours'
  | 'hoursPlace'
  | 'price'
  | 'cornerLong'
  | 'dishLong'
  | 'cells'
  | 'twice';

const PRICE = /(^|[^\d,])(\d{1,3}(?:,\d{3}){1,3}|\d{1,15})( ?원)?\)?$/;
/** A price stands in so many letters at the end. */
const PRICE_LETTERS = 20;

/** A line that is not understood. */
export class Mistake extends Error {
  readonly code: MealMistake;
  constructor(code: MealMistake) {
    super(code);
    this.code = code;
  }
}

/** The day of a date; without a year the nearest one to the week. */
export function dayOf(
  [, year, month = '', date = '']: readonly (string | undefined)[],
  monday: string,
): string | null {
  const years = year ? [Number(year)] : [0, -1, 1].map((more) => Number(monday.slice(0, 4)) + more);
  const days = years.map((one) => `${one}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`).filter(isDay);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(monday));
  return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** From when to when. @throws {Mistake} `hours`. */
export function hoursOf([, fromHour = '', fromMinute = '', toHour = '', toMinute = '']: readonly (
  string | undefined
)[]): [string, string] {
  const time = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`;
  const [from, to] = [time(fromHour, fromMinute), time(toHour, toMinute)];
  if (to > '24:00' || fromMinute > '59' || toMinute > '59' || to <= from) throw new Mistake('hours');
  return [from, to];
}

/** A number without the unit is a price where it stands alone and can be one. @throws {Mistake} `price`. */
export function cutPrice(text: string): { dish: string; price: number | null } {
  const [, before = '', digits = '', unit] = PRICE.exec(text.slice(-PRICE_LETTERS)) ?? [];
  if (unit === undefined && (digits.length < 3 || !['', ' ', '(', '₩'].includes(before)))
    return { dish: tidyDishes(text), price: null };
  return { dish: tidyDishes(text.slice(0, text.lastIndexOf(digits))), price: priceOf(digits) };
}

/** In won. @throws {Mistake} `price`. */
export function priceOf(digits: string): number {
  const price = Number(digits.replaceAll(',', ''));
  if (price > PRICE_MAX) throw new Mistake('price');
  return price;
}

/** Without the colon, comma and space that stand between the parts of a line. */
export const tidy = (text: string): string => text.replace(/^[ :,]+/, '').trim();

/** The dishes of a line, one comma between each and the next. */
export function tidyDishes(text: string): string {
  return text
    .split(/[,、/]/)
    .map((dish) => dish.replace(/[(₩]$/, '').trim())
    .filter((dish) => dish !== '')
    .join(', ');
}
