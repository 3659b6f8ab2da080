import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { copyStartedFolder } from '../../server/testing/outside/started-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Inside the repository to resolve packages; an own copy keeps the working files unchanged. */
const copy = join(root, 'reports', `dev-${process.pid}`);
/** Factor by which a busy machine may exceed the limits. */
const CROWDED = 5;

let dev: ChildProcess;
let output = '';
let origin = '';

test.beforeAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy, { recursive: true });
  const isSource = (path: string): boolean =>
    !/\/(?:node_modules|dist)(?:\/|$)/.test(path.slice(root.length));
  for (const part of ['tsconfig.base.json', 'web', 'server', 'scripts'])
    await cp(join(root, part), join(copy, part), { recursive: true, filter: isSource });
  await copyStartedFolder(join(copy, 'data'), '1');
  const port = await findFreePort();
  origin = `http://localhost:${port}`;
  dev = spawn(process.execPath, [join(copy, 'scripts', 'dev.mjs')], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: join(copy, 'data'),
      CAMPUS: join(root, 'campus'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  dev.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('ready at');
});
test.afterAll(async () => {
  const ended = once(dev, 'exit');
  dev.kill('SIGTERM');
  await ended;
  await rm(copy, { recursive: true, force: true });
});

test('npm run dev: applies edits of a style, a component and a server file at once, and keeps typed text @full', async ({
  page,
}, { annotations }) => {
  test.slow();
  await openLogin(page);
  const [, email = '', password = ''] = /account +(\S+) +(\S+)/.exec(output) ?? [];
  await page.getByLabel('이메일').fill(email);

  /** Edits a file, waits until it is visible and records the time. */
  const see = async (what: string, bar: number, edit: Edit, seen: () => Promise<void>): Promise<void> => {
    const path = join(copy, edit.file);
    const text = await readFile(path, 'utf8');
    const edited = text.replace(edit.from, edit.to);
    expect(edited).not.toBe(text);
    const started = performance.now();
    await writeFile(path, edited);
    await seen();
    const took = Math.round(performance.now() - started);
    annotations.push({ type: what, description: `${took} ms` });
    expect(took).toBeLessThan(bar * CROWDED);
  };
  const patience = { timeout: 30_000, intervals: [20] };
  await see(
    'style',
    1_000,
    {
      file: 'web/src/features/accounts/account-form.module.css',
      from: '.welcome {',
      to: '.welcome { outline: 3px solid rgb(1, 2, 3);',
    },
    () => expect.poll(() => page.evaluate(isOutlined), patience).toBe(true),
  );
  await see(
    'component',
    2_000,
    { file: 'web/src/features/accounts/login-screen.tsx', from: "copy['login.submit']", to: "'고친 단추'" },
    () => expect(page.getByRole('button', { name: '고친 단추' })).toBeVisible(patience),
  );
  await expect(page.getByLabel('이메일')).toHaveValue(email);
  const reloaded = page.waitForEvent('load', { timeout: 30_000 });
  await see(
    'server file',
    4_000,
    { file: 'server/src/app.ts', from: '"status":"live"', to: '"status":"edited"' },
    () =>
      expect.poll(async () => (await fetch(`${origin}/health/live`)).text(), patience).toContain('edited'),
  );

  await reloaded;
  // Login, live replies and the mailbox share this address.
  await openLogin(page);
  await page.getByLabel('이메일').fill(email);
  await page.getByLabel('비밀번호', { exact: true }).fill(password);
  await page.getByRole('button', { name: '고친 단추' }).tap();
  await expect(page.getByRole('link', { name: '인기글' })).toBeVisible();
  const stream = await page.evaluate(async () => {
    const { posts } = (await (await fetch('/api/posts/latest')).json()) as { posts: { id: string }[] };
    const answer = await fetch(`/api/posts/${posts[0]?.id}/replies/live`);
    const type = answer.headers.get('content-type');
    await answer.body?.cancel();
    return type;
  });
  expect(stream).toContain('text/event-stream');
  expect((await page.goto(`${origin}/dev/mailbox`))?.status()).toBe(200);
});

interface Edit {
  file: string;
  from: string;
  to: string;
}

async function openLogin(page: Page): Promise<void> {
  await page.goto(`${origin}/login`);
  await expect(page.getByLabel('이메일')).toBeVisible({ timeout: 30_000 });
  // An edit before the page listens is shown only with the next edit.
  await page.waitForLoadState('networkidle');
}

function isOutlined(): boolean {
  return [...document.querySelectorAll('*')].some(
    (element) => getComputedStyle(element).outlineColor === 'rgb(1, 2, 3)',
  );
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
