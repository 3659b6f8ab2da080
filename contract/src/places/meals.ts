import { dropEnd, formatCount, normalizeForm } from '../text/rules.ts';
import { isDay } from './amenities.ts';
import { campusDay, timeOf } from './open-hours.ts';

export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
export type MealName = (typeof MEALS)[number];

/** Number of reporting students that marks a dish as sold out. */
export const SOLD_OUT_FROM = 2;
/** Maximum UTF-16 units and lines of a week's text, before parsing. */
export const MEALS_TEXT_MAX = 20_000;
export const MEALS_LINES_MAX = 400;
export const CORNER_MAX = 40;
export const DISH_MAX = 200;
export const PRICE_MAX = 100_000;
/** Maximum rows of a file: half a year of ten cafeterias. */
export const MEAL_ROWS_MAX = 20_000;
/** Days that a meal is kept after its day. */
export const MEAL_DAYS = 28;

/** Whether a kind of amenities serves meals, by its name's ending. */
export const isCafeteria = (kind: string): boolean => kind.endsWith('식당');

/** An offer at one price: a dish, or one with side dishes. */
export interface Offer {
  /** Example: `2026-03-02`. */
  day: string;
  meal: MealName;
  /** Empty if the cafeteria has a single corner. */
  corner: string;
  dish: string;
  /** In won; null if unknown. */
  price: number | null;
  /** Example: `11:30`. */
  from: string;
  to: string;
}

/** Returns the key of an offer, unique in its cafeteria. */
export const offerKey = ({ day, meal, corner, dish }: Offer): string => [day, meal, corner, dish].join('\t');

/** Rice served with every dish: `쌀밥`, `흑미밥`. */
const PLAIN_RICE = /^(?:(?:흰|백|햅)?쌀|흑미|백미|현미|잡곡|보리|기장|차?조|수수|귀리|찰|콩|공기)?밥$/;

/** Returns the dish that names a meal: the first except plain rice. */
export function mainDish(dish: string): string {
  const dishes = dish.split(', ');
  return dishes.find((one) => !PLAIN_RICE.test(one)) ?? dishes[0] ?? '';
}

/** Returns the day some days after one such as `2026-03-02`. */
export const dayAfter = (day: string, days: number): string => campusDay(Date.parse(day), days);

/** Whether the text is a valid meal day such as `2026-03-02`. */
export const isMealDay = (text: string): boolean => isDay(text) && text.startsWith('2');

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Whether a meal of today is being served; its end is exclusive. */
export function isServed({ from, to }: Pick<Offer, 'from' | 'to'>, clock: number): boolean {
  return from <= timeOf(clock) && timeOf(clock) < to;
}

/** An offer of today with its location. */
type PlacedOffer = Pick<Offer, 'meal' | 'from' | 'to'> & { buildingId: string; place: string };

/**
 * Returns one cafeteria's current or next meal today. Order: `near` buildings, serving now, earliest. Empty after the last
 * [ML-02].
 */
export function mealAt<One extends PlacedOffer>(
  offers: readonly One[],
  clock: number,
  near: readonly string[] = [],
): One[] {
  const left = offers.filter(({ to }) => timeOf(clock) < to);
  const meal = MEALS.find((name) => left.some((one) => one.meal === name));
  const rank = (one: One) =>
    [near.includes(one.buildingId) ? 0 : 1, isServed(one, clock) ? 0 : 1, one.from].join(' ');
  const served = left.filter((one) => one.meal === meal);
  const [best] = served.map(rank).toSorted();
  const first = served.find((one) => rank(one) === best);
  return served.filter((one) => one.buildingId === first?.buildingId && one.place === first.place);
}

/** A part of a line that is sold separately. */
export interface Item {
  /** Empty if the line has only a price. */
  dish: string;
  /** Price for students, in won; null if the line has none. */
  price: number | null;
  /** Other text, such as the price for others; may be empty. */
  note: string;
}

/** Words for groups with a price: students, or others. */
const STUDENTS = '재학생|학부생|학생';
const WHO = `(?:${STUDENTS}|교직원|직원|교수|일반인?|외부인?|방문객|손님)`;
const WHO_BEFORE = new RegExp(`(${WHO})[ :(]*₩? ?$`);
const WHO_BEHIND = new RegExp(`^[ ]?[([](${WHO})[)\\]]`);
const ALONE = new RegExp(`^${WHO}$`);
const FOR_STUDENTS = new RegExp(STUDENTS);
const NUMBER = /\d{1,3}(?:,\d{3})+|\d{1,15}/g;

/** Whether a text only names groups that pay a price. */
export const isPayer = (text: string): boolean => ALONE.test(text);

interface Price {
  /** Text before the price, without the group that pays it. */
  name: string;
  who: string;
  price: number;
}

/**
 * Returns a line's items: dishes with a price each, or one with the student price and others as note. Without 원 or ₩, only
 * a number at the end or after a group is a price.
 *
 * @throws {Mistake} `price` if one is too high, `prices` if the student price is ambiguous.
 */
