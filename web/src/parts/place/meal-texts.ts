import type { MealName } from '@madang/contract/meals/rules';
import type { ServedMeal } from '@madang/contract/places-now/rules';
import { copy, fillCopy } from '../../copy.ko.ts';

/** How meals are called. */
export const mealNames: Readonly<Record<MealName, string>> = {
  breakfast: copy['meals.breakfast'],
  lunch: copy['meals.lunch'],
  dinner: copy['meals.dinner'],
};

/** From when to when a meal is served. */
export const describeHours = ({ from, to }: { from: string; to: string }): string =>
  fillCopy(copy['meals.hours'], { from, to });

/** What it costs; empty where nobody says it. */
export const describePrice = (price: number | null): string =>
  price === null ? '' : fillCopy(copy['meals.price'], { n: price.toLocaleString('ko') });

/** What a cafeteria serves now: `제육볶음 5,500원 · 14:00까지`. */
export const describeServed = ({ dish, price, until }: ServedMeal): string =>
  `${dish} ${describePrice(price ?? null)}`.trim() + ` · ${fillCopy(copy['hours.until'], { time: until })}`;
