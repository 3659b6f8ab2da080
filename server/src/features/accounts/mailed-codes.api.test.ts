import { createHash } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { beginFreshWindow } from '../../../testing/limit-windows.ts';
import { codeOf, type Codes, codesOn, tally } from '../../../testing/mailed-codes.ts';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { InstallationKeys } from '../../lib/installation-keys.ts';
import type { Mail } from '../../mail/mailer.ts';
import { composeAccountMail } from './mails.ts';
import { sweepTokens } from './tokens.ts';

const NEW = 'a better password';

const testApp = await startTestApp();

const codes: Codes = codesOn(testApp);

test('[PH-14] sign-up and new mail: carry a code that verifies the address once, ending the link', async () => {
  const { terms, privacy } = testApp.campus;
  const [email, browser] = [codes.nextEmail(), testApp.browser()];
  const versions = { termsVersion: terms.version, privacyVersion: privacy.version };
  const body = { name: '김고대', email, nickname: '코드학생', password: PASSWORD, ...versions };
  await browser.call('POST /api/accounts', { body });
  const mail = await waitForMail(testApp, email);
  expect(codeOf(mail)).toMatch(/^\d{6}$/);
  const { token } = linkOf(mail);
  const answer = await browser.call('POST /api/verification/code', { body: { code: codeOf(mail) } });
  expect(answer.body.user).toMatchObject({ email, emailVerified: true, writingRight: true });
  const byLink = await browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(byLink.problem?.code).toBe('token.spent');
  expect(await codes.verify({ browser }, codeOf(mail))).toBe('token.spent');
});

test('[PH-14] a used link ends the code: of verification, and of a reset', async () => {
  const user = await codes.makeUnverified();
  const mail = await codes.mailVerification(user);
  const { token } = linkOf(mail);
  expect((await user.browser.call('POST /api/verification/confirmation', { body: { token } })).status).toBe(
    200,
  );
  expect(await codes.verify(user, codeOf(mail))).toBe('token.spent');

  const { cookie, mail: resetMail } = await codes.mailReset(user.email);
  const body = { token: linkOf(resetMail).token, password: NEW };
  expect((await testApp.browser().call('POST /api/password-reset/confirmation', { body })).status).toBe(204);
  expect(await codes.reset(cookie, codeOf(resetMail), 'and another one')).toBe('token.spent');
  expect(await codes.signIn(user.email, NEW)).toBe(201);
});

test('[PH-14] reset code: sets a password once, ends every session and the link', async () => {
  const user = await makeUser(testApp, { email: codes.nextEmail() });
  const { cookie, mail } = await codes.mailReset(user.email);
  expect(await codes.reset(cookie, codeOf(mail))).toBe(204);
  expect((await user.browser.call('GET /api/session', {})).body.user).toBeNull();
  expect([await codes.signIn(user.email, NEW), await codes.signIn(user.email, PASSWORD)]).toEqual([201, 401]);
  expect(await codes.reset(cookie, codeOf(mail), 'and another one')).toBe('token.spent');
  const body = { token: linkOf(mail).token, password: 'and another one' };
  const byLink = await testApp.browser().call('POST /api/password-reset/confirmation', { body });
  expect(byLink.problem?.code).toBe('token.spent');
});

test('[PH-14] code: valid for ten minutes', async () => {
  const user = await codes.makeUnverified();
  const code = codeOf(await codes.mailVerification(user));
  const left = await testApp.database.first<{ seconds: number }>(
    `SELECT extract(epoch FROM mailed_codes.expires_at - now())::int AS seconds
       FROM mailed_codes JOIN tokens ON tokens.id = token_id WHERE email = $1`,
    [user.email],
  );
  expect(left?.seconds).toBeGreaterThan(570);
  expect(left?.seconds).toBeLessThanOrEqual(600);
  await codes.endCodes();
  expect(await codes.verify(user, code)).toBe('mailedCode.spent');
  await sweepTokens(testApp.database);
  expect(await codes.triesOf(user.email)).toEqual([]);
});

