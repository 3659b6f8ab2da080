import {
  cleanLine,
  CORNER_MAX,
  dayAfter,
  dayOf,
  DISH_MAX,
  findClosed,
  hoursOf,
  isCorner,
  isNote,
  isPayer,
  type Item,
  type MealMistake,
  type MealName,
  MEALS_LINES_MAX,
  MEALS_TEXT_MAX,
  Mistake,
  mondayOf,
  type Offer,
  offerKey,
  readItems,
  readPriceCell,
  tidy,
  tidyDishes,
} from './meals.ts';
import { type GridPart, isOtherMeal, splitGrid } from './meal-grid.ts';

/** Kinds of lines; `skipped` follows a day or meal that could not be parsed. */
export type LineKind = 'day' | 'meal' | 'corner' | 'dish' | 'price' | 'note' | 'closed' | 'skipped';

/** Result: every non-empty line is in `lines` or `mistakes`, every cell in `offers`, `closed`, `omitted` or `mistakes`. */
export interface ParsedMeals {
  lines: { line: number; as: LineKind }[];
  offers: (Offer & { line: number })[];
  /** Days, or meals of a day, without service. */
  closed: { day: string; meal: MealName | null; line: number; text: string }[];
  /** Lines and cells in neither: without a dish, or a closed corner. */
  omitted: { line: number; day: string | null; meal: MealName | null; text: string; as: 'note' | 'closed' }[];
  /** Line 0 is the whole text; `text` is the line or cell. */
  mistakes: { line: number; code: MealMistake; text: string }[];
}

const NAMES: Readonly<Record<string, MealName>> = {
  조식: 'breakfast',
  아침: 'breakfast',
  중식: 'lunch',
  점심: 'lunch',
  석식: 'dinner',
  저녁: 'dinner',
};
const WEEKDAYS = '월화수목금토일';
/** Default serving times. */
const USUAL = {
  breakfast: ['08:00', '09:30'],
  lunch: ['11:00', '14:00'],
  dinner: ['17:00', '19:00'],
} as const;

