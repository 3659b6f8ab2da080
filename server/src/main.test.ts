import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findPostgres } from '../../scripts/system-parts.mjs';
import { builtServers } from '../testing/built-servers.ts';
import { EventReader } from '../testing/event-reader.ts';
import { findFreePort, startCluster } from '../testing/postgres-cluster.ts';
import { TestBrowser } from '../testing/test-browser.ts';
import { serverFolder } from './lib/folders.ts';

// A server may take two minutes until it is ready, and some plant a demo first.
vi.setConfig({ testTimeout: 180_000 });

const { dataFolder, start, startReady, startUpToPort } = builtServers();

const broken = () => {
  const folder = dirname(dataFolder());
  writeFileSync(join(folder, 'campus.json'), '{}');
  return folder;
};

test.each([
  ['a wrong value', () => ({ EDITION: 'gold' }), /^EDITION: must be beta or official\n$/],
  [
    'production without ORIGIN',
    () => ({ NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1' }),
    /^ORIGIN: is required.*\n$/,
  ],
  [
    'production without SMTP_URL',
    () => ({ NODE_ENV: 'production', ORIGIN: 'https://a.kr' }),
    /^SMTP_URL: is required.*\n$/,
  ],
  [
    'a wrong campus folder',
    () => ({ CAMPUS: broken() }),
    /^CAMPUS: \S+: campus\.json line 1, field "\w+[^\n]*\n$/,
  ],
  ['an empty campus folder', () => ({ CAMPUS: dataFolder() }), /^CAMPUS: [^\n]*is missing[^\n]*\n$/],
  [
    'an S3_URL that leads nowhere',
    () => ({ S3_URL: 'https://key:hidden-secret@host' }),
    /^S3_URL: must name a bucket: https:\/\/KEY:SECRET@host\/bucket\n$/,
  ],
  [
    'a database out of reach',
    () => ({ DATABASE_URL: 'postgres://127.0.0.1:9/x' }),
    /^DATABASE_URL: [^\n]+\n$/,
  ],
])('%s: one line, exit 1, nothing written', async (_, environment, line) => {
  const run = start(environment());
  expect(await run.exit).toBe(1);
  expect(run.errors).toMatch(line);
  expect(existsSync(dataFolder())).toBe(false);
});

test('a port in use: one line, exit 1, nothing written', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const run = start({ PORT: String(port) });
  expect(await run.exit).toBe(1);
  expect(run.errors).toBe(`PORT: ${port} on 127.0.0.1 is in use; set another PORT\n`);
  expect(existsSync(dataFolder())).toBe(false);
  holder.close();
});

test('a socket in use: one line, exit 1, nothing written', async () => {
  const SOCKET = join(dirname(dataFolder()), 'blue.sock');
  const holder = createServer().listen(SOCKET);
  await once(holder, 'listening');
  const run = start({ SOCKET, ORIGIN: 'https://localhost' });
  expect(await run.exit).toBe(1);
  expect(run.errors).toBe(`SOCKET: ${SOCKET} is in use; set another SOCKET\n`);
  expect(existsSync(dataFolder())).toBe(false);
  holder.close();
});

test('a port for the numbers that is in use: one line, exit 1, nothing written', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const run = start({ METRICS_PORT: String(port) });
  expect(await run.exit).toBe(1);
  expect(run.errors).toBe(`METRICS_PORT: ${port} on 127.0.0.1 is in use; set another METRICS_PORT\n`);
  expect(existsSync(dataFolder())).toBe(false);
  holder.close();
});

test('a data folder in use or of a newer version: one line, exit 1', async () => {
  const first = await startReady({ DEMO: '0' });
  const second = start({ DEMO: '0' });
  expect(await second.exit).toBe(1);
  expect(second.errors).toMatch(/^the data folder \S+ is in use by process \d+;[^\n]*\n$/);
  first.signal('SIGTERM');
  expect(await first.exit).toBe(0);
  writeFileSync(join(dataFolder(), 'version'), '9999\n');
  const newer = start({ DEMO: '0' });
  expect(await newer.exit).toBe(1);
  expect(newer.errors).toMatch(/^the database is of a newer version[^\n]*\n$/);
});

