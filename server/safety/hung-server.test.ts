import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgres, findProxies } from '../../scripts/system-parts.mjs';
import { BuiltServer, PROGRAM } from '../testing/outside/built-server.ts';
import { copyStartedFolder } from '../testing/outside/started-folder.ts';
import { startCluster } from '../testing/postgres-cluster.ts';
import { behindNginx, SITE_NAME, startShippedNginx } from '../testing/shipped-nginx.ts';

// A hung server: behind the shipped deploy/nginx.conf another one answers instead; alone it exits.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'madang-hung-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.runIf(findProxies())(
  'hung server: reads move to the other after twelve seconds; writes and streams wait',
  { timeout: 120_000 },
  async () => {
    const nginx = await startShippedNginx();
    const DATA_DIR = join(folder, 'data');
    await copyStartedFolder(DATA_DIR, '1');
    const blue = new BuiltServer({ ...behindNginx(), DATA_DIR, SOCKET: nginx.socketOf('blue') });
    await blue.start();
    const [, email = '', password = ''] = /account {3}(\S+) {2}(\S+)/.exec(blue.output) ?? [];
    const client = nginx.client();
    await client.ask('POST /api/session', { body: { email, password } });
    const { posts } = await client.ask('GET /api/posts/latest', {});
    const post = `/api/posts/${posts[0]?.id}`;
    const green = createServer(({ method, url = '' }, outgoing) => {
      const refused = method !== 'GET' || url.endsWith('/live');
      // Refused calls go to the hung server.
      outgoing.writeHead(refused ? 503 : 200).end();
    });
    await new Promise<void>((resolve) => green.listen(nginx.socketOf('green'), resolve));
    blue.signal('SIGSTOP');
    try {
      const began = Date.now();
      let waited = 0;
      const read = async (path: string) => {
        const asked = Date.now();
        expect((await client.send('GET', path)).status).toBe(200);
        return (Date.now() - asked) / 1_000;
      };
      const wait = async (answer: Promise<number>) => {
        const status = await answer;
        waited = Date.now() - began;
        return status;
      };
      const waiting = [
        client.send('PUT', `${post}/like`).then(({ status }) => status),
        client.send('DELETE', `${post}/like`).then(({ status }) => status),
        new Promise<number>((resolve, reject) => {
          const stream = {
            port: nginx.ports.https,
            host: '127.0.0.1',
            path: `${post}/replies/live`,
            servername: SITE_NAME,
            ca: nginx.certificate,
            headers: { Host: SITE_NAME, Cookie: client.cookie },
          };
          get(stream, (incoming) => resolve(incoming.destroy().statusCode ?? 0)).on('error', reject);
        }),
      ].map(wait);
      for (const path of ['/', '/api/campus']) {
        const longest = Math.max(...(await Promise.all([1, 2, 3, 4].map(() => read(path)))));
        expect(longest).toBeGreaterThan(11.5);
        expect(longest).toBeLessThan(30);
      }
      expect(waited).toBe(0);
      blue.signal('SIGCONT');
      expect(await Promise.all(waiting)).toEqual([200, 200, 200]);
    } finally {
      blue.signal('SIGCONT');
      await new Promise((resolve) => green.close(resolve));
      await blue.stop();
      await nginx.stop();
    }
  },
);

test.runIf(findPostgres())(
  'hanging event loop on PostgreSQL: the server exits with a reason',
  { timeout: 180_000 },
  async () => {
    const cluster = await startCluster();
    await cluster.createDatabase('madang');
    const hang = 'data:text/javascript,process.on("SIGUSR2", () => { for (;;); });';
    const server = new BuiltServer(
      { DATA_DIR: join(folder, 'alone'), DATABASE_URL: cluster.urlOf('madang') },
      { parameters: ['--import', hang, PROGRAM] },
    );
    try {
      await server.start();
      server.signal('SIGUSR2');
      expect(await Promise.race([server.exit, sleep(40_000, 'it hangs')])).toBeNull();
      expect(server.output).toContain('the event loop has stood still for 20 s');
    } finally {
      await server.stop('SIGKILL');
      await cluster.stop();
    }
  },
);
