import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { makeStaff, giveSanction } from '../../../testing/moderation.ts';
import { makeNotified, startPushing, subscribe, wantPushes, type Pushing } from '../../../testing/push.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const pushing: Pushing = await startPushing();

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36';

const stateOf = async ({ browser }: MadeUser) => {
  const { body, problem } = await browser.call('GET /api/profile/push', {});
  if (problem) throw new Error(JSON.stringify(problem));
  return body;
};
const countDevices = async (user: MadeUser) => (await stateOf(user)).devices.length;

/** Signs the same student in in another browser. */
async function signInElsewhere(user: MadeUser): Promise<MadeUser> {
  const browser = pushing.testApp.browser();
  const { status } = await browser.call('POST /api/session', {
    body: { email: user.email, password: PASSWORD },
  });
  expect(status).toBe(201);
  return { ...user, browser };
}

test('[NO-05] defaults: all kinds, six a day, quiet from 22 to 8, no texts, no device', async () => {
  const user = await makeUser(pushing.testApp);
  expect(await stateOf(user)).toEqual({
    kinds: { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true },
    budget: 6,
    quiet: { from: 22, to: 8 },
    texts: false,
    key: pushing.testApp.app.pusher?.keys.publicKey,
    resting: false,
    devices: [],
  });
  await wantPushes(user, { off: { notice: false }, budget: 3, quiet: { from: 0, to: 7 }, texts: true });
  expect(await stateOf(user)).toMatchObject({
    kinds: { answer: true, notice: false },
    budget: 3,
    quiet: { from: 0, to: 7 },
    texts: true,
  });
  const wrong = { kinds: (await stateOf(user)).kinds, budget: 0, quiet: null, texts: false };
  expect((await user.browser.call('PUT /api/profile/push', { body: wrong })).status).toBe(422);
  const empty = { ...wrong, budget: 6, quiet: { from: 8, to: 8 } };
  expect((await user.browser.call('PUT /api/profile/push', { body: empty })).status).toBe(422);
});

test('[NO-05] device: shows system, browser and whether it is current; the same again is one device', async () => {
  const user = await makeUser(pushing.testApp);
  const subscription = pushing.service.subscribe();
  const send = (agent = ANDROID) =>
    user.browser.send('PUT', '/api/profile/push/device', {
      json: subscription,
      headers: { 'User-Agent': agent },
    });
  expect((await send(IPHONE)).status).toBe(200);
  expect((await stateOf(user)).devices).toMatchObject([{ system: 'iphone', browser: 'safari', here: true }]);
  expect((await send()).status).toBe(200);
  const [device] = (await stateOf(user)).devices;
  expect(device).toMatchObject({ system: 'android', browser: 'samsung', here: true });
  const other = await signInElsewhere(user);
  expect((await stateOf(other)).devices).toMatchObject([{ id: device?.id, here: false }]);
  await send();
  // The browser renewed its subscription.
  expect((await subscribe(user, pushing.service.subscribe('mozilla'))).status).toBe(200);
  expect((await stateOf(user)).devices).toMatchObject([{ id: device?.id, system: 'other' }]);
  const path = { id: device?.id ?? '' };
  const stranger = await makeUser(pushing.testApp);
  expect((await stranger.browser.call('DELETE /api/profile/push/devices/{id}', { path })).status).toBe(204);
  expect(await countDevices(user)).toBe(1);
  for (let time = 0; time < 2; time += 1)
    expect((await other.browser.call('DELETE /api/profile/push/devices/{id}', { path })).status).toBe(204);
  expect(await countDevices(user)).toBe(0);
});

test.for([
  'https://push.example.com/fcm/send/x',
  'https://fcm.googleapis.com.example.com/x',
  'https://example.com/fcm.googleapis.com',
  'https://notfcm.googleapis.com/x',
  'https://push.services.mozilla.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:word@fcm.googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https:fcm.googleapis.com/x',
  'https://fcm.googleapis.com\\@127.0.0.1/x',
  'https://FCM.googleapis.com/x',
  `https://fcm.googleapis.com/${'é'.repeat(900)}`,
])('[NO-05] [SF-42] endpoint outside known push services: refused: %s', async (endpoint) => {
  const user = await makeUser(pushing.testApp);
  const answer = await subscribe(user, { ...pushing.service.subscribe(), endpoint });
  expect(answer).toMatchObject({
    status: 422,
    problem: { fields: [{ field: 'endpoint', code: 'unknown' }] },
  });
  expect(await countDevices(user)).toBe(0);
});

test('[NO-05] plain http, a key off the curve and a short secret are refused', async () => {
  const user = await makeUser(pushing.testApp);
  const good = pushing.service.subscribe();
  for (const wrong of [
    { endpoint: good.endpoint.replace('https', 'http') },
    { endpoint: `${good.endpoint}/${'x'.repeat(1_000)}` },
    { p256dh: `B${'A'.repeat(86)}` },
    { p256dh: good.p256dh.slice(1) },
    { auth: good.auth.slice(1) },
  ])
    expect((await subscribe(user, { ...good, ...wrong })).status).toBe(422);
  expect(await countDevices(user)).toBe(0);
});

