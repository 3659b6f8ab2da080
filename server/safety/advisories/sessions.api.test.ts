import { STAFF_ACCESS } from '@madang/contract/endpoint';
import { endpoints } from '@madang/contract/endpoints';
import { expect, test } from 'vitest';
import { makeUser, PASSWORD } from '../../testing/makers.ts';
import { startTestApp } from '../../testing/test-app.ts';

// Covers sessions in "Accounts and sessions" in docs/advisories.md.

const testApp = await startTestApp({ edition: 'official' });

const whoIs = async (cookie: string) => {
  const browser = testApp.browser();
  browser.cookie = cookie;
  return (await browser.call('GET /api/session', {})).body.user?.id ?? null;
};

test('[ADV-01] a session cookie that was there before signing in never becomes the student’s', async () => {
  const victim = await makeUser(testApp);
  const attacker = await makeUser(testApp);
  for (const planted of [attacker.browser.cookie, `madang=${'A'.repeat(43)}`]) {
    const browser = testApp.browser();
    browser.cookie = planted;
    expect(
      (await browser.call('POST /api/session', { body: { email: victim.email, password: PASSWORD } })).status,
    ).toBe(201);
    expect(browser.cookie).not.toBe(planted);
    expect(await whoIs(browser.cookie)).toBe(victim.id);
    expect(await whoIs(planted)).toBeNull();
  }
});

test('[ADV-13] an unsigned token of the client is no session', async () => {
  const { id, email } = await makeUser(testApp);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ sub: id, userId: id, email, exp: 4_102_444_800 });
  for (const algorithm of ['none', 'None', 'HS256', 'RS256', '']) {
    const token = `${part({ alg: algorithm, typ: 'JWT' })}.${claims}.`;
    expect(await whoIs(`madang=${token}`)).toBeNull();
    for (const headers of [{ Authorization: `Bearer ${token}` }, { 'X-Access-Token': token }]) {
      expect((await testApp.browser().send('GET', '/api/profile', { headers })).status).toBe(401);
    }
  }
});

test('[ADV-14] without a session the user id in a body has no effect', async () => {
  const victim = await makeUser(testApp);
  const named = { userId: victim.id, id: victim.id, authorId: victim.id, email: victim.email };
  let asked = 0;
  for (const [name, { access }] of Object.entries(endpoints)) {
    const [method = '', template = ''] = name.split(' ');
    if (access === 'public' || method === 'GET') continue;
    asked += 1;
    const path = template.replaceAll(/\{\w+\}/g, victim.id);
    const answer = await testApp.browser().send(method, `${path}?userId=${victim.id}`, {
      json: named,
      headers: { 'X-User-Id': victim.id },
    });
    // Endpoints of roles do not exist for other users.
    expect([name, answer.status]).toEqual([name, STAFF_ACCESS.has(access) ? 404 : 401]);
  }
  expect(asked).toBeGreaterThan(10);
});

test('[ADV-16] nothing in a request gets into the attributes of the cookie', async () => {
  const { email } = await makeUser(testApp);
  const shape = /^madang=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/;
  const cleared = /^madang=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/;
  const headers = {
    'X-Forwarded-Prefix': '/; Domain=evil.example',
    'X-Forwarded-Host': 'evil.example; SameSite=None',
    Cookie: 'madang=x; Path=/evil; Domain=evil.example',
  };
  const path = '/api/session?path=/;%20Domain=evil.example%0d%0aSet-Cookie:a=b';
  const browser = testApp.browser();
  const opened = await browser.send('POST', path, { json: { email, password: PASSWORD }, headers });
  const known = /^madang-device=[A-Za-z0-9_-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/;
  expect(opened.headers.getSetCookie()).toEqual([expect.stringMatching(shape), expect.stringMatching(known)]);
  const ended = await browser.send('DELETE', path);
  expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(cleared)]);
});
