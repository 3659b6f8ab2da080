import { chmodSync, linkSync, lstatSync, rmSync, unlinkSync } from 'node:fs';
import { get, type Server } from 'node:http';
import { connect, type AddressInfo, type ListenOptions } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';

/** Milliseconds to wait for the port: stopping takes one second, a hanging server nine. */
const WAIT_FOR = 10_000;
const LOOK_EVERY = 100;
/** Listen backlog: a hall of students exceeds Node's 511. */
const BACKLOG = 4_096;
const ANSWER_WITHIN = 1_000;

/** Error if the port or socket is in use or forbidden. */
export class ListenError extends Error {}

/**
 * Listens at the configured address; waits for a stopping server.
 *
 * @returns the port.
 * @throws {ListenError} naming PORT or HOST.
 */
export async function listen(server: Server, config: Pick<Config, 'port' | 'host'>): Promise<number> {
  const { port, host } = config;
  const end = Date.now() + WAIT_FOR;
  for (;;) {
    const failure = await tryListening(server, { port, host });
    if (!failure) return (server.address() as AddressInfo).port;
    if (failure.code === 'EADDRNOTAVAIL' || failure.code === 'ENOTFOUND')
      throw new ListenError(`HOST: ${host} is no address of this machine; correct it`);
    if (failure.code !== 'EADDRINUSE')
      throw new ListenError(`PORT: ${port} on ${host} cannot be used (${failure.code}); set another PORT`);
    if (Date.now() > end || !(await isStopping(config)))
      throw new ListenError(`PORT: ${port} on ${host} is in use; set another PORT`);
    await sleep(LOOK_EVERY);
  }
}

/**
 * Listens for metrics requests from this machine.
 *
 * @throws {ListenError} naming METRICS_PORT.
 */
export async function listenForMetrics(server: Server, port: number): Promise<void> {
  const failure = await tryListening(server, { port, host: '127.0.0.1' });
  if (!failure) return;
  const fault = failure.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${failure.code})`;
  throw new ListenError(`METRICS_PORT: ${port} on 127.0.0.1 ${fault}; set another METRICS_PORT`);
}

/**
 * Checks that the socket is free; removes a killed process's.
 *
 * @throws {ListenError} naming SOCKET.
 */
export async function clearSocket(path: string): Promise<void> {
  const file = statSocket(path);
  if (!file) return;
  if (!file.isSocket()) throw new ListenError(`SOCKET: ${path} is no socket; remove it, or set another`);
  if (!(await isLeft(path))) throw new ListenError(`SOCKET: ${path} is in use; set another SOCKET`);
  // Another process may have replaced it meanwhile.
  const now = statSocket(path);
  if (now?.ino !== file.ino || now.ctimeNs !== file.ctimeNs) return clearSocket(path);
  try {
    unlinkSync(path);
  } catch (error) {
    throw socketFault(path, error);
  }
}

/**
 * Listens at a Unix socket, whose file appears once this process answers.
 *
 * @returns a function that removes the file, keeping connections.
 * @throws {ListenError} naming SOCKET.
 */
export async function listenAtSocket(server: Server, path: string): Promise<() => void> {
  // Temporary name: Node removes it on close, when another process may have the final one.
  const own = `${path}.${process.pid}`;
  try {
    rmSync(own, { force: true });
    const failure = await tryListening(server, { path: own });
    if (failure) throw socketFault(path, failure);
    // Access to the file, by group, determines which proxies may connect.
    chmodSync(own, 0o660);
    while (!tryLink(own, path)) await clearSocket(path);
    const { ino } = lstatSync(path, { bigint: true });
    return () => {
      if (statSocket(path)?.ino === ino) rmSync(path, { force: true });
    };
  } catch (error) {
    throw error instanceof ListenError ? error : socketFault(path, error);
  } finally {
    rmSync(own, { force: true });
  }
}

/** Returns whether the name was free; linking is atomic. */
function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function statSocket(path: string) {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw socketFault(path, error);
  }
}

function socketFault(path: string, error: unknown): ListenError {
  const { code } = error as NodeJS.ErrnoException;
  return new ListenError(
    `SOCKET: ${path} cannot be used (${code}); its folder must be there and this user's to write in`,
  );
}

/** Whether no process listens at the socket. */
function isLeft(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = connect(socketPath);
    const end = (left: boolean) => {
      asked.destroy();
      resolve(left);
    };
    asked.on('connect', () => end(false));
    asked.on('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED' || code === 'ENOENT'));
  });
}

function tryListening(server: Server, address: ListenOptions): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ ...address, backlog: BACKLOG }, () => {
      server.off('error', resolve);
      resolve(null);
    });
  });
}

/** Whether the port's Madang is stopping or has just stopped. */
function isStopping({ port, host }: Pick<Config, 'port' | 'host'>): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = get({ host, port, path: '/health/ready', timeout: ANSWER_WITHIN }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text = (text + chunk).slice(0, STOPPING.length + 1)));
      answer.on('end', () => resolve(answer.statusCode === 503 && text === STOPPING));
      answer.on('error', () => resolve(false));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });
}

/** Answer of readiness while the server stops. */
export const STOPPING = '{"status":"stopping"}';
