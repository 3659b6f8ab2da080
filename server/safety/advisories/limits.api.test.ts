import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginFreshWindow } from '../../testing/limit-windows.ts';
import { makeUser, PASSWORD } from '../../testing/makers.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

// Covers "Limits" in docs/advisories.md.

let testApp: TestApp;
beforeEach(async () => {
  beginFreshWindow();
  testApp = await startTestApp({ limited: true });
}, 60_000);
afterEach(() => testApp.close());

/** Sends ten wrong passwords; the eleventh is refused. */
async function useUp(email: string, headers: (time: number) => Record<string, string> = () => ({})) {
  for (let time = 0; time < 10; time += 1) {
    const { status } = await testApp.browser().send('POST', '/api/session', {
      json: { email, password: 'wrong password' },
      headers: headers(time),
    });
    expect(status).toBe(401);
  }
}

test('[ADV-17] guessing is slowed down whatever address the guesser claims to come from', async () => {
  const { email } = await makeUser(testApp);
  const claim = (time: number) => {
    const address = `198.51.100.${time}`;
    return {
      'X-Forwarded-For': `${address}, 10.0.0.${time}`,
      'X-Real-IP': address,
      'CF-Connecting-IP': address,
      'True-Client-IP': address,
      Forwarded: `for=${address}`,
    };
  };
  await useUp(email, claim);
  for (const time of [11, 12]) {
    const { status } = await testApp.browser().send('POST', '/api/session', {
      json: { email, password: PASSWORD },
      headers: claim(time),
    });
    expect(status).toBe(429);
  }
});

test('[ADV-18] repeated requests cannot fill a mailbox with mails', async () => {
  const { email, browser } = await makeUser(testApp, { right: false, verified: false });
  const statuses = [];
  for (let time = 0; time < 7; time += 1)
    statuses.push((await browser.call('POST /api/verification', {})).status);
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
  const resets = [];
  for (let time = 0; time < 7; time += 1) {
    const { status } = await testApp
      .browser()
      .call('POST /api/password-reset', { body: { email: time % 2 ? email : ` ${email.toUpperCase()} ` } });
    resets.push(status);
  }
  expect(resets).toEqual([202, 202, 202, 202, 202, 429, 429]);
  await expect.poll(() => testApp.mails.filter(({ to }) => to === email).length).toBe(10);
});

test('[ADV-19] no other spelling of the path or the address leads round a limit', async () => {
  const { email } = await makeUser(testApp);
  await useUp(email);
  const ask = async (path: string, address: string) => {
    const body = JSON.stringify({ email: address, password: PASSWORD });
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Origin: testApp.origin,
    };
    return (await askRaw(testApp.origin, `POST ${path}`, headers, body)).status;
  };
  for (const path of [
    '/api/session',
    '/api/%73ession',
    '/api/session?a=b',
    '/api/./session',
    '/x/../api/session',
  ])
    expect([path, [404, 429].includes(await ask(path, email))]).toEqual([path, true]);
  for (const path of ['/api/session/', '/API/session', '/api/Session', '//api/session', '/api/session%20'])
    expect([path, await ask(path, email)]).toEqual([path, 404]);
  expect(await ask('/api/session', email)).toBe(429);
  for (const spelling of [email.toUpperCase(), ` ${email}`, `${email}\n`, `\u3000${email}`])
    expect(await ask('/api/session', spelling)).toBe(429);
});
