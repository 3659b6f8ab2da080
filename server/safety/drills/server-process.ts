import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { serverFolder } from '../../src/platform/server-folder.ts';
import { findFreePort } from '../../testing/postgres-cluster.ts';
import { TestBrowser } from '../../testing/test-browser.ts';

const READY_WITHIN = 60_000;

export interface Account {
  email: string;
  password: string;
}

/** The built server on one port and one data folder, to be killed and started again. */
export class ServerProcess {
  readonly #environment: Record<string, string>;
  readonly #program: string;
  #child: ChildProcess | undefined;
  /** What the process printed since it was started. */
  output = '';
  origin = '';
  /** The demo accounts: the first may write on buildings. */
  accounts: Account[] = [];

  constructor(environment: Record<string, string>, program = join(serverFolder(), 'dist', 'main.js')) {
    this.#environment = environment;
    this.#program = program;
  }

  /** Starts and waits until it is ready; answers how many milliseconds that took. */
  async start(): Promise<number> {
    const started = Date.now();
    const port = this.origin ? new URL(this.origin).port : String(await findFreePort());
    const child = spawn(process.execPath, [this.#program], {
      env: {
        PATH: process.env.PATH ?? '',
        PORT: port,
        LIMITS: 'off',
        LOG_LEVEL: 'silent',
        ...this.#environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.output = '';
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`not ready: ${this.output}`)), READY_WITHIN);
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${this.output}`)));
      child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
      child.stdout?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
        if (!/ready at \S+[^]*\n$/.test(this.output)) return;
        clearTimeout(timer);
        resolve();
      });
    });
    child.removeAllListeners('exit');
    this.origin = /ready at (\S+)/.exec(this.output)?.[1] ?? '';
    this.accounts = [...this.output.matchAll(/account {3}(\S+) {2}(\S+)/g)].map(
      ([, email = '', password = '']) => ({
        email,
        password,
      }),
    );
    return Date.now() - started;
  }

  get processId(): number | undefined {
    return this.#child?.pid;
  }

  get running(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Answers the exit code; null for one that a signal ended or that was not running. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child;
    if (!child || !this.running) return null;
    const ended = once(child, 'exit');
    child.kill(signal);
    const [code] = await ended;
    return code as number | null;
  }

  /** A browser signed in with a demo account. */
  async signIn(account: Account | undefined): Promise<TestBrowser> {
    const browser = new TestBrowser(this.origin);
    const { status } = await browser.call('POST /api/session', {
      body: { email: account?.email ?? '', password: account?.password ?? '' },
    });
    if (status !== 201) throw new Error(`signing in answered ${status}`);
    return browser;
  }
}
