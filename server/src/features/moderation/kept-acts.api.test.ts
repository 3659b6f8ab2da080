import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { FLOOD_RULES, HIDES_ALONE_A_DAY } from '@madang/contract/moderation/rules';
import { expect, test } from 'vitest';
import { linkOf } from '../../../testing/mails.ts';
import {
  makePost,
  makePostBody,
  makeNewUser,
  PASSWORD,
  signUp,
  type MadeUser,
} from '../../../testing/makers.ts';
import { caseOf, makeStaff, report } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { InstallationKeys, makeKey } from '../../lib/installation-keys.ts';
import type { Mail } from '../../mail/mailer.ts';
import { sweepRetainedRecords } from './retained-records.ts';
import { guardAccounts } from './sanctions.ts';

const testApp = await startTestApp({ edition: 'official', limited: true });
const operator = await makeStaff(testApp);
const author = await makeNewUser(testApp);
await operator.browser.call('POST /api/moderation/confirmation', { body: { password: PASSWORD } });

const makeStudent = (domain = 'korea.ac.kr') =>
  makeNewUser(testApp, { email: `${randomUUID()}@${domain}`, verified: true });

/** Withdraws, signs up with an address and verifies it. */
async function comeBack(user: MadeUser, email = user.email): Promise<MadeUser> {
  const gone = await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  expect(gone.status).toBe(204);
  const seen = testApp.mails.length;
  const { browser, status, body } = await signUp(testApp, email);
  expect(status).toBe(201);
  const find = () =>
    testApp.mails.slice(seen).findLast(({ to, text }) => to === email && text.includes('/verify?'));
  await expect.poll(find).toBeDefined();
  const { token } = linkOf(find() as Mail);
  const verified = await browser.call('POST /api/verification/confirmation', { body: { token } });
  expect(verified.status).toBe(200);
  return { id: body.user.id, email, nickname: '새내기', browser };
}

/** Reports a new post for an urgent reason; returns whether it was hidden. */
async function hides(user: MadeUser): Promise<boolean> {
  const id = await makePost(author, 'main-hall', { body: randomUUID() });
  expect((await report(user, 'post', id, 'personalData')).status).toBe(204);
  return (await caseOf(testApp, id))?.state === 'hidden';
}

test('[SF-47] content hidden by a student alone: counts after withdrawal and a new sign-up', async () => {
  let student = await makeStudent();
  for (let n = 0; n < HIDES_ALONE_A_DAY; n += 1) expect(await hides(student)).toBe(true);
  for (let n = 0; n < 2; n += 1) {
    student = await comeBack(student);
    expect(await hides(student)).toBe(false);
  }
  await testApp.database.change(`UPDATE kept_acts SET at = at - interval '25 hours'`);
  expect(await hides(student)).toBe(true);
});

test('[SF-47] another domain: all its addresses are one source', async () => {
  const domain = `${randomUUID()}.example`;
  const student = await makeStudent(domain);
  for (let n = 0; n < HIDES_ALONE_A_DAY; n += 1) expect(await hides(student)).toBe(true);
  expect(await hides(await comeBack(student, `${randomUUID()}@${domain}`))).toBe(false);
});

test('[SF-47] gmail.com and googlemail.com are one source', async () => {
  const student = await makeStudent('gmail.com');
  for (let n = 0; n < HIDES_ALONE_A_DAY; n += 1) expect(await hides(student)).toBe(true);
  expect(await hides(await makeStudent('googlemail.com'))).toBe(false);
});

