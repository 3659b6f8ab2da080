import { afterEach, expect, inject, test } from 'vitest';
import { makePost, makeUser } from '../../../testing/makers.ts';
import { caseOf, makeStaff, makeUsers, notifyNow, report } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { ask, elapse, requestOf, step, subjectsTo } from '../../../testing/rights.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { purgeDeleted } from '../../user-data.ts';

const testApp = await startTestApp({ edition: 'official' });
const [author, operator] = [await makeUser(testApp), await makeStaff(testApp)];
afterEach(async () => {
  for (const table of ['rights_requests', 'cases', `jobs WHERE kind = 'rightsRequest'`])
    await testApp.database.change(`DELETE FROM ${table}`);
});

const isThere = async (id: string) =>
  (await operator.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;
const decide = async (id: string, outcome: 'upheld' | 'restored', revision?: number) => {
  const row = await caseOf(testApp, id);
  return operator.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: row?.id ?? '' },
    body: {
      revision: revision ?? row?.revision ?? 0,
      outcome,
      ground: 'rights',
      text: '살펴보고 정했습니다.',
      sanction: null,
    },
  });
};
const stateOf = async (email: string) => (await requestOf(testApp, email))?.state;

test('[MO-12] request declined within a day: hides nothing, and the requester reads why', async () => {
  const id = await makePost(author);
  const email = await ask(testApp, `/post/${id}`);
  expect((await decide(id, 'restored')).status).toBe(200);
  expect(await stateOf(email)).toBe('declined');
  await elapse(testApp, 24);
  expect((await step(testApp, email))?.state).toBe('declined');
  expect(await isThere(id)).toBe(true);
  const mail = () => testApp.mails.findLast(({ to }) => to === email);
  await notifyNow(testApp);
  await expect.poll(() => mail()?.subject).toContain('가리지 않기로 했습니다');
  expect(mail()?.text).toContain('살펴보고 정했습니다.');
  // The author was not notified.
  expect((await author.browser.call('GET /api/profile/cases', {})).body.cases).toEqual([]);
  expect(subjectsTo(testApp, author.email)).toEqual([]);
  // Another request with the same ground hides nothing either, because it was decided.
  const again = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 24);
  expect(await step(testApp, again)).toMatchObject({ state: 'waiting', by_people: true });
  expect(await isThere(id)).toBe(true);
});

test('[MO-12] post hidden by a decision: stays hidden, and is shown again after an appeal', async () => {
  const id = await makePost(author);
  const email = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 24);
  await step(testApp, email);
  expect((await decide(id, 'upheld')).status).toBe(200);
  expect(await stateOf(email)).toBe('upheld');
  await notifyNow(testApp);
  await elapse(testApp, 31 * 24);
  await step(testApp, email);
  expect(await isThere(id)).toBe(false);
  const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
  const appeal = { path: { id: caseId }, body: { text: '제 글에는 문제가 없어요.' } };
  expect((await author.browser.call('POST /api/cases/{id}/appeal', appeal)).status).toBe(200);
  const colleague = await makeStaff(testApp);
  await testApp.database.change('UPDATE cases SET decided_by = $1', [colleague.id]);
  expect((await decide(id, 'restored')).status).toBe(200);
  expect([await isThere(id), await stateOf(email)]).toEqual([true, 'declined']);
  await notifyNow(testApp);
  await expect
    .poll(() => subjectsTo(testApp, email).slice(1))
    .toEqual([
      '요청하신 글은 지금 보이지 않습니다',
      '요청하신 글을 계속 가리기로 했습니다',
      '요청하신 글을 가리지 않기로 했습니다',
    ]);
  await testApp.database.change('DELETE FROM roles WHERE user_id = $1', [colleague.id]);
});

test.each(['restored', 'upheld'] as const)(
  '[MO-12] decision (%s) and the end of the day at once: exactly one wins',
  async (outcome) => {
    for (let round = 0; round < 5; round += 1) {
      const id = await makePost(author);
      const email = await ask(testApp, `/post/${id}`);
      const { revision } = (await caseOf(testApp, id)) ?? {};
      await elapse(testApp, 24);
      const [decided] = await Promise.all([decide(id, outcome, revision), step(testApp, email)]);
      const row = await caseOf(testApp, id);
      const state = await stateOf(email);
      if (decided.status === 200) {
        expect([row?.state, state]).toEqual([outcome, outcome === 'upheld' ? 'upheld' : 'declined']);
        expect(await isThere(id)).toBe(outcome === 'restored');
      } else {
        expect(decided.problem?.code).toBe('case.outdated');
        expect([row?.state, state, await isThere(id)]).toEqual(['hidden', 'hidden', false]);
      }
      const hidings = await testApp.database.rows(
        `SELECT kind FROM case_events WHERE case_id = $1 AND kind = 'hidden'`,
        [row?.id],
      );
      expect(hidings).toHaveLength(decided.status === 200 ? 0 : 1);
    }
  },
);

