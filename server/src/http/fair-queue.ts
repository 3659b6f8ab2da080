import { ProblemError } from './problem.ts';

/** The client that work is done for. */
export interface Asker {
  student: string;
  client: string;
  /** True for an unverified account: served after all others. */
  last: boolean;
}

/** The server itself and its operators. */
export const SERVER: Asker = { student: '', client: '', last: false };

export interface FairBounds {
  /** Maximum sum of the running sizes. */
  size: number;
  /** Share of it for one student. */
  sizeEach?: number;
  /** Share of it for all askers served last together. */
  sizeLast?: number;
  /** Share of it for all entries larger than `over` together. */
  large?: { over: number; size: number };
  /** Maximum number of waiting entries. */
  waiting: number;
  /** Milliseconds until a waiting entry is rejected. */
  timeout: number;
  /** Seconds. */
  retryAfter: number;
}

interface Entry {
  asker: Asker;
  size: number;
  start: () => void;
  refuse: () => void;
}

/**
 * Queue with a bounded sum of sizes. Serves students in turn, then client addresses of askers served last, one entry each.
 * If full, rejects the newest entry of the asker with most.
 */
export class FairQueue {
  readonly #bounds: FairBounds;
  readonly #running = new Set<Entry>();
  readonly #waiting = new Set<Entry>();
  /** Number of the last turn of each asker with an entry. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  constructor(bounds: FairBounds) {
    this.#bounds = bounds;
  }

  /** Whether an asker that is not served last is waiting. */
  get isAwaited(): boolean {
    return [...this.#waiting].some(({ asker }) => !asker.last);
  }

  /**
   * Waits for a slot; call the returned function once to release it.
   *
   * @throws {ProblemError} `server.unavailable`.
   */
  async take(asker: Asker, size = 1): Promise<() => void> {
    if (
      asker.last &&
      [...this.#running, ...this.#waiting].some(({ asker: { student } }) => student === asker.student)
    )
      throw this.#refusal();
    const entry = await new Promise<Entry>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        this.#waiting.delete(made);
      };
      const made: Entry = {
        asker,
        size,
        start: () => {
          leave();
          this.#running.add(made);
          resolve(made);
        },
        refuse: () => {
          leave();
          this.#forget(asker);
          reject(this.#refusal());
        },
      };
      const timer = setTimeout(made.refuse, this.#bounds.timeout);
      this.#waiting.add(made);
      this.#startNext();
      if (this.#waiting.size > this.#bounds.waiting) this.#findLeastUrgent()?.refuse();
    });
    return () => {
      this.#running.delete(entry);
      this.#forget(asker);
      this.#startNext();
    };
  }

  /**
   * Runs the work in a slot.
   *
   * @throws {ProblemError} `server.unavailable`; errors of the work.
   */
  async run<Result>(asker: Asker, size: number, work: () => Promise<Result>): Promise<Result> {
    const release = await this.take(asker, size);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Starts entries in order; smaller ones do not overtake. */
  #startNext(): void {
    const ready = [...this.#waiting].filter((entry) => this.#mayRun(entry));
    const [next] = ready.toSorted(
      (one, other) =>
        Number(one.asker.last) - Number(other.asker.last) ||
        this.#turnOf(one.asker) - this.#turnOf(other.asker),
    );
    if (!next || sum(this.#running) + next.size > this.#bounds.size) return;
    this.#turn += 1;
    this.#turns.set(keyOf(next.asker), this.#turn);
    next.start();
    this.#startNext();
  }

  /** Whether the entry fits the bounds of its asker. */
  #mayRun({ asker, size }: Entry): boolean {
    const { sizeEach = Infinity, sizeLast = Infinity, large = { over: Infinity, size: 0 } } = this.#bounds;
    const running = [...this.#running];
    const own = running.filter((other) => other.asker.student === asker.student);
    const last = asker.last ? running.filter((other) => other.asker.last) : null;
    const others = size > large.over ? running.filter((other) => other.size > large.over) : null;
    return (
      sum(own) + size <= sizeEach &&
      (!last || sum(last) + size <= sizeLast) &&
      (!others || sum(others) + size <= large.size)
    );
  }

  #turnOf(asker: Asker): number {
    return this.#turns.get(keyOf(asker)) ?? 0;
  }

  /** Returns the newest entry of the asker with most, preferring those served last. */
  #findLeastUrgent(): Entry | undefined {
    const counts = new Map<string, number>();
    for (const { asker } of this.#waiting) counts.set(keyOf(asker), (counts.get(keyOf(asker)) ?? 0) + 1);
    const [found] = [...this.#waiting]
      .reverse()
      .toSorted(
        (one, other) =>
          Number(other.asker.last) - Number(one.asker.last) ||
          (counts.get(keyOf(other.asker)) ?? 0) - (counts.get(keyOf(one.asker)) ?? 0),
      );
    return found;
  }

  #forget(asker: Asker): void {
    const key = keyOf(asker);
    if (![...this.#running, ...this.#waiting].some((entry) => keyOf(entry.asker) === key))
      this.#turns.delete(key);
  }

  #refusal(): ProblemError {
    return new ProblemError('server.unavailable', { retryAfter: this.#bounds.retryAfter });
  }
}

const keyOf = ({ student, client, last }: Asker) => (last ? `last ${client}` : student);

const sum = (entries: Iterable<Entry>) => [...entries].reduce((total, { size }) => total + size, 0);
