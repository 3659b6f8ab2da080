import type * as argon2 from '@node-rs/argon2';
import { expect, test, vi } from 'vitest';
import { makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { overrideWritingRight } from './accounts.ts';

// Fifty passwords are hashed at once here; their cost is tested separately.
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, ...rest } = await original<typeof argon2>();
  const cheap: typeof hash = (password, settings) =>
    hash(password, { ...settings, memoryCost: 1_024, timeCost: 1 });
  return { ...rest, hash: cheap };
});

const testApp = await startTestApp();

function signUpBody(email: string, fields: object = {}) {
  const { terms, privacy } = testApp.campus;
  return {
    name: '김고대',
    email,
    nickname: '안암호랑이',
    password: PASSWORD,
    termsVersion: terms.version,
    privacyVersion: privacy.version,
    ...fields,
  };
}

test('[CA-01] [SF-05] sign-up: makes account and profile, signs in and out; [EN-01] starts with 0 points, without right', async () => {
  const browser = testApp.browser();
  const signedUp = await browser.call('POST /api/accounts', { body: signUpBody('Begin@Korea.ac.kr ') });
  expect(signedUp).toMatchObject({
    status: 201,
    body: { user: { email: 'begin@korea.ac.kr', university: true } },
  });
  expect((await browser.call('GET /api/session', {})).body.user).toEqual(signedUp.body.user);

  const signedIn = await browser.call('POST /api/session', {
    body: { email: 'BEGIN@korea.ac.kr', password: PASSWORD },
  });
  expect(signedIn.status).toBe(201);
  expect(signedIn.body.user).toMatchObject({
    email: 'begin@korea.ac.kr',
    name: '김고대',
    nickname: '안암호랑이',
    university: true,
    points: 0,
    writingRight: false,
    emailVerified: false,
  });
  expect((await browser.call('GET /api/session', {})).body.user?.email).toBe('begin@korea.ac.kr');

  const { cookie } = browser;
  expect((await browser.call('DELETE /api/session', {})).status).toBe(204);
  expect((await browser.call('GET /api/session', {})).body.user).toBeNull();
  browser.cookie = cookie;
  expect((await browser.call('DELETE /api/session', {})).problem?.code).toBe('session.required');
});

test('[CA-01] sign-up: leaves neither account nor profile when one of them fails', async () => {
  await testApp.database.change(
    `CREATE FUNCTION refuse_profile() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`,
  );
  await testApp.database.change(
    `CREATE TRIGGER refuse_profile BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_profile()`,
  );
  const answer = await testApp.browser().call('POST /api/accounts', { body: signUpBody('half@korea.ac.kr') });
  await testApp.database.change('DROP TRIGGER refuse_profile ON users');
  expect(answer.status).toBe(500);
  const rows = await testApp.database.rows(`SELECT id FROM accounts WHERE email = 'half@korea.ac.kr'`);
  expect(rows).toEqual([]);
});

test('[VA-12] sign-up: refuses every broken rule at once, each with its field and code', async () => {
  const answer = await testApp.browser().call('POST /api/accounts', {
    body: signUpBody('no address', {
      name: ' ',
      nickname: '가',
      password: '12345',
      termsVersion: null,
      privacyVersion: 'old',
    }),
  });
  expect(answer.status).toBe(422);
  expect(answer.problem?.fields).toEqual([
    { field: 'name', code: 'required' },
    { field: 'email', code: 'email.pattern' },
    { field: 'nickname', code: 'nickname.length' },
    { field: 'password', code: 'password.short' },
    { field: 'termsVersion', code: 'terms.required' },
    { field: 'privacyVersion', code: 'terms.required' },
  ]);
});

