import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { beginFreshWindow } from '../testing/limit-windows.ts';
import { makePost, makeUser, PASSWORD } from '../testing/makers.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../testing/test-app.ts';

let testApp: TestApp;
const start = async (options: TestAppOptions = {}) =>
  (testApp = await startTestApp({ limited: true, ...options }));
beforeEach(beginFreshWindow);
afterEach(() => testApp.close());

const signIn = (app: TestApp, email: string, password: string) =>
  app.browser().call('POST /api/session', { body: { email, password } });

function signUpBody(email: string) {
  const { terms, privacy } = testApp.campus;
  const versions = { termsVersion: terms.version, privacyVersion: privacy.version };
  return { name: '김고대', email, nickname: '새내기', password: PASSWORD, ...versions };
}

test('[SF-03] ten wrong passwords of one account or unknown address: slowed down, the owner only briefly', async () => {
  const { email } = await makeUser(await start());
  for (const address of [email, 'nobody@example.com']) {
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => signIn(testApp, address, 'wrong password')),
    );
    const statuses = tries.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);
    const refused = await signIn(testApp, address.toUpperCase(), PASSWORD);
    expect([refused.status, refused.problem?.code]).toEqual([429, 'limit.reached']);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect(refused.problem?.retryAfter).toBe(retryAfter);
  }
  // Other clients are not delayed, and the window ends by itself.
  const other = await makeUser(testApp);
  expect((await signIn(testApp, other.email, PASSWORD)).status).toBe(201);
});

test('[SF-03] correct passwords: no failures', async () => {
  const { email } = await makeUser(await start());
  for (let time = 0; time < 12; time += 1) expect((await signIn(testApp, email, PASSWORD)).status).toBe(201);
});

// Nearly a thousand mails are written, which takes over half a minute on a slow machine.
test(
  '[SF-03] X-Forwarded-For: ignored from strangers, used from a listed proxy',
  { timeout: 120_000 },
  async () => {
    const ask = async (time: number, address: string) => {
      const { status } = await testApp.browser().send('POST', '/api/password-reset', {
        json: { email: `${time}-${uuidv4()}@example.com` },
        headers: { 'X-Forwarded-For': address },
      });
      return status;
    };
    // In parallel, because each answer is delayed on purpose.
    const resets = async (address: (time: number) => string) => {
      const statuses = await Promise.all(Array.from({ length: 310 }, (_, time) => ask(time, address(time))));
      return statuses.filter((status) => status === 429).length;
    };
    await start();
    expect(await resets((time) => `198.51.100.${time % 250}`)).toBe(10);
    await testApp.close();
    await start({ proxies: ['127.0.0.1'] });
    expect(await resets((time) => `198.51.100.${time % 250}`)).toBe(0);
    expect(await resets((time) => `2001:db8:0:7::${time}`)).toBe(10);
  },
);

test('scripted posts, replies, likes and mail requests: reach a limit with its retry time', async () => {
  const author = await makeUser(await start());
  const post = await makePost(author);
  const until429 = async (most: number, call: () => Promise<{ status: number }>) => {
    for (let time = 1; time <= most; time += 1) if ((await call()).status === 429) return time;
    return null;
  };
  expect(
    await until429(40, () =>
      author.browser.call('POST /api/posts/{id}/replies', {
        path: { id: post },
        body: { id: uuidv7(), body: 'ㅋㅋ' },
      }),
    ),
  ).toBe(31);
  expect(
    await until429(40, () =>
      makePost(author)
        .then(() => ({ status: 201 }))
        .catch(() => ({ status: 429 })),
    ),
  ).toBe(20);
  expect(
    await until429(130, () => author.browser.call('PUT /api/posts/{id}/like', { path: { id: post } })),
  ).toBe(121);
  expect(
    await until429(9, () =>
      testApp.browser().call('POST /api/password-reset', { body: { email: author.email } }),
    ),
  ).toBe(6);
  const { body } = await author.browser.call('GET /api/posts/{id}/replies', { path: { id: post } });
  expect(body.replies).toHaveLength(30);
});

test('[SF-03] many accounts: mail one mailbox no more than one account; its owner still signs up', async () => {
  await start();
  const email = 'freshman@korea.ac.kr';
  const changes = [];
  for (let time = 0; time < 8; time += 1) {
    const { browser } = await makeUser(testApp);
    changes.push(await browser.call('PUT /api/profile/email', { body: { email, password: PASSWORD } }));
  }
  expect(changes.map(({ status }) => status)).toEqual([...Array<number>(5).fill(200), 429, 429, 429]);
  expect(changes.at(-1)?.problem?.retryAfter).toBeGreaterThan(0);
  const signUp = await testApp.browser().call('POST /api/accounts', { body: signUpBody(email) });
  expect(signUp.status).toBe(201);
  await expect.poll(() => testApp.mails.filter(({ to }) => to === email)).toHaveLength(6);
});

test('[SF-03] mailbox: gets no more mails by dots or its other domain', async () => {
  await start();
  const spellings = ['fresh.man@gmail.com', 'f.reshman@gmail.com', 'freshman@googlemail.com'];
  const statuses = [];
  for (let time = 0; time < 6; time += 1) {
    const { browser } = await makeUser(testApp);
    const body = { email: spellings[time % 3] ?? '', password: PASSWORD };
    statuses.push((await browser.call('PUT /api/profile/email', { body })).status);
  }
  expect(statuses).toEqual([...Array<number>(5).fill(200), 429]);
});

test('[SF-03] refused sign-ups: count against no mailbox', async () => {
  await start();
  const email = 'freshman@korea.ac.kr';
  const signUp = async (fields: object = {}) =>
    (await testApp.browser().call('POST /api/accounts', { body: { ...signUpBody(email), ...fields } }))
      .status;
  for (let time = 0; time < 6; time += 1) expect(await signUp({ nickname: '' })).toBe(422);
  expect(await signUp()).toBe(201);
});

test('counters: contain neither address nor account', async () => {
  const { email } = await makeUser(await start());
  await signIn(testApp, email, 'wrong password');
  await testApp.app.close();
  const rows = await testApp.database.rows<{ key: string; count: number; ends_at: Date }>(
    'SELECT * FROM rate_limits',
  );
  expect(rows.length).toBeGreaterThan(1);
  for (const { key, ends_at } of rows) {
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(ends_at.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000);
  }
});

if (inject('engine') === 'postgres') {
  test('[SF-30] limits are shared by all processes', async () => {
    const { email } = await makeUser(await start());
    const second = await testApp.another();
    for (let time = 0; time < 10; time += 1) await signIn(testApp, email, 'wrong password');
    expect((await signIn(testApp, email, 'wrong password')).status).toBe(429);
    await expect
      .poll(async () => (await signIn(second, email, 'wrong password')).status, { timeout: 5_000 })
      .toBe(429);
  });
}
