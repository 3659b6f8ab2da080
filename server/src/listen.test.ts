import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen, STOPPING } from './listen.ts';

const host = '127.0.0.1';
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

/** Something that has a port already. */
async function hold(answer: RequestListener) {
  const server = createServer(answer).listen(0, host);
  servers.push(server);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const start = (port: number, at = host) => {
  const server = createServer();
  servers.push(server);
  return listen(server, { port, host: at });
};

test('a port is waited for while who has it says that it stops', async () => {
  let asked = 0;
  const { server, port } = await hold((incoming, outgoing) => {
    expect(incoming.url).toBe('/health/ready');
    asked += 1;
    // As a server does that stops: it still answers for a while, then lets go.
    if (asked === 2) server.close();
    outgoing.writeHead(503, { Connection: 'close' }).end(STOPPING);
  });
  expect(await start(port)).toBe(port);
  expect(asked).toBeGreaterThanOrEqual(2);
});

test('a port of one that stays is refused, whatever it answers', async () => {
  const line = (port: number) => `PORT: ${port} on ${host} is in use; set another PORT`;
  for (const [status, body] of [
    [200, STOPPING],
    [503, ''],
    [503, `${STOPPING} `],
  ] as const) {
    const { port } = await hold((_, outgoing) => void outgoing.writeHead(status).end(body));
    await expect(start(port)).rejects.toThrow(line(port));
  }
  const { port } = await hold(({ socket }) => void socket.destroy());
  await expect(start(port)).rejects.toThrow(line(port));
});

test('an address that this machine has not is told by its variable', async () => {
  await expect(start(0, '203.0.113.9')).rejects.toThrow('HOST: 203.0.113.9 is no address of this machine');
});
