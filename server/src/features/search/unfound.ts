import type { Executor, Transaction } from '../../database/database.ts';
import { lockForRewrite, rewriteTables } from '../../database/migrate.ts';

/** Terms of fewer students are never shown: they may identify a person. */
const STUDENTS_MIN = 5;
/** Days after which counted terms are deleted. */
const DAYS_STORED = 365;

const TODAY = '(now() AT TIME ZONE $1::text)::date';
const NEEDED = { search_misses: `day >= ${TODAY}`, search_day_keys: `day >= ${TODAY}` };

const PSEUDONYM = `sha256(search_day_keys.key || convert_to($2::text, 'UTF8'))`;

/** Records a student's unfound term, once a day, by pseudonym [FS-10]. */
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
 * Closes past days: deletes pseudonyms and keys, also from table pages. Terms of five students keep their count.
 *
 * @throws {DatabaseError} if another transaction locks the tables; the job is retried.
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
  /** A campus day as `YYYY-MM-DD`. */
  day: string;
  term: string;
  students: number;
}

/** Returns terms of at least five students, newest day first. */
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

/** Deletes a withdrawing user's searches of today; earlier are not linkable. */
export async function deleteSearchesOf(transaction: Transaction, userId: string): Promise<void> {
  await transaction.change(
    `DELETE FROM search_misses USING search_day_keys
      WHERE search_misses.day = search_day_keys.day
        AND pseudonym = sha256(search_day_keys.key || convert_to($1::text, 'UTF8'))`,
    [userId],
  );
}
