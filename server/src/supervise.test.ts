import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Agent, get, type RequestOptions } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '../../scripts/system-parts.mjs';
import { builtServers } from '../testing/built-servers.ts';
import { EventReader } from '../testing/event-reader.ts';
import { BuiltServer, PROGRAM } from '../testing/outside/built-server.ts';
import { startCluster, type Cluster } from '../testing/postgres-cluster.ts';
import { TestBrowser } from '../testing/test-browser.ts';

const { start } = builtServers();

describe('a start that cannot be', () => {
  test.each([
    ['no number', { PROCESSES: 'all' }, /^PROCESSES: must be auto[^\n]+1 to 64\n$/],
    ['too many', { PROCESSES: '65' }, /^PROCESSES: must be auto[^\n]+1 to 64\n$/],
    [
      'several on the embedded engine',
      { PROCESSES: '2' },
      /^PROCESSES: one process owns the data folder[^\n]+\n$/,
    ],
    [
      'a database out of reach',
      { PROCESSES: '2', DATABASE_URL: 'postgres://127.0.0.1:9/x' },
      /^DATABASE_URL: [^\n]+\n$/,
    ],
    [
      'a wrong campus folder',
      { PROCESSES: '2', DATABASE_URL: 'postgres://127.0.0.1:9/x', CAMPUS: '/nowhere' },
      /^CAMPUS: [^\n]+\n$/,
    ],
  ])('%s: one line, exit 1', async (_, environment, line) => {
    const run = start(environment as Record<string, string>);
    expect(await run.exit).toBe(1);
    expect(run.errors).toMatch(line);
    expect(run.output).toBe('');
  });

  test('a port in use: one line, exit 1, before the database is asked', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const PORT = String((holder.address() as AddressInfo).port);
    const run = start({ PROCESSES: '2', PORT, DATABASE_URL: 'postgres://127.0.0.1:9/x' });
    expect(await run.exit).toBe(1);
    expect(run.errors).toBe(`PORT: ${PORT} on 127.0.0.1 is in use; set another PORT\n`);
  });
});

test('auto on the embedded engine is one process, which says why', async () => {
  const run = start({ PROCESSES: 'auto', DEMO: '0' });
  await expect.poll(() => run.output, { timeout: 40_000 }).toContain('ready at');
  expect(run.output).toMatch(/\n {2}processes 1: one process owns the data folder[^\n]*\n/);
  expect(childrenOf(run)).toEqual([]);
});

