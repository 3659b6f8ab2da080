import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { makeKey } from '../src/lib/installation-keys.ts';
import { makePushKeys } from '../src/push/push-keys.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { operate } from '../testing/operate.ts';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { PushService, type ReceivedPush } from '../testing/push-service.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { addressOf } from '../testing/test-database.ts';
import { runJob } from '../testing/tickets.ts';

const PROCESS = ['--import', 'tsx', join(serverFolder(), 'testing', 'push-process.ts')];
const STUDENTS = 180;
/** More than one service receives at once; a third of the students have two. */
const DEVICES = 240;

/** Returns the key of a push for a device. */
const nameOf = ({ id, payload }: ReceivedPush) => `${id} ${payload.device}`;
const countIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;

// The embedded engine allows one process.
describe.runIf(inject('engine') === 'postgres')('the ledger of pushes', () => {
  let folder: string;
  let testApp: TestApp;
  let service: PushService;
  let processes: BuiltServer[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'madang-push-ledger-'));
    const path = join(folder, 'keys.json');
    service = await new PushService(await makePushKeys(path)).start();
    // Runs the jobs and sends no pushes itself.
    testApp = await startTestApp({ edition: 'official' });
    const settings = {
      DATABASE_URL: await addressOf(testApp.database),
      KEYS: path,
      CA: service.ca,
      SERVICE_PORT: String(service.port),
      INSTALLATION_KEY: JSON.stringify(makeKey()),
    };
    processes = [1, 2].map(() => new BuiltServer(settings, { parameters: PROCESS }));
    await Promise.all(processes.map((one) => one.start()));
    await plantDevices();
  });
  afterEach(async () => {
    for (const one of processes) await one.stop('SIGKILL');
    await testApp.close();
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  async function plantDevices(): Promise<void> {
    const { database } = testApp;
    await database.change(
      `WITH made AS (INSERT INTO accounts (id, email) SELECT gen_random_uuid(), n || '@korea.ac.kr' FROM generate_series(1, $1) AS n
                     RETURNING id, email)
       INSERT INTO users (id, name, nickname, university) SELECT id, '학생', email, true FROM made`,
      [STUDENTS],
    );
    await database.change(
      'INSERT INTO push_settings (user_id, quiet_from, quiet_to) SELECT id, NULL, NULL FROM users',
    );
    const subscriptions = Array.from({ length: DEVICES }, () => service.subscribe());
    await database.change(
      `WITH students AS (SELECT array_agg(id) AS ids FROM users),
            made AS (SELECT gen_random_uuid() AS id, ids[1 + n % cardinality(ids)] AS user_id, endpoint, p256dh, auth
                       FROM students, unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS one (endpoint, p256dh, auth, n)),
            begun AS (INSERT INTO sessions (id, token_hash, user_id) SELECT id, sha256(id::text::bytea), user_id FROM made)
       INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
       SELECT id, id, user_id, endpoint, p256dh, auth, 'android', 'chrome' FROM made`,
      [
        subscriptions.map(({ endpoint }) => endpoint),
        subscriptions.map(({ p256dh }) => p256dh),
        subscriptions.map(({ auth }) => auth),
      ],
    );
  }

  /** Returns the deliveries that wait or are in progress. */
  const leftOf = async (which = 'true') =>
    (
      await testApp.database.rows<{ name: string }>(
        `SELECT push_id || ' ' || device_id AS name FROM push_deliveries WHERE ${which}`,
      )
    ).map(({ name }) => name);
  const sends = ({ output }: BuiltServer) => output.includes('begun');
  /** Returns the pushes that the service accepted, by push and device, with or without a response received. */
  function ledger(): Map<string, ReceivedPush[]> {
    const taken = new Map<string, ReceivedPush[]>();
    for (const push of service.received)
      if (push.verdict === 201) taken.set(nameOf(push), [...(taken.get(nameOf(push)) ?? []), push]);
    return taken;
  }

  test('[NO-05] [SF-42] two processes, killed sender, service down a minute: each device receives each push once', async () => {
    // Forty are answered. The service accepts later ones, but the sender receives no response.
    const answered = 40;
    let letGo = () => {};
    const dead = new Promise<void>((resolve) => (letGo = resolve));
    service.before = () => (service.received.length > answered ? dead : undefined);
    await operate(testApp, 'notice', 'add', '--title', '단수 안내', '--body', '본문');
    await runJob(testApp, 'pushNotice');
    // The other deliveries are due; the other process polls and leaves them to the sending one.
    await expect.poll(() => service.received.length, { timeout: 20_000 }).toBeGreaterThan(answered + 50);
    const [doomed, heir] = [...processes].sort((one, other) => Number(sends(other)) - Number(sends(one)));
    if (!doomed || !heir) throw new Error('two processes');
    const looks = () => countIn(heir.output, /looks/g);
    const seen = looks();
    await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(seen + 1);
    expect(await leftOf('next_at <= now()')).not.toEqual([]);
    expect([sends(doomed), sends(heir)]).toEqual([true, false]);
    const unheard = new Set(service.received.slice(answered).map(nameOf));
    await doomed.stop('SIGKILL');
    letGo();
    const lost = new Set(await leftOf('attempts > 0'));

    // The leases of the killed process end after a minute. The other sends until the service closes all connections.
    let down = false;
    service.verdict = () => (down ? 'close' : 201);
    const taken = () => service.received.filter(({ verdict }) => verdict === 201).length;
    const until = taken() + 30;
    service.before = () => void (down ||= taken() >= until);
    heir.signal('SIGUSR2');
    const brokenOff = () => service.received.filter(({ verdict }) => verdict === 'close').length;
    await expect.poll(() => heir.output, { timeout: 40_000 }).toContain('push service unavailable');
    // It retries after a pause.
    const before = brokenOff();
    await expect.poll(brokenOff, { timeout: 40_000 }).toBeGreaterThan(before);
    // After a minute the service works again.
    service.before = () => {};
    down = false;
    heir.signal('SIGUSR2');
    await expect.poll(leftOf, { timeout: 20_000 }).toEqual([]);

    const copies = ledger();
    expect([copies.size, new Set([...copies.values()].flat().map(({ path }) => path)).size]).toEqual([
      DEVICES,
      DEVICES,
    ]);
    // Only pushes in progress at the kill may be sent twice; a lost response causes that. A phone shows one: both have
    // one id and one topic.
    for (const [name, pushes] of copies) {
      const times = unheard.has(name) ? 2 : lost.has(name) ? expect.toBeOneOf([1, 2]) : 1;
      expect([name, pushes.length]).toEqual([name, times]);
      expect(new Set(pushes.map(({ headers }) => headers['topic'])).size).toBe(1);
    }
    expect(await testApp.database.rows('SELECT DISTINCT pushed, unopened FROM push_settings')).toEqual([
      { pushed: 1, unopened: 1 },
    ]);
    expect(service.faults).toEqual([]);
    expect(doomed.takeComplaints()).toEqual([]);
  }, 120_000);
});
