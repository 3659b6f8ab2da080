import type { Executor, Transaction } from '../../platform/database/database.ts';
import type { Recipient } from '../../platform/push/encrypt.ts';
import type { InboxRow } from './inbox.queries.ts';

/** Nobody is told of what is older. */
export const PUSH_TTL_SECONDS = 24 * 3_600;
/** A process that took a delivery and died gives it back to the others after so many seconds. */
export const PUSH_LEASE_SECONDS = 60;
/** At most so many deliveries are taken at once. */
export const PUSH_BATCH = 50;
/** For so long one process is the one that sends; it says so again before. */
export const SENDER_LEASE_SECONDS = 15;
/** What was pushed is known for so long, to hear that it was opened. */
const PUSHED_DAYS = 7;

/** A push on its way to one device. */
export interface DeliveryRow extends Recipient {
  push_id: string;
  device_id: string;
  user_id: string;
  host: string;
  endpoint: string;
  /** How often it was taken, this time included. */
  attempts: number;
}

export async function readClock(executor: Executor): Promise<Date> {
  const row = await executor.first<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row?.now ?? new Date();
}

/** The hosts that something waits for and the time of the first of it: a step through the index each, however much waits. */
const HOSTS = `
  RECURSIVE hosts AS (
    (SELECT host, next_at FROM push_deliveries ORDER BY host, next_at LIMIT 1)
    UNION ALL
    SELECT following.* FROM hosts, LATERAL (
      SELECT host, next_at FROM push_deliveries WHERE host > hosts.host ORDER BY host, next_at LIMIT 1) AS following)`;

/** Whether there is something to decide or to send. */
export async function isPushDue(executor: Executor, now: Date): Promise<boolean> {
  const row = await executor.first<{ due: boolean }>(
    `WITH ${HOSTS}
     SELECT coalesce(least((SELECT min(due_at) FROM pushes), (SELECT min(next_at) FROM hosts)) <= $1, false) AS due`,
    [now],
  );
  return row?.due ?? false;
}

/** Lets this process be the one that sends, for some seconds; false while another one is. */
export async function holdSender(executor: Executor, holder: string, now: Date): Promise<boolean> {
  const changed = await executor.change(
    `INSERT INTO push_sender (holder, until) VALUES ($1, $2::timestamptz + interval '${SENDER_LEASE_SECONDS} seconds')
     ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE push_sender.holder = excluded.holder OR push_sender.until <= $2`,
    [holder, now],
  );
  return changed === 1;
}

/** Lets another process send at once. */
export async function leaveSender(executor: Executor, holder: string): Promise<void> {
  await executor.change('DELETE FROM push_sender WHERE holder = $1', [holder]);
}

/** Takes those that are due for longest, but for these hosts: nobody else takes them before the lease ends. */
export function takeDeliveries(
  executor: Executor,
  now: Date,
  hostsBut: readonly string[],
): Promise<DeliveryRow[]> {
  return executor.rows<DeliveryRow>(
    `WITH ${HOSTS}, taken AS (
       UPDATE push_deliveries SET attempts = attempts + 1, next_at = $1::timestamptz + interval '${PUSH_LEASE_SECONDS} seconds'
        WHERE (push_id, device_id) IN (
              SELECT push_id, device_id
                FROM hosts, LATERAL (
                     SELECT push_id, device_id, next_at FROM push_deliveries
                      WHERE host = hosts.host AND next_at <= $1 AND made_at > $1::timestamptz - interval '${PUSH_TTL_SECONDS} seconds'
                      ORDER BY next_at LIMIT ${PUSH_BATCH} FOR UPDATE SKIP LOCKED) AS due
               WHERE hosts.next_at <= $1 AND host <> ALL ($2::text[]) ORDER BY due.next_at LIMIT ${PUSH_BATCH})
       RETURNING push_id, device_id, host, attempts)
     SELECT taken.*, user_id, endpoint, p256dh, auth FROM taken JOIN push_devices ON push_devices.id = device_id`,
    [now, hostsBut],
  );
}

