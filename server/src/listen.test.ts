import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { clearSocket, listen, listenAtSocket, STOPPING } from './listen.ts';

const host = '127.0.0.1';
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close();
  servers = [];
});

/** Starts a server that holds a port. */
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

test('port in use: awaited while its server reports that it stops', async () => {
  let asked = 0;
  const { server, port } = await hold((incoming, outgoing) => {
    expect(incoming.url).toBe('/health/ready');
    asked += 1;
    // Behaves as a stopping server, which answers for a while before it closes.
    if (asked === 2) server.close();
    outgoing.writeHead(503, { Connection: 'close' }).end(STOPPING);
  });
  expect(await start(port)).toBe(port);
  expect(asked).toBeGreaterThanOrEqual(2);
});

test('port that stays in use: refused, whatever its server answers', async () => {
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

test('address of another machine: rejected with its variable', async () => {
  await expect(start(0, '203.0.113.9')).rejects.toThrow('HOST: 203.0.113.9 is no address of this machine');
});

describe('at a socket', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'madang-socket-'));
    path = join(folder, 'blue.sock');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const make = () => {
    const server = createServer((_, outgoing) => void outgoing.end('here'));
    servers.push(server);
    return server;
  };
  const ask = (socketPath: string) =>
    new Promise<string>((resolve) => {
      get({ socketPath, path: '/', agent: false }, (answer) =>
        answer.on('data', (text) => resolve(String(text))),
      ).on('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? ''));
    });
  /** Leaves a socket without listener, as a killed process does. */
  const leaveStale = () => {
    const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(process.execPath, ['-e', script]);
    expect(lstatSync(path).isSocket()).toBe(true);
  };

  test('the file is there with the answers, for owner and group, and alone', async () => {
    const leave = await listenAtSocket(make(), path);
    expect(await ask(path)).toBe('here');
    expect(lstatSync(path).mode & 0o777).toBe(0o660);
    expect(readdirSync(folder)).toEqual(['blue.sock']);
    leave();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('socket of a killed process: replaced; a live one or another file is refused', async () => {
    leaveStale();
    await clearSocket(path);
    expect(readdirSync(folder)).toEqual([]);
    leaveStale();
    await listenAtSocket(make(), path);
    const inUse = `SOCKET: ${path} is in use; set another SOCKET`;
    await expect(clearSocket(path)).rejects.toThrow(inUse);
    await expect(listenAtSocket(make(), path)).rejects.toThrow(inUse);
    expect(await ask(path)).toBe('here');
    expect(readdirSync(folder)).toEqual(['blue.sock']);
    const file = join(folder, 'file');
    writeFileSync(file, 'mine');
    await expect(clearSocket(file)).rejects.toThrow(`SOCKET: ${file} is no socket`);
    await expect(listenAtSocket(make(), file)).rejects.toThrow(`SOCKET: ${file} is no socket`);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await expect(listenAtSocket(make(), join(folder, 'none', 'blue.sock'))).rejects.toThrow('cannot be used');
  });

  test('concurrent starts over a stale file: one gets it', async () => {
    leaveStale();
    // Distinct names per process, because one process would share the file.
    const script = `
      const { listenAtSocket } = await import(${JSON.stringify(join(import.meta.dirname, 'listen.ts'))});
      const { createServer } = await import('node:http');
      await listenAtSocket(createServer((_, outgoing) => outgoing.end('here')), ${JSON.stringify(path)}).then(
        () => console.log('mine'), ({ message }) => (console.log(message), process.exit(1)));`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'pipe' }),
    );
    onTestFinished(() => {
      for (const child of children) child.kill('SIGKILL');
    });
    const said = await Promise.all(
      children.map(({ stdout }) => once(stdout, 'data').then(([text]) => String(text).trim())),
    );
    expect(said.sort()).toEqual(
      ['mine', ...Array<string>(3).fill(`SOCKET: ${path} is in use; set another SOCKET`)].sort(),
    );
    expect(await ask(path)).toBe('here');
  });

  test('stopping server: removes its own file only, not its successor’s', async () => {
    const leave = await listenAtSocket(make(), path);
    rmSync(path);
    await listenAtSocket(make(), path);
    leave();
    servers[0]?.close();
    await sleep(50);
    expect(await ask(path)).toBe('here');
  });
});
