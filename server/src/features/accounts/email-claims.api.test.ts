import { expect, test } from 'vitest';
import { linkOf } from '../../../testing/mails.ts';
import { makeUser, PASSWORD, signUp as signUpOn, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp();

const signUp = (email: string) => signUpOn(testApp, email);

const change = ({ browser }: Pick<MadeUser, 'browser'>, email: string) =>
  browser.call('PUT /api/profile/email', { body: { email, password: PASSWORD } });

const profileOf = async ({ browser }: Pick<MadeUser, 'browser'>) =>
  (await browser.call('GET /api/session', {})).body.user;

async function mailTo(address: string, words: string) {
  const find = () => testApp.mails.findLast(({ to, text }) => to === address && text.includes(words));
  await expect.poll(find).toBeDefined();
  const mail = find();
  if (!mail) throw new Error(`no mail to ${address}`);
  return mail;
}

async function verify({ browser }: Pick<MadeUser, 'browser'>, email: string) {
  const { token } = linkOf(await mailTo(email, '/verify?token='));
  return browser.call('POST /api/verification/confirmation', { body: { token } });
}

test('unverified new address: yields to a sign-up; its account is reverted and notified', async () => {
  const squatter = await makeUser(testApp, { email: 'squatter@korea.ac.kr' });
  expect((await change(squatter, 'owner@korea.ac.kr')).status).toBe(200);
  await mailTo('owner@korea.ac.kr', '/verify?token=');
  const owner = await signUp('owner@korea.ac.kr');
  expect(owner.status).toBe(201);
  expect(await profileOf(owner)).toMatchObject({ email: 'owner@korea.ac.kr', emailVerified: false });
  // The change has sent one there already.
  await expect.poll(() => testApp.mails.filter(({ to }) => to === 'owner@korea.ac.kr')).toHaveLength(2);
  expect(await profileOf(squatter)).toMatchObject({
    id: squatter.id,
    email: 'squatter@korea.ac.kr',
    emailVerified: true,
    university: true,
    writingRight: true,
  });
  expect((await mailTo('squatter@korea.ac.kr', '/login')).subject).toContain('이전 주소로 돌아왔습니다');
  expect((await verify(owner, 'owner@korea.ac.kr')).body.user).toMatchObject({ writingRight: true });
});

test('account never verified: reverts to its sign-up address, also against another change of address', async () => {
  const first = await signUp('never@korea.ac.kr');
  await change(first, 'wanted@example.com');
  await change(first, 'wanted-more@example.com');
  const other = await makeUser(testApp);
  expect((await change(other, 'wanted-more@example.com')).status).toBe(200);
  expect(await profileOf(first)).toMatchObject({ email: 'never@korea.ac.kr', emailVerified: false });
  expect(await profileOf(other)).toMatchObject({ email: 'wanted-more@example.com' });
});

test('[ER-03] address reserved by sign-up, or verified: yields only to the owner of its mailbox', async () => {
  const squatter = await signUp('victim@korea.ac.kr');
  const mover = await makeUser(testApp, { email: 'mover@korea.ac.kr' });
  await change(mover, 'moved@example.com');
  expect((await verify(mover, 'moved@example.com')).status).toBe(200);
  const other = await makeUser(testApp);
  for (const taken of ['victim@korea.ac.kr', 'moved@example.com']) {
    expect((await signUp(taken)).code).toBe('email.exists');
    expect((await change(other, taken)).problem?.code).toBe('email.exists');
  }
  await testApp.browser().call('POST /api/password-reset', { body: { email: squatter.email } });
  const { token } = linkOf(await mailTo(squatter.email, '/reset?token='));
  const body = { token, password: 'mine now' };
  expect((await testApp.browser().call('POST /api/password-reset/confirmation', { body })).status).toBe(204);
  expect(await profileOf(squatter)).toBeNull();
});

test('last verified address: reserved until the new one is verified and its undo expires', async () => {
  const address = 'reserved@korea.ac.kr';
  const user = await makeUser(testApp, { email: address });
  const other = await makeUser(testApp);
  const expectTaken = async () => {
    expect((await signUp(address)).code).toBe('email.exists');
    expect((await change(other, address)).problem?.code).toBe('email.exists');
  };
  const endUndo = () =>
    testApp.database.change(
      `UPDATE tokens SET expires_at = now() - interval '1 second' WHERE purpose = 'undo' AND email = $1`,
      [address],
    );
  await change(user, 'unverified@example.com');
  await expectTaken();
  await endUndo();
  await expectTaken();
  // Its own user may return to it at any time.
  expect((await change(user, address)).status).toBe(200);
  expect((await verify(user, address)).status).toBe(200);
  await change(user, 'verified@example.com');
  expect((await verify(user, 'verified@example.com')).status).toBe(200);
  await expectTaken();
  await endUndo();
  expect((await signUp(address)).status).toBe(201);
});

test('concurrent sign-ups and a verification of one address: exactly one gets it', async () => {
  const user = await makeUser(testApp, { email: 'racing@korea.ac.kr' });
  const address = 'contested@korea.ac.kr';
  await change(user, address);
  await mailTo(address, '/verify?token=');
  const [verified, ...signUps] = await Promise.all([
    verify(user, address),
    ...Array.from({ length: 10 }, () => signUp(address)),
  ]);
  const won = signUps.filter(({ status }) => status === 201).length;
  expect([won, signUps.filter(({ code }) => code === 'email.exists').length]).toEqual([won, 10 - won]);
  expect([won, verified.status]).toEqual(won === 1 ? [1, 410] : [0, 200]);
  expect((await profileOf(user))?.email).toBe(won === 1 ? 'racing@korea.ac.kr' : address);
});
