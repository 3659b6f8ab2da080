import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { IMAGE_BYTES_MAX } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProxies } from '../../scripts/system-parts.mjs';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { copyStartedFolder } from '../testing/outside/started-folder.ts';
import {
  askHttp2,
  behindNginx,
  openHttp2,
  SITE_NAME,
  startShippedNginx,
  type ShippedNginx,
} from '../testing/shipped-nginx.ts';

// The shipped deploy/nginx.conf with one of its two servers; the other's socket never exists.

const present = findProxies() !== null;
let folder: string;
let nginx: ShippedNginx;
let blue: BuiltServer;
let account: { email: string; password: string };

beforeAll(async () => {
  if (!present) return;
  folder = mkdtempSync(join(tmpdir(), 'madang-shipped-'));
  const DATA_DIR = join(folder, 'data');
  await copyStartedFolder(DATA_DIR, '1');
  nginx = await startShippedNginx();
  blue = new BuiltServer({
    ...behindNginx(),
    DATA_DIR,
    SOCKET: nginx.socketOf('blue'),
    EDITION: 'official',
    LOG_LEVEL: 'info',
  });
  await blue.start();
  const [, email = '', password = ''] = /account {3}(\S+) {2}(\S+)/.exec(blue.output) ?? [];
  account = { email, password };
});
afterAll(async () => {
  await blue?.stop();
  await nginx?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test.runIf(present)(
  'plain HTTP: redirects to HTTPS with the site’s name and the query, except ACME',
  async () => {
    const ask = (path: string, host: string) =>
      new Promise<{ status: number | undefined; location: string | undefined }>((resolve, reject) => {
        get({ port: nginx.ports.http, host: '127.0.0.1', path, headers: { Host: host } }, (answer) => {
          answer.resume();
          resolve({ status: answer.statusCode, location: answer.headers.location });
        }).on('error', reject);
      });
    const there = { status: 301, location: `https://${SITE_NAME}/search?q=a` };
    expect(await ask('/search?q=a', SITE_NAME)).toEqual(there);
    expect(await ask('/search?q=a', 'evil.example')).toEqual(there);
    expect((await ask('/.well-known/acme-challenge/none', SITE_NAME)).status).toBe(404);
  },
);

test.runIf(present)('TLS is 1.2 or newer, and HTTP/2 answers', async () => {
  const open = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
    new Promise<string | null>((resolve) => {
      const socket = connectTls({
        port: nginx.ports.https,
        host: '127.0.0.1',
        servername: SITE_NAME,
        ca: nginx.certificate,
        minVersion: version,
        maxVersion: version,
        // Otherwise the client would not offer the old version.
        ciphers: 'DEFAULT@SECLEVEL=0',
      });
      socket.on('secureConnect', () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.on('error', () => resolve(null));
    });
  expect([await open('TLSv1.1'), await open('TLSv1.2'), await open('TLSv1.3')]).toEqual([
    null,
    'TLSv1.2',
    'TLSv1.3',
  ]);
  const session = openHttp2(nginx);
  const { headers, text } = await askHttp2(session, '/', { 'accept-encoding': 'identity' });
  expect(headers[':status']).toBe(200);
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
  expect(text).toMatch(/<html [^>]*lang="ko"/);
  session.close();
});

test.runIf(present)('file of one of two versions: found, whichever server is asked first', async () => {
  const page = await (await nginx.client().send('GET', '/')).text();
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  let asked = 0;
  const other = createServer((_, outgoing) => {
    asked += 1;
    outgoing.writeHead(404).end();
  });
  await new Promise<void>((resolve) => other.listen(nginx.socketOf('green'), resolve));
  try {
    for (let call = 0; call < 6; call += 1)
      expect((await nginx.client().send('GET', script)).status).toBe(200);
    expect(asked).toBeGreaterThan(0);
    expect((await nginx.client().send('GET', '/assets/none.js')).status).toBe(404);
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

test.runIf(present)('compressed answer: passes unchanged, and is revalidated by its tag', async () => {
  const page = await (await nginx.client().send('GET', '/')).text();
  const [script = ''] = /\/assets\/[^"]+\.js/.exec(page) ?? [];
  for (const encoding of ['br', 'gzip']) {
    const headers = { 'Accept-Encoding': encoding };
    const passed = await nginx.client().send('GET', script, { headers });
    const direct = await askSocket(script, headers);
    expect(passed.headers.get('content-encoding')).toBe(encoding);
    expect(passed.headers.get('etag')).toBe(direct.headers['etag']);
    expect(Buffer.from(await passed.arrayBuffer()).equals(direct.body)).toBe(true);
    const again = { ...headers, 'If-None-Match': passed.headers.get('etag') ?? '' };
    expect((await nginx.client().send('GET', script, { headers: again })).status).toBe(304);
  }
});

test.runIf(present)(
  'the client’s address reaches the server, and no X-Forwarded-For of the client’s own does',
  async () => {
    // Limit of 600 per minute and address.
    const ask = async (localAddress: string, number: number) => {
      const response = await nginx.client(localAddress).send('POST', '/api/rights/confirmation', {
        json: { token: String(number).padStart(43, 'x') },
        headers: { 'X-Forwarded-For': `198.51.100.${number % 250}`, 'X-Real-IP': '198.51.100.1' },
      });
      await response.arrayBuffer();
      return response.status;
    };
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 1_300)
      statuses.push(await ask('127.0.0.1', statuses.length));
    expect(statuses.length).toBeGreaterThan(600);
    expect(statuses.slice(0, -1).every((status) => status < 429 && status !== 422)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    expect(await ask('127.0.0.3', 0)).not.toBe(429);
  },
);

test.runIf(present)('event: sent at once, and the stream stays open', async () => {
  const client = await signedIn();
  const { posts } = await client.ask('GET /api/posts/latest', {});
  const id = posts[0]?.id ?? '';
  const session = openHttp2(nginx);
  const stream = session.request({ ':path': `/api/posts/${id}/replies/live`, cookie: client.cookie });
  let text = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => (text += piece));
  await expect.poll(() => text, { timeout: 60_000 }).toContain('retry: 1000');
  const reply = { id: uuidv7(), body: '바로 보이나요?' };
  const sent = Date.now();
  await client.ask('POST /api/posts/{id}/replies', { path: { id }, body: reply });
  await expect.poll(() => text, { timeout: 60_000, interval: 10 }).toContain(reply.id);
  expect(Date.now() - sent).toBeLessThan(3_000);
  expect(stream.closed).toBe(false);
  session.destroy();
});

test.runIf(present)(
  'largest picture body: passes; one byte more is answered as the server does',
  async () => {
    const client = await signedIn();
    const send = async (bytes: number) => {
      const response = await client.send('PUT', `/api/uploads/${uuidv7()}`, { bytes: new Uint8Array(bytes) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    // Zeros are not a picture, so this refusal is the server's.
    expect((await send(IMAGE_BYTES_MAX)).body['code']).toBe('image.unreadable');
    const nginxSays = await send(IMAGE_BYTES_MAX + 1);
    const serverSays = await askSocket(
      '/api/session',
      {
        'Content-Length': String(IMAGE_BYTES_MAX + 1),
        'Content-Type': 'application/json',
        Origin: behindNginx().ORIGIN,
      },
      'POST',
    );
    const { requestId, ...problem } = JSON.parse(serverSays.body.toString()) as Record<string, unknown>;
    expect(requestId).toBeTypeOf('string');
    expect(nginxSays).toEqual({
      status: 413,
      body: { ...problem, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    });
  },
);

test.runIf(present)('request id: one for both logs and the answer; a client cannot choose it', async () => {
  const chosen = 'a'.repeat(32);
  const response = await nginx.client().send('GET', '/api/nothing', { headers: { 'X-Request-Id': chosen } });
  const id = response.headers.get('x-request-id') ?? '';
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(id).not.toBe(chosen);
  await expect.poll(() => blue.output).toContain(`"requestId":"${id}"`);
  await expect.poll(() => nginx.readLogs()).toContain(`"request":"${id}"`);
});

test.runIf(present)('no log holds what follows the question mark, also where a call failed', async () => {
  const secret = 'geheimnis';
  const client = nginx.client();
  const headers = { Referer: `https://${SITE_NAME}/hotpost?q=${secret}` };
  await client.send('GET', `/hotpost?q=${secret}`, { headers });
  await client.send('PUT', `/api/uploads/${uuidv7()}?q=${secret}`, {
    bytes: new Uint8Array(IMAGE_BYTES_MAX + 1),
    headers,
  });
  const session = openHttp2(nginx);
  await askHttp2(session, `/api/posts/none?q=${secret}`, {});
  session.close();
  await blue.stop();
  expect((await client.send('GET', `/hotpost?q=${secret}`, { headers })).status).toBe(503);
  await blue.start();
  // Successful responses are only in the server's log.
  await expect.poll(() => nginx.readLogs().match(/"path":"\/hotpost"/g)).toHaveLength(1);
  expect(nginx.readLogs()).toContain('"status":413');
  expect(nginx.readLogs()).not.toContain(secret);
});

test.runIf(present)(
  'no process: calls get a problem, pages a readable line; recovery is immediate',
  async () => {
    expect(statSync(nginx.socketOf('blue')).mode & 0o777).toBe(0o660);
    await blue.stop();
    const client = nginx.client();
    const call = await client.send('GET', '/api/campus');
    expect([call.status, call.headers.get('retry-after'), call.headers.get('content-type')]).toEqual([
      503,
      '2',
      'application/problem+json',
    ]);
    expect(await call.json()).toMatchObject({ status: 503, code: 'server.unavailable' });
    const page = await client.send('GET', '/');
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining('잠시 후 다시') as string,
    ]);
    // The first response at the socket is already ready.
    const starting = blue.start();
    let first: number | undefined;
    while (first === undefined) {
      first = await askSocket('/health/ready', {}).then(
        ({ status }) => status,
        () => undefined,
      );
      if (first === undefined) await sleep(2);
    }
    expect(first).toBe(200);
    await starting;
    expect((await client.send('GET', '/health/ready')).status).toBe(200);
  },
);

async function signedIn() {
  const client = nginx.client();
  await client.ask('POST /api/session', { body: account });
  return client;
}

/** Sends a request to the server's socket, without nginx. */
function askSocket(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const asked = get(
        { socketPath: nginx.socketOf('blue'), path, headers: { Host: SITE_NAME, ...headers }, method },
        (answer) => {
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () => {
            resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(pieces) });
            asked.destroy();
          });
        },
      ).on('error', reject);
    },
  );
}
