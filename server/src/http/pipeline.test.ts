import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askRaw, sendRaw } from '../../testing/raw-request.ts';
import { createLog } from '../log/log.ts';
import { readBody } from './body.ts';
import type { CacheStep } from './cache.ts';
import type { RequestContext } from './request.ts';
import { Hosts, Pipeline, Routes } from './pipeline.ts';

const BODY_MAX = 1_000;
const lines: string[] = [];
const globals = [Request, Response, Headers];
const routes = new Routes();
const reached = vi.spyOn(routes.hono, 'fetch');
const bodies: unknown[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  const cacheStep = {
    find: ({ target }: RequestContext) => (target === '/cached' ? { access: 'visitor' } : undefined),
    answerFromCache(request: RequestContext) {
      request.send(200, {}, 'cached');
      return true;
    },
  } as unknown as CacheStep;
  server = createServer((incoming, outgoing) => pipeline.serve(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  origin = `http://${host}`;
  routes.add('GET /health', ({ env }) => env.send(200, {}, 'well'));
  const pipeline = new Pipeline(routes, {
    settings: {
      headers: { page: [], data: [] },
      proxies: null,
      log: createLog('error', { write: (line) => void lines.push(line) }),
    },
    cacheStep,
    hosts: new Hosts(new Set([host]), false),
    origins: new Set([origin]),
    full: () => false,
    pages: {
      has: () => false,
      submit: async () => false,
      answerFile(request) {
        if (request.path !== '/file') return false;
        request.send(200, {}, 'a file');
        return true;
      },
      answerPage(request) {
        request.send(200, {}, `a page at ${request.path}`);
        return true;
      },
    },
  });
  routes.add('GET /unwritable', ({ env }) => env.send(200, { 'X-Odd': 'a secret\u0001' }, 'never'));
  routes.add('GET /half', ({ env }) => {
    env.begin({ 'Content-Length': '100' });
    env.outgoing.write('half');
    throw new Error('a secret');
  });
  routes.add('GET /no-error', () => {
    // oxlint-disable-next-line no-throw-literal -- Libraries may throw strings.
    throw 'a secret';
  });
  routes.add('GET /slow', async ({ env }) => {
    await sleep(100);
    env.send(200, {}, 'x'.repeat(1_000_000));
  });
  routes.add('PUT /body', async (context) => {
    const body = await readBody(context, BODY_MAX).catch((error: unknown) => error);
    bodies.push(body);
    if (body instanceof Error) throw body;
    context.env.send(200, {}, body as Buffer);
  });
});
afterAll(() => server.close());

const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
  vi.spyOn(console, name).mockImplementation(() => {}),
);
afterEach(() => void (lines.length = 0));

test.each(['/unwritable', '/no-error'])('is a problem without details: %s', async (path) => {
  const { status, answer } = await askRaw(origin, `GET ${path}`);
  expect([status, answer.includes('"code":"server.failed"')]).toEqual([500, true]);
  expect(answer).not.toMatch(/secret|invalid character/i);
  expect(lines).toHaveLength(1);
});

test('an answer that cannot be written: is cut if it has begun', async () => {
  const { status, answer } = await askRaw(origin, 'GET /half');
  expect([status, answer.endsWith('\r\n\r\nhalf')]).toEqual([200, true]);
  expect(lines).toHaveLength(1);
});

test('an answer that cannot be written: is no error if the reader disconnected', async () => {
  for (const wait of [0, 50, 105]) {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write(`GET /slow HTTP/1.1\r\nHost: ${new URL(origin).host}\r\n\r\n`);
    await sleep(wait);
    socket.resetAndDestroy();
  }
  await sleep(150);
  expect((await askRaw(origin, 'GET /health')).status).toBe(200);
  expect(lines).toEqual([]);
});

