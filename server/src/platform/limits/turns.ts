import { ProblemError } from '../http/problem.ts';

/** What one session's requests wait for. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Bounds what one session has under way in this process: so many at once, so many more wait their turn, and whoever
 * comes then is told to come later. Nobody waits for what another session asks for.
 */
export class Turns {
  readonly #lines = new Map<string, Line>();
  readonly #atOnce: number;
  readonly #waiting: number;

  constructor({ atOnce, waiting }: { atOnce: number; waiting: number }) {
    this.#atOnce = atOnce;
    this.#waiting = waiting;
  }

  /**
   * Waits for a turn; the answer ends it and must be called once.
   *
   * @throws {ProblemError} `limit.reached` when too many wait already.
   */
  async take(sessionId: string): Promise<() => void> {
    const line = this.#lines.get(sessionId) ?? { running: 0, waiting: [] };
    if (line.running < this.#atOnce) line.running += 1;
    else if (line.waiting.length < this.#waiting)
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    else throw new ProblemError('limit.reached', { retryAfter: 1 });
    this.#lines.set(sessionId, line);
    return () => this.#end(sessionId, line);
  }

  /** Hands the turn to the next in line. */
  #end(sessionId: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(sessionId);
  }
}
