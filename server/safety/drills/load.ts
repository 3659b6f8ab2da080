import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../testing/outside/api-client.ts';
import { Writers } from './ledger.ts';
import { Meter, Readers, type Step } from './meter.ts';

/** How long a step goes on after what it does. */
const SETTLE = 3_000;
const ANSWERED_WITHIN = 60_000;

export interface LoadReport {
  failed: string[];
  lost: number;
  doubled: number;
  acknowledged: number;
  steps: Step[];
}

/** Reads and writes that go on while things are broken, and what they found in each step. */
export class Load {
  readonly meter: Meter;
  readonly writers: Writers;
  readonly steps: Step[] = [];
  readonly #readers: Readers;
  readonly #print: (line: string) => void;

  private constructor(meter: Meter, writers: Writers, readers: Readers, print: (line: string) => void) {
    this.meter = meter;
    this.writers = writers;
    this.#readers = readers;
    this.#print = print;
  }

  /** Begins with a client that is signed in: six writers, and so many reads a second. */
  static async begin(client: ApiClient, reads: number, print: (line: string) => void): Promise<Load> {
    const meter = new Meter();
    const watched = meter.watch(client);
    const load = new Load(meter, await Writers.begin(watched, 6), new Readers(watched, reads), print);
    meter.take('');
    return load;
  }

  /** Does something under the load, and waits until calls are answered well again. */
  async step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    const done = performance.now();
    while (this.meter.answeredAt < done) {
      if (performance.now() - done > ANSWERED_WITHIN) throw new Error(`${name}: nobody answers any more`);
      await sleep(20);
    }
    await sleep(SETTLE);
    const step = this.meter.take(name);
    this.steps.push(step);
    this.#print(`${name}: ${JSON.stringify({ ...step, name: undefined })}`);
    return result;
  }

  /** Ends the load and compares what was acknowledged with what is there. */
  async close(): Promise<LoadReport> {
    await this.writers.stop();
    await this.#readers.stop();
    const { acknowledged, lost, doubled, wrongSums } = await this.writers.close();
    return { acknowledged, lost, doubled, failed: [...this.meter.failed, ...wrongSums], steps: this.steps };
  }

  abandon(): void {
    this.writers.abandon();
    this.#readers.abandon();
  }
}