describe.runIf(findPostgres())('two processes on one PostgreSQL', () => {
  let cluster: Cluster;
  let folder: string;
  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.createDatabase('madang');
    folder = mkdtempSync(join(tmpdir(), 'madang-processes-'));
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function startTwo(program = PROGRAM): Promise<BuiltServer> {
    const server = new BuiltServer(
      {
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: cluster.urlOf('madang'),
        PROCESSES: '2',
        LIMITS: 'off',
        LOG_LEVEL: 'info',
      },
      { parameters: [program] },
    );
    onTestFinished(() => server.signal('SIGKILL'));
    await server.start();
    return server;
  }

  test('both answer on the port; the announcement comes once; SIGTERM ends streams and all within 10 s', async () => {
    const server = await startTwo();
    expect(server.output.match(/ready at/g)).toHaveLength(1);
    expect(server.output).toMatch(/\n {2}processes 2\n/);
    const pids = childrenOf(server);
    expect(pids).toHaveLength(2);
    const calls = new Calls(await signIn(server));
    await expect.poll(() => [...answeredBy(server)].sort(), { timeout: 20_000 }).toEqual([1, 2]);
    await calls.stop();
    expect(calls.failures).toEqual([]);

    const browser = await signIn(server);
    const [post] = (await browser.call('GET /api/posts/latest', {})).body.posts;
    const streams = await Promise.all(
      Array.from({ length: 6 }, () =>
        EventReader.open(`${server.origin}/api/posts/${post?.id}/replies/live`, browser.cookie),
      ),
    );
    const begun = Date.now();
    server.signal('SIGTERM');
    expect(await server.exit).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    for (const stream of streams) await stream.until(() => stream.closed);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test('a killed process loses only what it was answering, and another one comes', async () => {
    const server = await startTwo();
    const before = childrenOf(server);
    const calls = new Calls(await signIn(server));
    await sleep(1_000);
    process.kill(before[0] ?? 0, 'SIGKILL');
    await expect
      .poll(() => childrenOf(server).filter((pid) => !before.includes(pid)), { timeout: 30_000 })
      .toHaveLength(1);
    await expect
      .poll(() => server.output, { timeout: 30_000 })
      .toContain('a process ended and is started anew');
    await sleep(3_000);
    await calls.stop();
    // Each lane of calls has one under way at most.
    expect(calls.failures.length).toBeLessThanOrEqual(LANES);
    expect(calls.answered).toBeGreaterThan(20);
    expect(childrenOf(server)).toContain(before[1]);
  });

  test('SIGHUP replaces all of them without a failed call, and a build that cannot start replaces none', async () => {
    const program = join(folder, 'program.js');
    const lead = (to: string) => {
      rmSync(program, { force: true });
      symlinkSync(to, program);
    };
    lead(PROGRAM);
    const server = await startTwo(program);
    const first = childrenOf(server);
    const calls = new Calls(await signIn(server));
    await sleep(500);
    server.signal('SIGHUP');
    await expect.poll(() => server.output, { timeout: 60_000 }).toContain('reload: done');
    const second = childrenOf(server);
    expect(second).toHaveLength(2);
    expect(second.filter((pid) => first.includes(pid))).toEqual([]);

    const broken = join(folder, 'broken.mjs');
    writeFileSync(broken, "console.error('this build is broken');\nprocess.exit(1);\n");
    lead(broken);
    server.signal('SIGHUP');
    await expect.poll(() => server.output, { timeout: 60_000 }).toContain('the old ones go on');
    expect(server.errors).toBe('this build is broken\n');
    expect(childrenOf(server)).toEqual(second);

    await calls.stop();
    expect(calls.failures).toEqual([]);
    expect(calls.answered).toBeGreaterThan(20);
  });

  test('when the supervisor is killed its processes end by themselves, and the port is free', async () => {
    const server = await startTwo();
    const pids = childrenOf(server);
    server.signal('SIGKILL');
    await expect.poll(() => pids.filter(isRunning), { timeout: 10_000 }).toEqual([]);
    const port = Number(new URL(server.origin).port);
    const next = createServer().listen(port, '127.0.0.1');
    await once(next, 'listening');
    next.close();
  });

  test('a second start by mistake ends in one line; while the first stops it waits for its port', async () => {
    const server = await startTwo();
    const environment = {
      PROCESSES: '2',
      PORT: new URL(server.origin).port,
      DATABASE_URL: cluster.urlOf('madang'),
      DEMO: '0',
    };
    const second = start(environment);
    expect(await second.exit).toBe(1);
    expect(second.errors).toMatch(/^PORT: \d+ on 127\.0\.0\.1 is in use; set another PORT\n$/);
    server.signal('SIGTERM');
    const third = start(environment);
    expect(await server.exit).toBe(0);
    await expect.poll(() => third.output + third.errors, { timeout: 40_000 }).toContain('ready at');
    third.signal('SIGTERM');
    expect(await third.exit).toBe(0);
  });
});

const LANES = 4;

/** Steady calls: half of the lanes keep their connection, half make a new one for each call. */
class Calls {
  answered = 0;
  readonly failures: string[] = [];
  #stopped = false;
  readonly #agents: Agent[] = [];
  readonly #lanes: Promise<void>[];

  constructor(browser: TestBrowser) {
    this.#lanes = Array.from({ length: LANES }, (_, lane) => this.#run(browser, lane % 2 === 0));
  }

  async #run({ origin, cookie }: TestBrowser, keepAlive: boolean): Promise<void> {
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    this.#agents.push(agent);
    while (!this.#stopped) {
      const outcome = await ask(`${origin}/api/posts/latest`, { agent, headers: { Cookie: cookie } });
      if (outcome === '200') this.answered += 1;
      else this.failures.push(outcome);
      await sleep(20);
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#lanes);
    for (const agent of this.#agents) agent.destroy();
  }
}

function ask(url: string, options: RequestOptions): Promise<string> {
  return new Promise((resolve) => {
    const call = get(url, { ...options, timeout: 10_000 }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(String(answer.statusCode)));
      answer.on('error', ({ message }) => resolve(message));
    });
    call.on('timeout', () => call.destroy(new Error('no answer')));
    call.on('error', ({ message }) => resolve(message));
  });
}

/** A client with the first demo account. */
async function signIn({ origin, output }: BuiltServer): Promise<TestBrowser> {
  const [, email = '', password = ''] = /account {3}(\S+) {2}(\S+)/.exec(output) ?? [];
  const browser = new TestBrowser(origin);
  await browser.call('POST /api/session', { body: { email, password } });
  return browser;
}

/** The numbers that stand in the log lines of requests. */
function answeredBy(server: BuiltServer): Set<number> {
  return new Set(
    [...server.output.matchAll(/"process":(\d+),.*"path":"\/api\/posts\/latest"/g)].map(([, n]) => Number(n)),
  );
}

function childrenOf({ processId }: BuiltServer): number[] {
  const text = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
