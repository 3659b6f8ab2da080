import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { mondayOf } from '@madang/contract/meals/rules';
import type { MealsToday } from '@madang/contract/meals/schema';
import type { Executor } from '../../platform/database/database.ts';
import { listMealBuildings, listMeals } from './meals.queries.ts';

/** Cached answers with meals in them. */
export const MEALS_TAG = 'meals';

/** What everybody is answered: what is served today, by the clocks of the campus [ML-02]. */
export async function readMeals(executor: Executor, timeZone: string): Promise<MealsToday> {
  const day = campusDay(campusClock(Date.now(), timeZone));
  return {
    day,
    buildings: await listMealBuildings(executor, mondayOf(day)),
    meals: await listMeals(executor, day),
  };
}
