import type { Executor, Transaction } from '../../database/database.ts';
import { RETRY_SECONDS } from '../../jobs/worker.ts';
import type { Logger } from '../../log/log.ts';
import type { Recipient } from '../../push/encrypt.ts';
import { serviceOf } from '../../push/push-services.ts';
import type { InboxRow } from './inbox.ts';

/** Outcome of a push request, as counted in the metrics. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'delayed';

export interface PushMeter {
  addPushAnswer(service: string, outcome: PushOutcome): void;
}

/** Retry delays of a failing host, in seconds; the last one repeats. */
const PAUSES = RETRY_SECONDS.filter((seconds) => seconds <= 300);
/** Minimum milliseconds between a service's warnings: host names can be invented. */
const PROGRESS_INTERVAL = 3_600_000;
/** Approximate limit of concurrent requests to one host. */
const AT_ONCE = 100;
/** How long a host's answers are kept, in milliseconds. */
const WINDOW = 60_000;
/** Fewer refused devices than these do not pause their host. */
const REFUSED_MIN = 3;

/** Last answer to each of a host's devices, oldest first. */
class DeviceAnswers {
  readonly #answers = new Map<string, { at: number; refused: boolean }>();
  #refused = 0;

  add(deviceId: string, refused: boolean, at: number): void {
    this.#forget(deviceId);
    this.#answers.set(deviceId, { at, refused });
    if (refused) this.#refused += 1;
    this.prune(at);
  }

  prune(now: number): void {
    for (const [deviceId, { at }] of this.#answers) {
      if (at > now - WINDOW) break;
      this.#forget(deviceId);
    }
  }

  clear(): void {
    this.#answers.clear();
    this.#refused = 0;
  }

  get size(): number {
    return this.#answers.size;
  }

  /** Whether more than half of the devices were refused. */
  get mostRefused(): boolean {
    return this.#refused >= REFUSED_MIN && this.#refused * 2 > this.size;
  }

  #forget(deviceId: string): void {
    if (this.#answers.get(deviceId)?.refused) this.#refused -= 1;
    this.#answers.delete(deviceId);
  }
}

interface HostState {
  underWay: number;
  /** Failures since the last success. */
  failures: number;
  pausedUntil: number;
  answers: DeviceAnswers;
}

/** State of push hosts and refused devices, independent of each other. */
export class PushHosts {
  readonly #log: Logger;
  readonly #services: readonly string[];
  readonly #meter: PushMeter | null;
  readonly #hosts = new Map<string, HostState>();
  /** Time until which a device receives nothing. */
  readonly #held = new Map<string, number>();
  /** Time of the last warning about each service. */
  readonly #toldAt = new Map<string, number>();

  constructor(log: Logger, services: readonly string[], meter: PushMeter | null) {
    this.#log = log;
    this.#services = services;
    this.#meter = meter;
  }

