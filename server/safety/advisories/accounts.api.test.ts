import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { linkOf, waitForMail } from '../../testing/mails.ts';
import { makeUser, PASSWORD } from '../../testing/makers.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';
import type { TestBrowser } from '../../testing/test-browser.ts';

// Covers "Accounts and sessions" in docs/advisories.md, except sessions.

const testApp = await startTestApp();

const signIn = (browser: TestBrowser, email: string, password: string) =>
  browser.call('POST /api/session', { body: { email, password } });

const canSignIn = async (email: string, password: string) =>
  (await signIn(testApp.browser(), email, password)).status === 201;

const askReset = (email: string) => testApp.browser().call('POST /api/password-reset', { body: { email } });

const reset = async (token: string, password = 'set by a link') =>
  (await testApp.browser().call('POST /api/password-reset/confirmation', { body: { token, password } }))
    .problem?.code ?? null;

const undo = async (token: string) =>
  (
    await testApp
      .browser()
      .call('POST /api/profile/email/undo', { body: { token, password: 'set by a link' } })
  ).problem?.code ?? null;

/** Returns the token of the newest mail to the address, after `count` mails. */
async function mailedToken(email: string, count = 1): Promise<string> {
  await expect.poll(() => testApp.mails.filter(({ to }) => to === email).length).toBe(count);
  return linkOf(await waitForMail(testApp, email)).token;
}

test('[ADV-02] a reset link mailed before a change of the e-mail opens nothing after it', async () => {
  const user = await makeUser(testApp);
  await askReset(user.email);
  const token = await mailedToken(user.email);
  const email = `moved-${user.id}@example.com`;
  const changed = await user.browser.call('PUT /api/profile/email', {
    body: { email, password: PASSWORD },
  });
  expect(changed.status).toBe(200);
  expect(await reset(token)).toBe('token.spent');
  expect([await canSignIn(email, PASSWORD), await canSignIn(user.email, PASSWORD)]).toEqual([true, false]);
});

test('[ADV-03] a link is valid for its own purpose only', async () => {
  const { email, browser } = await makeUser(testApp, { right: false, verified: false });
  await browser.call('POST /api/verification', {});
  const verification = await mailedToken(email);
  await askReset(email);
  const resetting = await mailedToken(email, 2);
  const verify = async (token: string) =>
    (await browser.call('POST /api/verification/confirmation', { body: { token } })).problem?.code ?? null;
  expect(await reset(verification)).toBe('token.spent');
  expect(await undo(verification)).toBe('token.spent');
  expect(await undo(resetting)).toBe('token.spent');
  expect(await verify(resetting)).toBe('token.spent');
  // None of the tokens was used up.
  expect(await verify(verification)).toBeNull();
  expect(await reset(resetting)).toBeNull();
});

test('[ADV-04] a reset link works once, and takes the older ones with it', async () => {
  const { email } = await makeUser(testApp);
  await askReset(email);
  const first = await mailedToken(email);
  await askReset(email);
  const second = await mailedToken(email, 2);
  expect(await reset(second, 'the first new one')).toBeNull();
  expect([await reset(second), await reset(first)]).toEqual(['token.spent', 'token.spent']);
  expect(await canSignIn(email, 'the first new one')).toBe(true);
});

test('[ADV-05] secrets do not come from a generator that can be foreseen', async () => {
  const { email } = await makeUser(testApp);
  const foreseen = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const secrets = new Set<string>();
  try {
    for (let count = 1; count <= 8; count += 1) {
      await askReset(email);
      secrets.add(await mailedToken(email, count));
      const browser = testApp.browser();
      await signIn(browser, email, PASSWORD);
      secrets.add(browser.cookie.slice('madang='.length));
    }
  } finally {
    foreseen.mockRestore();
  }
  expect(secrets.size).toBe(16);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
});

test('[ADV-06] naming another user does not change their password', async () => {
  const victim = await makeUser(testApp);
  const attacker = await makeUser(testApp);
  const wanted = { oldPassword: PASSWORD, password: 'the attacker’s' };
  for (const named of [
    { userId: victim.id },
    { id: victim.id },
    { uid: victim.id },
    { email: victim.email },
  ]) {
    const answer = await attacker.browser.send('PUT', '/api/profile/password', {
      json: { ...wanted, ...named },
    });
    expect(answer.status).toBe(422);
  }
  for (const path of [`/api/profile/${victim.id}/password`, `/api/users/${victim.id}/password`])
    expect((await attacker.browser.send('PUT', path, { json: wanted })).status).toBe(404);
  const asked = await attacker.browser.send('PUT', `/api/profile/password?userId=${victim.id}`, {
    json: wanted,
    headers: { 'X-User-Id': victim.id },
  });
  // The attacker's own password changed.
  expect(asked.status).toBe(204);
  expect(await canSignIn(victim.email, PASSWORD)).toBe(true);
  expect(await canSignIn(attacker.email, 'the attacker’s')).toBe(true);
});

test('[ADV-07] a reset is mailed to one address, the account’s, however many are named', async () => {
  const { email } = await makeUser(testApp);
  const attacker = 'attacker@evil.example';
  const before = testApp.mails.length;
  const send = async (text: string) =>
    (
      await testApp.browser().send('POST', '/api/password-reset', {
        bytes: Buffer.from(text),
        headers: { 'Content-Type': 'application/json' },
      })
    ).status;
  expect(await send(JSON.stringify({ email: [email, attacker] }))).toBe(422);
  expect(await send(JSON.stringify({ email: { 0: email, 1: attacker } }))).toBe(422);
  expect(await send(JSON.stringify({ email: `${email},${attacker}` }))).toBe(422);
  expect(await send(JSON.stringify({ email, to: attacker }))).toBe(422);
  expect(await send(`{"email":"${email}","email":"${attacker}"}`)).toBe(202);
  expect(await send(`{"email":"${attacker}","email":"${email}"}`)).toBe(202);
  await mailedToken(email);
  await sleep(50);
  expect(testApp.mails.slice(before).map(({ to }) => to)).toEqual([email]);
});

