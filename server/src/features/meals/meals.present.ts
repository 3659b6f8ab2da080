import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { MEALS, mondayOf } from '@madang/contract/meals/rules';
import type { MealsToday } from '@madang/contract/meals/schema';
import type { Executor } from '../../platform/database/database.ts';
import { findNextDay, listMealBuildings, listMeals } from './meals.queries.ts';

/** Cached answers with meals in them. */
export const MEALS_TAG = 'meals';

/** What everybody is answered: what is served today and next, by the clocks of the campus [ML-02]. */
export async function readMeals(executor: Executor, timeZone: string): Promise<MealsToday> {
  const day = campusDay(campusClock(Date.now(), timeZone));
  const nextDay = await findNextDay(executor, day);
  const next = nextDay === null ? [] : await listMeals(executor, nextDay);
  const first = MEALS.find((name) => next.some(({ meal }) => meal === name));
  return {
    day,
    buildings: await listMealBuildings(executor, mondayOf(day)),
    meals: await listMeals(executor, day),
    ...(nextDay !== null && { next: { day: nextDay, meals: next.filter(({ meal }) => meal === first) } }),
  };
}