test('metrics: served only at METRICS_PORT, which is released at the end', async () => {
  const METRICS_PORT = String(await findFreePort());
  const address = `http://127.0.0.1:${METRICS_PORT}/metrics`;
  const server = await startReady({ METRICS_PORT, DEMO: '0' });
  await fetch(`${server.origin}/api/campus`);
  const text = await (await fetch(address)).text();
  expect(text).toMatch(/^madang_info\{version="\d+\.\d+\.\d+",edition="beta"\} 1$/m);
  expect(text).toContain('_count{route="GET /api/campus",status="200"} 1\n');
  expect(text).toMatch(/^madang_database_up 1$/m);
  expect(text).toMatch(/^madang_disk_free_bytes \d+/m);
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  server.signal('SIGTERM');
  expect(await server.exit).toBe(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

test('the demo: of the official edition prints which account is an operator', async () => {
  const { output } = await startReady({ EDITION: 'official' });
  const notes = [...output.matchAll(/account {3}(\S+) {2}\S+ {2}\((.+)\)/g)].map(([, ...said]) => said);
  expect(notes).toEqual([
    ['demo@korea.ac.kr', 'may write everywhere, operator: /operate and /moderate'],
    ['guest@example.com', 'no writing right: questions and replies only'],
  ]);
});

test('the demo: is a living campus whose two accounts can sign in, planted once', async () => {
  const first = await startReady({}, { fresh: true });
  expect(first.output).toContain(`mailbox   ${first.origin}/dev/mailbox`);
  const accounts = [...first.output.matchAll(/account {3}(\S+) {2}(\S+) {2}\((.+)\)/g)].map((match) =>
    match.slice(1),
  );
  expect(accounts.map(([email]) => email)).toEqual(['demo@korea.ac.kr', 'guest@example.com']);
  expect(statSync(dataFolder()).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataFolder(), 'demo-accounts.json')).mode & 0o777).toBe(0o600);
  const rights = [];
  const browser = new TestBrowser(first.origin);
  for (const [email = '', password = ''] of accounts) {
    const { body } = await browser.call('POST /api/session', { body: { email, password } });
    rights.push(body.user?.writingRight);
  }
  expect(rights).toEqual([true, false]);
  const { buildings } = (await browser.call('GET /api/buildings', {})).body;
  for (const { id } of buildings) {
    const page = await browser.call('GET /api/buildings/{buildingId}/posts', { path: { buildingId: id } });
    expect(page.body.posts.length).toBeGreaterThanOrEqual(5);
  }
  const { events } = (await browser.call('GET /api/events', {})).body;
  expect(events.length).toBeGreaterThanOrEqual(5);
  for (const { image } of events) expect((await browser.send('GET', image ?? '')).status).toBe(200);
  expect((await browser.call('GET /api/hots', {})).body.hots.length).toBeGreaterThan(5);
  const latest = (await browser.call('GET /api/posts/latest', {})).body.posts;
  const withPicture = latest.find(({ thumbnail }) => thumbnail);
  if (withPicture) expect((await browser.send('GET', withPicture.thumbnail ?? '')).status).toBe(200);
  first.signal('SIGTERM');
  expect(await first.exit).toBe(0);

  const second = await startReady({});
  expect(second.output).toContain(`${accounts[0]?.[0]}  ${accounts[0]?.[1]}`);
  const again = new TestBrowser(second.origin);
  await again.call('POST /api/session', {
    body: { email: accounts[0]?.[0] ?? '', password: accounts[0]?.[1] ?? '' },
  });
  expect((await again.call('GET /api/posts/latest', {})).body.posts).toEqual(latest);
});

test('the demo: DEMO=0 starts with buildings and boards only', async () => {
  const { origin, output } = await startReady({ DEMO: '0' }, { fresh: true });
  expect(output).not.toContain('account');
  const browser = new TestBrowser(origin);
  const signIn = await browser.call('POST /api/session', {
    body: { email: 'demo@korea.ac.kr', password: 'x' },
  });
  expect(signIn.status).toBe(401);
  expect((await browser.call('GET /api/campus', {})).body.product.name).toBe('마당');
});

test.runIf(findPostgres())(
  '[SF-23] the demo: production has neither demo accounts nor a mailbox',
  async () => {
    const port = await findFreePort();
    const cluster = await startCluster();
    onTestFinished(() => cluster.stop());
    const run = await startReady({
      NODE_ENV: 'production',
      EDITION: 'beta',
      ORIGIN: `http://localhost:${port}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      DATABASE_URL: cluster.urlOf('postgres'),
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
    });
    expect(run.output).not.toMatch(/account|mailbox/);
    const visitor = new TestBrowser(`http://localhost:${port}`);
    expect((await visitor.send('GET', '/dev/mailbox')).status).toBe(404);
    expect(existsSync(join(dataFolder(), 'demo-accounts.json'))).toBe(false);
  },
);

test('the mailbox is for this machine’s own browser only', async () => {
  const { origin } = await startReady({ DEMO: '0' });
  const { port } = new URL(origin);
  const ask = (headers: Record<string, string>) =>
    new Promise<number>((resolve) => {
      get({ host: '127.0.0.1', port, path: '/dev/mailbox', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
    });
  expect(await ask({ Host: `localhost:${port}` })).toBe(200);
  expect(await ask({ Host: `localhost:${port}`, 'X-Forwarded-For': '10.0.0.1' })).toBe(404);
  expect(await ask({ Host: `localhost:${port}`, Forwarded: 'for=10.0.0.1' })).toBe(404);
  expect(await ask({ Host: `evil.example:${port}` })).toBe(403);
});

test.each([
  ['start', 'beta'],
  ['official', 'official'],
  ['dev', 'beta'],
])('kill of `npm run %s`: also ends the server, which prints that it is %s', async (script, edition) => {
  const port = script === 'dev' ? String(await findFreePort()) : '0';
  const npm = spawn('npm', ['run', script], {
    cwd: join(serverFolder(), '..'),
    env: { PATH: process.env.PATH ?? '', PORT: port, DEMO: '0', DATA_DIR: dataFolder() },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output, { timeout: 150_000 }).toContain('ready at');
  expect(output).toContain(`\n  edition   ${edition}\n`);
  expect(output).toMatch(/\nnpm start: the beta.+npm run official: .+\n$/);
  const lock = join(dataFolder(), 'lock');
  const { pid } = JSON.parse(readFileSync(lock, 'utf8')) as { pid: number };
  expect(pid).not.toBe(npm.pid);
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
  npm.kill('SIGTERM');
  // Released by a regular stop of the server.
  await expect.poll(() => existsSync(lock), { timeout: 20_000 }).toBe(false);
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('second start during the stop of the first: waits for it', async () => {
  const PORT = String(await findFreePort());
  const first = await startReady({ PORT, DEMO: '0' });
  // A request in progress keeps the first from ending.
  const held = connect(Number(PORT), '127.0.0.1');
  let answer = '';
  held.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  held.write(
    `POST /api/session HTTP/1.1\r\nHost: localhost:${PORT}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
  );
  const health = async () => (await fetch(`http://127.0.0.1:${PORT}/health/ready`)).text();
  expect(await health()).toBe('{"status":"ready"}');
  const [second, goOn] = await startUpToPort({ PORT, DEMO: '0' });
  first.signal('SIGTERM');
  await expect.poll(() => health().catch(() => 'nobody')).not.toBe('{"status":"ready"}');
  goOn();
  // The second has the port, and waits for the data folder.
  await expect.poll(() => health().catch(() => 'nobody'), { timeout: 60_000 }).toBe('');
  expect([first.running, second.running]).toEqual([true, true]);
  held.write('}');
  expect(await first.exit).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 422 /);
  await expect.poll(() => second.output || second.errors, { timeout: 40_000 }).toMatch(/^Madang is ready/);
});

test('SIGTERM answers requests in progress, ends open streams, exits 0; kill -9 loses nothing', async () => {
  const first = await startReady({});
  const account = /account {3}(\S+) {2}(\S+)/.exec(first.output);
  const signIn = async (origin: string) => {
    const browser = new TestBrowser(origin);
    await browser.call('POST /api/session', {
      body: { email: account?.[1] ?? '', password: account?.[2] ?? '' },
    });
    return browser;
  };
  const browser = await signIn(first.origin);
  const [post] = (await browser.call('GET /api/posts/latest', {})).body.posts;
  const stream = await EventReader.open(`${first.origin}/api/posts/${post?.id}/replies/live`, browser.cookie);
  first.signal('SIGTERM');
  expect(await first.exit).toBe(0);
  await stream.until(() => stream.closed);

  const second = await startReady({});
  const liked = await (
    await signIn(second.origin)
  ).call('PUT /api/posts/{id}/like', { path: { id: post?.id ?? '' } });
  expect(liked.status).toBe(200);
  second.signal('SIGKILL');
  await second.exit;
  const third = await startReady({});
  const marks = await (
    await signIn(third.origin)
  ).call('GET /api/posts/marks', { query: { ids: post?.id ?? '' } });
  expect(marks.body.liked).toEqual([post?.id]);
});
