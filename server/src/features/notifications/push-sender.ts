import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PUSH_MARK, type PushPayload } from '@madang/contract/notifications/rules';
import type { Database } from '../../database/database.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { RETRY_SECONDS } from '../../jobs/worker.ts';
import type { Logger } from '../../log/log.ts';
import { encryptPush } from '../../push/encrypt.ts';
import type { PushKeys } from '../../push/push-keys.ts';
import { serviceOf } from '../../push/push-services.ts';
import type { PushAnswer, PushTransport } from '../../push/push-transport.ts';
import { Vapid } from '../../push/vapid.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { countUnreadOf } from './inbox.ts';
import {
  type DeliveryRow,
  holdSender,
  isPushDue,
  leaveSender,
  PUSH_BATCH,
  PUSH_LEASE_SECONDS,
  PUSH_TTL_SECONDS,
  PushHosts,
  type PushMeter,
  type PushOutcome,
  readClock,
  SENDER_LEASE_SECONDS,
  type Settled,
  settleDeliveries,
  takeDeliveries,
} from './push-deliveries.ts';
import { decidePushes, isUrgent, labelOf, readPushText, type PushTextRow, formatPush } from './push-texts.ts';

/** Polling interval, in milliseconds. */
const POLL_EVERY = 1_000;
/** Milliseconds per batch: at most 250 deliveries a second. */
const TICK = 200;
/** Shutdown timeout for pending deliveries, in milliseconds. */
const CLOSE_WITHIN = 3_000;
/** Limit of concurrent deliveries; bounds the memory that hanging services can use. */
const UNDER_WAY_MAX = 1_000;

export interface PushSettings {
  keys: PushKeys;
  /** Names of the supported push services. */
  services: readonly string[];
  transport: PushTransport;
  /** Returns the current time; defaults to the database's clock. */
  clock?: () => Date;
  meter?: PushMeter | null;
}

interface SenderDependencies {
  database: Database;
  log: Logger;
  counter: NotificationCounter;
  timeZone: string;
  origin: string;
  /** Keys for the push topic names. */
  secrets: InstallationKeys;
}

