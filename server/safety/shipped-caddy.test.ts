import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findCaddy } from '../../scripts/system-parts.mjs';
import { findFreePort } from '../testing/postgres-cluster.ts';
import { listening, stop } from '../testing/proxies.ts';
import { SecureClient } from '../testing/shipped-nginx.ts';

// The shipped deploy/Caddyfile of compose.yaml in front of a socket. Only ports, waits and its own authority differ.

const caddy = findCaddy();
const SECRET = 'geheimnis';
let folder: string;
let socket: string;
let child: ChildProcess;
let port: number;
let log = '';
let client: SecureClient;
const servers: Server[] = [];

beforeAll(async () => {
  if (caddy === null) return;
  folder = mkdtempSync(join(tmpdir(), 'madang-caddy-'));
  socket = join(folder, 'app.sock');
  port = await findFreePort();
  const text = readFileSync(join(import.meta.dirname, '../../deploy/Caddyfile'), 'utf8')
    .replace('admin off\n', 'admin off\n\tskip_install_trust\n\tauto_https disable_redirects\n')
    .replace('lb_try_duration 15s', 'lb_try_duration 2s');
  writeFileSync(join(folder, 'Caddyfile'), text);
  child = spawn(caddy, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    env: {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      DOMAIN: `https://localhost:${port}`,
      TLS: 'internal',
      SERVER: `unix/${socket}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => (log += piece.toString()));
  await listening(port, [child]);
  const authority = readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'));
  client = new SecureClient(port, authority, { name: 'localhost' });
}, 60_000);
afterEach(async () => {
  for (const server of servers.splice(0)) await close(server);
});
afterAll(async () => {
  if (caddy === null) return;
  client.close();
  await stop(child);
  rmSync(folder, { recursive: true, force: true });
});

const close = (server: Server) =>
  new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });

/** Serves at the socket and returns the requests that arrived. */
async function serve(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void = (_, outgoing) =>
    outgoing.end('here'),
): Promise<IncomingMessage[]> {
  const arrived: IncomingMessage[] = [];
  const server = createServer((incoming, outgoing) => {
    arrived.push(incoming);
    incoming.resume().on('end', () => answer(incoming, outgoing));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  servers.push(server);
  return arrived;
}

test.runIf(caddy)('restart of the server: a request waits for it', async () => {
  const answer = client.send('GET', '/');
  // Until then several tries have failed.
  setTimeout(() => void serve(), 300);
  expect((await answer).status).toBe(200);
});

test.runIf(caddy)(
  'no server: calls get a problem, pages a readable line, and no log has a query',
  async () => {
    const call = await client.send('GET', `/api/campus?q=${SECRET}`);
    expect([call.status, call.headers.get('retry-after'), call.headers.get('content-type')]).toEqual([
      503,
      '2',
      'application/problem+json',
    ]);
    expect(await call.json()).toEqual({
      type: 'about:blank',
      title: 'Temporarily unavailable',
      status: 503,
      code: 'server.unavailable',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    const page = await client.send('GET', `/search?q=${SECRET}`);
    expect([page.status, await page.text()]).toEqual([
      503,
      expect.stringContaining('잠시 후 다시') as string,
    ]);
    await expect.poll(() => log).toContain('serving initial configuration');
    expect(log).not.toContain(SECRET);
  },
);

test.runIf(caddy)('a server dies with a request: the read is sent again, the write is not', async () => {
  const arrived = await serve((incoming) => incoming.socket.destroy());
  expect((await client.send('POST', '/api/posts', { json: { text: 'a' } })).status).toBe(503);
  expect(arrived.map(({ method }) => method)).toEqual(['POST']);
  await client.send('GET', '/');
  expect(arrived.filter(({ method }) => method === 'GET').length).toBeGreaterThan(1);
});

test.runIf(caddy)('the client chooses neither its address nor the id of its request', async () => {
  const arrived = await serve();
  const headers = { 'X-Forwarded-For': '198.51.100.1', 'X-Request-Id': 'a'.repeat(32) };
  await client.send('GET', '/', { headers });
  expect(arrived[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', host: 'localhost' });
  expect(arrived[0]?.headers).not.toHaveProperty('x-request-id');
});

test.runIf(caddy)('an event of a stream passes at once', async () => {
  let send: ServerResponse | undefined;
  await serve((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'text/event-stream' });
    outgoing.write('data: first\n\n');
    send = outgoing;
  });
  const answer = client.send('GET', '/api/live');
  await expect.poll(() => send !== undefined, { timeout: 10_000 }).toBe(true);
  send?.end('data: last\n\n');
  expect(await (await answer).text()).toBe('data: first\n\ndata: last\n\n');
});
