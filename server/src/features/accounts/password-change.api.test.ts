import { expect, test } from 'vitest';
import { beginFreshWindow } from '../../../testing/limit-windows.ts';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

beginFreshWindow();

const testApp = await startTestApp({ limited: true });

const change = ({ browser }: MadeUser, oldPassword: string, password: string) =>
  browser.call('PUT /api/profile/password', { body: { oldPassword, password } });

test('a reset link stays good through changes of the password, to the same one too', async () => {
  const user = await makeUser(testApp, { email: 'besieged@korea.ac.kr' });
  await testApp.browser().call('POST /api/password-reset', { body: { email: user.email } });
  const { token } = linkOf(await waitForMail(testApp, user.email));
  expect((await change(user, PASSWORD, PASSWORD)).status).toBe(204);
  expect((await change(user, PASSWORD, 'another one')).status).toBe(204);
  const body = { token, password: 'mine again' };
  expect((await testApp.browser().call('POST /api/password-reset/confirmation', { body })).status).toBe(204);
  expect((await change(user, 'another one', PASSWORD)).problem?.code).toBe('session.required');
});

test('check of a link: uses nothing up, and answers alike for used, unknown, foreign ones', async () => {
  await makeUser(testApp, { email: 'asking@korea.ac.kr' });
  const browser = testApp.browser();
  await browser.call('POST /api/password-reset', { body: { email: 'asking@korea.ac.kr' } });
  const { token } = linkOf(await waitForMail(testApp, 'asking@korea.ac.kr'));
  const check = async (query: { token: string; purpose: 'reset' | 'undo' }) =>
    (await testApp.browser().call('GET /api/password-reset', { query })).body;
  for (const usable of [true, true]) expect(await check({ token, purpose: 'reset' })).toEqual({ usable });
  expect(await check({ token, purpose: 'undo' })).toEqual({ usable: false });
  const body = { token, password: 'a new password' };
  expect((await browser.call('POST /api/password-reset/confirmation', { body })).status).toBe(204);
  for (const dead of [token, 'x'.repeat(43)])
    expect(await check({ token: dead, purpose: 'reset' })).toEqual({ usable: false });
});

test('its owner is notified of a changed password, where reset mails go', async () => {
  const user = await makeUser(testApp, { email: 'told@korea.ac.kr' });
  await change(user, PASSWORD, 'another one');
  const mail = await waitForMail(testApp, 'told@korea.ac.kr');
  expect(mail.subject).toContain('비밀번호가 변경되었습니다');
  expect(linkOf(mail)).toMatchObject({ address: { pathname: '/sendPasswordResetEmail', search: '' } });

  await user.browser.call('PUT /api/profile/email', {
    body: { email: 'thief@example.com', password: 'another one' },
  });
  await waitForMail(testApp, 'thief@example.com');
  const before = testApp.mails.length;
  await change(user, 'another one', PASSWORD);
  // Not to the new address, which is unverified.
  await expect.poll(() => testApp.mails.slice(before).map(({ to }) => to)).toEqual(['told@korea.ac.kr']);
});

test('a password is changed ten times a day', async () => {
  const user = await makeUser(testApp);
  for (let time = 0; time < 10; time += 1) expect((await change(user, PASSWORD, PASSWORD)).status).toBe(204);
  expect((await change(user, PASSWORD, PASSWORD)).problem?.code).toBe('limit.reached');
});