/** Sends due pushes from one process, by a database lease. A crash may repeat one, under the same id. */
export class PushSender {
  readonly keys: PushKeys;
  readonly services: readonly string[];
  readonly #from: SenderDependencies;
  readonly #transport: PushTransport;
  readonly #now: () => Promise<Date>;
  readonly #vapid: Vapid;
  readonly #hosts: PushHosts;
  readonly #results: PushResults;
  readonly #id = randomUUID();
  readonly #underWay = new Set<Promise<void>>();
  #leaseEnds = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(dependencies: SenderDependencies, settings: PushSettings) {
    const { keys, services, transport, clock, meter = null } = settings;
    this.keys = keys;
    this.services = services;
    this.#from = dependencies;
    this.#transport = transport;
    this.#now = clock ? async () => clock() : () => readClock(dependencies.database);
    this.#vapid = new Vapid(keys, dependencies.origin);
    this.#hosts = new PushHosts(dependencies.log, services, meter);
    this.#results = new PushResults(dependencies, this.#hosts, this.#now);
  }

  /** Starts polling. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), POLL_EVERY).unref();
  }

  /** Sends due pushes immediately. */
  wake(): void {
    if (this.#closed) return;
    this.#running ??= this.#work()
      .catch((error: Error) => this.#from.log.warn({ error: error.message }, 'pushes could not be read'))
      .finally(() => (this.#running = undefined));
  }

  /** Resolves when all due pushes were sent or failed. */
  async settled(): Promise<void> {
    await this.#running;
    await Promise.all(this.#underWay);
    await this.#results.store();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    const timeout = new AbortController();
    const settled = this.settled()
      .then(() => (this.#leaseEnds > 0 ? leaveSender(this.#from.database, this.#id) : undefined))
      .catch((error: Error) => this.#from.log.warn({ error: error.message }, 'pushes could not be stored'))
      .finally(() => timeout.abort());
    await sleep(CLOSE_WITHIN, undefined, { signal: timeout.signal }).catch(() => {});
    this.#transport.close();
    await settled;
  }

  async #work(): Promise<void> {
    let begun = 0;
    for (let more = true; more && !this.#closed;) {
      const asked = performance.now();
      // Unstored results would be sent again.
      await this.#results.store();
      const now = await this.#now();
      if (!(await isPushDue(this.#from.database, now)) || !(await this.#holdLease(now))) return;
      // Fewer decisions at a time let later events join the same push.
      const decided = begun < PUSH_BATCH ? await decidePushes(this.#from, now) : 0;
      begun = await this.#begin(now);
      more = begun > 0 || decided > 0 || this.#underWay.size > 0;
      if (more) await sleep(Math.max(0, TICK - (performance.now() - asked)));
    }
  }

  async #holdLease(now: Date): Promise<boolean> {
    const asked = performance.now();
    if (this.#leaseEnds - asked > (SENDER_LEASE_SECONDS * 1_000) / 2) return true;
    const held = await holdSender(this.#from.database, this.#id, now);
    this.#leaseEnds = held ? asked + SENDER_LEASE_SECONDS * 1_000 : 0;
    return held;
  }

  /** Returns the number of deliveries started. */
  async #begin(now: Date): Promise<number> {
    const { database } = this.#from;
    const asked = performance.now();
    if (this.#underWay.size + PUSH_BATCH > UNDER_WAY_MAX) return 0;
    const taken = await takeDeliveries(database, now, this.#hosts.listBusy(now));
    if (taken.length === 0) return 0;
    const said = await readPushText(database, [...new Set(taken.map(({ push_id: id }) => id))]);
    const unread = await countUnreadOf(database, [...new Set(taken.map(({ user_id: id }) => id))]);
    // A process that paused for too long has lost its lease.
    if (performance.now() - asked > (PUSH_LEASE_SECONDS * 1_000) / 2) return 0;
    for (const [nth, delivery] of taken.entries()) {
      const sending = this.#send(
        delivery,
        { rows: said.get(delivery.push_id) ?? [], takenAt: now },
        unread,
      ).catch((error: Error) => this.#from.log.error({ error: error.message }, 'a push could not be sent'));
      this.#underWay.add(sending);
      void sending.finally(() => this.#underWay.delete(sending));
      await sleep(Math.max(0, asked + ((nth + 1) * TICK) / PUSH_BATCH - performance.now()));
    }
    return taken.length;
  }

  async #send(
    delivery: DeliveryRow,
    taken: { rows: readonly PushTextRow[]; takenAt: Date },
    unread: ReadonlyMap<string, number>,
  ): Promise<void> {
    const { rows, takenAt } = taken;
    const heldUntil = this.#hosts.heldUntil(delivery.device_id, takenAt);
    if (heldUntil) return this.#results.delay(delivery, heldUntil);
    const payload = this.#compose(delivery, rows, unread.get(delivery.user_id) ?? 0);
    if (!payload) return this.#results.add(delivery, null, taken);
    // The operator removed the service from the list.
    if (serviceOf(delivery.endpoint, this.services) === null)
      return this.#results.add(delivery, { status: 410, retryAfter: null }, taken);
    const headers = {
      TTL: PUSH_TTL_SECONDS,
      Urgency: isUrgent(rows.map(({ kind }) => kind)) ? 'high' : 'normal',
      Topic: payload.notification.tag,
      Authorization: this.#vapid.headerFor(delivery.endpoint),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
    };
    const body = encryptPush(JSON.stringify(payload), delivery);
    this.#hosts.begin(delivery.host);
    const answer = await this.#transport
      .send(delivery.endpoint, { ...headers, 'Content-Length': body.length }, body)
      .catch((error: Error) => error);
    this.#hosts.end(delivery.host);
    await this.#results.add(delivery, answer, taken);
  }

  /** Returns null if no content is left. */
  #compose(delivery: DeliveryRow, rows: readonly PushTextRow[], unread: number): PushPayload | null {
    const said = formatPush(rows);
    if (!said) return null;
    const navigate = new URL(said.path, this.#from.origin);
    navigate.searchParams.set(PUSH_MARK, delivery.push_id);
    const [row] = rows;
    const about = rows.length === 1 && row ? `${row.kind} ${row.about_id}` : 'several';
    return {
      web_push: 8030,
      notification: {
        title: said.title,
        body: said.body,
        navigate: navigate.href,
        tag: this.#nameTopic(delivery.device_id, about),
        lang: 'ko',
      },
      app_badge: unread,
      device: delivery.device_id,
    };
  }

  /** Returns a stable, unreadable name for a target on a device. */
  #nameTopic(deviceId: string, about: string): string {
    const hash = this.#from.secrets.mac('pushTopic', `push ${deviceId} ${about}`);
    return hash.subarray(0, 24).toString('base64url');
  }
}

const nothing = (): Settled => ({ done: [], gone: [], delayed: [] });

/** Classifies an answer for the push and its device. */
function judge(answer: PushAnswer | Error): PushOutcome {
  if (answer instanceof Error || answer.status >= 500) return 'failed';
  const { status } = answer;
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 ? 'delayed' : 'refused';
}

/** Buffers delivery results until they are stored together. */
class PushResults {
  readonly #from: { database: Database; counter: NotificationCounter };
  readonly #hosts: PushHosts;
  readonly #now: () => Promise<Date>;
  #waiting = nothing();
  #storing: Promise<void> | undefined;

  constructor(
    dependencies: { database: Database; counter: NotificationCounter },
    hosts: PushHosts,
    now: () => Promise<Date>,
  ) {
    this.#from = dependencies;
    this.#hosts = hosts;
    this.#now = now;
  }

  /** Adds a delivery's result; null: no content was left. */
  async add(
    delivery: DeliveryRow,
    answer: PushAnswer | Error | null,
    { rows, takenAt }: { rows: readonly PushTextRow[]; takenAt: Date },
  ): Promise<void> {
    const outcome = answer && judge(answer);
    if (outcome) this.#hosts.count(delivery, outcome, takenAt);
    const { done, gone } = this.#waiting;
    if (answer && (outcome === 'failed' || outcome === 'delayed')) {
      this.delay(delivery, await this.#wait(delivery, answer, outcome));
    } else {
      done.push({ delivery, sent: outcome === 'sent' });
      if (outcome === 'gone') gone.push(delivery);
      if (outcome === 'refused')
        this.#from.counter.addLines('pushRefused', labelOf(rows.map(({ kind }) => kind)), 1);
    }
  }

  /** Schedules a delivery for a later attempt. */
  delay(delivery: DeliveryRow, until: Date): void {
    this.#waiting.delayed.push({ delivery, until });
  }

  /** Holds a refused device or pauses a failing host; returns the retry time. */
  async #wait(
    { host, device_id: deviceId, attempts }: DeliveryRow,
    answer: PushAnswer | Error,
    outcome: 'failed' | 'delayed',
  ): Promise<Date> {
    const now = await this.#now().catch(() => new Date());
    const asked = answer instanceof Error ? null : answer.retryAfter;
    const seconds = asked === null ? null : Math.min(asked, PUSH_TTL_SECONDS);
    const wait = seconds ?? RETRY_SECONDS[Math.min(attempts, RETRY_SECONDS.length) - 1] ?? 0;
    const until = new Date(now.getTime() + wait * 1_000);
    if (outcome === 'delayed') this.#hosts.hold(deviceId, until);
    if (outcome === 'failed' || this.#hosts.refusesMost(host)) {
      const reason = answer instanceof Error ? answer.message : `it answered ${answer.status}`;
      this.#hosts.pause(host, now, { seconds, reason });
    }
    return until;
  }

  async store(): Promise<void> {
    await this.#storing?.catch(() => {});
    const { done, gone, delayed } = this.#waiting;
    if (done.length + gone.length + delayed.length === 0) return;
    this.#storing ??= this.#store().finally(() => (this.#storing = undefined));
    await this.#storing;
  }

  async #store(): Promise<void> {
    const settled = this.#waiting;
    this.#waiting = nothing();
    try {
      const now = await this.#now();
      const sent = await this.#from.database.transaction((transaction) =>
        settleDeliveries(transaction, settled, now),
      );
      for (const kinds of kindsOf(sent)) this.#from.counter.addLines('pushSent', labelOf(kinds), 1);
    } catch (error) {
      this.#waiting.done.unshift(...settled.done);
      this.#waiting.gone.unshift(...settled.gone);
      this.#waiting.delayed.unshift(...settled.delayed);
      throw error;
    }
  }
}

/** Returns the kinds that each push contains. */
export function kindsOf(
  rows: readonly { push_id: string; kind: PushTextRow['kind'] }[],
): PushTextRow['kind'][][] {
  const pushes = new Map<string, PushTextRow['kind'][]>();
  for (const { push_id: id, kind } of rows) pushes.set(id, [...(pushes.get(id) ?? []), kind]);
  return [...pushes.values()];
}