test('[MO-12] many requests about one post: one case; it is hidden once, and all end together', async () => {
  const id = await makePost(author);
  const emails: string[] = [];
  for (const ground of ['privacy', 'defamation', 'portrait'] as const)
    emails.push(await ask(testApp, `/post/${id}`, { ground }));
  const cases = await testApp.database.rows('SELECT id FROM cases WHERE thing_id = $1', [id]);
  expect(cases).toHaveLength(1);
  const before = subjectsTo(testApp, author.email).length;
  await elapse(testApp, 24);
  for (const email of emails) expect((await step(testApp, email))?.state).toBe('hidden');
  await elapse(testApp, 30 * 24);
  for (const email of emails) expect((await step(testApp, email))?.state).toBe('ended');
  expect(await isThere(id)).toBe(true);
  await expect.poll(() => subjectsTo(testApp, author.email).length - before).toBe(2);
});

test('[MO-12] end of a request: keeps what reports hid; a post deleted meanwhile is released', async () => {
  const id = await makePost(author);
  const email = await ask(testApp, `/post/${id}`);
  for (const user of await makeUsers(testApp, 4)) await report(user, 'post', id, 'abuse');
  expect(await isThere(id)).toBe(false);
  await elapse(testApp, 24);
  expect((await step(testApp, email))?.state).toBe('hidden');
  await elapse(testApp, 30 * 24);
  expect((await step(testApp, email))?.state).toBe('ended');
  expect(await isThere(id)).toBe(false);
  expect(await caseOf(testApp, id)).toMatchObject({ state: 'hidden', ground: 'abuse' });

  const deleted = await makePost(author, 'main-hall', { body: '지운 본문' });
  const about = await ask(testApp, `/post/${deleted}`);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
  await elapse(testApp, 24);
  expect((await step(testApp, about))?.state).toBe('hidden');
  expect(await caseOf(testApp, deleted)).toMatchObject({ state: 'restored', due_at: null });
  await testApp.database.change(
    `UPDATE posts SET deleted_at = deleted_at - interval '7 days' WHERE id = $1`,
    [deleted],
  );
  await purgeDeleted(testApp.database);
  const post = await testApp.database.first('SELECT body FROM posts WHERE id = $1', [deleted]);
  expect(post).toEqual({ body: '' });
  expect((await requestOf(testApp, about))?.reason).toBeNull();
  await elapse(testApp, 30 * 24);
  expect((await step(testApp, about))?.state).toBe('ended');
});

test('[MO-12] post hidden at the time of the request: gets its day once it is visible', async () => {
  const id = await makePost(author);
  await testApp.database.change('UPDATE posts SET hidden_at = now(), moderated_at = now() WHERE id = $1', [
    id,
  ]);
  const email = await ask(testApp, `/post/${id}`);
  expect(await requestOf(testApp, email)).toMatchObject({ state: 'waiting', case_id: null });
  await testApp.database.change('UPDATE posts SET hidden_at = NULL, moderated_at = NULL WHERE id = $1', [id]);
  await elapse(testApp, 24);
  const request = await step(testApp, email);
  expect(request).toMatchObject({ state: 'waiting', case_id: (await caseOf(testApp, id))?.id });
  expect((request?.due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000);
  expect(await isThere(id)).toBe(true);
  await elapse(testApp, 24);
  expect((await step(testApp, email))?.state).toBe('hidden');
});

test('[MO-12] showing it by the command line: declines the request', async () => {
  const id = await makePost(author);
  const email = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 24);
  await step(testApp, email);
  await operate(testApp, 'post', 'restore', id, '--reason', '잘못 가림');
  expect([await stateOf(email), await isThere(id)]).toEqual(['declined', true]);
  await expect
    .poll(() => subjectsTo(testApp, email), { timeout: 10_000 })
    .toContain('요청하신 글을 가리지 않기로 했습니다');
});

test('[MO-12] withdrawal of the author and restart of the process: end nothing early', async ({ skip }) => {
  const leaving = await makeUser(testApp);
  const id = await makePost(leaving);
  const email = await ask(testApp, `/post/${id}`);
  await leaving.browser.call('POST /api/profile/withdrawal', { body: { password: 'correct horse' } });
  await elapse(testApp, 24);
  expect((await step(testApp, email))?.state).toBe('hidden');
  if (inject('engine') !== 'postgres') skip('the embedded engine allows one process');
  // A process started after the job was added ends it.
  await elapse(testApp, 30 * 24);
  const other = await testApp.another();
  expect((await step(other, email))?.state).toBe('ended');
  expect(await isThere(id)).toBe(true);
});