/** What became of deliveries. */
export interface Settled {
  /** They are removed; of those that were sent it is noted. */
  done: { delivery: DeliveryRow; sent: boolean }[];
  /** Their devices are removed, where they still have that subscription. */
  gone: DeliveryRow[];
  delayed: { delivery: DeliveryRow; until: Date }[];
}

/** What a push said to the first device that it was sent to. */
export interface SentRow {
  user_id: string;
  push_id: string;
  kind: InboxRow['kind'];
}

/** Stores what became of deliveries; answers the pushes that reached their first device. */
export async function settleDeliveries(
  transaction: Transaction,
  { done, gone, delayed }: Settled,
  now: Date,
): Promise<SentRow[]> {
  const sent = done.filter((one) => one.sent).map(({ delivery }) => delivery);
  // First of all, in the order in which it is decided about them.
  await transaction.rows(
    'SELECT FROM push_settings WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id FOR NO KEY UPDATE',
    [sent.map((delivery) => delivery.user_id)],
  );
  const first = await transaction.rows<SentRow>(
    'UPDATE pushes SET sent_at = $2 WHERE push_id = ANY ($1::uuid[]) AND sent_at IS NULL RETURNING user_id, push_id, kind',
    [sent.map((delivery) => delivery.push_id), now],
  );
  const pushes = new Map(first.map((row) => [row.push_id, row.user_id]));
  await transaction.change(
    `UPDATE push_settings SET unopened = unopened + counted.pushes
       FROM (SELECT user_id, count(*)::int AS pushes FROM unnest($1::uuid[]) AS push (user_id) GROUP BY user_id) AS counted
      WHERE push_settings.user_id = counted.user_id`,
    [[...pushes.values()]],
  );
  const removed = done.map(({ delivery }) => delivery);
  await transaction.change(
    `DELETE FROM push_deliveries AS row USING unnest($1::uuid[], $2::uuid[]) AS one (push_id, device_id)
      WHERE (row.push_id, row.device_id) = (one.push_id, one.device_id)`,
    [removed.map((delivery) => delivery.push_id), removed.map((delivery) => delivery.device_id)],
  );
  await transaction.change(
    `DELETE FROM push_devices USING unnest($1::uuid[], $2::text[]) AS one (id, endpoint)
      WHERE push_devices.id = one.id AND push_devices.endpoint = one.endpoint`,
    [gone.map((delivery) => delivery.device_id), gone.map(({ endpoint }) => endpoint)],
  );
  await transaction.change(
    `UPDATE push_deliveries AS row SET next_at = one.until
       FROM unnest($1::uuid[], $2::uuid[], $3::text[]::timestamptz[]) AS one (push_id, device_id, until)
      WHERE (row.push_id, row.device_id) = (one.push_id, one.device_id)`,
    [
      delayed.map(({ delivery }) => delivery.push_id),
      delayed.map(({ delivery }) => delivery.device_id),
      delayed.map(({ until }) => until.toISOString()),
    ],
  );
  return first;
}

/** Lets go of what is too old to be sent, or to be heard of; answers the kinds of what was given up. */
export async function sweepPushes(transaction: Transaction): Promise<Pick<SentRow, 'push_id' | 'kind'>[]> {
  const gaveUp = await transaction.rows<Pick<SentRow, 'push_id' | 'kind'>>(
    `WITH late AS (DELETE FROM push_deliveries WHERE made_at < now() - interval '${PUSH_TTL_SECONDS} seconds' RETURNING push_id)
     SELECT DISTINCT push_id, kind FROM late JOIN pushes USING (push_id)`,
  );
  await transaction.change(
    `DELETE FROM pushes
      WHERE due_at IS NULL AND coalesce(pushed_at, '-infinity') < now() - interval '${PUSHED_DAYS} days'
         OR due_at < now() - interval '${PUSHED_DAYS} days'`,
  );
  return gaveUp;
}
