import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makeFolder } from '../../testing/make-folder.ts';
import { makePost, makeUser } from '../../testing/makers.ts';
import { askRaw, sendRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';

// Answers of one server as caches, proxies and probes use them.

const SCRIPT = 'void 0;\n'.repeat(300);

const folder = makeFolder('web');

writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><html lang="ko"><head></head><body>page</body></html>',
);

writeFileSync(join(folder, 'app.js'), SCRIPT);

writeFileSync(join(folder, 'app.js.gz'), gzipSync(SCRIPT));

writeFileSync(join(folder, 'app.js.br'), brotliCompressSync(SCRIPT));

writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');

const testApp = await startTestApp({ webFolder: folder });
const user = await makeUser(testApp);

const read = (path: string, headers: Record<string, string> = {}) =>
  user.browser.send('GET', path, { headers });

test('several encodings: weak tag; a single form needs none', async () => {
  const post = `/api/posts/${await makePost(user, 'main-hall', { body: '콘센트도 있어요. '.repeat(100) })}`;
  for (const path of ['/app.js', post]) {
    const seen = new Map<string | null, string | null>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers } = await read(path, { 'Accept-Encoding': encoding });
      seen.set(headers.get('content-encoding'), headers.get('etag'));
      expect([path, headers.get('vary'), headers.get('etag')]).toEqual([
        path,
        'Accept-Encoding',
        expect.stringMatching(/^W\/"[\w-]{27}"$/),
      ]);
    }
    expect([...seen.keys()]).toEqual(path === post ? [null, 'gzip'] : ['br', 'gzip', null]);
    expect(new Set(seen.values()).size).toBe(1);
  }
  expect((await read('/robots.txt')).headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
});

test('unsupported method of a known address: 405 with the allowed ones', async () => {
  const id = uuidv7();
  const known: [string, string][] = [
    ['/api/session', 'GET, HEAD, POST, DELETE'],
    ['/api/accounts', 'POST'],
    [`/api/posts/${id}`, 'GET, HEAD'],
    [`/api/posts/${id}/like`, 'PUT, DELETE'],
    ['/api/posts/latest', 'GET, HEAD'],
    ['/api/openapi.json', 'GET, HEAD'],
    ['/health/live', 'GET, HEAD'],
    [`/EventImg/${id}.png`, 'GET, HEAD'],
  ];
  for (const [path, allowed] of known) {
    for (const method of ['PATCH', 'OPTIONS']) {
      const answer = await user.browser.send(method, path);
      expect([path, method, answer.status, answer.headers.get('allow')]).toEqual([
        path,
        method,
        405,
        allowed,
      ]);
      expect(await answer.json()).toMatchObject({ code: 'method.notAllowed', status: 405 });
    }
  }
  expect((await user.browser.send('GET', '/api/accounts')).headers.get('allow')).toBe('POST');
  // Pages and files: HAProxy checks with OPTIONS / and must not be refused.
  for (const path of ['/', '/post/none', '/app.js', '/campus/buildings/main-hall.svg']) {
    const asked = await user.browser.send('OPTIONS', path);
    const sent = await user.browser.send('POST', path, { json: {} });
    const told = [asked.status, asked.headers.get('allow'), sent.status, sent.headers.get('allow')];
    expect([path, ...told]).toEqual([path, 204, 'GET, HEAD, OPTIONS', 405, 'GET, HEAD, OPTIONS']);
  }
  for (const path of ['/api/nothing', '/api', '/nope.js', '/campus/none.svg', '/images/none'])
    for (const method of ['PATCH', 'OPTIONS', 'POST'])
      expect([path, (await user.browser.send(method, path)).status]).toEqual([path, 404]);
});

test('path of a missing file: 404; path of a screen: the app', async () => {
  for (const path of [
    '/sw.js',
    '/nope.js',
    '/service-worker.js.map',
    '/.well-known/security.txt',
    '/.well-known/change-password',
    '/.well-known/',
    '/post/.hidden',
    '/board/main-hall.json',
    '/nope%2ejs',
    '/apple-touch-icon-precomposed.png?v=2',
  ]) {
    for (const browser of [user.browser, testApp.browser()]) {
      const { status, headers } = await browser.send('GET', path);
      const told = [status, headers.get('content-type'), headers.get('cache-control')];
      expect([path, ...told]).toEqual([path, 404, 'application/problem+json', 'no-store']);
    }
  }
  // Unknown ones too: the app handles them [RT-05, RT-17].
  for (const path of ['/', '/login', '/post/none', '/nothing', '/board/no-such-board', '/verify?token=a.b'])
    expect([path, await (await read(path)).text()]).toEqual([path, expect.stringContaining('page')]);
  expect(await (await read('/robots.txt')).text()).toBe('User-agent: *\n');
});

test('[SF-07] configured address: other names may read, but only its own pages write', async () => {
  const site = await startTestApp({ siteOrigin: 'https://madang.example' });
  const ask = async (request: string, headers: Record<string, string>, body = '') =>
    (await askRaw(site.origin, request, headers, body)).status;
  const known = { 'Content-Type': 'application/json', 'Content-Length': '2' };
  for (const Host of ['madang.example', '127.0.0.1:3000', '[::1]:80', 'madang', 'evil.example']) {
    expect([Host, await ask('GET /api/campus', { Host })]).toEqual([Host, 200]);
    const own = await ask('POST /api/session', { ...known, Host, Origin: 'https://madang.example' }, '{}');
    const foreign = await ask('POST /api/session', { ...known, Host, Origin: `https://${Host}.evil` }, '{}');
    const none = await ask('POST /api/session', { ...known, Host }, '{}');
    const same = await ask('POST /api/session', { ...known, Host, 'Sec-Fetch-Site': 'same-origin' }, '{}');
    const unnamed = Host === 'madang.example' ? 422 : 403;
    expect([Host, own, foreign, none, same]).toEqual([Host, 422, 403, unnamed, unnamed]);
  }
  // HTTP/1.0 has no Host, and a check needs none.
  const port = Number(new URL(site.origin).port);
  const old = await sendRaw(port, (line) => line('GET /health/ready HTTP/1.0\r\n\r\n'));
  expect(old.status).toBe(200);
  const { answer } = await askRaw(site.origin, 'GET http://[/api/campus', { Host: 'madang.example' });
  expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
  await site.close();
});

test('proxy check: answered even without disk space', async () => {
  const crowded = await startTestApp({ webFolder: folder, full: true });
  const browser = crowded.browser();
  expect((await browser.send('POST', '/api/session', { json: {} })).status).toBe(503);
  expect((await browser.send('OPTIONS', '/')).status).toBe(204);
  expect((await browser.send('GET', '/health/ready')).status).toBe(200);
  await crowded.close();
});
