import type { Executor, Transaction } from '../../platform/database/database.ts';
import { lockForRewrite, rewriteTables } from '../../platform/database/migrate.ts';

/** What fewer students asked for is shown to nobody: it might be a person's name, or tell who asked. */
const STUDENTS_MIN = 5;
/** Terms of days that are longer ago are removed. */
const DAYS_STORED = 365;

const TODAY = '(now() AT TIME ZONE $1::text)::date';
const NEEDED = { search_misses: `day >= ${TODAY}`, search_day_keys: `day >= ${TODAY}` };

const PSEUDONYM = `sha256(search_day_keys.key || convert_to($2::text, 'UTF8'))`;

/** Notes that a student did not find a term today, once a day, under the day's pseudonym [FS-10]. */
export async function noteUnfound(
  executor: Executor,
  timeZone: string,
  userId: string,
  term: string,
): Promise<void> {
  await executor.change(
    `INSERT INTO search_day_keys (day, key)
     VALUES ((now() AT TIME ZONE $1::text)::date, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()))
     ON CONFLICT (day) DO NOTHING`,
    [timeZone],
  );
  await executor.change(
    `INSERT INTO search_misses (day, term, pseudonym)
     SELECT day, $3, ${PSEUDONYM} FROM search_day_keys WHERE day = (now() AT TIME ZONE $1::text)::date
     ON CONFLICT DO NOTHING`,
    [timeZone, userId, term],
  );
}

/**
 * Ends the days that are over: what at least five students did not find stays with their number; pseudonyms and keys go, from
 * the pages of their tables too, so that nothing tells any more who asked.
 *
 * @throws {DatabaseError} when somebody holds the tables; the job tries again.
 */
export async function endSearchDays(transaction: Transaction, timeZone: string): Promise<void> {
  await transaction.change(`DELETE FROM unfound_terms WHERE day < ${TODAY} - ${DAYS_STORED}`, [timeZone]);
  const over = await transaction.first(`SELECT FROM search_day_keys WHERE day < ${TODAY} LIMIT 1`, [
    timeZone,
  ]);
  if (!over) return;
  await lockForRewrite(transaction, NEEDED);
  await transaction.change(
    `INSERT INTO unfound_terms (day, term, students)
     SELECT day, term, count(*) FROM search_misses WHERE day < (now() AT TIME ZONE $1::text)::date
      GROUP BY day, term HAVING count(*) >= ${STUDENTS_MIN} ON CONFLICT (day, term) DO NOTHING`,
    [timeZone],
  );
  await rewriteTables(transaction, NEEDED, timeZone);
}

interface UnfoundTerm {
  /** `YYYY-MM-DD`, a day of the campus. */
  day: string;
  term: string;
  students: number;
}

/** What at least five different students did not find on a day, the newest day first and what most asked for. */
export function listUnfoundTerms(executor: Executor, from: string, to: string): Promise<UnfoundTerm[]> {
  return executor.rows<UnfoundTerm>(
    `SELECT day::text AS day, term, max(students)::int AS students
       FROM (SELECT day, term, students FROM unfound_terms
             UNION ALL
             SELECT day, term, count(*) FROM search_misses GROUP BY day, term HAVING count(*) >= ${STUDENTS_MIN}) AS terms
      WHERE day BETWEEN $1::text::date AND $2::text::date
      GROUP BY day, term ORDER BY day DESC, students DESC, term COLLATE "C"`,
    [from, to],
  );
}

/** Lets go of what a user who withdraws asked for today; of other days nothing leads to them any more. */
export async function eraseSearchesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change(
    `DELETE FROM search_misses USING search_day_keys
      WHERE search_misses.day = search_day_keys.day
        AND pseudonym = sha256(search_day_keys.key || convert_to($1::text, 'UTF8'))`,
    [userId],
  );
}