test.each([
  '/',
  '*',
  '/*',
  '//*',
  '/:id',
  'http://evil.example',
  '//',
  '/%',
  '/a\\b',
  '/../..',
  'http://',
  'http://[',
  'http://127.0.0.1:99999/',
])('other hosts do not bypass the checks: %s', async (target) => {
  for (const method of ['GET', 'TRACE', 'PROPFIND', 'OPTIONS']) {
    const { status, answer } = await askRaw(origin, `${method} ${target}`, { Host: 'evil.example' });
    expect([method, status, answer.includes('"code":"origin.foreign"')]).toEqual([method, 403, true]);
  }
});

test.each(['/a\\b', '/x/../\\', '/\\', '*'])(
  'a method without a route is answered: TRACE %s',
  async (target) => {
    const { status } = await askRaw(origin, `TRACE ${target}`, { Origin: origin });
    expect(status).toBe(404);
  },
);

test.each(['localhost:99999', 'a b', '[::1', 'user@x', '', 'xn--a'])(
  'health is answered under any host: %j',
  async (host) => {
    const { status, answer } = await askRaw(origin, 'GET /health', { Host: host });
    expect([status, answer.endsWith('well')]).toEqual([200, true]);
  },
);

test('page: receives the path as sent', async () => {
  for (const path of ['/x/../y', '/%2e%2e/%00', '//evil', '/\\x', '/%zz'])
    expect((await askRaw(origin, `GET ${path}`)).answer).toContain(`a page at ${path}`);
});

test.each([
  ['cached', 'cached'],
  ['file', 'a file'],
])('prepared answers: bypass Hono, and are refused under another host: /%s', async (name, text) => {
  reached.mockClear();
  expect((await askRaw(origin, `GET /${name}`)).answer).toContain(text);
  expect(reached).not.toHaveBeenCalled();
  expect((await askRaw(origin, `GET /${name}`, { Host: 'evil.example' })).status).toBe(403);
  expect(reached).toHaveBeenCalledOnce();
});

const chunked = { 'Transfer-Encoding': 'chunked' };
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const put = (headers: Record<string, string>, body: string) =>
  askRaw(origin, 'PUT /body', { ...headers, Origin: origin }, body);

test('a body: arrives as it was sent, declared or in chunks, up to its limit', async () => {
  for (const length of [0, 1, BODY_MAX]) {
    const text = 'x'.repeat(length);
    const end = length === 0 ? '0\r\n\r\n' : `${chunk(text)}0\r\n\r\n`;
    for (const { status, answer } of [
      await put({ 'Content-Length': String(length) }, text),
      await put(chunked, end),
    ])
      expect([status, answer.split('\r\n\r\n')[1]]).toEqual([200, text]);
  }
  const long = 'x'.repeat(BODY_MAX + 1);
  expect((await put({ 'Content-Length': String(long.length) }, long)).status).toBe(413);
  expect((await put(chunked, `${chunk(long)}0\r\n\r\n`)).status).toBe(413);
});

test.each([
  ['declared', 'Content-Length: 50\r\n\r\nx'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n'],
  ['in chunks that are none', 'Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\nzz\r\n'],
])('incomplete: is the sender’s error: %s', async (_, rest) => {
  bodies.length = 0;
  const { host, port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.write(`PUT /body HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${rest}`);
  await sleep(50);
  socket.resetAndDestroy();
  await vi.waitFor(() => expect(bodies).toMatchObject([{ code: 'request.malformed' }]));
  expect(lines).toEqual([]);
});

test('unread: accepted briefly for its sender to read the answer, then cut', async () => {
  const { host, port } = new URL(origin);
  for (const rest of ['Content-Length: 9000000', 'Transfer-Encoding: chunked']) {
    const { status, after } = await sendRaw(Number(port), (line) => {
      line(`PUT /nowhere HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\n${rest}\r\n\r\n`);
      line(rest.startsWith('C') ? 'x'.repeat(5_000_000) : chunk('x'.repeat(5_000_000)));
    });
    expect([status, after >= 400, after < 4_000]).toEqual([404, true, true]);
  }
});

test('nothing is printed outside the log, and the process keeps its Request and Response', () => {
  for (const print of printed) expect(print).not.toHaveBeenCalled();
  expect([Request, Response, Headers]).toEqual(globals);
});
