import { expect, test } from 'vitest';
import { linkOf } from '../../../testing/mails.ts';
import { makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

// A user changes the address three times: the first two are verified, the third is not.

const testApp = await startTestApp();

/** Returns the secret of the newest mail to the address with a link to such a page. */
async function secretTo(address: string, page: '/verify?token=' | '/reset?token=' | '/reset?undo=') {
  const find = () => testApp.mails.findLast(({ to, text }) => to === address && text.includes(page));
  await expect.poll(find).toBeDefined();
  const mail = find();
  return mail ? ([...linkOf(mail).address.searchParams.values()][0] ?? '') : '';
}

const change = ({ browser }: MadeUser, email: string, password = PASSWORD) =>
  browser.call('PUT /api/profile/email', { body: { email, password } });

const confirm = ({ browser }: MadeUser, token: string) =>
  browser.call('POST /api/verification/confirmation', { body: { token } });

const undo = async (token: string, password = 'mine again') =>
  (await testApp.browser().call('POST /api/profile/email/undo', { body: { token, password } })).problem?.code;

async function signIn(user: MadeUser, email: string, password = 'mine again'): Promise<MadeUser> {
  const browser = testApp.browser();
  const { status } = await browser.call('POST /api/session', { body: { email, password } });
  expect(status).toBe(201);
  return { ...user, browser };
}

const profileOf = async ({ browser }: MadeUser) => (await browser.call('GET /api/profile', {})).body.user;

async function changeThrice(name: string) {
  const [first, second, third, last] = [
    `${name}1@korea.ac.kr`,
    `${name}2@korea.ac.kr`,
    `${name}3@example.com`,
    `${name}4@example.com`,
  ] as const;
  const user = await makeUser(testApp, { email: first });
  expect((await change(user, second)).status).toBe(200);
  expect((await confirm(user, await secretTo(second, '/verify?token='))).status).toBe(200);
  expect((await change(user, third)).status).toBe(200);
  expect((await change(user, last)).status).toBe(200);
  const undos = {
    first: await secretTo(first, '/reset?undo='),
    second: await secretTo(second, '/reset?undo='),
    third: await secretTo(third, '/reset?undo='),
  };
  return { user, first, second, third, last, undos };
}

test('undo of the last of three changes: restores the earlier state, earlier links stay valid', async () => {
  const { user, first, second, third, undos } = await changeThrice('deep');
  expect(await undo(undos.third)).toBeUndefined();
  const back = await signIn(user, third);
  expect(await profileOf(back)).toMatchObject({ email: third, emailVerified: false, writingRight: false });
  // The last verified address can reset the password again.
  await testApp.browser().call('POST /api/password-reset', { body: { email: third } });
  expect(await secretTo(second, '/reset?token=')).not.toBe('');
  expect(await undo(undos.third)).toBe('token.spent');
  expect(await undo(undos.first)).toBeUndefined();
  expect(await profileOf(await signIn(user, first))).toMatchObject({ email: first, emailVerified: true });
});

test('undo of the middle change: also reverts the last and its link, not the first', async () => {
  const { user, first, second, undos } = await changeThrice('middle');
  expect(await undo(undos.second)).toBeUndefined();
  expect(await profileOf(await signIn(user, second))).toMatchObject({
    email: second,
    emailVerified: true,
    university: true,
    writingRight: true,
  });
  expect(await undo(undos.third)).toBe('token.spent');
  expect(await undo(undos.second)).toBe('token.spent');
  expect(await undo(undos.first)).toBeUndefined();
  expect(await profileOf(await signIn(user, first))).toMatchObject({ email: first, emailVerified: true });
});

test('undo of the first change: reverts all three, and ends their sessions and links', async () => {
  const { user, first, second, third, last, undos } = await changeThrice('whole');
  const verification = await secretTo(last, '/verify?token=');
  await testApp.browser().call('POST /api/password-reset', { body: { email: last } });
  const reset = await secretTo(second, '/reset?token=');
  expect(await undo(undos.first)).toBeUndefined();
  expect((await user.browser.call('GET /api/profile', {})).problem?.code).toBe('session.required');
  const back = await signIn(user, first);
  expect(await profileOf(back)).toMatchObject({ email: first, emailVerified: true, writingRight: true });
  for (const spent of [undos.first, undos.second, undos.third]) expect(await undo(spent)).toBe('token.spent');
  expect((await confirm(back, verification)).problem?.code).toBe('token.spent');
  const body = { token: reset, password: 'a thief’s' };
  const answer = await testApp.browser().call('POST /api/password-reset/confirmation', { body });
  expect(answer.problem?.code).toBe('token.spent');
  for (const email of [second, third, last])
    for (const password of [PASSWORD, 'mine again'])
      expect(
        (await testApp.browser().call('POST /api/session', { body: { email, password } })).problem?.code,
      ).toBe('session.credentials');
});

test('first link: also reverts changes undone and repeated since', async () => {
  const { user, first, last, undos } = await changeThrice('again');
  expect(await undo(undos.second, 'a thief’s')).toBeUndefined();
  const thief = await signIn(user, 'again2@korea.ac.kr', 'a thief’s');
  expect((await change(thief, last, 'a thief’s')).status).toBe(200);
  const newest = await secretTo('again2@korea.ac.kr', '/reset?undo=');
  expect(await undo(undos.first)).toBeUndefined();
  expect((await thief.browser.call('GET /api/profile', {})).problem?.code).toBe('session.required');
  expect(await undo(newest)).toBe('token.spent');
  expect(await profileOf(await signIn(user, first))).toMatchObject({ email: first, emailVerified: true });
});
