import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Program of `npm start`. */
export const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** The first start plants the demo world, possibly on a busy machine. */
const READY_WITHIN = 120_000;
const STOP_WITHIN = 15_000;
const READY = /ready at (\S+)[^]*\n$/;
const COMPLAINT = /^\{"level":"(?:warn|error|fatal)"/;

/** The built server in its own process, for tests, journeys, drills and benches. */
export class BuiltServer {
  /** Address printed at the start, the same after a restart. */
  origin = '';
  /** Standard output since the last start. */
  output = '';
  errors = '';
  /** Exit code; null after a signal. */
  exit: Promise<number | null> = Promise.resolve(null);
  readonly #settings: Record<string, string>;
  readonly #parameters: readonly string[];
  readonly #folder: string | undefined;
  #child: ChildProcess | undefined;
  #complaints: string[] = [];

  /**
   * @param settings its environment; of the caller's only PATH, so a test is the same on every machine.
   *
   * @param parameters of Node: another program that prints its ready address, or flags before this one.
   * @param folder working directory.
   */
  constructor(
    settings: Record<string, string>,
    { parameters = [PROGRAM], folder }: { parameters?: readonly string[]; folder?: string } = {},
  ) {
    this.#settings = settings;
    this.#parameters = parameters;
    this.#folder = folder;
  }

  /** Starts a process and does not wait for it. */
  launch(settings: Record<string, string> = {}): ChildProcess {
    const program = this.#parameters.at(-1) ?? '';
    if (program === PROGRAM && !existsSync(PROGRAM))
      throw new Error(`${PROGRAM} is missing: node scripts/start.mjs --prepare-only`);
    const child = spawn(process.execPath, this.#parameters, {
      cwd: this.#folder,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: this.origin === '' ? '0' : new URL(this.origin).port,
        ...this.#settings,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#complaints.push(...this.#readComplaints());
    [this.output, this.errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.exit = once(child, 'exit').then(([code]) => code as number | null);
    return child;
  }

  /** Starts the process and waits until it is ready; returns the milliseconds this took. */
  async start(settings: Record<string, string> = {}): Promise<number> {
    const started = Date.now();
    const child = this.launch(settings);
    await new Promise<void>((resolve, reject) => {
      const fail = (what: string) => reject(new Error(`${what}: ${this.output}${this.errors}`));
      const timer = setTimeout(() => fail(`not ready in ${READY_WITHIN} ms`), READY_WITHIN);
      child.once('exit', (code) => fail(`the server ended with ${code}`));
      child.stdout?.on('data', () => {
        if (!READY.test(this.output)) return;
        clearTimeout(timer);
        resolve();
      });
    });
    this.origin = READY.exec(this.output)?.[1] ?? '';
    return Date.now() - started;
  }

  get processId(): number | undefined {
    return this.#child?.pid;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends the process and waits; returns its exit code, null after a signal or if none ran. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.running) return null;
    this.signal(signal);
    const timer = setTimeout(() => this.signal('SIGKILL'), STOP_WITHIN);
    const code = await this.exit;
    clearTimeout(timer);
    return code;
  }

  /** Stops and starts the process on the same address, as a deploy does. */
  async restart(settings?: Record<string, string>): Promise<void> {
    await this.stop();
    await this.start(settings);
  }

  /** Returns new log lines of `warn` or above and new errors on stderr. */
  takeComplaints(): string[] {
    const complaints = [...this.#complaints, ...this.#readComplaints()];
    [this.output, this.errors, this.#complaints] = ['', '', []];
    return complaints;
  }

  #readComplaints(): string[] {
    const logged = this.output.split('\n').filter((line) => COMPLAINT.test(line));
    return [...logged, ...this.errors.split('\n').filter(Boolean)];
  }
}
