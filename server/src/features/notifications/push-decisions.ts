import { PUSH_UNOPENED_MAX, QUIET_TO } from '@madang/contract/notifications/push-rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { readDueSaid, type SaidRow } from './push-said.queries.ts';
import { labelOf } from './push-texts.ts';

/** So many students in one transaction. */
const BATCH = 200;

/** A student of whom something is due, their settings locked. */
interface DecidedRow {
  user_id: string;
  resting: boolean;
  /** When the quiet hours end that it is now; null where it is none of them. */
  quiet_end: Date | null;
  /** When the next day's pushes begin; null while there are some left today. */
  next_budget: Date | null;
}

// `local` is the clock of the campus: what it says of an hour is an instant again by its time zone, also where the clocks change.
const LOCK_DUE = `
  WITH local AS (SELECT clock, clock::date AS day, extract(hour FROM clock)::int AS hour
                   FROM (SELECT $1::timestamptz AT TIME ZONE $2::text AS clock) AS now)
  SELECT user_id, unopened >= ${PUSH_UNOPENED_MAX} AS resting,
         CASE WHEN CASE WHEN quiet_from < quiet_to THEN hour >= quiet_from AND hour < quiet_to
                        ELSE hour >= quiet_from OR hour < quiet_to END
              THEN (local.day + CASE WHEN hour < quiet_to THEN 0 ELSE 1 END + make_time(quiet_to, 0, 0)) AT TIME ZONE $2::text
          END AS quiet_end,
         CASE WHEN push_settings.day = local.day AND pushed >= budget
              THEN (local.day + 1 + make_time(${QUIET_TO}, 0, 0)) AT TIME ZONE $2::text END AS next_budget
    FROM push_settings, local
   WHERE user_id IN (SELECT user_id FROM pushes WHERE due_at <= $1 ORDER BY due_at LIMIT ${BATCH})
   ORDER BY user_id FOR NO KEY UPDATE OF push_settings`;

/** What is decided of a batch. */
interface Decisions {
  held: { userId: string; until: Date }[];
  pushed: { pushId: string; rows: readonly SaidRow[] }[];
}

/**
 * Decides what a batch of students is pushed, each under the lock of their settings: nothing to anyone who opens none; in
 * quiet hours and after the day's last one it waits; what is due together is one push. Answers of how many students was decided.
 */
export async function decidePushes(
  { database, counter, timeZone }: { database: Database; counter: NotificationCounter; timeZone: string },
  now: Date,
): Promise<number> {
  return database.transaction(async (transaction) => {
    const students = await transaction.rows<DecidedRow>(LOCK_DUE, [now, timeZone]);
    if (students.length === 0) return 0;
    const ids = students.map(({ user_id: userId }) => userId);
    const said = await readDueSaid(transaction, ids, now);
    const decisions = decide(students, said);
    await hold(transaction, decisions.held, now);
    await push(transaction, decisions.pushed, { now, timeZone });
    // All else that is due says nothing, or not to this student.
    await transaction.change(
      'UPDATE pushes SET due_at = NULL WHERE user_id = ANY ($1::uuid[]) AND due_at <= $2',
      [ids, now],
    );
    transaction.afterCommit(() => {
      for (const { rows } of decisions.pushed)
        counter.addLines('pushMade', labelOf(rows.map(({ kind }) => kind)), 1);
    });
    return students.length;
  });
}

function decide(students: readonly DecidedRow[], said: ReadonlyMap<string, SaidRow[]>): Decisions {
  const decisions: Decisions = { held: [], pushed: [] };
  for (const { user_id: userId, resting, quiet_end: quietEnd, next_budget: nextBudget } of students) {
    const rows = said.get(userId) ?? [];
    const until = quietEnd ?? nextBudget;
    if (resting || rows.length === 0) continue;
    if (until) decisions.held.push({ userId, until });
    else decisions.pushed.push({ pushId: uuidv7(), rows });
  }
  return decisions;
}

async function hold(transaction: Transaction, held: Decisions['held'], now: Date): Promise<void> {
  if (held.length === 0) return;
  await transaction.change(
    `UPDATE pushes SET due_at = held.until FROM unnest($1::uuid[], $2::text[]::timestamptz[]) AS held (user_id, until)
      WHERE pushes.user_id = held.user_id AND due_at <= $3`,
    [held.map(({ userId }) => userId), held.map(({ until }) => until.toISOString()), now],
  );
}

/** One delivery for each device of the student's. */
async function push(
  transaction: Transaction,
  pushed: Decisions['pushed'],
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> {
  if (pushed.length === 0) return;
  const things = pushed.flatMap(({ pushId, rows }) => rows.map((row) => ({ ...row, pushId })));
  await transaction.change(
    `UPDATE pushes SET due_at = NULL, push_id = thing.push_id, pushed_at = $5, sent_at = NULL
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) AS thing (user_id, kind, about_id, push_id)
      WHERE (pushes.user_id, pushes.kind, pushes.about_id) = (thing.user_id, thing.kind, thing.about_id)`,
    [
      things.map((thing) => thing.user_id),
      things.map(({ kind }) => kind),
      things.map((thing) => thing.about_id),
      things.map(({ pushId }) => pushId),
      now,
    ],
  );
  const userIds = pushed.map(({ rows }) => rows[0]?.user_id);
  await transaction.change(
    `INSERT INTO push_deliveries (push_id, device_id, host, made_at, next_at)
     SELECT push.id, device.id, substring(endpoint FROM '^https://([^/?#]+)'), $3, $3
       FROM unnest($1::uuid[], $2::uuid[]) AS push (user_id, id) JOIN push_devices AS device USING (user_id)`,
    [userIds, pushed.map(({ pushId }) => pushId), now],
  );
  await transaction.change(
    `UPDATE push_settings SET pushed = CASE WHEN day = today THEN pushed ELSE 0 END + 1, day = today
       FROM (SELECT ($2::timestamptz AT TIME ZONE $3::text)::date AS today) AS local WHERE user_id = ANY ($1::uuid[])`,
    [userIds, now, timeZone],
  );
}
