import { setTimeout as sleep } from 'node:timers/promises';
import type { Alert } from '../../testing/prometheus.ts';

const LOOK_EVERY = 250;

/** Looks all the time at which alerts there are: each may fire while its fault is there, and no other. */
export class AlertWatch {
  /** Alerts that fired without their fault; one line each. */
  readonly wrong: string[] = [];
  readonly fired = new Map<string, { after: number; silentAfter: number | null }>();
  readonly #read: () => Promise<Alert[]>;
  readonly #faults = new Map<string, number>();
  readonly #end = new AbortController();
  readonly #watching: Promise<void>;
  #now: Alert[] = [];
  #looks = 0;

  constructor(read: () => Promise<Alert[]>) {
    this.#read = read;
    this.#watching = this.#watch();
    // Told by stop(); a drill that failed otherwise has said enough.
    this.#watching.catch(() => {});
  }

  /** From now on these may fire. */
  break(...names: string[]): void {
    for (const name of names) this.#faults.set(name, Date.now());
  }

  /** Waits until it fires. */
  async untilFiring(name: string, patience: number): Promise<void> {
    const since = this.#faults.get(name) ?? Date.now();
    await this.#until(() => this.#states(name).has('firing'), `${name} to fire`, patience);
    this.fired.set(name, { after: Date.now() - since, silentAfter: null });
  }

  /** Waits until it is silent again, now that its fault is mended; from then on it may not fire. */
  async untilSilent(name: string, patience: number): Promise<void> {
    const since = Date.now();
    await this.#until(() => this.#states(name).size === 0, `${name} to go silent`, patience);
    this.#faults.delete(name);
    const fired = this.fired.get(name);
    if (fired) fired.silentAfter = Date.now() - since;
  }

  /** The alerts that are there, also those that are about to fire. */
  get names(): string[] {
    return [...new Set(this.#now.map(({ labels }) => labels['alertname'] ?? ''))];
  }

  async stop(): Promise<void> {
    this.#end.abort();
    await this.#watching;
  }

  abandon(): void {
    this.#end.abort();
  }

  #states(name: string): Set<string> {
    return new Set(this.#now.filter(({ labels }) => labels['alertname'] === name).map(({ state }) => state));
  }

  /** Of what is seen from now on. */
  async #until(condition: () => boolean, what: string, patience: number): Promise<void> {
    const [since, looks] = [Date.now(), this.#looks];
    while (this.#looks < looks + 2 || !condition()) {
      if (Date.now() - since > patience)
        throw new Error(`waited ${patience} ms for ${what}; there are ${this.names.join(', ') || 'none'}`);
      await sleep(LOOK_EVERY);
    }
  }

  async #watch(): Promise<void> {
    while (!this.#end.signal.aborted) {
      this.#now = await this.#read();
      this.#looks += 1;
      for (const { labels, state } of this.#now) {
        const name = labels['alertname'] ?? '';
        if (state === 'firing' && !this.#faults.has(name)) this.wrong.push(`${name} fired without its fault`);
      }
      await sleep(LOOK_EVERY);
    }
  }
}
