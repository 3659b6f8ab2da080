import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import { linkOf, waitForMail } from '../testing/mails.ts';
import { makePost, makeUser, PASSWORD, signUp, type MadeUser } from '../testing/makers.ts';
import { startTestApp } from '../testing/test-app.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

const testApp = await startTestApp();

async function onAnotherDevice(user: MadeUser): Promise<TestBrowser> {
  const browser = testApp.browser();
  await browser.call('POST /api/session', { body: { email: user.email, password: PASSWORD } });
  return browser;
}

/** Returns all tables as text, as in a stolen dump, except `leftOut`. */
async function dump(leftOut: readonly string[] = []): Promise<string> {
  const tables = await testApp.database.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts = await Promise.all(
    tables
      .filter(({ name }) => !leftOut.includes(name))
      .map(({ name }) =>
        testApp.database.rows<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${name}" AS t`),
      ),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

test('[SF-01] dump: contains argon2id hashes, but no password or usable secret', async () => {
  const email = `${randomUUID()}@korea.ac.kr`;
  const browser = testApp.browser();
  await signUp(testApp, email, browser);
  await browser.call('POST /api/session', { body: { email, password: PASSWORD } });
  await browser.call('POST /api/password-reset', { body: { email } });
  const verification = linkOf(await waitForMail(testApp, email)).token;
  await expect.poll(() => testApp.mails.filter(({ to }) => to === email).length).toBe(2);
  const links = testApp.mails.filter(({ to }) => to === email).map((mail) => linkOf(mail).token);
  const text = await dump();
  expect(text).toContain(email);
  expect(text).toMatch(/"password_hash": ?"\$argon2id\$/);
  for (const secret of [PASSWORD, browser.cookie.split('=')[1] ?? '', verification, ...links]) {
    expect(secret.length).toBeGreaterThan(8);
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret, 'base64url').toString('hex'),
    ])
      expect(text.includes(form)).toBe(false);
  }
});

test('[SF-02] unknown address: costs a password check like a known one', async () => {
  const { email } = await makeUser(testApp);
  const times: Record<string, number[]> = { [email]: [], 'nobody@example.com': [] };
  // In turn: other work on the machine slows down both.
  for (let turn = 0; turn < 6; turn += 1)
    for (const [address, measured] of Object.entries(times)) {
      const started = performance.now();
      await testApp.browser().call('POST /api/session', { body: { email: address, password: 'wrong one' } });
      measured.push(performance.now() - started);
    }
  const [known = 0, unknown = 0] = Object.values(times).map((measured) => Math.min(...measured));
  expect(unknown).toBeGreaterThan(known / 2);
});

test('[SF-04] session id: random and long; ends after thirty idle days or ninety days', async () => {
  const users = [await makeUser(testApp), await makeUser(testApp), await makeUser(testApp)];
  const secrets = users.map(({ browser }) => browser.cookie.split('=')[1] ?? '');
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(new Set(secrets).size).toBe(secrets.length);
  const age = (user: MadeUser | undefined, seen: number, created: number) =>
    testApp.database.change(
      `UPDATE sessions SET last_seen_at = now() - $2 * interval '1 day', created_at = now() - $3 * interval '1 day' WHERE user_id = $1`,
      [user?.id, seen, created],
    );
  await age(users[0], 31, 40);
  await age(users[1], 1, 91);
  await age(users[2], 29, 89);
  const alive = [];
  for (const { browser } of users)
    alive.push((await browser.call('GET /api/session', {})).body.user !== null);
  expect(alive).toEqual([false, false, true]);
});

const endings: [string, (user: MadeUser) => Promise<unknown>][] = [
  [
    'a reset',
    async (user) => {
      await testApp.browser().call('POST /api/password-reset', { body: { email: user.email } });
      const { token } = linkOf(await waitForMail(testApp, user.email));
      return testApp
        .browser()
        .call('POST /api/password-reset/confirmation', { body: { token, password: 'another one' } });
    },
  ],
  [
    'a new password',
    ({ browser }) =>
      browser.call('PUT /api/profile/password', { body: { oldPassword: PASSWORD, password: 'another one' } }),
  ],
  [
    'a new e-mail',
    ({ browser, id }) =>
      browser.call('PUT /api/profile/email', { body: { email: `${id}@example.com`, password: PASSWORD } }),
  ],
  [
    'a withdrawal',
    ({ browser }) => browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } }),
  ],
];

test.each(endings)('[SF-06] %s ends other sessions, and their streams close within 2 s', async (_, end) => {
  const reader = await makeUser(testApp);
  const postId = await makePost(await makeUser(testApp));
  const other = await onAnotherDevice(reader);
  const stream = await EventReader.open(`${testApp.origin}/api/posts/${postId}/replies/live`, other.cookie);
  expect(stream.status).toBe(200);
  await end(reader);
  await stream.until(() => stream.closed, 2_000);
  expect((await other.call('GET /api/profile', {})).status).toBe(401);
});

test('[SF-07] GET and HEAD: change nothing; a mailed link fetched ten times still works once', async () => {
  const email = `${randomUUID()}@korea.ac.kr`;
  const browser = testApp.browser();
  await signUp(testApp, email, browser);
  await browser.call('POST /api/session', { body: { email, password: PASSWORD } });
  const { address, token } = linkOf(await waitForMail(testApp, email));
  for (let time = 0; time < 10; time += 1)
    await browser.send(time % 2 ? 'HEAD' : 'GET', address.pathname + address.search);
  const confirm = () => browser.call('POST /api/verification/confirmation', { body: { token } });
  expect((await confirm()).body.user).toMatchObject({ emailVerified: true });
  expect((await confirm()).problem?.code).toBe('token.spent');
  // Earlier calls are counted with a delay; those counts are not part of the calls below.
  await testApp.app.tally.flush();
  // Processes update counts and job leases by timer, independent of calls.
  const clockwork = ['rate_limits', 'jobs'];
  const before = await dump(clockwork);
  for (const name of testApp.app.router.mounted) {
    const [, path = ''] = name.split(' ');
    if (name.startsWith('GET ')) continue;
    await browser.send('GET', path.replaceAll(/\{\w+\}/g, 'main-hall'));
    await browser.send('HEAD', path.replaceAll(/\{\w+\}/g, 'main-hall'));
  }
  expect(await dump(clockwork)).toBe(before);
});
