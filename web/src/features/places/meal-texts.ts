import type { MealName } from '@madang/contract/places/meals';
import type { ServedMeal } from '@madang/contract/places/places-now';
import { copy, fillCopy } from '../../copy.ko.ts';

export const mealNames: Readonly<Record<MealName, string>> = {
  breakfast: copy['meals.breakfast'],
  lunch: copy['meals.lunch'],
  dinner: copy['meals.dinner'],
};

/** Returns the serving hours of a meal. */
export const describeHours = ({ from, to }: { from: string; to: string }): string =>
  fillCopy(copy['meals.hours'], { from, to });

/** Returns the price; empty if unknown. */
export const describePrice = (price: number | null): string =>
  price === null ? '' : fillCopy(copy['meals.price'], { n: price.toLocaleString('ko') });

/** Returns the meal a cafeteria serves now: `제육볶음 5,500원 · 14:00까지`. */
export const describeServed = ({ dish, price, until }: ServedMeal): string =>
  `${dish} ${describePrice(price ?? null)}`.trim() + ` · ${fillCopy(copy['hours.until'], { time: until })}`;
