import { randomUUID } from 'node:crypto';
import { EDITIONS, isIn } from '@madang/contract/campus/rules';
import { type Endpoint } from '@madang/contract/endpoint';
import { endpoints } from '@madang/contract/endpoints';
import { SCREENS } from '@madang/contract/screens';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makePostBody, makeUser } from '../../testing/makers.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createLog } from '../log/log.ts';

const testApp = await startTestApp({ edition: 'official' });
const user = await makeUser(testApp);

/** Calls whose features would change the beta edition if it had them. */
const OFFICIAL_CALLS = [
  'GET /api/home',
  'GET /api/meals',
  'GET /api/places/now',
  'GET /api/buildings/{buildingId}/view',
  'PUT /api/profile/pins',
  'PUT /api/amenities/{amenityId}/voice',
] as const;

test.each(EDITIONS)(
  '%s edition: mounts each of its endpoints, and otherwise only the description',
  async (edition) => {
    const { app, close } = await startTestApp({ edition });
    const own = Object.entries<Endpoint>(endpoints)
      .filter(([, endpoint]) => isIn(endpoint, edition))
      .map(([name]) => name);
    expect([...app.router.mounted].sort()).toEqual(own.sort());
    expect(OFFICIAL_CALLS.filter((name) => app.router.mounted.has(name))).toEqual(
      edition === 'official' ? OFFICIAL_CALLS : [],
    );
    const routes = app.router.routes.names.filter((name) => name.includes(' /api'));
    expect(new Set(routes)).toEqual(new Set([...own, 'GET /api/openapi.json']));
    await close();
  },
);

test('[RO-01] visitor: reads no picture, but health, API description and building pictures', async () => {
  const visitor = testApp.browser();
  for (const path of [
    `/images/posts/${uuidv7()}/large.webp`,
    `/images/posts/${user.id}/${uuidv7()}/large.webp`,
    `/EventImg/${uuidv7()}.png`,
  ]) {
    expect((await visitor.send('GET', path)).status).toBe(401);
  }
  for (const path of [
    '/health/live',
    '/health/ready',
    '/api/openapi.json',
    '/campus/buildings/main-hall.svg',
  ]) {
    expect((await visitor.send('GET', path)).status).toBe(200);
  }
});

test('[VA-12] bad input: a wrong body is a problem answer with code and fields', async () => {
  const path = '/api/buildings/main-hall/posts';
  const send = async (json: unknown) => (await user.browser.send('POST', path, { json })).json();
  expect(await send({ ...makePostBody(), title: 7, likeCount: 9 })).toMatchObject({
    type: 'about:blank',
    status: 422,
    code: 'input.invalid',
    fields: [
      { field: 'title', code: 'invalid' },
      { field: 'likeCount', code: 'unknown' },
    ],
  });
  for (const body of [null, [], 'text', 0, {}, { ...makePostBody(), id: randomUUID() }]) {
    expect(await send(body)).toMatchObject({ status: 422, code: 'input.invalid' });
  }
});

test('[SF-19] broken JSON, wrong content types, deep nesting and NUL: no harm', async () => {
  const send = async (bytes: Uint8Array | string, type = 'application/json') => {
    const response = await user.browser.send('POST', '/api/session', {
      bytes: Buffer.from(bytes),
      headers: { 'Content-Type': type },
    });
    return response.status;
  };
  expect(await send('{"email":')).toBe(400);
  expect(await send(Buffer.from([0x22, 0xff, 0x22]))).toBe(400);
  expect(await send(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)).toBe(400);
  expect(await send('{}', 'text/plain')).toBe(415);
  expect(await send('email=a', 'application/x-www-form-urlencoded')).toBe(415);
  expect(await send(JSON.stringify({ email: 'a\0@korea.ac.kr', password: '\0\ud800' }))).toBe(401);
  const id = await makePost(user, 'main-hall', { title: '널\0 문자', body: '반쪽 \ud800 글자' });
  const read = await user.browser.call('GET /api/posts/{id}', { path: { id } });
  expect(read.body).toMatchObject({ title: '널 문자', contents: [{ text: '반쪽 \ufffd 글자' }] });
});

