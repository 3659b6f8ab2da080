import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../../testing/outside/api-client.ts';
import { Writers } from './ledger.ts';
import { Meter, Readers, type Step } from './meter.ts';

/** Time in ms that a step continues after its action. */
const SETTLE = 3_000;
const ANSWERED_WITHIN = 60_000;

export interface LoadReport {
  failed: string[];
  lost: number;
  doubled: number;
  acknowledged: number;
  steps: Step[];
}

/** Reads and writes during faults, with the results of each step. */
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

  /** Starts six writers and some reads per second with a signed-in client. */
  static async begin(client: ApiClient, reads: number, print: (line: string) => void): Promise<Load> {
    const meter = new Meter();
    const watched = meter.watch(client);
    const load = new Load(meter, await Writers.begin(watched, 6), new Readers(watched, reads), print);
    meter.take('');
    return load;
  }

  /** Runs an action under load and waits until calls succeed again. */
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

  /** Stops the load and compares the acknowledged writes with the server. */
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
