import type { Database } from '../../platform/database/database.ts';
import { RETRY_SECONDS } from '../../platform/jobs/worker.ts';
import type { PushAnswer } from '../../platform/push/push-transport.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import {
  PUSH_TTL_SECONDS,
  settleDeliveries,
  type DeliveryRow,
  type Settled,
} from './push-deliveries.queries.ts';
import type { PushHosts, PushOutcome } from './push-hosts.ts';
import { labelOf } from './push-texts.ts';
import type { SaidRow } from './push-said.queries.ts';

const nothing = (): Settled => ({ done: [], gone: [], delayed: [] });

/** What an answer means for the push, and for the device that it was for. */
function judge(answer: PushAnswer | Error): PushOutcome {
  if (answer instanceof Error || answer.status >= 500) return 'failed';
  const { status } = answer;
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 ? 'delayed' : 'refused';
}

/** Keeps what became of deliveries until it is stored, together. */
export class PushResults {
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

  /** Takes what became of one that was taken at a time; null where there was nothing left to be said. */
  async add(
    delivery: DeliveryRow,
    answer: PushAnswer | Error | null,
    { rows, takenAt }: { rows: readonly SaidRow[]; takenAt: Date },
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

  /** Has a delivery tried again at a time. */
  delay(delivery: DeliveryRow, until: Date): void {
    this.#waiting.delayed.push({ delivery, until });
  }

  /** Holds the device that was refused, or the host that fails or refuses most of its devices; returns until when. */
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

  /** Stores what waits. */
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

/** The kinds of what each push said. */
export function kindsOf(rows: readonly { push_id: string; kind: SaidRow['kind'] }[]): SaidRow['kind'][][] {
  const pushes = new Map<string, SaidRow['kind'][]>();
  for (const { push_id: id, kind } of rows) pushes.set(id, [...(pushes.get(id) ?? []), kind]);
  return [...pushes.values()];
}
