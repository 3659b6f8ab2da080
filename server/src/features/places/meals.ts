import type { Campus } from '@madang/campus/campus';
import type { CampusMeal } from '@madang/campus/parse-places';
import { campusClock, campusDay } from '@madang/contract/places/open-hours';
import {
  isServed,
  MEAL_DAYS,
  type MealName,
  MEALS,
  mondayOf,
  type Offer,
  SOLD_OUT_FROM,
} from '@madang/contract/places/meals';
import type { Meal, MealsToday } from '@madang/contract/places/schema';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import { addJob } from '../../jobs/jobs.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser, type OwnData } from '../accounts/index.ts';
import type { RequireMayWrite } from '../posts/index.ts';

/** Mounts today's meals and sold-out reports. */
export function registerMeals(router: Router, dependencies: MealsDependencies): void {
  const { database, campus } = dependencies;
  router.share('GET /api/meals', async () => ({
    json: JSON.stringify(await readMeals(database, campus.settings.timeZone)),
    tags: () => [MEALS_TAG],
  }));

  router.handle('PUT /api/meals/{id}/sold-out', async ({ session, path }) => ({
    soldOut: await reportSoldOut(dependencies, session, path.id, true),
  }));
  router.handle('DELETE /api/meals/{id}/sold-out', async ({ session, path }) => ({
    soldOut: await reportSoldOut(dependencies, session, path.id, false),
  }));
}

/** Job kind that announces a day's dishes; its key is the day. */
export const NOTIFY_DISHES = 'tellDishes';

/** Dependencies; `register-features.ts` injects those of higher features. */
interface MealsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  requireMayWrite?: RequireMayWrite | undefined;
}

/** Replaces a cafeteria's week and schedules notifications [ML-01]; undefined if missing. */
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
  for (const { day, at } of await listNotifyTimes(transaction, days, { today, timeZone }))
    await addJob(transaction, { kind: NOTIFY_DISHES, key: day, dueAt: at });
  return counts;
}

/** Imports a file, replacing the cafeterias' weeks in it. */
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
 * Adds or removes a sold-out report; returns whether the dish is marked [ML-03].
 *
 * @throws {ProblemError} `resource.missing`, `session.required`, `right.required`, `writing.suspended`,
 * `meal.notServed`.
 */
