import { campusDay, timeOf } from '../amenities/open-hours.ts';
import { isDay } from '../amenities/rules.ts';

/** Meals of a day, in order. */
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
export type PlacedOffer = Pick<Offer, 'meal' | 'from' | 'to'> & { buildingId: string; place: string };

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
