import type { Campus } from '@madang/campus/campus';
import type { CampusMeal } from '@madang/campus/parse-meals';
import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { isServed, mondayOf, type MealName, type Offer } from '@madang/contract/meals/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { addJob } from '../../platform/jobs/jobs.queries.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { MEALS_TAG } from './meals.present.ts';
import {
  listTellingTimes,
  lockCafeteria,
  lockMeal,
  setVote,
  writeWeek,
  type Counts,
} from './meals.queries.ts';

/** The kind of job that tells students of the dishes of a day, its key. */
export const TELL_DISHES = 'tellDishes';

/** With what runs upwards, handed down by `register-features.ts`. */
export interface MealsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  /** @throws {ProblemError} `writing.suspended`. */
  requireMayWrite?: (
    transaction: Transaction,
    userId: string,
    place: { buildingId: string },
  ) => Promise<void>;
}

/**
 * Puts the offers of one week in the place of those that a cafeteria had; students are told of the days to come [ML-01].
 * Undefined where there is no such cafeteria.
 */
export async function publishWeek(
  transaction: Transaction,
  week: { amenityId: string; monday: string; timeZone: string },
  offers: readonly (Offer & { source: string })[],
): Promise<Counts | undefined> {
  if (!(await lockCafeteria(transaction, week.amenityId))) return undefined;
  const counts = await writeWeek(transaction, week, offers);
  const days = [...new Set(offers.map(({ day }) => day))];
  const { timeZone } = week;
  const today = campusDay(campusClock(Date.now(), timeZone));
  for (const { day, at } of await listTellingTimes(transaction, days, { today, timeZone }))
    await addJob(transaction, { kind: TELL_DISHES, key: day, dueAt: at });
  return counts;
}

/** Publishes a file: of each cafeteria and week that it names. */
export async function importMeals(
  transaction: Transaction,
  rows: readonly CampusMeal[],
  timeZone: string,
): Promise<Counts> {
  const weeks = new Map<string, CampusMeal[]>();
  for (const row of rows) {
    const key = `${row.cafeteria} ${mondayOf(row.day)}`;
    weeks.set(key, [...(weeks.get(key) ?? []), row]);
  }
  const total: Counts = { added: 0, changed: 0, removed: 0, same: 0 };
  for (const [key, own] of [...weeks].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [amenityId = '', monday = ''] = key.split(' ');
    const counts = await publishWeek(transaction, { amenityId, monday, timeZone }, own.map(readRow));
    for (const name of Object.keys(total) as (keyof Counts)[]) total[name] += counts?.[name] ?? 0;
  }
  return total;
}

const readRow = ({ cafeteria: _, meal, price, ...row }: CampusMeal) => ({
  ...row,
  meal: meal as MealName,
  price: price === '' ? null : Number(price),
});

/**
 * Says that a dish is sold out, or takes that back; true where it is marked then [ML-03].
 *
 * @throws {ProblemError} `resource.missing`, `session.required`, `right.required`, `writing.suspended`, `meal.notServed`.
 */
export async function saySoldOut(
  { database, campus, cache, requireMayWrite }: MealsDependencies,
  { userId }: Session,
  mealId: string,
  soldOut: boolean,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const meal = await lockMeal(transaction, mealId);
    if (!meal) throw new ProblemError('resource.missing');
    if (soldOut) {
      const student = await lockUser(transaction, userId);
      if (!student) throw new ProblemError('session.required');
      if (!student.writing_right) throw new ProblemError('right.required');
      await requireMayWrite?.(transaction, userId, meal);
      const clock = campusClock(Date.now(), campus.settings.timeZone);
      if (meal.day !== campusDay(clock) || !isServed(meal, clock)) throw new ProblemError('meal.notServed');
    }
    const marked = await setVote(transaction, { mealId, userId, soldOut });
    transaction.afterCommit(() => cache.invalidate([MEALS_TAG]));
    return marked;
  });
}