test('[NO-05] endpoint: belongs to the last student who registers it', async () => {
  const { user, subscription } = await makeNotified(pushing);
  const other = await makeUser(pushing.testApp);
  expect((await subscribe(other, subscription)).status).toBe(200);
  expect([await countDevices(user), await countDevices(other)]).toEqual([0, 1]);
});

test('[NO-05] endpoint registered by two at once: belongs to one of them', async () => {
  const users = [await makeUser(pushing.testApp), await makeUser(pushing.testApp)];
  for (let time = 0; time < 10; time += 1) {
    const subscription = pushing.service.subscribe();
    const answers = await Promise.all(users.map((user) => subscribe(user, subscription)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const rows = await pushing.testApp.database.rows('SELECT 1 FROM push_devices WHERE endpoint = $1', [
      subscription.endpoint,
    ]);
    expect(rows).toHaveLength(1);
  }
});

test('[NO-05] eleven browsers: the least recently used one is removed', async () => {
  const { user } = await makeNotified(pushing);
  const [first] = (await stateOf(user)).devices;
  for (let more = 0; more < 9; more += 1) {
    const elsewhere = await signInElsewhere(user);
    await subscribe(elsewhere, pushing.service.subscribe());
  }
  await pushing.testApp.database.change(
    `UPDATE push_devices SET used_at = used_at - interval '1 hour' WHERE id = $1`,
    [first?.id],
  );
  expect(await countDevices(user)).toBe(10);
  await subscribe(await signInElsewhere(user), pushing.service.subscribe());
  const { devices } = await stateOf(user);
  expect([devices.length, devices.some(({ id }) => id === first?.id)]).toEqual([10, false]);
});

test('[NO-05] device: removed with its session; logout, a new password elsewhere, withdrawal', async () => {
  const { user } = await makeNotified(pushing);
  const [laptop, phone] = [await signInElsewhere(user), await signInElsewhere(user)];
  await subscribe(laptop, pushing.service.subscribe());
  await subscribe(phone, pushing.service.subscribe());
  expect(await countDevices(user)).toBe(3);
  expect((await phone.browser.call('DELETE /api/session', {})).status).toBe(204);
  expect(await countDevices(user)).toBe(2);
  const passwords = { oldPassword: PASSWORD, password: 'another correct horse' };
  const changed = await laptop.browser.call('PUT /api/profile/password', { body: passwords });
  expect(changed.problem).toBeNull();
  expect((await stateOf(laptop)).devices).toMatchObject([{ here: true }]);
  const left = await laptop.browser.call('POST /api/profile/withdrawal', {
    body: { password: passwords.password },
  });
  expect(left.problem).toBeNull();
  for (const table of ['push_devices', 'push_settings', 'pushes'])
    expect(
      await pushing.testApp.database.rows(`SELECT 1 FROM ${table} WHERE user_id = $1`, [user.id]),
    ).toEqual([]);
});

test('[NO-05] closed account: receives no push', async () => {
  const { user } = await makeNotified(pushing);
  const [reporter, by] = [await makeUser(pushing.testApp), await makeStaff(pushing.testApp)];
  const { answer } = await giveSanction(pushing.testApp, { user, reporter, by }, 'closed', 7);
  expect(answer.problem).toBeNull();
  expect(
    await pushing.testApp.database.rows('SELECT 1 FROM push_devices WHERE user_id = $1', [user.id]),
  ).toEqual([]);
});

test('[NO-05] device without a start for sixty days: removed', async () => {
  const [{ user }, { user: lively }] = [await makeNotified(pushing), await makeNotified(pushing)];
  const { database, app } = pushing.testApp;
  const set = (id: string, days: number) =>
    database.change(`UPDATE push_devices SET used_at = now() - $2 * interval '1 day' WHERE user_id = $1`, [
      id,
      days,
    ]);
  await set(user.id, 61);
  await set(lively.id, 59);
  await database.change(`UPDATE jobs SET due_at = now() WHERE kind = 'sweepPush'`);
  app.jobs.wake();
  await expect.poll(() => countDevices(user), { timeout: 10_000 }).toBe(0);
  expect(await countDevices(lively)).toBe(1);
});

test('without keys: no subscriptions, but settings', async () => {
  const testApp = await startTestApp({ edition: 'official' });
  const user = await makeUser(testApp);
  expect((await stateOf(user)).key).toBeNull();
  const answer = await subscribe(user, pushing.service.subscribe());
  expect(answer.problem?.fields).toEqual([{ field: 'endpoint', code: 'unknown' }]);
  const path = { id: randomUUID() };
  expect((await user.browser.call('PUT /api/push/{id}/opened', { path })).status).toBe(204);
});
