import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from './config.ts';

/** A server that stops lets go of its port within a second; one that hangs is cut after nine. */
const WAIT_FOR = 10_000;
const LOOK_EVERY = 100;
/** Connections that may wait: a hall that opens the app at once fills Node's own 511, and is lost for a second. */
const BACKLOG = 4_096;
const ANSWER_WITHIN = 1_000;

/** The port is taken or not ours to take. */
export class ListenError extends Error {}

/**
 * Listens where the configuration says; while a server there says that it stops, waits for it. `atOnce` is for one of several
 * processes: its supervisor has waited, and Node counts a second try of the same process as another port.
 *
 * @returns the port.
 * @throws {ListenError} naming PORT or HOST.
 */
export async function listen(
  server: Server,
  config: Pick<Config, 'port' | 'host'>,
  atOnce = false,
): Promise<number> {
  const { port, host } = config;
  const end = Date.now() + WAIT_FOR;
  for (;;) {
    const failure = await tryListening(server, config);
    if (!failure) return (server.address() as AddressInfo).port;
    if (failure.code === 'EADDRNOTAVAIL' || failure.code === 'ENOTFOUND')
      throw new ListenError(`HOST: ${host} is no address of this machine; correct it`);
    if (failure.code !== 'EADDRINUSE')
      throw new ListenError(`PORT: ${port} on ${host} cannot be used (${failure.code}); set another PORT`);
    if (atOnce || Date.now() > end || !(await isStopping(config)))
      throw new ListenError(`PORT: ${port} on ${host} is in use; set another PORT`);
    await sleep(LOOK_EVERY);
  }
}

/**
 * Listens for whoever asks for the numbers: programs of this machine alone.
 *
 * @throws {ListenError} naming METRICS_PORT.
 */
export async function listenForMetrics(server: Server, port: number): Promise<void> {
  const failure = await tryListening(server, { port, host: '127.0.0.1' });
  if (!failure) return;
  const fault = failure.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${failure.code})`;
  throw new ListenError(`METRICS_PORT: ${port} on 127.0.0.1 ${fault}; set another METRICS_PORT`);
}

function tryListening(
  server: Server,
  { port, host }: Pick<Config, 'port' | 'host'>,
): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once('error', resolve);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', resolve);
      resolve(null);
    });
  });
}

/** Whether it is one of ours that has the port, and on its way out. One that has just gone counts as well. */
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

/** What readiness answers once the server is on its way out. */
export const STOPPING = '{"status":"stopping"}';
