import { expect, test } from 'vitest';
import { linkOf, waitForMail } from '../../testing/mails.ts';
import { makeUser, PASSWORD, type MadeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';

// The operator's decision on a writing right, and the effect of a changed e-mail.

const testApp = await startTestApp();

const rightOf = async ({ browser }: MadeUser) =>
  (await browser.call('GET /api/profile', {})).body.user.writingRight;

/** Changes the e-mail and verifies the new one; returns the secret of the undo. */
async function moveTo({ browser, email }: MadeUser, to: string): Promise<string> {
  const changed = await browser.call('PUT /api/profile/email', { body: { email: to, password: PASSWORD } });
  expect(changed.body.user.writingRight).toBe(false);
  const { token } = linkOf(await waitForMail(testApp, to));
  const verified = await browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(verified.body.user.emailVerified).toBe(true);
  return linkOf(await waitForMail(testApp, email)).address.searchParams.get('undo') ?? '';
}

async function undo(user: MadeUser, token: string): Promise<MadeUser> {
  const browser = testApp.browser();
  const body = { token, password: PASSWORD };
  expect((await browser.call('POST /api/profile/email/undo', { body })).status).toBe(204);
  await browser.call('POST /api/session', { body: { email: user.email, password: PASSWORD } });
  return { ...user, browser };
}

test('[ST-03] right taken by the operator: stays taken through change, verification and undo of the e-mail', async () => {
  const user = await makeUser(testApp, { email: 'refused@korea.ac.kr' });
  await operate(testApp, 'student', 'take', user.id, '--reason', '도배');
  const secret = await moveTo(user, 'refused-again@korea.ac.kr');
  expect(await rightOf(user)).toBe(false);
  const back = await undo(user, secret);
  expect(await rightOf(back)).toBe(false);
  // Only the operator restores it.
  await operate(testApp, 'student', 'grant', user.id);
  expect(await rightOf(back)).toBe(true);
});

test('[ST-03] right granted by the operator: ends with the e-mail; an undo does not restore it', async () => {
  const guest = await makeUser(testApp, { right: false, verified: true, email: 'guest@example.com' });
  await operate(testApp, 'student', 'grant', guest.id, '--reason', '교환학생');
  expect(await rightOf(guest)).toBe(true);
  const secret = await moveTo(guest, 'guest-again@example.com');
  expect(await rightOf(guest)).toBe(false);
  expect(await rightOf(await undo(guest, secret))).toBe(false);
});

test('[ST-03] `student follow-rule` gives an account back to the rule', async () => {
  const user = await makeUser(testApp, { email: 'ruled@korea.ac.kr' });
  const guest = await makeUser(testApp, { right: false, verified: true, email: 'ruled@example.com' });
  await operate(testApp, 'student', 'take', user.id, '--reason', '도배');
  await operate(testApp, 'student', 'grant', guest.id);
  expect([await rightOf(user), await rightOf(guest)]).toEqual([false, true]);
  for (const { id } of [user, guest]) {
    const { code, output } = await operate(testApp, 'student', 'follow-rule', id, '--reason', '처리 완료');
    expect([code, output]).toEqual([0, expect.stringContaining(`student ${id} `)]);
    const facts = JSON.parse((await operate(testApp, 'student', 'show', id, '--json')).output) as object;
    expect(facts).toMatchObject({ operatorsWord: null, writingRight: id === user.id });
  }
  expect([await rightOf(user), await rightOf(guest)]).toEqual([true, false]);
});
