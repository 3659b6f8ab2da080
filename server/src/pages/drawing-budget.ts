/** So much drawing one asker may have at once, in milliseconds of this thread: some dozen screens, or a few heavy ones. */
const MOST = 1_000;
/** What comes back each second: a tenth of the thread, which nobody who reads what they open uses up. */
const EACH_SECOND = 100;
/** Of so many askers it is known what they used; who used some longest ago is forgotten. */
const ASKERS_MAX = 10_000;

/**
 * How much drawing each user, or each client address without one, has left. Where nothing is left pages come without their
 * drawing, which the browser makes then: so nobody who opens one screen after the other keeps this thread from the others.
 */
export class DrawingBudget {
  readonly #now: () => number;
  /** What askers had left, and when; who spent last stands last. */
  readonly #left = new Map<string, { amount: number; at: number }>();

  /** @param now milliseconds that only grow. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a screen may be drawn for this asker now. */
  has(asker: string): boolean {
    return this.#amountOf(asker) > 0;
  }

  /** Notes what a drawing took; the last one may take more than was left. */
  spend(asker: string, milliseconds: number): void {
    const amount = this.#amountOf(asker) - milliseconds;
    this.#left.delete(asker);
    this.#left.set(asker, { amount, at: this.#now() });
    if (this.#left.size > ASKERS_MAX) this.#left.delete(this.#left.keys().next().value ?? '');
  }

  #amountOf(asker: string): number {
    const { amount, at } = this.#left.get(asker) ?? { amount: MOST, at: 0 };
    return Math.min(MOST, amount + ((this.#now() - at) / 1_000) * EACH_SECOND);
  }
}