test('address: reserved in every case variant; parallel sign-ups make one account', async () => {
  const answers = await Promise.all(
    ['twice@korea.ac.kr', 'TWICE@korea.ac.kr', 'Twice@Korea.Ac.Kr'].map((email) =>
      testApp.browser().call('POST /api/accounts', { body: signUpBody(email) }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(answers.filter(({ problem }) => problem).map(({ problem }) => problem?.code)).toEqual([
    'email.exists',
    'email.exists',
  ]);
});

test('[SF-02] sign-in: unknown address and wrong password get the same answer', async () => {
  const user = await makeUser(testApp);
  const wrong = await testApp
    .browser()
    .call('POST /api/session', { body: { email: user.email, password: 'wrong one' } });
  const unknown = await testApp
    .browser()
    .call('POST /api/session', { body: { email: 'nobody@korea.ac.kr', password: 'wrong one' } });
  expect(wrong.status).toBe(401);
  expect({ ...unknown.problem, requestId: '' }).toEqual({ ...wrong.problem, requestId: '' });
});

test('[CA-02] verification: the mailed link works once; [ST-03] it grants the right to a university address', async () => {
  const browser = testApp.browser();
  await browser.call('POST /api/accounts', { body: signUpBody('verify@korea.ac.kr') });
  await browser.call('POST /api/session', { body: { email: 'verify@korea.ac.kr', password: PASSWORD } });
  const { token } = linkOf(await waitForMail(testApp, 'verify@korea.ac.kr'));

  const confirmed = await browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(confirmed.body.user).toMatchObject({ emailVerified: true, writingRight: true });
  const again = await browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(again.problem?.code).toBe('token.spent');
  expect((await browser.call('POST /api/verification', {})).problem?.code).toBe('email.verified');
});

test('[ST-03] [SF-10] verification: an address outside the domain, sub-domains included, is verified without the right', async () => {
  for (const email of [
    'guest@example.com',
    'sub@cs.korea.ac.kr',
    'look@evilkorea.ac.kr',
    'tail@korea.ac.kr.evil.com',
  ]) {
    const browser = testApp.browser();
    await browser.call('POST /api/accounts', { body: signUpBody(email) });
    await browser.call('POST /api/session', { body: { email, password: PASSWORD } });
    const { token } = linkOf(await waitForMail(testApp, email));
    const confirmed = await browser.call('POST /api/verification/confirmation', { body: { token } });
    expect(confirmed.body.user).toMatchObject({
      emailVerified: true,
      university: false,
      writingRight: false,
    });
  }
});

test("[SF-08] verification: a link opened in another account's session stays unused for its owner", async () => {
  const stranger = await makeUser(testApp, { right: false });
  const browser = testApp.browser();
  await browser.call('POST /api/accounts', { body: signUpBody('owner@korea.ac.kr') });
  await browser.call('POST /api/session', { body: { email: 'owner@korea.ac.kr', password: PASSWORD } });
  const { token } = linkOf(await waitForMail(testApp, 'owner@korea.ac.kr'));
  const stolen = await stranger.browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(stolen.problem?.code).toBe('token.spent');
  expect(
    (await testApp.browser().call('POST /api/verification/confirmation', { body: { token } })).status,
  ).toBe(401);
  expect((await browser.call('POST /api/verification/confirmation', { body: { token } })).status).toBe(200);
});

test('[CA-02] verification: an expired link is refused', async () => {
  const browser = testApp.browser();
  await browser.call('POST /api/accounts', { body: signUpBody('late@korea.ac.kr') });
  await browser.call('POST /api/session', { body: { email: 'late@korea.ac.kr', password: PASSWORD } });
  const { token } = linkOf(await waitForMail(testApp, 'late@korea.ac.kr'));
  await testApp.database.change(
    `UPDATE tokens SET expires_at = now() - interval '1 second' WHERE email = 'late@korea.ac.kr'`,
  );
  const answer = await browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(answer.problem?.code).toBe('token.spent');
});

test('[ST-03] opening the profile: checks the right again; the operator’s decision takes precedence', async () => {
  const user = await makeUser(testApp, { right: false, verified: true });
  const open = async () => (await user.browser.call('GET /api/profile', {})).body.user.writingRight;
  expect((await user.browser.call('GET /api/session', {})).body.user?.writingRight).toBe(false);
  expect(await open()).toBe(true);
  await testApp.database.transaction((transaction) =>
    overrideWritingRight(transaction, testApp.campus, user.id, false),
  );
  expect(await open()).toBe(false);
  await testApp.database.transaction((transaction) =>
    overrideWritingRight(transaction, testApp.campus, user.id, null),
  );
  expect(await open()).toBe(true);
  const guest = await makeUser(testApp, { right: false, verified: true, email: 'granted@example.com' });
  await testApp.database.transaction((transaction) =>
    overrideWritingRight(transaction, testApp.campus, guest.id, true),
  );
  expect((await guest.browser.call('GET /api/profile', {})).body.user.writingRight).toBe(true);
});

test('[CA-02] password reset: a reset link sets the password once and ends every session', async () => {
  const user = await makeUser(testApp, { email: 'reset@korea.ac.kr' });
  const asked = await testApp
    .browser()
    .call('POST /api/password-reset', { body: { email: 'Reset@korea.ac.kr' } });
  expect(asked.status).toBe(202);
  const { token } = linkOf(await waitForMail(testApp, 'reset@korea.ac.kr'));
  const confirm = (password: string) =>
    testApp.browser().call('POST /api/password-reset/confirmation', { body: { token, password } });
  expect((await confirm('short')).problem?.fields).toEqual([{ field: 'password', code: 'password.short' }]);
  expect((await confirm('a new password')).status).toBe(204);
  expect((await confirm('a second one')).problem?.code).toBe('token.spent');
  expect((await user.browser.call('GET /api/profile', {})).status).toBe(401);
  const signIn = (password: string) =>
    testApp.browser().call('POST /api/session', { body: { email: 'reset@korea.ac.kr', password } });
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn('a new password')).status).toBe(201);
});

test('[SF-02] password reset: an unknown address gets the same answer and no mail', async () => {
  const before = testApp.mails.length;
  const answer = await testApp
    .browser()
    .call('POST /api/password-reset', { body: { email: 'unknown@korea.ac.kr' } });
  expect(answer).toMatchObject({ status: 202, body: undefined });
  expect(testApp.mails.length).toBe(before);
});

test('[SF-08] reset link used fifty times at once: one succeeds, and the link is never stored', async () => {
  await makeUser(testApp, { email: 'parallel@korea.ac.kr' });
  await testApp.browser().call('POST /api/password-reset', { body: { email: 'parallel@korea.ac.kr' } });
  const { token } = linkOf(await waitForMail(testApp, 'parallel@korea.ac.kr'));
  const dump = await testApp.database.rows(
    'SELECT tokens.*, outbox.* FROM tokens LEFT JOIN outbox ON token_id = tokens.id',
  );
  expect(JSON.stringify(dump)).not.toContain(token);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      testApp
        .browser()
        .call('POST /api/password-reset/confirmation', { body: { token, password: 'parallel one' } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 410)).toHaveLength(49);
});
