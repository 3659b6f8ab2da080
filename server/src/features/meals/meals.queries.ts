import type { CampusMeal } from '@madang/campus/parse-meals';
import type { Meal } from '@madang/contract/meals/schema';
import { MEAL_DAYS, SOLD_OUT_FROM, type Offer } from '@madang/contract/meals/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** How many rows a file or a text changed. */
export interface Counts {
  added: number;
  changed: number;
  removed: number;
  same: number;
}

/** What the cafeterias serve on a day, by building and cafeteria, as the operator wrote it. */
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

/** The next day with meals, within a week after this one; null where none is known. */
export async function findNextDay(executor: Executor, day: string): Promise<string | null> {
  const row = await executor.first<{ day: string }>(
    `SELECT day::text AS day FROM meals
      WHERE day > $1::text::date AND day <= $1::text::date + 7 ORDER BY meals.day LIMIT 1`,
    [day],
  );
  return row?.day ?? null;
}

/** The buildings with meals in the week of a Monday. */
export async function listMealBuildings(executor: Executor, monday: string): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>(
    `SELECT building_id AS id FROM amenities
      WHERE id IN (SELECT amenity_id FROM meals WHERE day BETWEEN $1::text::date AND $1::text::date + 6)
      GROUP BY building_id ORDER BY building_id COLLATE "C"`,
    [monday],
  );
  return rows.map(({ id }) => id);
}

/** All meals that are kept, in the words of a file. */
export function listMealRows(executor: Executor): Promise<CampusMeal[]> {
  return executor.rows<CampusMeal>(
    `SELECT amenity_id AS cafeteria, day::text AS day, meal, corner, dish, coalesce(price::text, '') AS price,
            from_time AS from, to_time AS to, source
       FROM meals ORDER BY amenity_id COLLATE "C", meals.day, place, id`,
  );
}

/** The ids of all amenities; none of them goes before the commit. */
export async function lockCafeterias(transaction: Transaction): Promise<Set<string>> {
  const rows = await transaction.rows<{ id: string }>('SELECT id FROM amenities ORDER BY id FOR KEY SHARE');
  return new Set(rows.map(({ id }) => id));
}

/** Whether there is this cafeteria; its weeks are written one after the other from here to the commit. */
export async function lockCafeteria(transaction: Transaction, id: string): Promise<boolean> {
  return (
    (await transaction.first('SELECT FROM amenities WHERE id = $1 FOR NO KEY UPDATE', [id])) !== undefined
  );
}

/** Puts offers in the place of those that a cafeteria had in a week; what is the same stays, with its votes. */
export async function writeWeek(
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

/** When students are to be told of the dishes of these days: in the morning, or now; days that are over are left out. */
export function listTellingTimes(
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

/** A meal as a student speaks of it; they do so one after the other from here to the commit. */
export function lockMeal(
  transaction: Transaction,
  id: string,
): Promise<{ day: string; from: string; to: string; buildingId: string } | undefined> {
  return transaction.first(
    `SELECT day::text AS day, from_time AS from, to_time AS to, building_id AS "buildingId"
       FROM meals JOIN amenities ON amenities.id = amenity_id WHERE meals.id = $1 FOR NO KEY UPDATE OF meals`,
    [id],
  );
}

/** Adds or removes what a student says of a meal; answers whether it is marked now. */
export async function setVote(
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

/** Deletes what was said of meals that are over, and meals that are old; any process may do it. */
export async function sweepMeals(transaction: Transaction, timeZone: string): Promise<void> {
  const now = 'now() AT TIME ZONE $1::text';
  await transaction.change(
    `DELETE FROM meal_votes USING meals WHERE meals.id = meal_id AND day + to_time::time <= ${now}`,
    [timeZone],
  );
  await transaction.change(`DELETE FROM meals WHERE day < (${now})::date - ${MEAL_DAYS}`, [timeZone]);
}