export function readItems(line: string): Item[] {
  const text = line.replaceAll(/(\d{1,3})[.,] ?(\d{3})(?= ?원)/g, '$1,$2');
  const { prices, tail } = findPrices(text);
  const [first] = prices;
  const rest = tail.replace(/^[)\] ]+/, '');
  if (!first) return [{ dish: tidyDishes(text), price: null, note: '' }];
  if (prices.some(({ who }) => who !== '')) return [readPayers(prices, rest)];
  const items = prices.map(({ name, price }) => ({ dish: tidyDishes(name), price, note: '' }));
  if (items.length > 1 && items.some(({ dish }) => dish === '')) throw new Mistake('prices');
  const last = items.at(-1) as Item;
  const isMore = /^[,/、]/.test(rest) && !/k?cal$/i.test(rest);
  if (isMore || last.dish === '') last.dish = tidyDishes(`${last.dish}, ${rest}`);
  else last.note = bare(rest.replace(/^[,/、] ?/, ''));
  return items;
}

/** Returns one dish with the student price, others as a note. */
function readPayers(prices: readonly Price[], rest: string): Item {
  const forStudents = prices.filter(({ who }) => FOR_STUDENTS.test(who));
  const forAll = prices.filter(({ who }) => who === '');
  if (forStudents.length === 0 && forAll.length > 1) throw new Mistake('prices');
  const taken = forStudents[0] ?? forAll[0];
  const others = prices
    .filter((one) => one !== taken)
    .map(({ who, price }) => `${who} ${formatCount(price)}원`.trim());
  return {
    dish: tidyDishes(prices.map(({ name }) => name).join(', ')),
    price: taken?.price ?? null,
    note: [...others, bare(rest)].filter(Boolean).join(', '),
  };
}

/** Removes surrounding brackets. */
const bare = (text: string): string => text.replace(/^[([]([^()[\]]*)[)\]]$/, '$1').trim();

function findPrices(text: string): { prices: Price[]; tail: string } {
  const prices: Price[] = [];
  let end = 0;
  for (const { 0: digits, index } of text.matchAll(NUMBER)) {
    const before = text.slice(end, index);
    const behind = text.slice(index + digits.length);
    const unit = /^ ?원(?![의빵])/.exec(behind)?.[0];
    const who = WHO_BEFORE.exec(before)?.[1];
    if (unit === undefined && !isBarePrice(digits, before, behind, who !== undefined)) continue;
    const rest = behind.slice(unit?.length ?? 0).replace(/^[)\]]/, '');
    const payer = who ? undefined : WHO_BEHIND.exec(rest);
    const name = before.slice(0, who ? before.lastIndexOf(who) : undefined);
    prices.push({
      name: dropOpening(name).replace(/^[)\]/,· ]+/, ''),
      who: who ?? payer?.[1] ?? '',
      price: priceOf(digits),
    });
    end = text.length - rest.length + (payer?.[0].length ?? 0);
  }
  return { prices, tail: text.slice(end) };
}

/** Whether a number without unit is a price. */
function isBarePrice(digits: string, before: string, behind: string, hasPayer: boolean): boolean {
  if (/₩ ?$/.test(before)) return true;
  if (digits.length < 3 || !/(?:^|[ (:/])$/.test(before)) return false;
  return hasPayer || /^\)?$/.test(behind) || /^ ?[/~] ?\d{1,3},?\d{3}/.test(behind);
}

/** Parses a price cell. @throws {Mistake} `price` if it is no price. */
export function readPriceCell(cell: string): Pick<Item, 'price' | 'note'> {
  const digits = cell.replace(/ ?원$/, '');
  if (/^[\d,]{1,9}$/.test(digits)) return { price: priceOf(digits), note: '' };
  const [item, ...others] = readItems(cell);
  if (!item || item.dish !== '' || others.length > 0) throw new Mistake('price');
  return item;
}

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
  | string
  | undefined
)[]): [string, string] {
  const time = (hour: string, minute: string) => `${hour.padStart(2, '0')}:${minute}`;
  const [from, to] = [time(fromHour, fromMinute), time(toHour, toMinute)];
  if (to > '24:00' || fromMinute > '59' || toMinute > '59' || to <= from) throw new Mistake('hours');
  return [from, to];
}

/** Returns the price in won. @throws {Mistake} `price`. */
function priceOf(digits: string): number {
  const price = Number(digits.replaceAll(',', ''));
  if (price > PRICE_MAX) throw new Mistake('price');
  return price;
}