const DATE = /^(?:(\d{4}) ?[-./년] ?)?(\d{1,2}) ?[-./월] ?(\d{1,2})(?![\d:,])일?\.?/;
const WEEKDAY = /^ ?[([<]?([월화수목금토일])(요일)?[)\]>]?(?=$|[ :(])/;
const MEAL = /^[([<]?(조식|아침|중식|점심|석식|저녁)(?:식사)?[)\]>]?(?=$|[ :(\d])/;
/** A row of prices of the dishes above. */
const PRICE_LABEL = /^(?:가격|금액|단가|식대)(?: ?\(원\))?$/;
const HOURS_LABEL = /^(?:운영|배식|이용) ?시간 ?:? ?/;
/** Labels written from top to bottom. */
const SPACED_MEAL = /^([조중석점아저]) ?,? ?([식심침녁])(?![가-힣])/;
/** A dish to be announced, or calories. */
const NO_DISH = /^[([<]?(?:미정|추후 ?공지|준비 ?중|미제공|(?:해당 ?)?없음|[\d,.]+ ?k?cal)[)\]>]?$/i;
const HOURS = /^[([]?(\d{1,2}):(\d{2}) ?[-~–—] ?(\d{1,2}):(\d{2})[)\]]?/;
const BRACKET_CORNER = /^[[<]([^\]>]+)[\]>]/;
/** The colon is outside of brackets. */
const COLON_CORNER = /^(?=[^:])([^:,(]*(?:\([^()]*\)[^:,(]*)*):/;

/** State from the lines before. */
interface State {
  monday: string;
  /** Null if missing or wrong; lines below are then skipped. */
  day: string | null;
  meal: MealName | null;
  hours: Record<MealName, readonly [string, string]>;
  corner: string;
  cornerPrice: number | null;
  /** Receives the next dishes without their own price. */
  open: ParsedMeals['offers'][number] | null;
  /** A corner with a price; it is a dish unless dishes follow. */
  heading: ParsedMeals['offers'][number] | null;
  wrongDay: boolean;
  /** Set by a row whose meal is missing or unknown; its cells are skipped. */
  wrongMeal: boolean;
  isHoursRow: boolean;
  /** Days with a meal whose hours are given. */
  timed: Set<string>;
}

/**
 * Parses a cafeteria's week from a Monday: lines such as `중식 11:30-13:30`, spreadsheet cells, or a table with days as
 * columns. Never throws: returns `mistakes` [ML-01].
 */
export function parseMeals(text: string, monday: string): ParsedMeals {
  const parsed: ParsedMeals = { lines: [], offers: [], closed: [], omitted: [], mistakes: [] };
  const lines = text.length > MEALS_TEXT_MAX ? [] : text.split(/\r?\n/);
  if (text.length > MEALS_TEXT_MAX) parsed.mistakes.push({ line: 0, code: 'tooLong', text: '' });
  else if (lines.length > MEALS_LINES_MAX) parsed.mistakes.push({ line: 0, code: 'tooManyLines', text: '' });
  else {
    const parts = splitGrid(text, monday);
    if (parts) readParts(parts, monday, parsed);
    else readLines(lines, monday, parsed);
    checkOffers(parsed);
  }
  if (parsed.offers.length + parsed.closed.length + parsed.mistakes.length === 0)
    parsed.mistakes.push({ line: 0, code: 'empty', text: '' });
  return parsed;
}

const startState = (monday: string): State => ({
  monday,
  day: null,
  meal: null,
  hours: { ...USUAL },
  corner: '',
  cornerPrice: null,
  open: null,
  heading: null,
  wrongDay: false,
  wrongMeal: false,
  isHoursRow: false,
  timed: new Set(),
});

/** Lists a text that is no dish. */
function addOmitted(as: LineKind, text: string, line: number, state: State, parsed: ParsedMeals): void {
  if (as === 'note' && /[\p{L}\p{N}]/u.test(text))
    parsed.omitted.push({ line, day: state.day, meal: state.meal, text, as });
}

function readLines(lines: readonly string[], monday: string, parsed: ParsedMeals): void {
  const state = startState(monday);
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const text = cleanLine(raw);
    if (text === '') continue;
    try {
      const as = readLine(text, line, state, parsed);
      parsed.lines.push({ line, as });
      addOmitted(as, text, line, state, parsed);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      parsed.mistakes.push({ line, code: error.code, text });
    }
  }
}

/** Kinds of lines, the one of several cells first. */
const KINDS: readonly LineKind[] = ['dish', 'closed', 'price', 'corner', 'meal', 'day', 'note', 'skipped'];

/** Parses the parts of a table with days as columns; each line is listed once. */
function readParts(parts: readonly GridPart[], monday: string, parsed: ParsedMeals): void {
  const state = startState(monday);
  const kinds = new Map<number, LineKind>();
  const mistakes = new Map<string, ParsedMeals['mistakes'][number]>();
  let before: LineKind = 'day';
  for (const part of parts) {
    try {
      // A price ends the dishes of its cells.
      if (part.as === 'cell' && before === 'price') state.open = null;
      const kind = readPart(part, state, parsed);
      const isCell = part.as === 'cell' || part.as === 'more';
      if (isCell && kind !== 'note') before = kind;
      if (isCell) addOmitted(kind, part.text, part.line, state, parsed);
      if (part.as === 'note')
        addOmitted(kind, part.text, part.line, { ...state, day: null, meal: null }, parsed);
      for (let line = part.line; line <= part.last; line += 1) {
        const other = kinds.get(line);
        if (other === undefined || KINDS.indexOf(kind) < KINDS.indexOf(other)) kinds.set(line, kind);
      }
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      for (let { line } = part; line <= part.last; line += 1)
        mistakes.set(`${line} ${error.code} ${part.text}`, { line, code: error.code, text: part.text });
    }
  }
  separateClosed(parsed);
  parsed.mistakes.push(...mistakes.values());
  for (const [line, as] of [...kinds].toSorted(([one], [other]) => one - other))
    parsed.lines.push({ line, as });
}

/** Keeps each closed meal once; lists those of which only a corner is closed as omitted. */
function separateClosed(parsed: ParsedMeals): void {
  const unique = new Map(parsed.closed.map((one) => [`${one.day} ${one.meal}`, one]));
  const isServed = ({ day, meal }: ParsedMeals['closed'][number]) =>
    parsed.offers.some((offer) => offer.day === day && (meal === null || offer.meal === meal));
  parsed.omitted.push(...parsed.closed.filter(isServed).map((one) => ({ ...one, as: 'closed' as const })));
  parsed.closed = [...unique.values()].filter((one) => !isServed(one));
}

function readPart({ as, text, line }: GridPart, state: State, parsed: ParsedMeals): LineKind {
  if (as === 'note' || as === 'heading') return 'note';
  if (as === 'cells') throw new Mistake(as);
  if (as === 'unknownDay' || as === 'otherWeek') {
    state.wrongDay = true;
    throw new Mistake(as);
  }
  if (as === 'day') {
    startDay(text, state);
    return 'day';
  }
  if (state.wrongDay) return 'skipped';
  if (as === 'unknownMeal') {
    state.wrongMeal = true;
    throw new Mistake(as);
  }
  const plain = cleanLine(text);
  if (plain === '') return 'note';
  if (as === 'label') return readLabel(plain, state, parsed);
  return state.wrongMeal ? 'skipped' : readGridCell(plain, line, state, parsed);
}

/** Parses the name of a row: a meal, its hours, a corner, a price. */
function readLabel(text: string, state: State, parsed: ParsedMeals): LineKind {
  if (PRICE_LABEL.test(text)) return 'price';
  state.isHoursRow = HOURS_LABEL.test(text);
  const rest = readMeal(text.replace(HOURS_LABEL, '').replace(SPACED_MEAL, '$1$2'), state, parsed);
  if (state.wrongMeal) return 'skipped';
  if (rest === '') return 'meal';
  if (!state.meal) {
    state.wrongMeal = true;
    throw new Mistake('noMeal');
  }
  const [item, ...others] = readItems(rest.replace(/^[([<]([^()[\]<>]+)[)\]>]$/, '$1'));
  if (!item || others.length > 0) throw new Mistake('prices');
  if (item.dish !== '') startCorner(item.dish + bracketed(item.note), state);
  state.cornerPrice = item.price;
  return item.dish === '' ? 'price' : 'corner';
}

function readGridCell(text: string, line: number, state: State, parsed: ParsedMeals): LineKind {
  if (isNote(text) || NO_DISH.test(text)) return 'note';
  const behindMeal = readMeal(text, state, state.isHoursRow ? parsed : null);
  const closed = readClosed(behindMeal, line, state, parsed);
  if (closed) return closed;
  const rest = readCorner(behindMeal, state);
  if (rest !== '') return readDishes(rest, line, state, parsed);
  return behindMeal === '' ? 'meal' : 'corner';
}

function checkOffers(parsed: ParsedMeals): void {
  const lineOf = new Map<string, number>();
  for (const offer of parsed.offers) {
    const code = offer.dish.length > DISH_MAX ? 'dishLong' : lineOf.has(offerKey(offer)) ? 'twice' : null;
    if (code) parsed.mistakes.push({ line: offer.line, code, text: offer.dish });
    lineOf.set(offerKey(offer), offer.line);
  }
  for (const found of [parsed.mistakes, parsed.omitted]) found.sort((one, other) => one.line - other.line);
}

function readLine(text: string, line: number, state: State, parsed: ParsedMeals): LineKind {
  if (isNote(text)) return 'note';
  return text.includes('\t')
    ? readCells(text.split('\t'), line, state, parsed)
    : readRest(text, line, state, parsed);
}

/** Parses the optional day, meal, hours, corner and dishes, in this order. */
function readRest(text: string, line: number, state: State, parsed: ParsedMeals): LineKind {
  const behindDay = readDay(text, state);
  if (state.wrongDay) return 'skipped';
  if (isOtherMeal(behindDay)) throw new Mistake('unknownMeal');
  const behindMeal = readMeal(behindDay, state, null);
  const closed = readClosed(behindMeal, line, state, parsed);
  if (closed) return closed;
  const rest = readCorner(behindMeal, state);
  if (rest !== '') return readDishes(rest, line, state, parsed);
  if (behindMeal !== '') return 'corner';
  return behindDay === '' ? 'day' : 'meal';
}

/** Parses a closure of a day, meal or corner; null if none. */
function readClosed(text: string, line: number, state: State, parsed: ParsedMeals): LineKind | null {
  const found = findClosed(text);
  if (!found) return null;
  if (found.note) return 'note';
  if (found.corner !== '') startCorner(found.corner, state);
  const closed = { day: requireDay(state), meal: state.meal, line, text };
  if (found.corner === '') parsed.closed.push(closed);
  else parsed.omitted.push({ ...closed, as: 'closed' });
  return 'closed';
}

/** Parses the day at the start of a line; returns the rest. */
function readDay(text: string, state: State): string {
  const date = DATE.exec(text);
  const behind = text.slice(date?.[0].length ?? 0);
  const weekday = WEEKDAY.exec(behind);
  const rest = tidy(behind.slice(weekday?.[0].length ?? 0));
  // A single syllable may begin a dish.
  const isSyllable =
    !date && !weekday?.[2] && rest !== '' && !MEAL.test(rest) && findClosed(rest)?.corner !== '';
  if ((!date && !weekday) || isSyllable) return text;
  state.wrongDay = true;
  const named = date ? dayOf(date, state.monday) : null;
  if (date && named === null) throw new Mistake('unknownDay');
  const byWeekday = weekday
    ? dayAfter(mondayOf(named ?? state.monday), WEEKDAYS.indexOf(weekday[1] ?? ''))
    : null;
  if (named && byWeekday && named !== byWeekday) throw new Mistake('unknownDay');
  startDay(named ?? byWeekday ?? '', state);
  return rest;
}

/** @throws {Mistake} `otherWeek`. */
function startDay(day: string, state: State): void {
  if (mondayOf(day) !== state.monday) throw new Mistake('otherWeek');
  if (day !== state.day) Object.assign(state, { meal: null, corner: '', cornerPrice: null });
  Object.assign(state, { day, open: null, heading: null, wrongDay: false, wrongMeal: false });
}

/**
 * Parses the meal and its hours; returns the rest. With `parsed`, hours that follow dishes of the meal also apply to them,
 * unless it had hours already.
 */
function readMeal(text: string, state: State, parsed: ParsedMeals | null): string {
  const found = MEAL.exec(text);
  let rest = text;
  if (found) {
    startMeal(NAMES[found[1] ?? ''] ?? null, state);
    rest = tidy(text.slice(found[0].length));
  }
  const hours = HOURS.exec(rest);
  if (!hours) return rest;
  if (!state.meal) throw new Mistake(state.day ? 'noMeal' : 'noDay');
  const [from, to] = hoursOf(hours);
  const { day, meal, timed } = state;
  for (const offer of parsed?.offers ?? [])
    if (offer.day === day && offer.meal === meal && !timed.has(`${day} ${meal}`))
      Object.assign(offer, { from, to });
  timed.add(`${day} ${meal}`);
  state.hours[meal] = [from, to];
  return tidy(rest.slice(hours[0].length));
}

function startMeal(meal: MealName | null, state: State): void {
  requireDay(state);
  Object.assign(state, {
    meal,
    corner: '',
    cornerPrice: null,
    open: null,
    heading: null,
    wrongMeal: false,
    isHoursRow: false,
  });
}

function readCorner(text: string, state: State): string {
  if (isCorner(text)) {
    startCorner(text, state);
    return '';
  }
  const bracket = BRACKET_CORNER.exec(text);
  const [heading = '', name = ''] = bracket ?? COLON_CORNER.exec(text) ?? [];
  const corner = name.trim();
  const rest = text.slice(heading.length);
  // A colon between digits is a time; before only a price, it ends a dish.
  const isTime = /\d$/.test(name) && /^\d/.test(rest);
  const isDish = !bracket && !isCorner(corner) && /^[ ₩]*\d[\d,. ]*원?$/.test(rest);
  if (heading === '' || isTime || isDish || isPayer(corner) || /^\d[\d,. ]*원?$/.test(corner)) return text;
  startCorner(corner, state);
  return tidy(rest);
}

function startCorner(corner: string, state: State): void {
  if (!state.meal) throw new Mistake(state.day ? 'noMeal' : 'noDay');
  if (corner.length > CORNER_MAX) throw new Mistake('cornerLong');
  Object.assign(state, { corner, cornerPrice: null, open: null, heading: null });
}

function readDishes(text: string, line: number, state: State, parsed: ParsedMeals): LineKind {
  const items = readItems(text);
  for (const item of items) {
    if (/\d:\d/.test(item.dish)) throw new Mistake('hoursPlace');
    if (item.dish === '') readPrice(item, state);
    else if (item.price !== null && isCorner(item.dish)) startPricedCorner(item, line, state, parsed);
    else if (item.price === null && state.heading) nameHeading(item, line, state);
    else if (item.price === null && item.note === '' && state.open) state.open.dish += `, ${item.dish}`;
    else addOffer(item.dish + bracketed(item.note), item.price ?? state.cornerPrice, line, state, parsed);
  }
  const [first] = items;
  if (first?.dish === '') return 'price';
  // Text after several dishes, or after a dish with colon, belongs to none.
  if (items.length > 1 || /: *[₩\d]/.test(text)) state.open = null;
  return state.heading ? 'corner' : 'dish';
}

/** Adds a corner with its price as a dish until dishes follow. */
function startPricedCorner(item: Item, line: number, state: State, parsed: ParsedMeals): void {
  startCorner('', state);
  addOffer(item.dish + bracketed(item.note), item.price, line, state, parsed);
  Object.assign(state, { corner: item.dish, heading: state.open, open: null });
}

/** Replaces such a corner by its first dish. */
function nameHeading({ dish, note }: Item, line: number, state: State): void {
  const { heading, corner } = state;
  if (heading) Object.assign(heading, { corner, dish: dish + bracketed(note), line });
  Object.assign(state, { open: heading, heading: null });
}

/** Parses a line with only prices, of one or several groups. */
function readPrice({ price, note }: Item, state: State): void {
  const { open } = state;
  if (open && note !== '') open.dish += bracketed(note);
  if (price === null && open) return;
  if (open?.price === null) open.price = price;
  else if (price !== null && !open && state.meal) state.cornerPrice = price;
  else throw new Mistake('price');
}

const bracketed = (note: string): string => (note === '' ? '' : ` (${note})`);

function addOffer(dish: string, price: number | null, line: number, state: State, parsed: ParsedMeals): void {
  const { meal, corner, hours } = state;
  const day = requireDay(state);
  if (!meal) throw new Mistake('noMeal');
  const [from, to] = hours[meal];
  state.open = { day, meal, corner, dish, price, from, to, line };
  state.heading = null;
  parsed.offers.push(state.open);
}

/** @throws {Mistake} `noDay`. */
function requireDay({ day }: State): string {
  if (day === null) throw new Mistake('noDay');
  return day;
}

/** Parses a spreadsheet row. An empty cell repeats the one above (merged cells). */
function readCells(cells: readonly string[], line: number, state: State, parsed: ParsedMeals): LineKind {
  const [day = '', meal = '', corner = '', dish = '', price = '', from = '', to = '', ...more] = cells.map(
    (cell) => cell.trim(),
  );
  if (cells.length < 4 || more.some((cell) => cell !== '')) throw new Mistake('cells');
  if (day !== '') {
    state.wrongDay = false;
    if (readDay(day, state) !== '') throw new Mistake('unknownDay');
  }
  if (state.wrongDay) return 'skipped';
  if (meal !== '' && (!MEAL.test(meal) || readMeal(meal, state, null) !== ''))
    throw new Mistake('unknownMeal');
  if (corner !== '') startCorner(corner, state);
  const closed = readClosed(dish, line, state, parsed);
  if (closed) return closed;
  const hours = from || to ? HOURS.exec(`${from}-${to}`) : null;
  if (hours && state.meal) state.hours[state.meal] = hoursOf(hours);
  else if (from || to) throw new Mistake('hours');
  const paid = readPriceCell(price);
  const name = tidyDishes(dish);
  if (name === '') throw new Mistake('cells');
  addOffer(name + bracketed(paid.note), paid.price, line, state, parsed);
  return 'dish';
}
