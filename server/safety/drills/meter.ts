import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../testing/outside/api-client.ts';

const READS = ['/api/posts/latest', '/api/buildings/main-hall/posts', '/api/buildings', '/api/profile', '/'];
const READERS = 24;

/** What calls found in one step of a drill; times in milliseconds. */
export interface Step {
  name: string;
  calls: number;
  perSecond: number;
  failed: number;
  /** Calls without a good answer that had to be, because what answers them was away. */
  unavailable: number;
  /** The longest time in which no read, or no write, was answered well: whichever is longer. */
  longestOutage: number;
  slowestAnswer: number;
}

/** What a call ends with when nobody answers it. */
export const NO_ANSWER = 0;

/** Counts the calls of clients, and what they found. */
export class Meter {
  /** Calls without a good answer that should have had one. */
  readonly failed: string[] = [];
  /** Statuses that calls may end with for now, {@link NO_ANSWER} too, because something was taken away from the server. */
  expected: readonly number[] = [];
  /** The same of writes alone. */
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
      // Of the moment in which it was asked or of that in which it ended: a fault may come in between, or end.
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

  /** Since when all kinds of calls have been answered well again, by `performance.now()`. */
  get answeredAt(): number {
    return Math.min(this.#kinds.read.answeredAt, this.#kinds.write.answeredAt);
  }

  /** What was found since it was asked last. */
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

/** Calls of one kind: since when somebody has waited for one in vain. */
class Kind {
  /** When one was answered well for the last time; never asked for is as good. */
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

  /** One is answered well, after so many milliseconds without. */
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

/** Readers of lists and pages, together so many calls a second where the machine gives that much. */
export class Readers {
  readonly #signal = new AbortController();
  readonly #reading: Promise<void>[];

  constructor(client: ApiClient, perSecond: number) {
    this.#reading = Array.from({ length: READERS }, (_, lane) => this.#read(client, lane, perSecond));
    // Told by stop(); a drill that failed otherwise has said enough.
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
