import { campusDay, timeOf } from '../amenities/open-hours.ts';
import { isDay } from '../amenities/rules.ts';

/** The meals of a day, in their order. */
export const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
export type MealName = (typeof MEALS)[number];

/** So many students who say that a dish is sold out mark it until its meal ends. */
export const SOLD_OUT_FROM = 2;
/** The longest text of a week, in UTF-16 units and lines: it is bounded before it is read. */
export const MEALS_TEXT_MAX = 20_000;
export const MEALS_LINES_MAX = 400;
export const CORNER_MAX = 40;
export const DISH_MAX = 200;
export const PRICE_MAX = 100_000;
/** So many rows of a file at most: half a year of ten cafeterias. */
export const MEAL_ROWS_MAX = 20_000;
/** For so many days after its day a meal is kept. */
export const MEAL_DAYS = 28;

/** Whether amenities of a kind serve meals, by how its name ends. */
export const isCafeteria = (kind: string): boolean => kind.endsWith('식당');

/** What is sold together at one price: a dish, or a main dish with what goes with it. */
export interface Offer {
  /** As `2026-03-02`. */
  day: string;
  meal: MealName;
  /** Empty where the cafeteria has one alone. */
  corner: string;
  dish: string;
  /** In won; null where nobody says it. */
  price: number | null;
  /** As `11:30`. */
  from: string;
  to: string;
}

/** What tells an offer from the others of its cafeteria: with the same it is the same. */
export const offerKey = ({ day, meal, corner, dish }: Offer): string => [day, meal, corner, dish].join('\t');

/** Rice that goes with every dish: `쌀밥`, `흑미밥`. */
const PLAIN_RICE = /^(?:(?:흰|백|햅)?쌀|흑미|백미|현미|잡곡|보리|기장|차?조|수수|귀리|찰|콩|공기)?밥$/;

/** The dish that a meal is called after: the first one that is no plain rice. */
export function mainDish(dish: string): string {
  const dishes = dish.split(', ');
  return dishes.find((one) => !PLAIN_RICE.test(one)) ?? dishes[0] ?? '';
}

/** A day such as `2026-03-02`, some days later. */
export const dayAfter = (day: string, days: number): string => campusDay(Date.parse(day), days);

/** Whether it is a day that a meal can be on, such as `2026-03-02`. */
export const isMealDay = (text: string): boolean => isDay(text) && text.startsWith('2');

/** The Monday of the week that a day is in. */
export function mondayOf(day: string): string {
  return dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Whether a meal of today is served: from its first minute until its end. */
export function isServed({ from, to }: Pick<Offer, 'from' | 'to'>, clock: number): boolean {
  return from <= timeOf(clock) && timeOf(clock) < to;
}

/** An offer of today, and where it is. */
export type PlacedOffer = Pick<Offer, 'meal' | 'from' | 'to'> & { buildingId: string; place: string };

/**
 * What one cafeteria serves now or next, of the meals of today: breakfast until the last one ends, then lunch, then dinner.
 * Cafeterias in buildings that the student keeps come first, then those that serve now, then the earliest. None where all is
 * over [ML-02].
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
