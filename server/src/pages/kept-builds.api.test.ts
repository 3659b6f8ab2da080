import { chmod, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeUser } from '../../testing/makers.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createLog, type Logger } from '../log/log.ts';
import { keepBuild } from './kept-builds.ts';

const root = makeFolder('builds');

const silent = createLog('silent');
const idOf = (number: number) => String(number).repeat(16);
const fileOf = (number: number) => `${idOf(number)}.json`;

/** Returns a web app in which one file has the build's name. */
async function makeWeb(number: number): Promise<string> {
  const folder = join(root, `web-${number}`);
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html data-build="${idOf(number)}" lang="ko"><head></head><body><div id="root"></div></body></html>`,
  );
  await writeFile(join(folder, 'assets', `part-${number}.js`), `export default ${number};`);
  await writeFile(join(folder, 'assets', `part-${number}.js.gz`), gzipSync(`export default ${number};`));
  await writeFile(join(folder, 'sw.js'), `worker(${number})`);
  await writeFile(join(folder, 'sw-off.js'), 'remove()');
  return folder;
}

/** Starts builds in sequence on one data folder, as updates do, each a minute after the last. */
async function update(data: string, numbers: readonly number[]): Promise<void> {
  for (const [index, number] of numbers.entries()) {
    await keepBuild(data, await makeWeb(number), silent);
    const at = new Date(Date.now() - (numbers.length - index) * 60_000);
    await utimes(join(data, 'builds', fileOf(number)), at, at);
  }
}

describe('files of builds before', () => {
  let testApp: TestApp;
  let data: string;
  const ask = (path: string, headers = {}) => testApp.browser().send('GET', path, { headers });
  beforeAll(async () => {
    data = join(root, 'data');
    await update(data, [1, 2, 3, 4]);
    const webFolder = await makeWeb(5);
    const builds = await keepBuild(data, webFolder, silent);
    if (!builds) throw new Error('nothing is kept');
    testApp = await startTestApp({ webFolder, builds });
  });
  afterAll(() => testApp.close());

  test('an app three builds old finds its files, an older one does not', async () => {
    for (const number of [5, 4, 3, 2]) {
      const answer = await ask(`/assets/part-${number}.js`);
      expect([number, answer.status, await answer.text()]).toEqual([
        number,
        200,
        `export default ${number};`,
      ]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
    }
    expect((await ask('/assets/part-1.js')).status).toBe(404);
    expect((await readdir(join(data, 'builds'))).sort()).toEqual([2, 3, 4, 5].map(fileOf));
  });

  test('an old file is found by its tag, and by nothing that leads elsewhere', async () => {
    const etag = (await ask('/assets/part-3.js')).headers.get('etag') ?? '';
    expect((await ask('/assets/part-3.js', { 'if-none-match': etag })).status).toBe(304);
    for (const path of ['/assets/', '/assets/part-3.js/'])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
    expect((await testApp.browser().send('POST', '/assets/part-3.js', { json: {} })).status).toBe(404);
  });

  test('file of an instance of the next release: found a moment later', async () => {
    expect((await ask('/assets/part-6.js')).status).toBe(404);
    await keepBuild(data, await makeWeb(6), silent);
    await expect.poll(async () => (await ask('/assets/part-6.js')).status, { timeout: 5_000 }).toBe(200);
  });
});

test('build served again: is the newest again, and not the first removed', async () => {
  const data = join(root, 'rolled-back');
  await update(data, [1, 2, 3, 4]);
  await keepBuild(data, await makeWeb(1), silent);
  await keepBuild(data, await makeWeb(5), silent);
  expect((await readdir(join(data, 'builds'))).sort()).toEqual([1, 3, 4, 5].map(fileOf));
});

test('concurrent starts: each finds the build whole; a killed start leaves nothing for long', async () => {
  const data = join(root, 'crowd');
  const builds = join(data, 'builds');
  await mkdir(builds, { recursive: true });
  for (const name of ['draft-killed', 'draft-writing']) await writeFile(join(builds, name), '{"/assets');
  const before = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(join(builds, 'draft-killed'), before, before);
  const webFolder = await makeWeb(1);
  await Promise.all(Array.from({ length: 8 }, () => keepBuild(data, webFolder, silent)));
  expect((await readdir(builds)).sort()).toEqual([fileOf(1), 'draft-writing']);
  const stored = JSON.parse(await readFile(join(builds, fileOf(1)), 'utf8')) as object;
  expect(Object.keys(stored).sort()).toEqual(['/assets/part-1.js', '/assets/part-1.js.gz']);
});

test('damaged entry: skipped', async () => {
  const data = join(root, 'broken');
  const builds = await keepBuild(data, await makeWeb(2), silent);
  await writeFile(join(data, 'builds', fileOf(1)), '{"/assets/part-1.js":');
  expect(builds?.find('/assets/part-1.js')).toBeUndefined();
});

test('unwritable folder: logged, and everything is still served', async () => {
  const data = join(root, 'read-only');
  await update(data, [1]);
  // Not even root can create a folder in a file.
  const blocked = join(root, 'file');
  await writeFile(blocked, '');
  await chmod(blocked, 0o400);
  const lines: string[] = [];
  const log = { warn: (_: object, text: string) => void lines.push(text) } as unknown as Logger;
  const builds = await keepBuild(join(blocked, 'data'), await makeWeb(2), log);
  expect(lines).toEqual([expect.stringContaining('not kept')]);
  expect(builds?.find('/assets/part-1.js')).toBeUndefined();
});

const open = async (worker: boolean) => startTestApp({ webFolder: await makeWeb(7), worker });
const [SCRIPT, SHELL] = ['/sw.js', '/shell'];

test('service worker: is a script revalidated each time, and never a page', async () => {
  const testApp = await open(true);
  const answer = await testApp.browser().send('GET', SCRIPT);
  expect([answer.status, await answer.text()]).toEqual([200, 'worker(7)']);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect((await testApp.browser().send('GET', '/')).headers.get('content-security-policy')).toContain(
    "worker-src 'self'",
  );
  expect(await (await testApp.browser().send('GET', '/')).text()).toContain(`data-build="${idOf(7)}"`);
  await testApp.close();
  const bare = await startTestApp();
  expect((await bare.browser().send('GET', SCRIPT)).status).toBe(404);
  await bare.close();
});

test('switched off: a worker that removes itself; no page names a build', async () => {
  const testApp = await open(false);
  const answer = await testApp.browser().send('GET', SCRIPT);
  expect([answer.status, await answer.text()]).toEqual([200, 'remove()']);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await (await testApp.browser().send('GET', '/')).text()).not.toContain('data-build');
  await testApp.close();
});

test('shell: contains no user data for any client, only what all share', async () => {
  const testApp = await open(true);
  const visitor = await testApp.browser().send('GET', SHELL);
  const student = await makeUser(testApp);
  const answer = await student.browser.send('GET', SHELL);
  const page = await answer.text();
  expect(page).toBe(await visitor.text());
  expect(page).not.toContain(student.email);
  expect(page).toMatch(/<script type="application\/json" id="own">\{\}<\/script>/);
  const shared = /id="shared">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const data = JSON.parse(shared) as { shell?: boolean; answers: Record<string, unknown> };
  expect([data.shell, Object.keys(data.answers)]).toEqual([true, ['GET /api/campus']]);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self' 'sha256-/,
  );
  await testApp.close();
});
