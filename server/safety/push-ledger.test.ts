import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openPostgres } from '../src/platform/database/postgres.ts';
import { createLog } from '../src/platform/log/log.ts';
import { makePushKeys } from '../src/platform/push/push-keys.ts';
import { serverFolder } from '../src/platform/server-folder.ts';
import { makeUser } from '../testing/makers.ts';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { startCluster, type Cluster } from '../testing/postgres-cluster.ts';
import { PushService, type ReceivedPush } from '../testing/push-service.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

/*
 * A ledger of what push services took, over two processes of which one is killed, and a service that is down for a minute. A push is
 * taken once for each device; twice, under the same id, only where the process died between the service's answer and the
 * removal of the row.
 */

const STUDENTS = 120;
const PROGRAM = join(serverFolder(), 'testing', 'push-process.ts');

let cluster: Cluster;
let url: string;
let database: Database;
let testApp: TestApp;
let service: PushService;
let folder: string;
let keys: string;
const processes: BuiltServer[] = [];
beforeAll(async () => {
  cluster = await startCluster();
  const name = `madang_${randomUUID().replaceAll('-', '')}`;
  await cluster.createDatabase(name);
  url = cluster.urlOf(name);
  database = openPostgres(url, createLog('silent'));
  await migrate(database);
  testApp = await startTestApp({ edition: 'official', testDatabase: { database, openAnother: null } });
  folder = mkdtempSync(join(tmpdir(), 'madang-push-ledger-'));
  keys = join(folder, 'keys.json');
  service = await new PushService(await makePushKeys(keys)).start();
});
afterAll(async () => {
  for (const child of processes) await child.stop('SIGKILL');
  await testApp.close();
  await service.stop();
  await cluster.stop();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<BuiltServer> {
  const child = new BuiltServer(
    { DATABASE_URL: url, KEYS: keys, CA: service.ca, SERVICE_PORT: String(service.port) },
    { parameters: ['--import', 'tsx', PROGRAM] },
  );
  processes.push(child);
  await child.start();
  return child;
}

/** Students with a browser each. */
async function makeDevices(): Promise<void> {
  for (let made = 0; made < STUDENTS; made += 1) {
    const { id } = await makeUser(testApp);
    const { endpoint, p256dh, auth } = service.subscribe();
    await database.change(
      'INSERT INTO push_settings (user_id, quiet_from, quiet_to) VALUES ($1, NULL, NULL)',
      [id],
    );
    await database.change(
      `INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
       SELECT gen_random_uuid(), id, user_id, $2, $3, $4, 'android', 'chrome' FROM sessions WHERE user_id = $1`,
      [id, endpoint, p256dh, auth],
    );
  }
}

const tellNotice = () =>
  database.change(
    `INSERT INTO bulletin_entries (id, kind, state, title, body, shown_at, told_at)
     VALUES (gen_random_uuid(), 'notice', 'shown', '단수 안내', '쉽니다', now(), clock_timestamp())`,
  );
const nameOf = ({ id, payload }: Pick<ReceivedPush, 'id' | 'payload'>) => `${id} ${payload.device}`;
const waiting = async (which = 'true') => {
  const rows = await database.rows<{ name: string }>(
    `SELECT push_id || ' ' || device_id AS name FROM push_deliveries WHERE ${which}`,
  );
  return rows.map(({ name }) => name);
};

/** How often each push was taken for each device. */
function ledger(): Map<string, number> {
  const taken = new Map<string, number>();
  for (const push of service.received)
    if (push.deed === 201) taken.set(nameOf(push), (taken.get(nameOf(push)) ?? 0) + 1);
  return taken;
}

test('[NO-05] two processes, one killed, the service down for a minute: each device is sent each push once', async () => {
  await makeDevices();
  const holder = await start();
  let [downUntil, killed] = [0, false];
  service.deed = () => (Date.now() < downUntil ? 'close' : 201);
  service.before = async () => {
    const taken = service.received.filter(({ deed }) => deed === 201).length;
    if (taken === 20 && !killed) {
      // The service has it, and its sender never hears so.
      killed = true;
      await holder.stop('SIGKILL');
    }
    if (taken === 60 && downUntil === 0) downUntil = Date.now() + 60_000;
  };
  await tellNotice();
  await expect.poll(() => killed, { timeout: 60_000 }).toBe(true);
  await holder.exit;
  const underWay = new Set(await waiting('attempts > 0'));
  const heir = await start();
  // As if the leases of the dead process's rows were over; that of the sender itself ends after fifteen seconds.
  await database.change('UPDATE push_deliveries SET next_at = now()');
  await expect.poll(async () => (await waiting()).length, { timeout: 180_000, interval: 500 }).toBe(0);
  const taken = ledger();
  expect(service.faults).toEqual([]);
  expect(taken.size).toBe(STUDENTS);
  expect(service.received.some(({ deed }) => deed === 'close')).toBe(true);
  const twice = [...taken].filter(([, times]) => times > 1);
  expect(twice.length).toBeGreaterThan(0);
  for (const [name, times] of twice) expect([times, underWay.has(name)]).toEqual([2, true]);
  // Nobody was told of two notices, and nobody of none.
  const sent = await database.rows<{ unopened: number; pushed: number }>(
    'SELECT DISTINCT unopened, pushed FROM push_settings',
  );
  expect(sent).toEqual([{ unopened: 1, pushed: 1 }]);
  expect(heir.errors).toBe('');
}, 400_000);

test('[NO-05] while one process sends, another one waits', async () => {
  service.before = () => {};
  service.deed = () => 201;
  await start();
  const before = service.received.length;
  await tellNotice();
  await expect
    .poll(async () => [service.received.length - before, (await waiting()).length], { timeout: 60_000 })
    .toEqual([STUDENTS, 0]);
  const holders = await database.rows('SELECT holder FROM push_sender');
  expect(holders).toHaveLength(1);
  const times = [...ledger().values()];
  expect(times.length).toBe(2 * STUDENTS);
}, 120_000);
