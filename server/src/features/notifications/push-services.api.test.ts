import { type AddressInfo, createServer } from 'node:net';
import { PUSH_SERVICES } from '@madang/contract/notifications/rules';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answer } from '../../../testing/inbox.ts';
import { type MadeUser, makePost, makeUser } from '../../../testing/makers.ts';
import { makeNotified, type Pushing, startPushing, testKeys } from '../../../testing/push.ts';
import { HOSTS, PushService } from '../../../testing/push-service.ts';
import { Metrics } from '../../metrics/metrics.ts';
import { publicLookup } from '../../push/push-services.ts';
import { openPushTransport } from '../../push/push-transport.ts';

let pushing: Pushing;
let metrics: Metrics;
let other: MadeUser;
beforeEach(async () => {
  metrics = new Metrics({ version: '1', edition: 'official' });
  pushing = await startPushing({ floods: false, metrics });
  other = await makeUser(pushing.testApp);
});
afterEach(() => pushing.close());

const notify = async (user: MadeUser) => void (await answer(other, await makePost(user, 'question')));
const devicesOf = async ({ browser }: MadeUser) =>
  (await browser.call('GET /api/profile/push', {})).body?.devices.length;
const waiting = async () => (await pushing.testApp.database.rows('SELECT 1 FROM push_deliveries')).length;
const answersOf = async (service: string) =>
  Object.fromEntries(
    [
      ...(await metrics.render()).matchAll(
        /^madang_push_answers_total\{service="(.+)",answer="(\w+)"\} (\d+)$/gm,
      ),
    ]
      .filter(([, name]) => name === service)
      .map(([, , name, count]) => [name, Number(count)]),
  );
const refused = async () => {
  await pushing.testApp.app.tally.flush();
  const row = await pushing.testApp.database.first<{ count: number }>(
    `SELECT coalesce(sum(count), 0)::int AS count FROM analytics_events WHERE kind = 'pushRefused'`,
  );
  return row?.count;
};

test('[NO-05] a service that answers 404 or 410 has no such device any more', async () => {
  for (const status of [404, 410]) {
    const { user, got } = await makeNotified(pushing);
    pushing.service.verdict = () => status;
    await notify(user);
    await pushing.push();
    expect([status, got().length, await devicesOf(user), await waiting()]).toEqual([status, 1, 0, 0]);
  }
  expect(await answersOf(HOSTS.google)).toEqual({ gone: 2 });
});

test('[NO-05] push refused by its service: dropped and counted; its device stays', async () => {
  const statuses = [400, 401, 403, 413];
  for (const status of statuses) {
    const { user, got } = await makeNotified(pushing);
    pushing.service.verdict = () => status;
    await notify(user);
    await pushing.push();
    pushing.setOn(4_000);
    await pushing.push();
    expect([status, got().length, await devicesOf(user), await waiting()]).toEqual([status, 1, 1, 0]);
  }
  expect(await refused()).toBe(statuses.length);
  expect(await answersOf(HOSTS.google)).toEqual({ refused: statuses.length });
});

test('[NO-05] [SF-42] redirect: never followed', async () => {
  const statuses = [301, 302, 307, 308];
  const elsewhere = pushing.service.subscribe('apple');
  for (const [index, status] of statuses.entries()) {
    const { user, got } = await makeNotified(pushing);
    pushing.service.verdict = () => ({ status, headers: { location: elsewhere.endpoint } });
    await notify(user);
    await pushing.push();
    expect([status, got().length, pushing.service.received.length, await waiting()]).toEqual([
      status,
      1,
      index + 1,
      0,
    ]);
  }
  expect(await answersOf(HOSTS.google)).toEqual({ refused: statuses.length });
});

test('[NO-05] 429: pauses its device, by seconds or date, and no other device of the service', async () => {
  const one = await makeNotified(pushing);
  const same = await makeNotified(pushing);
  const refuseOne = (retryAfter: string) => {
    const { pathname } = new URL(one.subscription.endpoint);
    pushing.service.verdict = (_, path) =>
      path === pathname ? { status: 429, headers: { 'retry-after': retryAfter } } : 201;
  };
  const counts = () => [one.got().length, same.got().length];
  refuseOne('120');
  await notify(one.user);
  await pushing.push();
  // Later pushes for it wait too.
  await notify(one.user);
  await notify(same.user);
  pushing.stopClock();
  await pushing.push();
  expect([counts(), await waiting()]).toEqual([[1, 1], 2]);
  refuseOne(new Date(Date.now() + 400_000).toUTCString());
  pushing.setOn(130);
  await pushing.push();
  const [asked = 0] = counts();
  expect(asked).toBeGreaterThan(1);
  pushing.setOn(200);
  await pushing.push();
  expect(counts()).toEqual([asked, 1]);
  pushing.service.verdict = () => 201;
  pushing.setOn(300);
  await pushing.push();
  expect([counts(), await waiting()]).toEqual([[asked + 2, 1], 0]);
});

