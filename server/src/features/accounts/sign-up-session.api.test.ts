import { expect, test } from 'vitest';
import { makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import type { TestBrowser } from '../../../testing/test-browser.ts';

const testApp = await startTestApp();

function versions() {
  const { terms, privacy } = testApp.campus;
  return { termsVersion: terms.version, privacyVersion: privacy.version };
}

function signUp(browser: TestBrowser, email: string, password = PASSWORD) {
  const body = { name: '김고대', email, nickname: '새내기', password, ...versions() };
  return browser.call('POST /api/accounts', { body });
}

const whoIs = async (browser: TestBrowser) => (await browser.call('GET /api/session', {})).body.user?.email;

test('sign-up: replaces the session by one new one, and begins none for a taken address', async () => {
  const before = await makeUser(testApp);
  const { browser } = before;
  const planted = browser.cookie;
  expect((await signUp(browser, 'fresh@korea.ac.kr')).headers.getSetCookie().join()).toMatch(
    /madang=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax/,
  );
  expect(await whoIs(browser)).toBe('fresh@korea.ac.kr');
  expect(browser.cookie).not.toBe(planted);
  const old = testApp.browser();
  old.cookie = planted;
  expect(await whoIs(old)).toBeUndefined();

  // Signing up with a taken address signs in with no password.
  for (const password of [PASSWORD, 'another one']) {
    const stranger = testApp.browser();
    const refused = await signUp(stranger, before.email, password);
    expect(refused.problem?.code).toBe('email.exists');
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(await whoIs(stranger)).toBeUndefined();
    // An earlier session stays unchanged.
    expect((await signUp(browser, before.email, password)).status).toBe(409);
    expect(await whoIs(browser)).toBe('fresh@korea.ac.kr');
  }

  // Ten taps at once: one account, one session.
  const taps = Array.from({ length: 10 }, () => testApp.browser());
  const answers = await Promise.all(taps.map((tap) => signUp(tap, 'taps@korea.ac.kr')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect((await Promise.all(taps.map(whoIs))).filter(Boolean)).toEqual(['taps@korea.ac.kr']);
});

test('consent: due until the current version is accepted, and stored once', async () => {
  const browser = testApp.browser();
  expect((await signUp(browser, 'agreed@korea.ac.kr')).body.user.consentsDue).toEqual([]);
  const { privacy } = testApp.campus;
  const { version } = privacy;
  const due = async () => (await browser.call('GET /api/session', {})).body.user?.consentsDue;
  const stored = () =>
    testApp.database.rows(
      `SELECT document, version FROM consents JOIN accounts ON accounts.id = user_id
        WHERE email = 'agreed@korea.ac.kr' AND document = 'privacy' ORDER BY agreed_at`,
    );
  try {
    privacy.version = '2099-01-01';
    expect(await due()).toEqual(['privacy']);
    const old = { ...versions(), privacyVersion: version };
    expect((await browser.call('POST /api/profile/consents', { body: old })).problem?.fields).toEqual([
      { field: 'privacyVersion', code: 'terms.required' },
    ]);
    const answers = await Promise.all(
      [1, 2, 3].map(() => browser.call('POST /api/profile/consents', { body: versions() })),
    );
    for (const { status, body } of answers) expect([status, body.user.consentsDue]).toEqual([200, []]);
    expect(await stored()).toEqual([
      { document: 'privacy', version },
      { document: 'privacy', version: '2099-01-01' },
    ]);
  } finally {
    privacy.version = version;
  }
  // An accepted version is not asked for again.
  expect(await due()).toEqual([]);
  // An import has no consents, so its users are asked.
  const imported = await makeUser(testApp);
  expect((await imported.browser.call('GET /api/profile', {})).body.user.consentsDue).toEqual([
    'terms',
    'privacy',
  ]);
});