  /** Returns the hosts that currently receive nothing. */
  listBusy(now: Date): string[] {
    const busy: string[] = [];
    for (const [host, { underWay, failures, pausedUntil, answers }] of this.#hosts) {
      answers.prune(now.getTime());
      if (underWay >= AT_ONCE || pausedUntil > now.getTime()) busy.push(host);
      else if (underWay === 0 && failures === 0 && answers.size === 0) this.#hosts.delete(host);
    }
    for (const [deviceId, until] of this.#held) if (until <= now.getTime()) this.#held.delete(deviceId);
    return busy;
  }

  begin(host: string): void {
    this.#stateOf(host).underWay += 1;
  }

  end(host: string): void {
    this.#stateOf(host).underWay -= 1;
  }

  /** Counts an answer; a service that accepts or rejects a push is healthy. */
  count(
    { endpoint, host, device_id: deviceId }: Pick<DeliveryRow, 'endpoint' | 'host' | 'device_id'>,
    outcome: PushOutcome,
    at: Date,
  ): void {
    this.#meter?.addPushAnswer(serviceOf(endpoint, this.#services) ?? 'other', outcome);
    const state = this.#stateOf(host);
    if (outcome !== 'failed' && outcome !== 'delayed') state.failures = 0;
    if (outcome !== 'failed') state.answers.add(deviceId, outcome === 'delayed', at.getTime());
  }

  /** Whether a host refuses most devices: further attempts are pointless. */
  refusesMost(host: string): boolean {
    return this.#stateOf(host).answers.mostRefused;
  }

  /** Sends nothing to a device until then. */
  hold(deviceId: string, until: Date): void {
    this.#held.set(deviceId, until.getTime());
  }

  /** Returns until when a device is held, or null. */
  heldUntil(deviceId: string, now: Date): Date | null {
    const until = this.#held.get(deviceId) ?? 0;
    return until > now.getTime() ? new Date(until) : null;
  }

  /** Pauses a host for the requested or a growing time; counts failures during it once. */
  pause(host: string, now: Date, { seconds, reason }: { seconds: number | null; reason: string }): void {
    const state = this.#stateOf(host);
    const isPaused = state.pausedUntil > now.getTime();
    if (isPaused && seconds === null) return;
    const pause = seconds ?? PAUSES[Math.min(state.failures, PAUSES.length - 1)] ?? 0;
    state.pausedUntil = Math.max(state.pausedUntil, now.getTime() + pause * 1_000);
    state.answers.clear();
    if (isPaused) return;
    state.failures += 1;
    const service = serviceOf(`https://${host}/`, this.#services) ?? 'other';
    if ((this.#toldAt.get(service) ?? -Infinity) + PROGRESS_INTERVAL > now.getTime()) return;
    this.#toldAt.set(service, now.getTime());
    this.#log.warn({ service, host, reason, seconds: pause }, 'push service unavailable');
  }

  #stateOf(host: string): HostState {
    const state = this.#hosts.get(host) ?? {
      underWay: 0,
      failures: 0,
      pausedUntil: 0,
      answers: new DeviceAnswers(),
    };
    this.#hosts.set(host, state);
    return state;
  }
}

/** Pushes expire after 24 hours. */
export const PUSH_TTL_SECONDS = 24 * 3_600;
/** Delivery lease in seconds, after which other processes take it. */
export const PUSH_LEASE_SECONDS = 60;
/** Deliveries taken per batch. */
export const PUSH_BATCH = 50;
/** Lease of the sending process in seconds; renewed before it ends. */
export const SENDER_LEASE_SECONDS = 15;
/** Days for which a push is kept, to count openings. */
const PUSHED_DAYS = 7;

/** A pending push to one device. */
export interface DeliveryRow extends Recipient {
  push_id: string;
  device_id: string;
  user_id: string;
  host: string;
  endpoint: string;
  /** Number of attempts, including this one. */
  attempts: number;
}

export async function readClock(executor: Executor): Promise<Date> {
  const row = await executor.first<{ now: Date }>('SELECT clock_timestamp() AS now');
  return row?.now ?? new Date();
}

/** Selects hosts with pending deliveries, one index step each. */
const HOSTS = `
  RECURSIVE hosts AS (
    (SELECT host, next_at FROM push_deliveries ORDER BY host, next_at LIMIT 1)
    UNION ALL
    SELECT following.* FROM hosts, LATERAL (
      SELECT host, next_at FROM push_deliveries WHERE host > hosts.host ORDER BY host, next_at LIMIT 1) AS following)`;

/** Whether a push waits to be decided or sent. */
export async function isPushDue(executor: Executor, now: Date): Promise<boolean> {
  const row = await executor.first<{ due: boolean }>(
    `WITH ${HOSTS}
     SELECT coalesce(least((SELECT min(due_at) FROM pushes), (SELECT min(next_at) FROM hosts)) <= $1, false) AS due`,
    [now],
  );
  return row?.due ?? false;
}

/** Acquires the sender lease; false if another process holds it. */
export async function holdSender(executor: Executor, holder: string, now: Date): Promise<boolean> {
  const changed = await executor.change(
    `INSERT INTO push_sender (holder, until) VALUES ($1, $2::timestamptz + interval '${SENDER_LEASE_SECONDS} seconds')
     ON CONFLICT (one) DO UPDATE SET holder = excluded.holder, until = excluded.until
      WHERE push_sender.holder = excluded.holder OR push_sender.until <= $2`,
    [holder, now],
  );
  return changed === 1;
}

/** Releases the sender lease. */
export async function leaveSender(executor: Executor, holder: string): Promise<void> {
  await executor.change('DELETE FROM push_sender WHERE holder = $1', [holder]);
}

/** Takes the deliveries due for longest, without these hosts, under a lease. */
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

export interface Settled {
  /** Deliveries to delete; sent ones are recorded. */
  done: { delivery: DeliveryRow; sent: boolean }[];
  /** Deliveries whose device is deleted if its subscription is unchanged. */
  gone: DeliveryRow[];
  delayed: { delivery: DeliveryRow; until: Date }[];
}

/** A push that reached its first device. */
interface SentRow {
  user_id: string;
  push_id: string;
  kind: InboxRow['kind'];
}

/** Stores results of deliveries; returns pushes that reached their first device. */
export async function settleDeliveries(
  transaction: Transaction,
  { done, gone, delayed }: Settled,
  now: Date,
): Promise<SentRow[]> {
  const sent = done.filter((one) => one.sent).map(({ delivery }) => delivery);
  // Lock order: settings first, by user id, as in `decidePushes`.
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

/** Deletes expired deliveries and pushes; returns the kinds of the expired deliveries. */
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