test('[PH-14] stored code: a keyed hash for its link; the browser’s secret has another', async () => {
  const user = await codes.makeUnverified();
  const code = codeOf(await codes.mailVerification(user));
  const [row, ...others] = await testApp.database.rows<Record<'holder_hash' | 'hash' | 'token_id', unknown>>(
    `SELECT holder_hash, mailed_codes.hash, token_id FROM mailed_codes JOIN tokens ON tokens.id = token_id WHERE email = $1`,
    [user.email],
  );
  expect(others).toEqual([]);
  const text = `mailed code ${String(row?.token_id)} ${code}`;
  const hash = Buffer.from(row?.hash as Uint8Array).toString('hex');
  expect(hash).toBe(testApp.keys.mac('mailedCode', text).toString('hex'));
  for (const plain of [code, text]) expect(hash).not.toBe(createHash('sha256').update(plain).digest('hex'));
  const holder = createHash('sha256').update(user.browser.cookie.replace('madang=', '')).digest('hex');
  expect(Buffer.from(row?.holder_hash as Uint8Array).toString('hex')).toBe(holder);
});

test('[PH-14] late mail: carries its link alone; a mail sent again carries a new code', async () => {
  const sent: Mail[] = [];
  let refused = 1;
  const site = await startTestApp({
    mailer: {
      async send(mail) {
        sent.push(mail);
        if ((refused -= 1) >= 0) throw new Error('421 try later');
      },
      close() {},
    },
  });
  onTestFinished(() => site.close());
  const user = await makeUser(site, { verified: false });
  await user.browser.call('POST /api/verification', {});
  await expect.poll(() => sent.length, { timeout: 15_000 }).toBe(2);
  const [first, second] = sent.map(codeOf);
  const outcome = async (code = '') =>
    (await user.browser.call('POST /api/verification/code', { body: { code } })).status;
  if (first !== second) expect(await outcome(first)).toBe(422);
  expect(await outcome(second)).toBe(200);

  const late = await makeUser(site, { verified: false });
  const entry = await site.database.transaction(async (transaction) => {
    await transaction.change(
      `INSERT INTO tokens (id, account_id, purpose, email, expires_at)
       VALUES (gen_random_uuid(), $1, 'verification', $2, now() + interval '1 day')`,
      [late.id, late.email],
    );
    const token = await transaction.first<{ id: string }>('SELECT id FROM tokens WHERE account_id = $1', [
      late.id,
    ]);
    await transaction.change(
      `INSERT INTO mailed_codes (holder_hash, token_id, expires_at) VALUES ('\\x01', $1, now() - interval '1 s')`,
      [token?.id],
    );
    const write = composeAccountMail(site.campus, site.origin, new InstallationKeys());
    const about = { id: 'one', accountId: late.id, tokenId: token?.id ?? '', recipient: late.email };
    return write(transaction, { ...about, kind: 'verification' });
  });
  expect(entry?.text).toContain('/verify?token=');
  expect(entry?.text).not.toMatch(/코드|\{/);
});

test('[PH-14] tries: also limited to thirty an hour per student, whatever mails they request', async () => {
  const site = await startTestApp({ limited: true });
  onTestFinished(() => site.close());
  const { browser } = await makeUser(site, { verified: false });
  beginFreshWindow();
  const answers: (string | number)[] = [];
  for (let time = 0; time < 31; time += 1) {
    const { problem, status } = await browser.call('POST /api/verification/code', {
      body: { code: '123456' },
    });
    answers.push(problem?.code ?? status);
  }
  expect(tally(answers)).toEqual({ 'mailedCode.spent': 30, 'limit.reached': 1 });
  expect(answers[30]).toBe('limit.reached');
});

test('[PH-14] withdrawal: deletes the student’s codes', async () => {
  const user = await codes.makeUnverified();
  await codes.mailVerification(user);
  const holder = createHash('sha256').update(user.browser.cookie.replace('madang=', '')).digest();
  const held = () => testApp.database.rows('SELECT tries FROM mailed_codes WHERE holder_hash = $1', [holder]);
  expect(await held()).toEqual([{ tries: 0 }]);
  const left = await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(left.status).toBe(204);
  expect(await held()).toEqual([]);
});
