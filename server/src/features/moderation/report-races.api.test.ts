import { HIDE_AT } from '@madang/contract/moderation/rules';
import { expect, inject, test } from 'vitest';
import { makePost, makeUser, type MadeUser, userAt } from '../../../testing/makers.ts';
import { caseOf, makeStaff, makeUsers, report } from '../../../testing/moderation.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';

// Invariants of concurrent reports.

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const students = await makeUsers(testApp, 8);

const reader = () => students[7] as MadeUser;
const isThere = async (id: string) =>
  (await reader().browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;
const withdraw = (user: MadeUser, id: string) =>
  user.browser.call('DELETE /api/posts/{id}/report', { path: { id } });
const processes = async () =>
  inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];

test('[MO-03] [SF-39] thirty parallel reports over all processes: hide once, notify once, count exactly', async () => {
  const operator = await makeStaff(testApp);
  const apps = await processes();
  const users = await makeUsers(testApp, 30);
  const id = await makePost(author);
  const answers = await Promise.all(
    users.map(async (user, index) => {
      const app = apps[index % apps.length] as TestApp;
      const { browser } = userAt(app, user);
      const call = { path: { id }, body: { reason: 'spam', note: '' } } as const;
      return (await browser.call('PUT /api/posts/{id}/report', call)).status;
    }),
  );
  // Reports after the hiding answer 404.
  expect(answers.every((status) => status === 204 || status === 404)).toBe(true);
  const { id: caseId } = (await caseOf(testApp, id)) ?? {};
  const [counted] = await testApp.database.rows<{
    reports: number;
    hidden: number;
    cases: number;
    counted: number;
  }>(
    `SELECT (SELECT count(*)::int FROM reports WHERE case_id = $1) AS reports,
              (SELECT count(*)::int FROM case_events WHERE case_id = $1 AND kind = 'hidden') AS hidden,
              (SELECT count(*)::int FROM cases WHERE thing_id = $2) AS cases,
              (SELECT count(*)::int FROM reports WHERE case_id = $1 AND counted_at IS NOT NULL) AS counted`,
    [caseId, id],
  );
  expect(counted).toMatchObject({
    hidden: 1,
    cases: 1,
    counted: HIDE_AT,
    reports: answers.filter((status) => status === 204).length,
  });
  const told = () =>
    testApp.mails
      .concat(...apps.slice(1).map(({ mails }) => mails))
      .filter(({ to }) => to === operator.email);
  await expect.poll(() => told().length, { timeout: 10_000 }).toBe(1);
  expect(await isThere(id)).toBe(false);
  await testApp.database.change('DELETE FROM roles');
});

test('[MO-03] reports withdrawn and repeated: never add up, in sequence or at once', async () => {
  const id = await makePost(author);
  const users = students.slice(0, HIDE_AT - 1);
  for (let round = 0; round < 3; round += 1)
    for (const user of users) {
      await report(user, 'post', id);
      await withdraw(user, id);
    }
  await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: 6 }, (_, turn) => (turn % 2 ? withdraw(user, id) : report(user, 'post', id))),
    ),
  );
  expect(await isThere(id)).toBe(true);
  const [row] = await testApp.database.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM reports WHERE thing_id = $1',
    [id],
  );
  expect(row?.count).toBe(users.length);
  for (const user of users) await report(user, 'post', id);
  expect(await isThere(id)).toBe(true);
  await report(students[HIDE_AT] as MadeUser, 'post', id);
  expect(await isThere(id)).toBe(false);
});

test('[MO-03] hide during the author’s deletion or undo: post is hidden, or deleted with undo possible', async () => {
  for (let round = 0; round < 8; round += 1) {
    const id = await makePost(author);
    for (const user of students.slice(0, HIDE_AT - 1)) await report(user, 'post', id);
    const remove = () => author.browser.call('DELETE /api/posts/{id}', { path: { id } });
    const undo = () => author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
    if (round % 2) await remove();
    await Promise.all([report(students[HIDE_AT] as MadeUser, 'post', id), round % 2 ? undo() : remove()]);
    const hidden = (await caseOf(testApp, id))?.state === 'hidden';
    const row = await testApp.database.first<{ hidden: boolean; deleted: boolean; moderated: boolean }>(
      `SELECT hidden_at IS NOT NULL AS hidden, deleted_at IS NOT NULL AS deleted, moderated_at IS NOT NULL AS moderated
           FROM posts WHERE id = $1`,
      [id],
    );
    expect(row?.moderated).toBe(hidden);
    if (hidden) expect(row).toEqual({ hidden: true, deleted: false, moderated: true });
    await undo();
    expect(await isThere(id)).toBe(!hidden);
  }
});
