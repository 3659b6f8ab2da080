import { afterEach, expect, test } from 'vitest';
import { linkOf, waitForMail } from '../../../testing/mails.ts';
import { makeUser, PASSWORD, signUp as signUpOn, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../../../testing/test-app.ts';
import { mailboxOf, mailboxOfColumn } from './account-rows.ts';

let testApp: TestApp;
const start = async (options: TestAppOptions = {}) => void (testApp = await startTestApp(options));
afterEach(() => testApp.close());

const signUp = (email: string) => signUpOn(testApp, email);

const change = ({ browser }: Pick<MadeUser, 'browser'>, email: string) =>
  browser.call('PUT /api/profile/email', { body: { email, password: PASSWORD } });

const signIn = (email: string, password = PASSWORD) =>
  testApp.browser().call('POST /api/session', { body: { email, password } });

async function verify({ browser, email }: Pick<MadeUser, 'browser' | 'email'>) {
  const { token } = linkOf(await waitForMail(testApp, email));
  return (await browser.call('POST /api/verification/confirmation', { body: { token } })).body.user;
}

test('mailbox: has one account despite plus suffixes, also for eight concurrent sign-ups', async () => {
  await start();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      signUp(number ? `many+${number}@korea.ac.kr` : 'many@korea.ac.kr'),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'email.exists')).toHaveLength(7);
  const other = await makeUser(testApp, { email: 'other@korea.ac.kr' });
  expect((await change(other, 'MANY+x@korea.ac.kr')).problem?.code).toBe('email.exists');
  // An alias of the own mailbox is allowed.
  expect((await change(other, 'other+library@korea.ac.kr')).status).toBe(200);
  // The part before a plus is a name; a plus without a name before it is no alias.
  expect((await signUp('+many@korea.ac.kr')).status).toBe(201);
  expect((await signUp('+other@korea.ac.kr')).status).toBe(201);
});

test('mailbox owner: signs in by any of its addresses; mail goes to the stored one', async () => {
  await start();
  expect((await signUp('owner+squat@korea.ac.kr')).status).toBe(201);
  // The owner finds the mailbox in use, and recovers it by a mailed link.
  expect((await signUp('owner@korea.ac.kr')).code).toBe('email.exists');
  await testApp.browser().call('POST /api/password-reset', { body: { email: 'owner@korea.ac.kr' } });
  await expect
    .poll(() => testApp.mails.filter(({ text }) => text.includes('/reset?')).map(({ to }) => to))
    .toEqual(['owner+squat@korea.ac.kr']);
  const { token } = linkOf(await waitForMail(testApp, 'owner+squat@korea.ac.kr'));
  const body = { token, password: 'a brand new one' };
  expect((await testApp.browser().call('POST /api/password-reset/confirmation', { body })).status).toBe(204);
  expect((await signIn('owner+squat@korea.ac.kr')).status).toBe(401);
  const signedIn = await signIn('owner@korea.ac.kr', 'a brand new one');
  expect(signedIn.body.user).toMatchObject({ email: 'owner+squat@korea.ac.kr' });
  // An address of an unverified change is not reserved.
  const squatter = await makeUser(testApp, { email: 'squatter@korea.ac.kr' });
  expect((await change(squatter, 'victim+squat@korea.ac.kr')).status).toBe(200);
  expect((await signUp('victim@korea.ac.kr')).status).toBe(201);
  expect((await squatter.browser.call('GET /api/session', {})).body.user).toMatchObject({
    email: 'squatter@korea.ac.kr',
  });
});

test('older accounts that share a mailbox: keep addresses, right and their own passwords', async () => {
  await start();
  const one = await makeUser(testApp, { email: 'twin+1@korea.ac.kr' });
  const two = await makeUser(testApp, { email: 'twin+2@korea.ac.kr' });
  const late = await makeUser(testApp, { email: 'twin+3@korea.ac.kr', verified: false, right: false });
  for (const user of [one, two]) {
    expect((await user.browser.call('GET /api/profile', {})).body.user).toMatchObject({
      writingRight: true,
    });
    expect((await signIn(user.email)).body.user).toMatchObject({ id: user.id });
  }
  // A verified address belongs to its account: an undo restores it.
  await change(two, 'elsewhere@example.com');
  const undo = linkOf(await waitForMail(testApp, two.email)).address.searchParams.get('undo') ?? '';
  const body = { token: undo, password: PASSWORD };
  expect((await testApp.browser().call('POST /api/profile/email/undo', { body })).status).toBe(204);
  expect((await signIn(two.email)).body.user).toMatchObject({ id: two.id, email: 'twin+2@korea.ac.kr' });
  // The mailbox already granted its right.
  await late.browser.call('POST /api/verification', {});
  expect(await verify(late)).toMatchObject({ emailVerified: true, writingRight: false });
});

test('limits: count a mailbox, not its plus suffixes', async () => {
  await start({ limited: true });
  await signUp('counted@korea.ac.kr');
  const statuses: number[] = [];
  for (let number = 0; number < 11; number += 1)
    statuses.push((await signIn(`counted+${number}@korea.ac.kr`, 'wrong')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
  const resets = await Promise.all(
    Array.from({ length: 6 }, async (_, number) => {
      const body = { email: `counted+${number}@korea.ac.kr` };
      return (await testApp.browser().call('POST /api/password-reset', { body })).status;
    }),
  );
  expect(resets.toSorted()).toEqual([202, 202, 202, 202, 202, 429]);
});

test('limits count a mailbox, not its dots', async () => {
  await start({ limited: true });
  const statuses: number[] = [];
  for (let number = 0; number < 11; number += 1) {
    const email = number % 2 ? 'coun.ted@gmail.com' : 'c.ounted@googlemail.com';
    statuses.push((await signIn(email, 'wrong')).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429]);
});

test('plusIsAlias off: addresses with different plus suffixes are different accounts', async () => {
  await start();
  testApp.campus.settings.university.plusIsAlias = false;
  for (const email of ['name@korea.ac.kr', 'name+1@korea.ac.kr']) {
    const user = await signUp(email);
    expect(user.status).toBe(201);
    expect(await verify(user)).toMatchObject({ email, writingRight: true });
  }
  expect((await signUp('name+1@example.com')).status).toBe(201);
  expect((await signUp('name@example.com')).code).toBe('email.exists');
  expect((await signIn('name+2@korea.ac.kr')).status).toBe(401);
});

test('database and server see the same mailbox in an address', async () => {
  await start();
  for (const [email, mailbox] of [
    ['name+word@korea.ac.kr', 'name@korea.ac.kr'],
    ['Name+a+b@korea.ac.kr', 'name@korea.ac.kr'],
    ['name@korea.ac.kr', 'name@korea.ac.kr'],
    ['name+@korea.ac.kr', 'name@korea.ac.kr'],
    ['+word@korea.ac.kr', '+word@korea.ac.kr'],
  ] as const) {
    expect(mailboxOf(email)).toBe(mailbox);
    const sql = `SELECT ${mailboxOfColumn('lower($1::text)')} AS mailbox`;
    expect(await testApp.database.first(sql, [email])).toEqual({ mailbox });
  }
});
