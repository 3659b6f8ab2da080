import { DatabaseError } from './database.ts';

/** Bounds how many connections of a pool write at once, so that some are left to read with. */
export class WritingPlaces {
  readonly #patience: number;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** @param patience how many milliseconds somebody waits for a place. */
  constructor(count: number, patience: number) {
    this.#free = count;
    this.#patience = patience;
  }

  /** How many wait for a place. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Waits for a place; the answer gives it to the next one and must be called once.
   *
   * @throws {DatabaseError} unavailable, when none is free in time.
   */
  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait();
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const come = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(come), 1);
        reject(new DatabaseError('unavailable', 'no connection is free to write', undefined, undefined));
      }, this.#patience);
      this.#waiting.push(come);
    });
  }
}