test('[ADV-08] a letter that equals the account’s only in another case gets no mail', async () => {
  const { email } = await makeUser(testApp, { email: 'kim.silk@korea.ac.kr' });
  const before = testApp.mails.length;
  // The Kelvin sign, the dotless i, the long s and a fullwidth k.
  for (const twin of ['\u212Aim.silk', 'k\u0131m.silk', 'kim.\u017Filk', '\uFF4Bim.silk']) {
    expect((await askReset(`${twin}@korea.ac.kr`)).status).toBe(422);
    expect((await signIn(testApp.browser(), `${twin}@korea.ac.kr`, PASSWORD)).problem?.code).toBe(
      'session.credentials',
    );
  }
  expect((await askReset('kim.silk@\u212Aorea.ac.kr')).status).toBe(422);
  await sleep(50);
  expect(testApp.mails.length).toBe(before);
  expect(await canSignIn(email.toUpperCase(), PASSWORD)).toBe(true);
});

test('[ADV-09] a failing mail server does not reveal which addresses have an account', async () => {
  const failing = await startTestApp({
    mailer: { send: () => Promise.reject(new Error('no mail today')), close() {} },
  });
  const { email } = await makeUser(failing);
  const answers = [];
  for (const address of [email, 'nobody@korea.ac.kr', email, 'nobody@korea.ac.kr']) {
    const { status, body, headers } = await failing
      .browser()
      .call('POST /api/password-reset', { body: { email: address } });
    answers.push({ status, body, length: headers.get('content-length'), type: headers.get('content-type') });
  }
  await failing.close();
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]?.status).toBe(202);
});

test('[ADV-10] a password of any length above the longest is refused before it is hashed', async () => {
  const { email, browser } = await makeUser(testApp);
  const password = 'x'.repeat(200_000);
  const token = 'A'.repeat(43);
  const calls: [string, string, object, string][] = [
    ['POST', '/api/session', { email, password }, 'password'],
    ['POST', '/api/password-reset/confirmation', { token, password }, 'password'],
    ['POST', '/api/profile/email/undo', { token, password }, 'password'],
    ['PUT', '/api/profile/password', { oldPassword: password, password: PASSWORD }, 'oldPassword'],
    ['PUT', '/api/profile/email', { email: 'new@example.com', password }, 'password'],
    ['POST', '/api/profile/withdrawal', { password }, 'password'],
  ];
  for (const [method, path, json, field] of calls) {
    const response = await browser.send(method, path, { json });
    expect([path, await response.json()]).toEqual([
      path,
      expect.objectContaining({ status: 422, fields: [{ field, code: 'tooLong' }] }),
    ]);
  }
  const huge = await browser.send('POST', '/api/session', {
    json: { email, password: 'x'.repeat(2_000_000) },
  });
  expect(huge.status).toBe(413);
});

test('[ADV-11] passwords that differ only behind their 72nd byte are different', async () => {
  const { email, browser } = await makeUser(testApp);
  const start = '가나다라'.repeat(10);
  const changed = await browser.call('PUT /api/profile/password', {
    body: { oldPassword: PASSWORD, password: `${start}1` },
  });
  expect(changed.status).toBe(204);
  expect([await canSignIn(email, `${start}2`), await canSignIn(email, start)]).toEqual([false, false]);
  expect(await canSignIn(email, Buffer.from(start).subarray(0, 72).toString())).toBe(false);
  // Characters after a NUL count too.
  expect(await canSignIn(email, `${start}1\0`)).toBe(false);
  expect(await canSignIn(email, `${start}1`)).toBe(true);
});

test('[ADV-12] a secret of another purpose is no session, and a session’s is no link', async () => {
  const { id, email, browser } = await makeUser(testApp, { right: false, verified: false });
  await browser.call('POST /api/verification', {});
  const verification = await mailedToken(email);
  await askReset(email);
  const resetting = await mailedToken(email, 2);
  const stranger = testApp.browser();
  for (const other of [verification, resetting, id, uuidv7(), email]) {
    stranger.cookie = `madang=${other}`;
    expect((await stranger.call('GET /api/session', {})).body.user).toBeNull();
  }
  const session = browser.cookie.slice('madang='.length);
  expect([await reset(session), await undo(session)]).toEqual(['token.spent', 'token.spent']);
});

test('[ADV-15] the host of a request is never used in a mailed link', async () => {
  const site = await startTestApp({ siteOrigin: 'https://madang.example' });
  const ask = (headers: Record<string, string>, email: string) => {
    const body = JSON.stringify({ email });
    return askRaw(
      site.origin,
      'POST /api/password-reset',
      { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers },
      body,
    );
  };
  const { email } = await makeUser(site);
  for (const Host of ['evil.example', 'madang.example.evil.example', 'evil.example:443'])
    expect((await ask({ Host }, email)).status).toBe(403);
  const forwarded = await ask(
    { Host: 'madang.example', 'X-Forwarded-Host': 'evil.example', Forwarded: 'host=evil.example' },
    email,
  );
  expect(forwarded.status).toBe(202);
  const { address } = linkOf(await waitForMail(site, email));
  expect([address.origin, site.mails.length]).toEqual(['https://madang.example', 1]);
  await site.close();
});
