import { randomUUID } from 'node:crypto';
import type { SanctionKind } from '@madang/contract/moderation/rules';
import { beforeEach, expect, inject, test } from 'vitest';
import { makeUser, PASSWORD, signUp, type MadeUser, userAt } from '../../../testing/makers.ts';
import { giveRole, makeStaff, giveSanction, tokenIn } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

let author: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
const [operator, moderator, reporter] = [
  await makeStaff(testApp),
  await makeStaff(testApp, ['main-hall']),
  await makeUser(testApp),
];
const others: TestApp[] = inject('engine') === 'postgres' ? [await testApp.another()] : [];
beforeEach(async () => {
  author = await makeUser(testApp, { email: `${randomUUID()}@korea.ac.kr` });
});

const sanction = (user: MadeUser, kind: SanctionKind, days = 7, by = operator) =>
  giveSanction(testApp, { user, reporter, by }, kind, days);
const end = (user: MadeUser) =>
  testApp.database.change('UPDATE sanctions SET ends_at = now() WHERE user_id = $1', [user.id]);
const signIn = (email: string, password = PASSWORD) =>
  testApp.browser().call('POST /api/session', { body: { email, password } });

test('[MO-10] [SF-38] closed account: ends its sessions within two seconds everywhere, with reason and end', async () => {
  const browsers = [testApp, ...others].map((app) => userAt(app, author).browser);
  for (const browser of browsers) expect((await browser.call('GET /api/profile', {})).status).toBe(200);
  await sanction(author, 'closed', 30);
  for (const browser of browsers)
    await expect
      .poll(async () => (await browser.call('GET /api/profile', {})).status, { timeout: 2_000 })
      .toBe(401);
  const refused = await signIn(author.email);
  expect(refused.problem).toMatchObject({
    status: 403,
    code: 'account.closed',
    closure: { ground: 'abuse', text: '욕설이 있어요.', endsAt: expect.any(String) },
  });
  expect((await signIn(author.email, 'wrong')).problem?.code).toBe('session.credentials');
  // A new password gives no access.
  await testApp.browser().call('POST /api/password-reset', { body: { email: author.email } });
  const token = await tokenIn(testApp, author.email, '/reset?token=');
  await testApp
    .browser()
    .call('POST /api/password-reset/confirmation', { body: { token, password: PASSWORD } });
  expect((await signIn(author.email)).problem?.code).toBe('account.closed');
  await end(author);
  expect((await signIn(author.email)).status).toBe(201);
});

test('[MO-10] [SF-47] a closed account stays closed to every spelling of its mailbox after a withdrawal', async () => {
  const name = randomUUID();
  const student = await makeUser(testApp, { email: `a.b.${name}@gmail.com`, verified: true });
  await sanction(student, 'closed', 30);
  expect((await operate(testApp, 'student', 'withdraw', student.email, '--reason', '본인 요청')).code).toBe(
    0,
  );
  for (const email of [student.email, `ab${name}@gmail.com`, `a.b${name}+x@googlemail.com`])
    expect([email, (await signUp(testApp, email)).code]).toEqual([email, 'email.exists']);
  const other = await makeUser(testApp);
  const change = { body: { email: student.email, password: PASSWORD } };
  expect((await other.browser.call('PUT /api/profile/email', change)).problem?.code).toBe('email.exists');
  // The previous version searches for the address as written.
  const asWritten = testApp.keys.mac('address', `address ${student.email}`);
  expect(
    await testApp.database.rows('SELECT 1 FROM sanction_addresses WHERE address_hash = $1', [asWritten]),
  ).toHaveLength(1);
  // On other domains a dot is part of the name.
  expect((await signUp(testApp, `a.b.${name}@example.com`)).status).toBe(201);
  await testApp.database.change('UPDATE sanctions SET ends_at = now() WHERE user_id IS NULL');
  expect((await signUp(testApp, student.email)).status).toBe(201);
});

test('[MO-10] closed account: recognized by its noted address from before dots were ignored', async () => {
  const email = `a.b.${randomUUID()}@gmail.com`;
  const [id, noted] = [randomUUID(), testApp.keys.mac('address', `address ${email}`)];
  await testApp.database.change(
    `INSERT INTO sanctions (id, kind, ground, ends_at) VALUES ($1, 'closed', 'spam', now() + interval '1 day')`,
    [id],
  );
  await testApp.database.change(
    'INSERT INTO sanction_addresses (sanction_id, address_hash) VALUES ($1, $2)',
    [id, noted],
  );
  expect((await signUp(testApp, email)).code).toBe('email.exists');
});

test('accounts of one mailbox in two spellings: stay separate', async () => {
  const name = randomUUID();
  for (const email of [`a.b.${name}@gmail.com`, `ab${name}@gmail.com`])
    expect((await signUp(testApp, email)).status).toBe(201);
});

test('[MO-18] last operator: cannot be closed; another operator loses the role when closed', async () => {
  const second = await makeStaff(testApp);
  expect((await sanction(second, 'closed')).answer.status).toBe(200);
  const left = await testApp.database.rows<{ user_id: string }>(
    `SELECT user_id FROM roles WHERE role = 'operator'`,
  );
  expect(left).toEqual([{ user_id: operator.id }]);
  // Deciders need a role and cannot decide about themselves: a second operator would close the last account.
  const third = await makeStaff(testApp);
  await testApp.database.change(
    `UPDATE roles SET role = 'moderator', building_id = 'main-hall' WHERE user_id = $1`,
    [third.id],
  );
  expect((await sanction(operator, 'closed', 7, third)).answer.problem?.code).toBe('role.insufficient');
  const [one, other] = [await makeStaff(testApp), await makeStaff(testApp)];
  await testApp.database.change('DELETE FROM roles WHERE user_id = $1', [operator.id]);
  const answers = await Promise.all([sanction(one, 'closed', 7, other), sanction(other, 'closed', 7, one)]);
  expect(answers.filter(({ answer }) => answer.status === 200)).toHaveLength(1);
  await testApp.database.change('DELETE FROM roles WHERE user_id <> $1', [moderator.id]);
  await giveRole(testApp, operator);
});
