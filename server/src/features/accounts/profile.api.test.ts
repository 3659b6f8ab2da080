import { expect, test } from 'vitest';
import { openReplies } from '../../../testing/event-reader.ts';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { type MadeUser, makePost, makeReply, makeUser, PASSWORD } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp();

const signIn = (email: string, password: string) =>
  testApp.browser().call('POST /api/session', { body: { email, password } });

/** Signs the same user in on another device. */
async function onAnotherDevice(user: MadeUser): Promise<MadeUser> {
  const browser = testApp.browser();
  await browser.call('POST /api/session', { body: { email: user.email, password: PASSWORD } });
  return { ...user, browser };
}

test('nickname: a changed nickname shows on old posts and replies too', async () => {
  const user = await makeUser(testApp);
  const postId = await makePost(user);
  await makeReply(user, postId);
  const changed = await user.browser.call('PUT /api/profile/nickname', {
    body: { nickname: '새이름'.normalize('NFD') },
  });
  expect(changed.body.user.nickname).toBe('새이름');
  expect((await user.browser.call('GET /api/posts/{id}', { path: { id: postId } })).body.nickname).toBe(
    '새이름',
  );
  const { replies } = (await user.browser.call('GET /api/posts/{id}/replies', { path: { id: postId } })).body;
  expect(replies[0]?.nickname).toBe('새이름');
});

test('[VA-12] nickname: every nickname rule is the server’s', async () => {
  const user = await makeUser(testApp);
  const refusal = async (nickname: string) =>
    (await user.browser.call('PUT /api/profile/nickname', { body: { nickname } })).problem?.fields?.[0]?.code;
  expect(await refusal('')).toBe('nickname.required');
  for (const wrong of ['두 글자', '별★', 'ㅋㅋ', 'ａｂｃ', 'a\u200bb'])
    expect(await refusal(wrong)).toBe('nickname.characters');
  for (const wrong of ['가', '열한글자가넘는닉네임들']) expect(await refusal(wrong)).toBe('nickname.length');
  for (const wrong of ['AdMin1', '마당지기', '운영자님', 'webmaster', '고려대학교', '고려대']) {
    expect(await refusal(wrong)).toBe('nickname.reserved');
  }
  expect(await refusal('고려대생')).toBeUndefined();
});

test('[CA-03] password: the old password re-authenticates; other sessions end, this one stays', async () => {
  const user = await makeUser(testApp);
  const other = await onAnotherDevice(user);
  const change = (oldPassword: string, password: string) =>
    user.browser.call('PUT /api/profile/password', { body: { oldPassword, password } });
  expect((await change('wrong', 'a new one')).problem?.code).toBe('account.reauthentication');
  expect((await change(PASSWORD, 'short')).problem?.fields).toEqual([
    { field: 'password', code: 'password.short' },
  ]);
  expect((await change(PASSWORD, 'a new one')).status).toBe(204);
  expect((await user.browser.call('GET /api/profile', {})).status).toBe(200);
  expect((await other.browser.call('GET /api/profile', {})).status).toBe(401);
  expect((await signIn(user.email, PASSWORD)).status).toBe(401);
  expect((await signIn(user.email, 'a new one')).status).toBe(201);
});

test('[CA-04] session endpoint: returns the user or null; an ended session’s streams close within 2 s', async () => {
  const user = await makeUser(testApp);
  const other = await onAnotherDevice(user);
  const postId = await makePost(user);
  const stream = await openReplies(other, postId);
  expect((await other.browser.call('GET /api/session', {})).body.user?.id).toBe(user.id);
  await user.browser.call('PUT /api/profile/password', {
    body: { oldPassword: PASSWORD, password: 'a new one' },
  });
  await stream.until(() => stream.closed, 2_000);
  expect((await other.browser.call('GET /api/session', {})).body.user).toBeNull();
  expect((await other.browser.call('GET /api/profile', {})).problem?.code).toBe('session.required');
});

test('[ST-04] [CA-03] change: resets verification and right, and recomputes the university flag', async () => {
  const user = await makeUser(testApp, { email: 'moving@korea.ac.kr' });
  const other = await onAnotherDevice(user);
  const change = (email: string, password = PASSWORD) =>
    user.browser.call('PUT /api/profile/email', { body: { email, password } });
  const taken = await makeUser(testApp);
  // Only a user with the password learns that an address is taken.
  for (const email of ['new@example.com', taken.email])
    expect((await change(email, 'wrong')).problem?.code).toBe('account.reauthentication');
  expect((await change('no address')).problem?.fields).toEqual([{ field: 'email', code: 'email.pattern' }]);
  expect((await change(taken.email.toUpperCase())).problem?.code).toBe('email.exists');
  const changed = await change('New@Example.com');
  expect(changed.body.user).toMatchObject({
    email: 'new@example.com',
    university: false,
    emailVerified: false,
    writingRight: false,
  });
  expect((await other.browser.call('GET /api/profile', {})).status).toBe(401);
  expect((await signIn('moving@korea.ac.kr', PASSWORD)).status).toBe(401);
  expect((await signIn('new@example.com', PASSWORD)).status).toBe(201);
  const back = await change('again@korea.ac.kr');
  expect(back.body.user).toMatchObject({ university: true, emailVerified: false, writingRight: false });
  const { token } = linkOf(await waitForMail(testApp, 'again@korea.ac.kr'));
  const confirmed = await user.browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(confirmed.body.user.writingRight).toBe(true);
});

test('[SF-09] e-mail: a link for the old address cannot verify the new one', async () => {
  const user = await makeUser(testApp, {
    right: false,
    verified: false,
    email: 'old-link@korea.ac.kr',
  });
  await user.browser.call('POST /api/verification', {});
  const { token } = linkOf(await waitForMail(testApp, 'old-link@korea.ac.kr'));
  await user.browser.call('PUT /api/profile/email', {
    body: { email: 'new-link@korea.ac.kr', password: PASSWORD },
  });
  const answer = await user.browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(answer.problem?.code).toBe('token.spent');
});
