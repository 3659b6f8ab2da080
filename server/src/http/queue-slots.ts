import type { ProblemCode } from '@madang/contract/errors';
import { ProblemError } from './problem.ts';

interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Limits the concurrency of each key, such as a session. A bounded number waits; others are rejected. */
export class QueueSlots {
  readonly #lines = new Map<string, Line>();
  readonly #bounds: QueueBounds;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a slot; call the returned function once to release it.
   *
   * @throws {ProblemError} the refusal if too many wait, or on timeout.
   */
  async take(key: string): Promise<() => void> {
    const { atOnce, waiting } = this.#bounds;
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length < waiting) await this.#wait(line);
    else throw this.#refusal();
    this.#lines.set(key, line);
    return () => this.#end(key, line);
  }

  /**
   * Runs the work in a slot.
   *
   * @throws {ProblemError} the refusal if too many wait, or on timeout; errors of the work.
   */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const end = await this.take(key);
    try {
      return await work();
    } finally {
      end();
    }
  }

  #wait({ waiting }: Line): Promise<void> {
    const { timeout } = this.#bounds;
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(this.#refusal());
      };
      const timer = timeout === undefined ? undefined : setTimeout(giveUp, timeout);
      waiting.push(begin);
    });
  }

  #refusal(): ProblemError {
    const { refusal, retryAfter } = this.#bounds;
    return new ProblemError(refusal, { retryAfter });
  }

  /** Passes the slot to the next in the queue. */
  #end(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}

/** Concurrency limit of one key, and the error for rejected calls. */
export interface QueueBounds {
  atOnce: number;
  waiting: number;
  refusal: ProblemCode;
  /** In seconds. */
  retryAfter: number;
  /** Timeout of waiting in milliseconds; none if absent. */
  timeout?: number;
}

/** Queues by session, for uploads by student. Slow uploads, pictures and streams are separate. */
export interface SessionSlots {
  requests: QueueSlots;
  uploads: QueueSlots;
  pictures: QueueSlots;
  streams: QueueSlots;
}

/**
 * Returns a session's limits. A page makes six requests at once, a hundred for pictures by proxy; the app sends one
 * picture.
 */
export function sessionSlots(): SessionSlots {
  const late = { refusal: 'limit.reached', retryAfter: 1 } as const;
  return {
    requests: new QueueSlots({ atOnce: 1, waiting: 100, ...late }),
    uploads: new QueueSlots({ atOnce: 2, waiting: 8, ...late }),
    pictures: new QueueSlots({ atOnce: 4, waiting: 100, ...late }),
    streams: new QueueSlots({ atOnce: 20, waiting: 0, ...late }),
  };
}
