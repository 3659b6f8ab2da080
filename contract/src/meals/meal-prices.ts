import { dropOpening, Mistake, priceOf, tidyDishes } from './meal-words.ts';

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
    .map(({ who, price }) => `${who} ${price.toLocaleString('ko')}원`.trim());
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