/** Allergen numbers behind a dish: `백반(알레르기 1.2.5)`, `카레 알러지:5`. */
const ALLERGENS =
  /(?<=[^\s※(]) ?[([]? ?(?:알레르기|알러지)[가-힣 ]{0,6}[: ]*(\d{1,2}(?:[., ]+\d{1,2})*)\.? ?[)\]]?(?=$|[ /]|,(?!\d))/g;

/** Normalizes characters, names allergens by numbers in brackets, and removes list markers at the start. */
export function cleanLine(raw: string): string {
  // Circled allergen numbers would otherwise become digits of the dish.
  const circled = raw.replaceAll(
    /[①-⑳]+/gu,
    (signs) => ` (${[...signs].map((sign) => sign.charCodeAt(0) - 9311).join('.')})`,
  );
  const plain = normalizeForm(circled, 'NFKC')
    .replaceAll(/[\p{Cf}\0]/gu, '')
    .replaceAll(ALLERGENS, ' ($1)');
  return plain
    .replace(/^[ \-*•·ᆞ▶■●○◆◈▪◦✓]+/u, '')
    .replaceAll(/ {2,}/g, ' , ')
    .trimEnd();
}

/** Removes the leading colon, comma and spaces between parts of a line. */
export const tidy = (text: string): string => text.replace(/^[ :,]+/, '').trim();

/** Removes trailing spaces, brackets or signs before a price. */
const dropOpening = (text: string): string => dropEnd(text, (sign) => ' ([₩:'.includes(sign));

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
const NOTE_WORDS = /문의|전화|식단표|주간 ?(?:식단|메뉴)|\b[Tt][Ee][Ll]\b|\d-\d{3,4}-\d{4}/;
/** Words of a remark; in brackets they may follow a dish: `카레(원산지: 호주)`. */
const REMARK_WORDS = /원산지|알레르기|알러지|소진|변경|바뀔|(?:니다|세요|어요|아요)[.!~)]*$/;

/** Returns the text before and after brackets; the whole text if it has no other letters. */
const outsideBrackets = (text: string): string => {
  const rest = text.replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, '').trim();
  return /\p{L}/u.test(rest) ? rest : text;
};

/** Whether a line is a remark or a table header. */
export const isNote = (text: string): boolean =>
  NOTE.test(text) ||
  ((NOTE_WORDS.test(text) || REMARK_WORDS.test(outsideBrackets(text))) &&
    !/\d ?원/.test(text) &&
    !CLOSED.test(text));

/** Days without service, at the end of a text. */
const DAY_OFF = /(?:(?:대체|임시|법정) ?)?(?:공?휴일|연휴)\)?$/;
const CLOSED =
  /(?:(?:대체|임시|법정) ?)?(?:공?휴일|연휴)\)?$|휴[무업점관]|미운영|쉽니다|쉬어요|(?:식단|메뉴) ?없음|운영 ?(?:없음|안 ?[함해합]|하지 ?않|중[단지]|종료)/;
/** Reasons for closing a whole day or meal. */
const REASON = /^(?:금일|오늘|당일|전체|임시|공휴일|식당)$/;
/** Days whose name alone means that there is no service. */
const HOLIDAY =
  /^(?:신정|설날?|구정|삼일절|3[.·]?1절|어린이날|현충일|제헌절|광복절|추석|개천절|한글날|성탄절|크리스마스|(?:부처님 ?오신|근로자의|노동자의) ?날|석가탄신일|노동절|(?:개교|창립) ?기념일|(?:대통령|국회의원|지방|보궐)? ?선거일?|(?:하계|동계|여름|겨울)? ?방학 ?(?:중|기간)?)(?: ?당일)?$/;
const OTHER_DAYS = /주말|매주|토요일|일요일|[월화수목금토일][,·/~-] ?[월화수목금토일]/;

/**
 * Returns the closed part: all (empty), a corner, or a note about other days. Null if none.
 *
 * @throws {Mistake} `closedWhat`.
 */
export function findClosed(text: string): { corner: string; note: boolean } | null {
  const plain = (part: string) => part.replaceAll(/[[\]()<>:]/g, ' ').trim();
  if (HOLIDAY.test(plain(text))) return { corner: '', note: false };
  const found = CLOSED.exec(text);
  if (!found || /\d ?원/.test(text)) return null;
  const what = plain(text.slice(0, found.index));
  if (OTHER_DAYS.test(what)) return { corner: '', note: true };
  const isReason = REASON.test(what) || HOLIDAY.test(what) || (DAY_OFF.test(found[0]) && !isCorner(what));
  if (what === '' || isReason) return { corner: '', note: false };
  if (what.includes(' ') && !isCorner(what)) throw new Mistake('closedWhat');
  return { corner: what, note: false };
}

const CORNER =
  /^(?:한식|양식|일식|중화|분식|일품식?|특식|특선|면류|즉석|간편식|채식|비건|할랄|뷔페|천원의 ?아침밥?|[A-Z](?: ?(?:코스|세트))?|코너 ?[A-Z\d]|\S{0,10} ?코너(?: ?\([^()]{1,20}\))?)$/;

/** Whether a line only names a corner of a cafeteria. */
export const isCorner = (text: string): boolean => CORNER.test(text);
