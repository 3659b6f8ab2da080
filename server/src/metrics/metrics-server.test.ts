import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { findFreePort } from '../../testing/postgres-cluster.ts';
import { listenForMetrics } from '../listen.ts';
import type { Database } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import { createMetricsServer, Metrics } from './metrics.ts';

const log = createLog('silent');
let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
});

async function serve(metrics: Pick<Metrics, 'render'>): Promise<number> {
  const server = createMetricsServer(metrics, log);
  servers.push(server);
  const port = await findFreePort();
  await listenForMetrics(server, port);
  return port;
}

const reaches = (port: number, host: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host);
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

test('metrics: served on 127.0.0.1 only, in Prometheus’ text form, without other paths', async () => {
  const port = await serve(new Metrics({ version: '1', edition: 'official' }));
  expect(servers[0]?.address()).toMatchObject({ address: '127.0.0.1' });
  expect(await reaches(port, '127.0.0.1')).toBe(true);
  // A server that listens on all addresses would answer on any of these.
  for (const host of ['127.0.0.2', '::1']) expect(await reaches(port, host)).toBe(false);
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain('madang_info{version="1",edition="official"} 1\n');
  for (const path of ['/', '/metrics/', '/metrics/x', '/health/live', '/api/campus'])
    expect((await fetch(`http://127.0.0.1:${port}${path}`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
});

test('a port in use is refused in one line that names its variable', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  servers.push(holder);
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  await expect(listenForMetrics(createServer(), port)).rejects.toThrow(
    new Error(`METRICS_PORT: ${port} on 127.0.0.1 is in use; set another METRICS_PORT`),
  );
});

test('unreadable numbers: answered 500, and the next ones are read', async () => {
  let fails = true;
  const port = await serve({
    render: async () => {
      if (fails) throw new Error('no');
      return 'one 1\n';
    },
  });
  const ask = () => fetch(`http://127.0.0.1:${port}/metrics`);
  expect((await ask()).status).toBe(500);
  fails = false;
  expect(await (await ask()).text()).toBe('one 1\n');
});

test('hanging database: reported as down in time, asked once, and up after it answers', async () => {
  let asked = 0;
  let answer = () => {};
  const database = {
    transaction: () => {
      asked += 1;
      return new Promise((resolve) => {
        answer = () => resolve({ mails: 3, oldestMail: 0, jobs: [], backups: { age: null, untried: null } });
      });
    },
  } as unknown as Database;
  const metrics = new Metrics({ version: '1', edition: 'beta' });
  metrics.watch({
    database,
    cache: { hits: 0, misses: 0 },
    readDisk: async () => null,
    readBackups: async () => ({ age: null, untried: null }),
    readCertificate: () => null,
  });
  const began = performance.now();
  const texts = await Promise.all([metrics.render(), metrics.render(), metrics.render()]);
  expect(performance.now() - began).toBeLessThan(5_000);
  for (const text of texts) {
    expect(text).toContain('\nmadang_database_up 0\n');
    expect(text).toContain('process_resident_memory_bytes ');
    expect(text).not.toMatch(/^madang_mails_waiting/m);
  }
  expect(asked).toBe(1);
  answer();
  await expect.poll(() => metrics.render()).toContain('\nmadang_database_up 1\n');
  expect(await metrics.render()).toContain('\nmadang_mails_waiting 3\n');
  // The last answer is cached for seconds.
  expect(asked).toBe(1);
});
