import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventReader } from '../../testing/event-reader.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import { serverFolder } from '../lib/folders.ts';

/** Each command opens the embedded engine again, slow on a busy machine. */
const TEN_STARTS = 180_000;

let folder: string;
let server: ChildProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-operator-'));
});
afterAll(() => {
  server?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({
  PATH: process.env.PATH ?? '',
  PORT: '0',
  DATA_DIR: join(folder, 'data'),
});

/** Runs the built command in its own process; returns how it ended. */
function operator(...words: string[]) {
  const program = join(serverFolder(), 'bin', 'operator.mjs');
  const run = spawnSync(process.execPath, [program, ...words], {
    cwd: folder,
    env: environment(),
    encoding: 'utf8',
  });
  return { code: run.status, output: run.stdout.trimEnd(), errors: run.stderr.trimEnd() };
}

/** Starts the built server and waits until it is ready; returns a browser signed in to the demo. */
async function startServer(): Promise<TestBrowser> {
  const child = spawn(process.execPath, [join(serverFolder(), 'dist', 'main.js')], {
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ready = /ready at (\S+)[^]*account {3}(\S+) {2}(\S+) [^]*\n$/;
  await expect.poll(() => ready.test(output), { timeout: 150_000 }).toBe(true);
  const [, origin = '', email = '', password = ''] = ready.exec(output) ?? [];
  const browser = new TestBrowser(origin);
  await browser.call('POST /api/session', { body: { email, password } });
  return browser;
}

test(
  'the built command works on the embedded database with and without a running server',
  async () => {
    const notice = (title: string) => operator('notice', 'add', '--title', title, '--body', '본문');
    expect(notice('서버가 꺼져 있을 때')).toMatchObject({ code: 0, errors: '' });
    expect(operator('notice', 'list').output).toContain('서버가 꺼져 있을 때');
    expect(operator('building', 'remove', 'pi-ville', '--reason', '철거').code).toBe(0);

    const browser = await startServer();
    const titles = async () =>
      (await browser.call('GET /api/notices', {})).body.notices.map(({ title }) => title);
    expect(await titles()).toContain('서버가 꺼져 있을 때');
    const { buildings } = (await browser.call('GET /api/buildings', {})).body;
    expect(buildings.map(({ id: buildingId }) => buildingId)).not.toContain('pi-ville');
    expect(buildings).toHaveLength(47);
    expect(notice('서버가 켜져 있을 때')).toMatchObject({ code: 0, errors: '' });
    expect((await titles())[0]).toBe('서버가 켜져 있을 때');
    const doctor = operator('doctor');
    expect(doctor.output).toMatch(/^ok {4}database {7}embedded engine .*, through the running server$/m);

    const [post] = (await browser.call('GET /api/posts/latest', {})).body.posts;
    const id = post?.id ?? '';
    const stream = await EventReader.open(`${browser.origin}/api/posts/${id}/replies/live`, browser.cookie);
    expect([stream.status, stream.closed]).toEqual([200, false]);
    expect(operator('post', 'hide', id, '--reason', '도배')).toEqual({
      code: 0,
      output: `post ${id} is hidden`,
      errors: '',
    });
    await stream.until(() => stream.closed, 2_000);
    expect((await browser.call('GET /api/posts/{id}', { path: { id } })).status).toBe(404);
    expect(operator('post', 'hide', id, '--reason', '도배')).toEqual({
      code: 1,
      output: '',
      errors: `operator: post ${id} is hidden already`,
    });
    expect(operator('post', 'hide', id).code).toBe(2);

    server?.kill('SIGTERM');
    if (server) await once(server, 'exit');
    expect(operator('post', 'restore', id).code).toBe(0);
    const acts = operator('audit', 'list', '--json').output.split('\n');
    expect(acts.map((line) => (JSON.parse(line) as { action: string }).action)).toEqual([
      'post restore',
      'post hide',
      'notice add',
      'building remove',
      'notice add',
    ]);
  },
  TEN_STARTS,
);
