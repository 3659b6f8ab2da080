import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../testing/outside/api-client.ts';

const READS = ['/api/posts/latest', '/api/buildings/main-hall/posts', '/api/buildings', '/api/profile', '/'];
const READERS = 24;

/** Result of the calls in one step of a drill; times in milliseconds. */
export interface Step {
  name: string;
  calls: number;
  perSecond: number;
  failed: number;
  /** Failed calls that were expected to fail during the fault. */
  unavailable: number;
  /** Longest time without a successful read or without a successful write, whichever is longer. */
  longestOutage: number;
  slowestAnswer: number;
}

/** Status of a call without a response. */
export const NO_ANSWER = 0;

/** Counts the calls of clients and their results. */
export class Meter {
  /** Calls that failed unexpectedly. */
  readonly failed: string[] = [];
  /** Statuses allowed during a fault; may include {@link NO_ANSWER}. */
  expected: readonly number[] = [];
  /** Further statuses allowed for writes. */
  expectedOfWrites: readonly number[] = [];
  #calls = 0;
  #unavailable = 0;
  #failedBefore = 0;
  #began = performance.now();
  readonly #kinds = { read: new Kind(), write: new Kind() };
  #longestOutage = 0;
  #slowestAnswer = 0;

  watch<Client extends ApiClient>(client: Client): Client {
    const send = client.send.bind(client);
    client.send = async (...call) => {
      const asked = performance.now();
      // Valid at the start or the end of the call: a fault may begin or end in between.
      const isRead = call[0] === 'GET';
      const mayEndWith = () => (isRead ? this.expected : [...this.expected, ...this.expectedOfWrites]);
      const before = mayEndWith();
      const kind = this.#kinds[isRead ? 'read' : 'write'];
      kind.begin(asked);
      this.#calls += 1;
      const fail = (status: number, what: string) => {
        if (before.includes(status) || mayEndWith().includes(status)) this.#unavailable += 1;
        else this.failed.push(`${call[0]} ${call[1].replace(/[0-9a-f-]{36}/, 'ID')}: ${what}`);
      };
      try {
        const response = await send(...call);
        const now = performance.now();
        this.#slowestAnswer = Math.max(this.#slowestAnswer, now - asked);
        if (response.status >= 200 && response.status < 300) {
          this.#longestOutage = Math.max(this.#longestOutage, kind.answer(now));
        } else fail(response.status, String(response.status));
        return response;
      } catch (error) {
        const { message, cause } = error as Error;
        fail(NO_ANSWER, cause instanceof Error ? cause.message : message);
        throw error;
      } finally {
        kind.end();
      }
    };
    return client;
  }

  /** Time since which all kinds of calls succeed, by `performance.now()`. */
  get answeredAt(): number {
    return Math.min(this.#kinds.read.answeredAt, this.#kinds.write.answeredAt);
  }

  /** Returns the results since the last call and resets them. */
  take(name: string): Step {
    const now = performance.now();
    const step = {
      name,
      calls: this.#calls,
      perSecond: Math.round(this.#calls / ((now - this.#began) / 1_000)),
      failed: this.failed.length - this.#failedBefore,
      unavailable: this.#unavailable,
      longestOutage: Math.round(
        Math.max(this.#longestOutage, this.#kinds.read.outage(now), this.#kinds.write.outage(now)),
      ),
      slowestAnswer: Math.round(this.#slowestAnswer),
    };
    this.#failedBefore = this.failed.length;
    [this.#calls, this.#unavailable, this.#longestOutage, this.#slowestAnswer] = [0, 0, 0, 0];
    this.#began = now;
    return step;
  }
}

/** Calls of one kind: the start of the current outage. */
class Kind {
  /** Time of the last success; calls that were never made count as successful. */
  answeredAt = Infinity;
  #underWay = 0;
  #waitingSince: number | null = null;

  begin(now: number): void {
    this.#underWay += 1;
    this.#waitingSince ??= now;
    if (this.answeredAt === Infinity) this.answeredAt = now;
  }

  end(): void {
    this.#underWay -= 1;
  }

  /** Records a success; returns the milliseconds of the outage before it. */
  answer(now: number): number {
    const outage = this.outage(now);
    this.answeredAt = now;
    this.#waitingSince = this.#underWay > 1 ? now : null;
    return outage;
  }

  outage(now: number): number {
    return this.#waitingSince === null ? 0 : now - this.#waitingSince;
  }
}

/** Readers of lists and pages that make some calls per second together, if the machine allows. */
export class Readers {
  readonly #signal = new AbortController();
  readonly #reading: Promise<void>[];

  constructor(client: ApiClient, perSecond: number) {
    this.#reading = Array.from({ length: READERS }, (_, lane) => this.#read(client, lane, perSecond));
    // stop() reports the error; a drill that failed otherwise needs no second one.
    for (const reader of this.#reading) reader.catch(() => {});
  }

  async stop(): Promise<void> {
    this.#signal.abort();
    await Promise.all(this.#reading);
  }

  abandon(): void {
    this.#signal.abort();
  }

  async #read(client: ApiClient, lane: number, perSecond: number): Promise<void> {
    const every = (READERS / perSecond) * 1_000;
    let next = performance.now();
    for (let turn = lane; !this.#signal.signal.aborted; turn += 1) {
      next = Math.max(next + every, performance.now());
      await client.send('GET', READS[turn % READS.length] ?? '').then(
        (response) => response.arrayBuffer().catch(() => {}),
        () => {},
      );
      await sleep(Math.max(0, next - performance.now()));
    }
  }
}
