import type { ProblemCode } from '@madang/contract/errors';
import { ProblemError } from '../http/problem.ts';

/** What the work under one key waits for. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Bounds what is under way in this process under one key, such as a session: so many at once, so many more wait their
 * turn, and anyone who comes then is told to come later. Nobody waits for what another key asks for.
 */
export class QueueSlots {
  readonly #lines = new Map<string, Line>();
  readonly #bounds: QueueBounds;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a turn; the answer ends it and must be called once.
   *
   * @throws {ProblemError} the refusal when too many wait already, or it has not come in time.
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
   * Does the work when its turn has come.
   *
   * @throws {ProblemError} the refusal when too many wait already, or it has not come in time; what the work throws.
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
    const { patience } = this.#bounds;
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(this.#refusal());
      };
      const timer = patience === undefined ? undefined : setTimeout(giveUp, patience);
      waiting.push(begin);
    });
  }

  #refusal(): ProblemError {
    const { refusal, retryAfter } = this.#bounds;
    return new ProblemError(refusal, { retryAfter });
  }

  /** Hands the turn to the next in line. */
  #end(key: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}

/** How much may be under way under one key, and what anyone who comes too late is told. */
export interface QueueBounds {
  atOnce: number;
  waiting: number;
  refusal: ProblemCode;
  /** In seconds. */
  retryAfter: number;
  /** How long a turn is waited for, in milliseconds; for ever where nothing is said. */
  patience?: number;
}

/** Queues of each session, and of each student for uploads. Uploads, pictures and streams take long, and no turn of the others. */
export interface SessionSlots {
  requests: QueueSlots;
  uploads: QueueSlots;
  pictures: QueueSlots;
  streams: QueueSlots;
}

/**
 * The bounds of one session. Two requests keep the database as busy as one user may; more would make others
 * wait. A page asks for six things at once, and for a hundred pictures through a proxy. The app sends one picture at a time.
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