test('[NO-05] [SF-42] service that answers 429 to most devices: paused as it asks, unlike others', async () => {
  const google = await Promise.all(Array.from({ length: 3 }, () => makeNotified(pushing)));
  const late = await makeNotified(pushing);
  const apple = await makeNotified(pushing, {}, 'apple');
  pushing.service.verdict = (host) =>
    host === HOSTS.google ? { status: 429, headers: { 'retry-after': '120' } } : 201;
  for (const { user } of google) await notify(user);
  await pushing.push();
  await notify(late.user);
  await notify(apple.user);
  pushing.stopClock();
  await pushing.push();
  expect([...google, late, apple].map(({ got }) => got().length)).toEqual([1, 1, 1, 0, 1]);
  pushing.service.verdict = () => 201;
  pushing.setOn(130);
  await pushing.push();
  expect([...google, late].map(({ got }) => got().length)).toEqual([2, 2, 2, 1]);
  expect(await waiting()).toBe(0);
});

test('[NO-05] [SF-42] service that hangs or disconnects: delays no other, and receives waiting pushes after recovery', async () => {
  const google = await Promise.all(Array.from({ length: 4 }, () => makeNotified(pushing)));
  const apple = await makeNotified(pushing, {}, 'apple');
  const mozilla = await makeNotified(pushing, {}, 'mozilla');
  pushing.service.verdict = (host) => (host === HOSTS.google ? 'hang' : host === HOSTS.apple ? 'close' : 201);
  for (const { user } of google) await notify(user);
  pushing.look();
  await expect.poll(() => google.flatMap(({ got }) => got()).length, { timeout: 10_000 }).toBe(4);
  // These hang; another service's complete.
  await notify(mozilla.user);
  await notify(apple.user);
  pushing.stopClock();
  await expect
    .poll(
      async () => {
        pushing.look();
        return [mozilla.got().length, apple.got().length, await waiting()];
      },
      { timeout: 9_000 },
    )
    .toEqual([1, expect.any(Number), 5]);
  // Calls of students do not wait for this.
  expect((await other.browser.call('GET /api/notifications', {})).status).toBe(200);
  await pushing.testApp.app.pusher?.settled();
  const began = google.flatMap(({ got }) => got()).length;
  // The retry is after at least two seconds, with one pause for all.
  await pushing.push();
  expect(google.flatMap(({ got }) => got()).length).toBe(began);
  pushing.service.verdict = () => 201;
  pushing.setOn(400);
  await pushing.push();
  for (const { got } of [...google, apple]) expect(got().at(-1)?.verdict).toBe(201);
  expect(await waiting()).toBe(0);
  expect(await answersOf(HOSTS.google)).toMatchObject({ failed: 4, sent: 4 });
}, 60_000);

test('[NO-05] attempts come after growing pauses, and none after a day', async () => {
  const { user, got } = await makeNotified(pushing);
  pushing.service.verdict = () => 500;
  await notify(user);
  pushing.stopClock();
  const seconds: number[] = [];
  for (let second = 0; second < 2_000; second += 5) {
    const before = got().length;
    await pushing.push();
    if (got().length > before) seconds.push(second);
    pushing.setOn(5);
  }
  const pauses = seconds.slice(1).map((second, index) => second - (seconds[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(4);
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(300);
  pushing.service.verdict = () => 201;
  pushing.setOn(24 * 3_600);
  const before = got().length;
  await pushing.push();
  expect(got()).toHaveLength(before);
  // The sweep counts a delivery without remaining device as refused.
  await pushing.testApp.database.change(`UPDATE push_deliveries SET made_at = now() - interval '25 hours'`);
  await pushing.testApp.database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'sweepPush'`);
  pushing.testApp.app.jobs.wake();
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
  await expect.poll(refused, { timeout: 10_000 }).toBe(1);
}, 120_000);

test('[NO-05] [SF-42] service with a local address: no connection', async () => {
  await pushing.close();
  const keys = await testKeys();
  let connections = 0;
  const inside = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  const { port } = inside.address() as AddressInfo;
  const asked: string[] = [];
  const lookup = publicLookup(async (host) => {
    asked.push(host);
    // A public address next to it changes nothing.
    return ['142.250.76.138', '127.0.0.1'];
  });
  const transport = openPushTransport(lookup, { port });
  pushing = await startPushing({ push: { keys, services: PUSH_SERVICES, transport }, floods: false });
  const service = await new PushService(keys.publicKey).start();
  try {
    other = await makeUser(pushing.testApp);
    const { user } = await makeNotified({ testApp: pushing.testApp, service });
    await notify(user);
    await pushing.push();
    expect(asked).toContain(HOSTS.google);
    expect([connections, await waiting()]).toEqual([0, 1]);
  } finally {
    await service.stop();
    await new Promise((resolve) => inside.close(resolve));
  }
});