test('[SF-47] whose report was found wrong counts nothing for 90 days, by another account too', async () => {
  const first = await makeStudent();
  const id = await makePost(author, 'main-hall', { body: randomUUID() });
  await report(first, 'post', id, 'personalData');
  const found = await caseOf(testApp, id);
  const decided = await operator.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: found?.id ?? '' },
    body: {
      revision: found?.revision ?? 0,
      outcome: 'restored',
      ground: 'personalData',
      text: '괜찮아요',
      sanction: null,
    },
  });
  expect(decided.status).toBe(200);
  const again = await comeBack(first);
  expect(await hides(again)).toBe(false);
  await testApp.database.change(`UPDATE kept_acts SET at = at - interval '89 days'`);
  await sweepRetainedRecords(testApp.database);
  expect(await hides(again)).toBe(false);
  await testApp.database.change(`UPDATE kept_acts SET at = at - interval '2 days'`);
  await sweepRetainedRecords(testApp.database);
  expect(await testApp.database.rows('SELECT id FROM kept_acts WHERE user_id = $1', [again.id])).toEqual([]);
  expect(await hides(again)).toBe(true);
});

test('[SF-47] limit: continues after withdrawal and a new sign-up', async () => {
  const student = await makeStudent();
  const rename = (user: MadeUser) =>
    user.browser.call('PUT /api/profile/nickname', { body: { nickname: '고운이름' } });
  for (let n = 0; n < 20; n += 1) expect((await rename(student)).status).toBe(200);
  expect((await rename(student)).problem?.code).toBe('limit.reached');
  const again = await comeBack(student);
  await expect.poll(async () => (await rename(again)).problem?.code).toBe('limit.reached');
});

test('[SF-47] address never verified: has no effect on its owner', async () => {
  const victim = `${randomUUID()}@korea.ac.kr`;
  const attacker = await makeNewUser(testApp, { email: victim, verified: false });
  await attacker.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  const kept = await testApp.database.rows('SELECT id FROM kept_acts WHERE former_id = $1', [attacker.id]);
  expect(kept).toEqual([]);
});

test('[SF-47] first-day limit: counts posts of all accounts of a student', async () => {
  await testApp.database.change(`UPDATE migrations SET applied_at = now() - interval '31 days'`);
  const write = (user: MadeUser) =>
    user.browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'question' },
      body: makePostBody({ body: randomUUID() }),
    });
  let student = await makeStudent();
  for (let n = 1; n < FLOOD_RULES.firstDayPosts; n += 1) expect((await write(student)).status).toBe(201);
  student = await comeBack(student);
  expect((await write(student)).status).toBe(201);
  expect((await write(student)).problem?.code).toBe('pace.reached');
});

test('[SF-47] [SF-01] mailbox noted with an older key or the former secret of the database: recognized', async () => {
  const secret = randomBytes(32);
  const older = makeKey();
  const former = { madeAt: new Date(0).toISOString(), key: secret.toString('base64url'), plain: true };
  const carried: string[][] = [];
  const keys = new InstallationKeys([makeKey(), older, former]);
  const guard = guardAccounts({ keys, campus: testApp.campus }, async (...ids) => {
    carried.push(ids);
  });
  for (const hash of [
    (text: string) => createHmac('sha256', secret).update(text).digest(),
    (text: string) => new InstallationKeys([older]).mac('address', text),
  ]) {
    const [id, formerId, student] = [randomUUID(), randomUUID(), await makeStudent()];
    const subject = hash(`address ${student.email}`);
    await testApp.database.change(
      `INSERT INTO sanctions (id, kind, ground, ends_at) VALUES ($1, 'closed', 'spam', now() + interval '1 day')`,
      [id],
    );
    await testApp.database.change(
      'INSERT INTO sanction_addresses (sanction_id, address_hash) VALUES ($1, $2)',
      [id, subject],
    );
    await testApp.database.change(
      `INSERT INTO kept_acts (id, subject, kind, former_id, count, at) VALUES ($1, $2, 'account', $3, 1, now())`,
      [randomUUID(), subject, formerId],
    );
    await expect(
      testApp.database.transaction((transaction) =>
        guard.requireNotBanned(transaction, student.id, student.email),
      ),
    ).rejects.toMatchObject({ code: 'email.exists' });
    await testApp.database.transaction((transaction) =>
      guard.carryOver(transaction, student.id, student.email),
    );
    expect(carried.pop()).toEqual([formerId, student.id]);
  }
});
