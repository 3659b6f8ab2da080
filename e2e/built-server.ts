import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../server/dist/main.js', import.meta.url));

/** The first start plants the demo world, on a machine that has other work too. */
const START_WITHIN = 120_000;
const STOP_WITHIN = 15_000;
const COMPLAINTS = ['warn', 'error', 'fatal'];

/** The server as `npm start` runs it, in a process of its own on a data folder of its own. */
export class BuiltServer {
  readonly dataFolder: string;
  /** The address printed at the start, the same after a restart. */
  origin = '';
  /** What the server complained about since it was last asked. */
  complaints: string[] = [];
  #process: ChildProcess | undefined;
  readonly #limits: 'on' | 'off';

  /** Without limits, unless they are what is looked at: journeys write in a minute what a student writes in a month. */
  constructor(dataFolder: string, limits: 'on' | 'off' = 'off') {
    this.dataFolder = dataFolder;
    this.#limits = limits;
  }

  /** @param settings beside its own, until the next start. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    if (!existsSync(program)) throw new Error(`${program} is missing: node scripts/start.mjs --prepare-only`);
    const child = spawn(process.execPath, [program], {
      // Nothing of the caller's settings: a journey is the same on every machine.
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: this.origin === '' ? '0' : new URL(this.origin).port,
        DATA_DIR: this.dataFolder,
        DEMO: '1',
        LOG_LEVEL: 'warn',
        LIMITS: this.#limits,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    createInterface({ input: child.stderr }).on('line', (line) => this.complaints.push(line));
    this.origin = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready in ${START_WITHIN} ms`)), START_WITHIN);
      child.once('exit', (code) => {
        reject(new Error(`the server ended with ${code}: ${this.complaints.join('\n')}`));
      });
      createInterface({ input: child.stdout }).on('line', (line) => {
        const ready = /^Madang is ready at (\S+)$/.exec(line);
        if (ready?.[1]) {
          clearTimeout(timer);
          resolve(ready[1]);
        } else if (isComplaint(line)) this.complaints.push(line);
      });
    });
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
    await ended;
    clearTimeout(timer);
  }

  /** What a deploy does to open pages: everything cut, then the same address again. */
  async restart(settings?: Record<string, string>): Promise<void> {
    await this.stop();
    await this.start(settings);
  }
}

/** A line of the server's log at `warn` or above; what it prints for people is no JSON. */
function isComplaint(line: string): boolean {
  try {
    const entry: unknown = JSON.parse(line);
    return (
      typeof entry === 'object' &&
      entry !== null &&
      'level' in entry &&
      COMPLAINTS.includes(String(entry.level))
    );
  } catch {
    return false;
  }
}
