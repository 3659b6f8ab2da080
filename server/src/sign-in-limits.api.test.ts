import type * as argon2 from '@node-rs/argon2';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginFreshWindow } from '../testing/limit-windows.ts';
import { linkOf, waitForMail } from '../testing/mails.ts';
import { makeUser, PASSWORD } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Hundreds of guesses are counted here; their cost is tested separately.
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, ...rest } = await original<typeof argon2>();
  const cheap: typeof hash = (password, settings) =>
    hash(password, { ...settings, memoryCost: 1_024, timeCost: 1 });
  return { ...rest, hash: cheap };
});

let testApp: TestApp;
beforeEach(async () => {
  beginFreshWindow();
  testApp = await startTestApp({ limited: true, proxies: ['127.0.0.1'] });
}, 180_000);
afterEach(() => testApp.close());

const HERE = '198.51.100.1';
const ELSEWHERE = '203.0.113.7';
const WRONG = 'wrong password';

const post = (path: string, json: object, client: string, cookie = '') =>
  testApp.browser().send('POST', path, { json, headers: { 'X-Forwarded-For': client, Cookie: cookie } });

async function signIn(email: string, password: string, client: string, cookie?: string): Promise<number> {
  return (await post('/api/session', { email, password }, client, cookie)).status;
}

const deviceOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('madang-device='))
    ?.split(';', 1)[0] ?? '';

/** Returns the cookie of a browser that logged in before. */
async function knownBrowser(email: string): Promise<string> {
  return deviceOf(await post('/api/session', { email, password: PASSWORD }, ELSEWHERE));
}

async function guess(times: number, name: (time: number) => string, client: (time: number) => string) {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push(await signIn(name(time), WRONG, client(time)));
  return statuses;
}

/** Sets the password by a mailed link; returns the browser's cookies. */
async function reset(email: string, client: string): Promise<string> {
  await post('/api/password-reset', { email }, client);
  const { token } = linkOf(await waitForMail(testApp, email));
  const answer = await post('/api/password-reset/confirmation', { token, password: PASSWORD }, client);
  expect(answer.status).toBe(204);
  return deviceOf(answer);
}

test('ten wrong passwords: close an account for their address only', async () => {
  const { email } = await makeUser(testApp);
  const statuses = await guess(
    12,
    () => email,
    () => HERE,
  );
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect(await signIn(email, PASSWORD, HERE)).toBe(429);
  expect(await signIn(email, PASSWORD, ELSEWHERE)).toBe(201);
});

test('a hundred from many addresses close it, except for browsers that logged in before', async () => {
  const { email } = await makeUser(testApp);
  const known = await knownBrowser(email);
  const statuses = await guess(
    100,
    () => email,
    (time) => `192.0.2.${time}`,
  );
  // The known browser's login is one of the hundred.
  expect(statuses).toEqual([...Array<number>(99).fill(401), 429]);
  expect(await signIn(email, PASSWORD, HERE)).toBe(429);
  expect(await signIn(email, PASSWORD, HERE, known)).toBe(201);
  // The known browser's guesses are limited too.
  const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(email, WRONG, HERE, known)));
  expect(tries.filter((status) => status === 429)).toHaveLength(2);
}, 180_000);

test('reset: restarts the count of its account everywhere', async () => {
  const { email } = await makeUser(testApp);
  for (const client of [HERE, ELSEWHERE])
    await guess(
      10,
      () => email,
      () => client,
    );
  expect([await signIn(email, PASSWORD, HERE), await signIn(email, PASSWORD, ELSEWHERE)]).toEqual([429, 429]);
  await reset(email, HERE);
  expect([await signIn(email, PASSWORD, HERE), await signIn(email, PASSWORD, ELSEWHERE)]).toEqual([201, 201]);
});

test('two hundred of one address: block neither known browsers nor resets', async () => {
  const { email } = await makeUser(testApp);
  const other = await makeUser(testApp);
  const known = await knownBrowser(email);
  const statuses = await guess(
    201,
    (time) => `nobody${time}@example.com`,
    () => HERE,
  );
  expect(statuses).toEqual([...Array<number>(200).fill(401), 429]);
  expect(await signIn(email, PASSWORD, HERE)).toBe(429);
  expect(await signIn(email, PASSWORD, HERE, known)).toBe(201);
  expect(await signIn(other.email, PASSWORD, HERE, await reset(other.email, HERE))).toBe(201);
}, 180_000);

test('known browser: cannot be forged, and its cookie identifies nobody', async () => {
  const { email, id } = await makeUser(testApp);
  const other = await makeUser(testApp);
  const answer = await post('/api/session', { email, password: PASSWORD }, ELSEWHERE);
  const cookie = answer.headers.getSetCookie().find((one) => one.startsWith('madang-device=')) ?? '';
  expect(cookie).toMatch(/^madang-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(cookie).not.toContain(id);
  await guess(
    10,
    () => email,
    () => HERE,
  );
  for (const wrong of [
    await knownBrowser(other.email),
    'madang-device=',
    `madang-device=${'A'.repeat(43)}`,
    `madang-device=${id}`,
  ])
    expect(await signIn(email, PASSWORD, HERE, wrong)).toBe(429);
  expect(await signIn(email, PASSWORD, HERE, deviceOf(answer))).toBe(201);
});

test('one student’s right passwords do not fill an address that many share', async () => {
  const { email } = await makeUser(testApp);
  const statuses = [];
  for (let time = 0; time < 101; time += 1) statuses.push(await signIn(email, PASSWORD, HERE));
  expect(statuses).toEqual([...Array<number>(100).fill(201), 429]);
}, 180_000);