async function reportSoldOut(
  { database, campus, cache, requireMayWrite }: MealsDependencies,
  { userId }: Session,
  mealId: string,
  soldOut: boolean,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    // The lock serializes reports.
    const meal = await transaction.first<{ day: string; from: string; to: string; buildingId: string }>(
      `SELECT day::text AS day, from_time AS from, to_time AS to, building_id AS "buildingId"
       FROM meals JOIN amenities ON amenities.id = amenity_id WHERE meals.id = $1 FOR NO KEY UPDATE OF meals`,
      [mealId],
    );
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

export const MEALS_TAG = 'meals';

/** Returns today's meals and the next ones, in campus time [ML-02]. */
async function readMeals(executor: Executor, timeZone: string): Promise<MealsToday> {
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

interface Counts {
  added: number;
  changed: number;
  removed: number;
  same: number;
}

/** Returns a day's meals by building and cafeteria, in the operator's order. */
export function listMeals(executor: Executor, day: string): Promise<Meal[]> {
  return executor.rows<Meal>(
    `SELECT meals.id, building_id AS "buildingId", spot AS place, meal, corner, dish, price, from_time AS from,
            to_time AS to, meals.source,
            (SELECT count(*) FROM meal_votes WHERE meal_id = meals.id) >= ${SOLD_OUT_FROM} AS "soldOut"
       FROM meals JOIN amenities ON amenities.id = amenity_id
      WHERE day = $1::text::date ORDER BY building_id COLLATE "C", amenities.id COLLATE "C", meals.place, meals.id`,
    [day],
  );
}

/** Returns the next day with meals within a week, or null. */
async function findNextDay(executor: Executor, day: string): Promise<string | null> {
  const row = await executor.first<{ day: string }>(
    `SELECT day::text AS day FROM meals
      WHERE day > $1::text::date AND day <= $1::text::date + 7 ORDER BY meals.day LIMIT 1`,
    [day],
  );
  return row?.day ?? null;
}

async function listMealBuildings(executor: Executor, monday: string): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT building_id AS id FROM amenities
      WHERE id IN (SELECT amenity_id FROM meals WHERE day BETWEEN $1::text::date AND $1::text::date + 6)
      GROUP BY building_id ORDER BY building_id COLLATE "C"`,
    [monday],
  );
  return rows.map(({ id }) => id);
}

/** Returns all stored meals as import rows. */
export function listMealRows(executor: Executor): Promise<CampusMeal[]> {
  return executor.rows<CampusMeal>(
    `SELECT amenity_id AS cafeteria, day::text AS day, meal, corner, dish, coalesce(price::text, '') AS price,
            from_time AS from, to_time AS to, source
       FROM meals ORDER BY amenity_id COLLATE "C", meals.day, place, id`,
  );
}

/** Returns and locks all amenity ids against deletion until the commit. */
export async function lockCafeterias(transaction: Transaction): Promise<Set<string>> {
  const rows = await transaction.rows<{ id: string }>('SELECT id FROM amenities ORDER BY id FOR KEY SHARE');
  return new Set(rows.map(({ id }) => id));
}

/** Whether the cafeteria exists; locks it, which serializes weeks. */
async function lockCafeteria(transaction: Transaction, id: string): Promise<boolean> {
  return (
    (await transaction.first('SELECT FROM amenities WHERE id = $1 FOR NO KEY UPDATE', [id])) !== undefined
  );
}

/** Replaces a cafeteria's week; unchanged offers keep their votes. */
async function writeWeek(
  transaction: Transaction,
  { amenityId, monday }: { amenityId: string; monday: string },
  offers: readonly (Offer & { source: string })[],
): Promise<Counts> {
  const rows = JSON.stringify(offers.map((offer, place) => ({ ...offer, place })));
  const removed = await transaction.change(
    `DELETE FROM meals WHERE amenity_id = $1 AND day BETWEEN $2::text::date AND $2::text::date + 6
        AND (day, meal, corner, dish) NOT IN (
          SELECT day, meal, corner, dish
            FROM jsonb_to_recordset($3::text::jsonb) AS row (day date, meal text, corner text, dish text))`,
    [amenityId, monday, rows],
  );
  const written = await transaction.rows<{ added: boolean }>(
    `INSERT INTO meals (amenity_id, day, meal, corner, dish, price, from_time, to_time, source, place)
     SELECT $1, row.* FROM jsonb_to_recordset($2::text::jsonb) AS row
            (day date, meal text, corner text, dish text, price int, "from" text, "to" text, source text, place int)
     ON CONFLICT ON CONSTRAINT meals_once DO UPDATE
       SET price = excluded.price, from_time = excluded.from_time, to_time = excluded.to_time,
           source = excluded.source, place = excluded.place
     WHERE (meals.price, meals.from_time, meals.to_time, meals.source, meals.place)
           IS DISTINCT FROM (excluded.price, excluded.from_time, excluded.to_time, excluded.source, excluded.place)
     RETURNING xmax = 0 AS added`,
    [amenityId, rows],
  );
  const added = written.filter((row) => row.added).length;
  return { added, changed: written.length - added, removed, same: offers.length - written.length };
}

/** Returns times to announce days: 7:00, even if past. Omits past days. */
function listNotifyTimes(
  executor: Executor,
  days: readonly string[],
  { today, timeZone }: { today: string; timeZone: string },
): Promise<{ day: string; at: Date }[]> {
  return executor.rows(
    `SELECT day::text AS day, (day + time '07:00') AT TIME ZONE $3::text AS at
       FROM unnest($1::text[]::date[]) AS day WHERE day >= $2::text::date`,
    [days, today, timeZone],
  );
}

/** Sets a report; returns whether the meal is marked. */
async function setVote(
  transaction: Transaction,
  vote: { mealId: string; userId: string; soldOut: boolean },
): Promise<boolean> {
  await transaction.change(
    vote.soldOut
      ? 'INSERT INTO meal_votes (meal_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING'
      : 'DELETE FROM meal_votes WHERE meal_id = $1 AND user_id = $2',
    [vote.mealId, vote.userId],
  );
  const row = await transaction.first<{ marked: boolean }>(
    `SELECT count(*) >= ${SOLD_OUT_FROM} AS marked FROM meal_votes WHERE meal_id = $1`,
    [vote.mealId],
  );
  return row?.marked ?? false;
}

/** Deletes votes of past meals and old meals. Safe from any process. */
export async function sweepMeals(transaction: Transaction, timeZone: string): Promise<void> {
  const now = 'now() AT TIME ZONE $1::text';
  await transaction.change(
    `DELETE FROM meal_votes USING meals WHERE meals.id = meal_id AND day + to_time::time <= ${now}`,
    [timeZone],
  );
  await transaction.change(`DELETE FROM meals WHERE day < (${now})::date - ${MEAL_DAYS}`, [timeZone]);
}

/** Export of sold-out reports, kept while the meal is served. */
export const ownSoldOut: OwnData = {
  officialLists: {
    soldOutDishes: `
      SELECT said_at AS at, meal_id AS "mealId", dish FROM meal_votes JOIN meals ON meals.id = meal_id WHERE user_id = $1`,
  },
};
