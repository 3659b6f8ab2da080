import type { Executor, Transaction } from '../../platform/database/database.ts';
import { RETRY_SECONDS } from '../../platform/jobs/worker.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Recipient } from '../../platform/push/encrypt.ts';
import { serviceOf } from '../../platform/push/push-services.ts';
import type { InboxRow } from './inbox.ts';

/** What a push service answered, as it is counted. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed' | 'delayed';

/** Counts what push services answer. */
export interface PushMeter {
  addPushAnswer(service: string, outcome: PushOutcome): void;
}

/** A host that fails is asked again after these seconds; the last one again and again. */
const PAUSES = RETRY_SECONDS.filter((seconds) => seconds <= 300);
/** A service's trouble is logged at most so often, in milliseconds: anybody can invent names of its hosts. */
const TELL_EVERY = 3_600_000;
/** At most about so many requests to one host are under way. */
const AT_ONCE = 100;
/** How long a host's answers are remembered, in milliseconds. */
const WINDOW = 60_000;
/** Fewer devices than these that are refused together say nothing about their host. */
const REFUSED_MIN = 3;

/** The last answer to each device of a host in the window, oldest first. */
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
  /** How often it failed since it took something. */
  failures: number;
  pausedUntil: number;
  answers: DeviceAnswers;
}

/** The state of each host of a push service, and of devices that are refused: one that fails or hangs delays no other. */
export class PushHosts {
  readonly #log: Logger;
  readonly #services: readonly string[];
  readonly #meter: PushMeter | null;
  readonly #hosts = new Map<string, HostState>();
  /** Devices that get nothing before a time. */
  readonly #held = new Map<string, number>();
  /** When each service's trouble was logged last. */
  readonly #toldAt = new Map<string, number>();

  constructor(log: Logger, services: readonly string[], meter: PushMeter | null) {
    this.#log = log;
    this.#services = services;
    this.#meter = meter;
  }

  /** The hosts that get nothing now. */
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

  /** Counts an answer; a service that decides about a push is well. */
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

  /** Whether a host refuses most of its devices for now, so that the others need not be tried. */
  refusesMost(host: string): boolean {
    return this.#stateOf(host).answers.mostRefused;
  }

  /** Sends nothing to a device before a time. */
  hold(deviceId: string, until: Date): void {
    this.#held.set(deviceId, until.getTime());
  }

  /** Until when a device gets nothing; null where it does. */
  heldUntil(deviceId: string, now: Date): Date | null {
    const until = this.#held.get(deviceId) ?? 0;
    return until > now.getTime() ? new Date(until) : null;
  }

  /** Sends nothing to a host for a while: as long as it says, else longer each time. What fails together is one failure. */
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
    if ((this.#toldAt.get(service) ?? -Infinity) + TELL_EVERY > now.getTime()) return;
    this.#toldAt.set(service, now.getTime());
    this.#log.warn({ service, host, reason, seconds: pause }, 'a push service takes nothing for now');
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
interface SentRow {
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
