import { HIDE_AT } from '@madang/contract/moderation/rules';
import { afterEach, expect, inject, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser, userAt } from '../../../testing/makers.ts';
import {
  caseOf,
  decide,
  hideByReports,
  makeUsers,
  readCase,
  readQueue,
  report,
  startModeratedApp,
} from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';

let students: MadeUser[];
const { testApp, author, operator, moderator } = await startModeratedApp();
afterEach(() => testApp.database.change('DELETE FROM cases'));

const hide = async (kind: 'post' | 'reply', id: string) => {
  const hidden = await hideByReports(testApp, kind, id);
  students = hidden.students;
  return hidden.caseId;
};
const appeal = (id: string) =>
  author.browser.call('POST /api/cases/{id}/appeal', { path: { id }, body: { text: '오해입니다' } });
const ownCase = async (id: string) =>
  (await author.browser.call('GET /api/profile/cases', {})).body.cases.find((one) => one.id === id);
const isThere = async (id: string) =>
  (await moderator.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;

test('[MO-06] a decision: restores for everybody; the author reads why, and its reporters no longer count', async () => {
  const id = await makePost(author);
  const caseId = await hide('post', id);
  expect((await decide(moderator, caseId, 'restored', 2, ' ')).problem?.fields).toEqual([
    { field: 'text', code: 'required' },
  ]);
  const { body } = await decide(moderator, caseId, 'restored', 2, '규칙에 맞는 글이라 되돌렸습니다.');
  expect(body).toEqual({ state: 'restored', revision: 3 });
  expect(await isThere(id)).toBe(true);
  expect(await ownCase(caseId)).toMatchObject({
    state: 'restored',
    hidden: false,
    decision: '규칙에 맞는 글이라 되돌렸습니다.',
    mayAppeal: false,
  });
  const other = await makePost(author);
  for (const user of students) await report(user, 'post', other);
  expect(await isThere(other)).toBe(true);
});

test('[MO-05] [SF-39] restored content: not hidden again for the same reason within thirty days', async () => {
  const id = await makePost(author);
  const caseId = await hide('post', id);
  await decide(operator, caseId, 'restored', 2);
  await hide('post', id);
  expect(await isThere(id)).toBe(true);
  await testApp.database.change(`UPDATE cases SET decided_at = now() - interval '31 days' WHERE id = $1`, [
    caseId,
  ]);
  await report(students[0] as MadeUser, 'post', id, 'abuse');
  expect(await isThere(id)).toBe(false);
  const other = await makePost(author);
  await decide(operator, await hide('post', other), 'restored', 2);
  for (const user of await makeUsers(testApp, HIDE_AT)) await report(user, 'post', other, 'spam');
  expect(await isThere(other)).toBe(false);
});

test('[MO-06] a decision: a reply, open or hidden, is upheld and restored in its place', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  const replies = async () =>
    (await operator.browser.call('GET /api/posts/{id}/replies', { path: { id } })).body.replies.length;
  await report(await makeUser(testApp), 'reply', reply.id);
  const { id: caseId = '' } = (await caseOf(testApp, reply.id)) ?? {};
  expect((await decide(operator, caseId, 'upheld', 1)).body).toEqual({ state: 'upheld', revision: 2 });
  expect(await replies()).toBe(0);
  expect(await ownCase(caseId)).toMatchObject({ kind: 'reply', hidden: true, mayAppeal: true });
  await appeal(caseId);
  await decide(operator, caseId, 'restored', 3);
  // The moderator of the board decides what the operator decided before.
  expect((await caseOf(testApp, reply.id))?.state).toBe('appealed');
  expect((await decide(moderator, caseId, 'restored', 3)).body.state).toBe('final');
  expect(await replies()).toBe(1);
});

test('[MO-06] two concurrent decisions, on any process: only one succeeds', async () => {
  const apps = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
  for (let round = 0; round < 5; round += 1) {
    const id = await makePost(author);
    const caseId = await hide('post', id);
    const answers = await Promise.all(
      [operator, moderator, operator, moderator].map(async (user, index) => {
        const there = userAt(apps[index % apps.length] as TestApp, user);
        return decide(there, caseId, index % 2 ? 'restored' : 'upheld', 2);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost.every(({ problem }) => problem?.code === 'case.outdated')).toBe(true);
    const decided = answers.find(({ status }) => status === 200)?.body.state;
    expect(await isThere(id)).toBe(decided === 'restored');
    const acts = (await listAuditEntries(testApp.database, 50)).filter(({ target }) => target === caseId);
    expect(acts.map(({ action }) => action)).toEqual([`case ${decided}`]);
  }
});

test('[MO-18] [SF-37] own content, own reports and appeals against oneself: not decidable', async () => {
  const own = await makePost(moderator);
  const ownCaseId = await hide('post', own);
  expect((await decide(moderator, ownCaseId, 'restored', 2)).problem).toMatchObject({
    status: 403,
    code: 'case.own',
  });
  expect((await readQueue(moderator)).cases[0]).toMatchObject({ id: ownCaseId, obstacle: 'own' });

  const id = await makePost(author);
  await report(moderator, 'post', id);
  await moderator.browser.call('DELETE /api/posts/{id}/report', { path: { id } });
  const reported = (await caseOf(testApp, id))?.id ?? '';
  expect((await decide(moderator, reported, 'upheld', 1)).problem?.code).toBe('case.own');
  expect((await decide(operator, reported, 'upheld', 1)).status).toBe(200);
  await appeal(reported);
  // The other operator reported it, so this one may decide.
  expect((await decide(operator, reported, 'upheld', 3)).body.state).toBe('final');

  const next = await hide('post', await makePost(author));
  await decide(moderator, next, 'upheld', 2);
  await appeal(next);
  expect((await decide(moderator, next, 'upheld', 4)).problem).toMatchObject({
    status: 403,
    code: 'case.other',
  });
  expect((await decide(operator, next, 'upheld', 4)).body).toEqual({ state: 'final', revision: 5 });
  expect(await ownCase(next)).toMatchObject({ state: 'final', hidden: true, mayAppeal: false });
});

test('deleted content: stays deleted after a restored case, hidden after an upheld one', async () => {
  for (const outcome of ['restored', 'upheld'] as const) {
    const id = await makePost(author);
    await report(await makeUser(testApp), 'post', id);
    await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
    const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
    expect((await readCase(operator, caseId)).body).toMatchObject({ deleted: true, hidden: true });
    await decide(operator, caseId, outcome, 1);
    expect(await isThere(id)).toBe(false);
    await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
    expect(await isThere(id)).toBe(outcome === 'restored');
  }
});

test('a decision: the operator’s command decides the case of what it hides or restores', async () => {
  const id = await makePost(author);
  const caseId = await hide('post', id);
  expect((await operate(testApp, 'post', 'restore', id)).code).toBe(0);
  expect(await caseOf(testApp, id)).toMatchObject({ id: caseId, state: 'restored', outcome: 'restored' });
  const reply = await makeReply(author, id);
  await report(await makeUser(testApp), 'reply', reply.id);
  expect((await operate(testApp, 'reply', 'hide', reply.id, '--reason', '도배')).code).toBe(0);
  expect(await caseOf(testApp, reply.id)).toMatchObject({
    state: 'upheld',
    outcome: 'upheld',
    due_at: null,
  });
  expect((await operate(testApp, 'reply', 'restore', reply.id)).code).toBe(0);
  expect((await caseOf(testApp, reply.id))?.state).toBe('restored');
});