test('health answers whatever the Host, and has no line in the log at info', async () => {
  const pathsAt = async (level: string) => {
    const lines: string[] = [];
    const app = await startTestApp({ log: createLog(level, { write: (line) => void lines.push(line) }) });
    const ask = async (path: string, host: string) =>
      (await askRaw(app.origin, `GET ${path}`, { Host: host })).status;
    for (const path of ['/health/live', '/health/ready'])
      for (const host of ['10.0.0.7:8080', 'madang.internal', 'evil.example'])
        expect([path, host, await ask(path, host)]).toEqual([path, host, 200]);
    expect(await ask('/api/campus', 'madang.internal')).toBe(403);
    app.app.drain();
    const { status, answer } = await askRaw(app.origin, 'GET /health/ready', { Host: 'madang.internal' });
    expect([status, answer.endsWith('{"status":"stopping"}')]).toEqual([503, true]);
    await app.close();
    return lines.map((line) => (JSON.parse(line) as { path?: string }).path);
  };
  expect(await pathsAt('info')).toEqual(['/api/…']);
  expect((await pathsAt('debug')).filter((path) => path === '/health/ready')).toHaveLength(4);
});

test('[SF-21] log: contains the kind of an address, never its values', async () => {
  const lines: string[] = [];
  const app = await startTestApp({
    edition: 'official',
    log: createLog('debug', { write: (line) => void lines.push(line) }),
  });
  const secret = 'k7m2q9secret';
  const screens = SCREENS.map(({ path }) => `GET ${path.replaceAll(/:\w+/g, secret)}`);
  const routes = app.app.router.routes.names.map((name) => name.replaceAll(/\{\w+\}/g, secret));
  const odd = [`/AT/${secret}`, `//at/${secret}`, `/${secret}`, `/api/${secret}`, `/assets/${secret}.js`];
  for (const request of [...screens, ...routes, ...odd.map((path) => `GET ${path}`)])
    await askRaw(app.origin, `${request}?query=${secret}`, { Connection: 'close' });
  await app.close();
  const paths = lines.map((line) => (JSON.parse(line) as { path?: string }).path);
  for (const path of ['/api/codes/{code}', '/post/:id', '/at/:code', '/api/…', '/assets/…', '/…'])
    expect(paths).toContain(path);
  expect(lines.filter((line) => line.includes(secret))).toEqual([]);
});

test('[SF-22] headers of every answer: security headers, and nothing private may be stored', async () => {
  const live = `/api/posts/${await makePost(user)}/replies/live`;
  for (const path of ['/api/session', '/api/nothing', '/health/live', live, '/images/none']) {
    const { headers, body } = await user.browser.send('GET', path);
    await body?.cancel();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    // Useless outside of pages.
    expect(headers.get('x-frame-options')).toBe(path.startsWith('/api/') ? null : 'DENY');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{16}-[0-9a-z]+$/);
  }
  expect((await user.browser.send('GET', '/api/session')).headers.get('cache-control')).toBe('no-store');
});

test('pages: forbid camera, microphone and location', async () => {
  for (const path of ['/', '/post/none', '/images/none', '/health/live']) {
    const { headers, body } = await user.browser.send('GET', path);
    await body?.cancel();
    const policy = headers.get('permissions-policy')?.split(', ');
    expect(policy).toEqual(expect.arrayContaining(['camera=()', 'microphone=()', 'geolocation=()']));
  }
});

test('the API describes itself: every endpoint, its schemas and its refusals', async () => {
  const response = await testApp.browser().send('GET', '/api/openapi.json');
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { responses: object }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toEqual(expect.arrayContaining(Object.keys(endpoints)));
  expect(document.paths['/api/posts/{id}/like']?.put).toMatchObject({
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'Madang-User', in: 'header', required: true },
    ],
    responses: {
      200: {
        content: {
          'application/json': { schema: { required: ['liked', 'likeCount'], additionalProperties: false } },
        },
      },
      404: { $ref: '#/components/responses/resource.missing' },
    },
  });
});

test('readiness needs the database, liveness does not', async () => {
  expect((await testApp.browser().send('GET', '/health/live')).status).toBe(200);
  expect(await (await testApp.browser().send('GET', '/health/ready')).json()).toEqual({ status: 'ready' });
});
