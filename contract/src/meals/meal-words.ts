import { dropEnd, normalizeForm } from '../text/rules.ts';
import { isDay } from '../amenities/rules.ts';
import { PRICE_MAX } from './rules.ts';

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
  | 'prices'
  | 'closedWhat'
  | 'cornerLong'
  | 'dishLong'
  | 'cells'
  | 'twice';

/** Error for a line that cannot be parsed. */
export class Mistake extends Error {
  readonly code: MealMistake;
  constructor(code: MealMistake) {
    super(code);
    this.code = code;
  }
}

/** Returns the day of a date; without year, the nearest to the week. */
export function dayOf(
  [, year, month = '', date = '']: readonly (string | undefined)[],
  monday: string,
): string | null {
  const years = year ? [Number(year)] : [0, -1, 1].map((more) => Number(monday.slice(0, 4)) + more);
  const days = years.map((one) => `${one}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`).filter(isDay);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(monday));
  return days.toSorted((one, other) => distance(one) - distance(other))[0] ?? null;
}

/** Returns start and end. @throws {Mistake} `hours`. */
export function hoursOf([, fromHour = '', fromMinute = '', toHour = '', toMinute = '']: readonly (
  string | undefined
)[]): [string, string] {
  const time = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`;
  const [from, to] = [time(fromHour, fromMinute), time(toHour, toMinute)];
  if (to > '24:00' || fromMinute > '59' || toMinute > '59' || to <= from) throw new Mistake('hours');
  return [from, to];
}

/** Returns the price in won. @throws {Mistake} `price`. */
export function priceOf(digits: string): number {
  const price = Number(digits.replaceAll(',', ''));
  if (price > PRICE_MAX) throw new Mistake('price');
  return price;
}

/** Normalizes characters and removes list markers at the start. */
export function cleanLine(raw: string): string {
  // Circled allergen numbers would otherwise become digits of the dish.
  const circled = raw.replaceAll(
    /[①-⑳]+/gu,
    (signs) => ` (${[...signs].map((sign) => sign.charCodeAt(0) - 9311).join('.')})`,
  );
  const plain = normalizeForm(circled, 'NFKC').replaceAll(/[\p{Cf}\0]/gu, '');
  return plain
    .replace(/^[ \-*•·ᆞ▶■●○◆◈▪◦✓]+/u, '')
    .replaceAll(/ {2,}/g, ' , ')
    .trimEnd();
}

/** Removes the leading colon, comma and spaces between parts of a line. */
export const tidy = (text: string): string => text.replace(/^[ :,]+/, '').trim();

/** Removes trailing spaces, brackets or signs before a price. */
export const dropOpening = (text: string): string => dropEnd(text, (sign) => ' ([₩:'.includes(sign));

/** Returns a line's dishes, separated by commas, allergen numbers in brackets. */
export function tidyDishes(text: string): string {
  return text
    .replaceAll(
      / ?\(((?:\d{1,2}[.,] ?)*\d{1,2})\.?\)/g,
      (_, numbers: string) => ` (${numbers.replaceAll(/[., ]+/g, '.')})`,
    )
    .replaceAll(
      /([^\d\s(.])((?:\d{1,2}\.)+(?:\d{1,2})?)(?=[ ,/]|$)/g,
      (_, end: string, numbers: string) => `${end} (${numbers.replace(/\.$/, '')})`,
    )
    .split(/[,、/]/)
    .map((dish) => dropOpening(dish).trim())
    .filter((dish) => dish !== '')
    .join(', ');
}

const NOTE = /^(?:※|(?:요일|날짜|일자)\t)/;
const NOTE_WORDS =
  /원산지|알레르기|알러지|소진|변경|바뀔|문의|전화|식단표|주간 ?(?:식단|메뉴)|\b[Tt][Ee][Ll]\b|\d-\d{3,4}-\d{4}|(?:니다|세요|어요|아요)[.!~)]*$/;

/** Whether a line is a remark or a table header. */
export const isNote = (text: string): boolean =>
  NOTE.test(text) || (NOTE_WORDS.test(text) && !/\d ?원/.test(text) && findClosed(text) === null);

const CLOSED =
  /휴[무업점관]|미운영|쉽니다|쉬어요|(?:식단|메뉴) ?없음|운영 ?(?:없음|안 ?[함해합]|하지 ?않|중[단지]|종료)/;
/** Reasons for closing a whole day or meal. */
const REASON =
  /^(?:(?:하계|동계|여름|겨울)? ?방학 ?(?:중|기간)?|금일|오늘|당일|전체|임시|공휴일|개교기념일|식당)$/;
const OTHER_DAYS = /주말|매주|토요일|일요일|[월화수목금토일][,·/~-] ?[월화수목금토일]/;

/**
 * Returns the closed part: all (empty), a corner, or a note about other days. Null if none.
 *
 * @throws {Mistake} `closedWhat`.
 */
export function findClosed(text: string): { corner: string; note: boolean } | null {
  const found = CLOSED.exec(text);
  if (!found || /\d ?원/.test(text)) return null;
  const what = text
    .slice(0, found.index)
    .replaceAll(/[[\]()<>:]/g, ' ')
    .trim();
  if (OTHER_DAYS.test(what)) return { corner: '', note: true };
  if (what === '' || REASON.test(what)) return { corner: '', note: false };
  if (what.includes(' ') && !isCorner(what)) throw new Mistake('closedWhat');
  return { corner: what, note: false };
}

const CORNER =
  /^(?:한식|양식|일식|중화|분식|일품식?|특식|특선|면류|즉석|간편식|채식|비건|할랄|뷔페|천원의 ?아침밥?|[A-Z](?: ?(?:코스|세트))?|코너 ?[A-Z\d]|\S{0,10} ?코너(?: ?\([^()]{1,20}\))?)$/;

/** Whether a line only names a corner of a cafeteria. */
export const isCorner = (text: string): boolean => CORNER.test(text);
