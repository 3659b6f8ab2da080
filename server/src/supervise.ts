import cluster, { type Worker } from 'node:cluster';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';
import { listen } from './listen.ts';
import { createLog, type Logger } from './platform/log/log.ts';
import { isHopeless, planNext } from './supervision.ts';
import { isReady, wordsOf } from './supervised.ts';

/** A process that stops ends itself after nine seconds; one that cannot even do that is killed. */
const STOP_WITHIN = 9_500;
/** Longer than migrations wait for their tables: a new process that is not ready by then never is. */
const START_WITHIN = 660_000;

/** One of the processes: who has the place now, if anybody, and how it went before. */
interface Slot {
  number: number;
  worker: Worker | null;
  readyAt: number | null;
  failures: number;
  /** Runs until the place is filled again. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Starts the configuration's number of processes of this program on one port, and sees that they stay. Opens no database
 * and answers nothing itself. Ends with exit code 1 when the first one cannot start, which has said why in a line.
 *
 * @returns what to tell whoever started it; null when it is on its way out already.
 * @throws {ListenError} naming PORT or HOST.
 */
export async function supervise(config: Config, program: string): Promise<string | null> {
  const port = await findPort(config);
  const log = createLog(config.logLevel).child({ process: 0 });
  return new Supervisor({ config, program, port, log }).start();
}

/**
 * Waits here for a server that stops, so that no process must; and with any port, all take the same.
 */
async function findPort(config: Config): Promise<number> {
  const probe = createServer((_, outgoing) => outgoing.writeHead(503, { 'Retry-After': '1' }).end());
  const port = await listen(probe, config);
  await new Promise((resolve) => {
    probe.close(resolve);
    probe.closeAllConnections();
  });
  return port;
}

class Supervisor {
  readonly #program: string;
  readonly #port: number;
  readonly #log: Logger;
  readonly #slots: Slot[];
  /** Every process that lives, those on their way out and in as well. */
  readonly #workers = new Set<Worker>();
  #lastReadyAt = Date.now();
  #stopping = false;
  #begun = false;
  #reloading = false;
  #reloadAgain = false;

  constructor({
    config,
    program,
    port,
    log,
  }: {
    config: Config;
    program: string;
    port: number;
    log: Logger;
  }) {
    this.#program = program;
    this.#port = port;
    this.#log = log;
    this.#slots = Array.from({ length: config.processes }, (_, index) => ({
      number: index + 1,
      worker: null,
      readyAt: null,
      failures: 0,
      timer: undefined,
    }));
  }

  /** The first process alone migrates and plants; the others come when it is ready. */
  async start(): Promise<string | null> {
    process.on('SIGTERM', () => void this.#stop(0));
    process.on('SIGINT', () => void this.#stop(0));
    process.on('SIGHUP', () => void this.#reload());
    const [first, ...others] = this.#slots;
    const announcement = first && (await this.#fill(first, { first: true }));
    if (!announcement) {
      await this.#stop(1);
      return null;
    }
    await Promise.all(others.map((slot) => this.#fill(slot)));
    if (this.#stopping) return null;
    this.#begun = true;
    if (this.#reloadAgain) void this.#reload();
    return `${announcement}\n  processes ${this.#slots.length}`;
  }

  /** Starts a process for the place. Resolves when it is ready, with its announcement, or has ended, with null. */
  async #fill(slot: Slot, { first = false } = {}): Promise<string | null> {
    const { worker, ready } = this.#fork(slot.number, first);
    this.#seat(slot, worker);
    return ready;
  }

  #fork(number: number, first = false): { worker: Worker; ready: Promise<string | null> } {
    cluster.setupPrimary({ exec: this.#program, args: wordsOf({ number, first }) });
    const worker = cluster.fork({ PORT: String(this.#port) });
    this.#workers.add(worker);
    const ready = new Promise<string | null>((resolve) => {
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), START_WITHIN);
      worker.on('message', (message: unknown) => {
        if (!isReady(message)) return;
        clearTimeout(timer);
        this.#lastReadyAt = Date.now();
        resolve(message.ready);
      });
      worker.once('exit', () => {
        clearTimeout(timer);
        this.#workers.delete(worker);
        resolve(null);
      });
    });
    // A message to one that has just died; its exit says all there is to say.
    worker.on('error', () => {});
    return { worker, ready };
  }

  /** Gives the place to a process; whoever had it before has no say any more. */
  #seat(slot: Slot, worker: Worker, readyAt: number | null = null): void {
    clearTimeout(slot.timer);
    slot.worker = worker;
    slot.readyAt = readyAt;
    worker.on('message', (message: unknown) => {
      if (isReady(message) && slot.worker === worker) slot.readyAt = Date.now();
    });
    worker.once('exit', (code, signal) => {
      if (slot.worker === worker) this.#onDeath(slot, signal || `code ${code}`);
    });
  }

  #onDeath(slot: Slot, how: string): void {
    const now = Date.now();
    if (slot.readyAt !== null) this.#lastReadyAt = now;
    const { failures, pause } = planNext({ readyAt: slot.readyAt, failures: slot.failures, now });
    Object.assign(slot, { worker: null, readyAt: null, failures });
    // Who starts the whole is told by its end when the very first process does not come up.
    const before = !this.#begun && this.#slots.every(({ readyAt }) => readyAt === null);
    if (this.#stopping || before) return;
    this.#log.error({ place: slot.number, how, pause }, 'a process ended and is started anew');
    const ready = this.#slots.filter(({ readyAt }) => readyAt !== null).length;
    if (isHopeless({ ready, lastReadyAt: this.#lastReadyAt, now })) {
      this.#log.fatal('no process comes up any more; all is ended');
      void this.#stop(1);
      return;
    }
    slot.timer = setTimeout(() => void this.#fill(slot), pause);
  }

  /** One after the other; a new process that does not come up leaves the old ones as they are. */
  async #reload(): Promise<void> {
    this.#reloadAgain = true;
    if (this.#reloading || !this.#begun) return;
    this.#reloading = true;
    while (this.#reloadAgain && !this.#stopping) {
      this.#reloadAgain = false;
      this.#log.info('reload: each process is replaced');
      const done = await this.#replaceAll();
      if (this.#stopping) break;
      if (done) this.#log.info('reload: done');
      else this.#log.error('reload: the new process did not come up; the old ones go on');
    }
    this.#reloading = false;
  }

  async #replaceAll(): Promise<boolean> {
    for (const slot of this.#slots) {
      const { worker, ready } = this.#fork(slot.number);
      if ((await ready) === null || this.#stopping) return false;
      const old = slot.worker;
      slot.failures = 0;
      this.#seat(slot, worker, Date.now());
      if (worker.isDead()) this.#onDeath(slot, 'at once');
      if (old) await this.#end(old);
    }
    return true;
  }

  /** Answers whether it ended by itself. */
  async #end(worker: Worker): Promise<boolean> {
    if (!this.#workers.has(worker)) return true;
    const ended = new Promise((resolve) => worker.once('exit', resolve)).then(() => true);
    worker.process.kill('SIGTERM');
    const inTime = await Promise.race([ended, sleep(STOP_WITHIN, false, { ref: false })]);
    if (!inTime) worker.process.kill('SIGKILL');
    await ended;
    return inTime;
  }

  async #stop(code: number): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const slot of this.#slots) clearTimeout(slot.timer);
    const gentle = await Promise.all([...this.#workers].map((worker) => this.#end(worker)));
    process.exit(gentle.every(Boolean) ? code : 1);
  }
}
