import { HIDE_AT } from '@madang/contract/moderation/rules';
import { expect, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { caseOf, makeUsers, report } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const students = await makeUsers(testApp, HIDE_AT + 1);

const reporters = () => students.slice(0, HIDE_AT);
const reader = () => students[HIDE_AT] as MadeUser;
const hide = async (kind: 'post' | 'reply', id: string) => {
  for (const user of reporters()) await report(user, kind, id, 'abuse', `비밀 메모 ${user.nickname}`);
  return (await caseOf(testApp, id))?.id ?? '';
};
const hidden = (user: MadeUser, id: string) =>
  user.browser.call('GET /api/posts/{id}/hidden', { path: { id } });
const appeal = (user: MadeUser, id: string, text: string) =>
  user.browser.call('POST /api/cases/{id}/appeal', { path: { id }, body: { text } });

test('[MO-04] author: reads what was hidden and why; others only that; nobody reads the reporter', async () => {
  const id = await makePost(author, 'main-hall', { title: '가려질 글', body: '본문이에요' });
  const caseId = await hide('post', id);
  expect((await hidden(reader(), id)).body).toEqual({ post: { own: null }, replies: [] });
  const { body } = await hidden(author, id);
  expect(body.post?.own).toMatchObject({
    id: caseId,
    kind: 'post',
    title: '가려질 글',
    body: '본문이에요',
    state: 'hidden',
    hidden: true,
    ground: 'abuse',
    decision: null,
    mayAppeal: true,
  });
  const own = await author.browser.call('GET /api/profile/cases', {});
  expect(own.body.cases).toEqual([body.post?.own]);
  const others = await reader().browser.call('GET /api/profile/cases', {});
  expect(others.body.cases).toEqual([]);
  const told = JSON.stringify([body, own.body]);
  for (const user of reporters())
    for (const trace of [user.id, user.nickname, user.email]) expect(told).not.toContain(trace);
  expect(told).not.toContain('비밀 메모');
  // All other calls still hide it, for its author too.
  for (const user of [author, reader()])
    expect((await user.browser.call('GET /api/posts/{id}', { path: { id } })).status).toBe(404);
});

test('[MO-04] hidden replies: keep a line with their number each; otherwise invisible ones keep none', async () => {
  const id = await makePost(author);
  const [first, second, third] = [
    await makeReply(author, id, '가려질 댓글'),
    await makeReply(author, id, '남는 댓글'),
    await makeReply(author, id, '지운 댓글'),
  ];
  await hide('reply', first.id);
  await author.browser.call('DELETE /api/replies/{id}', { path: { id: third.id } });
  const line = { id: first.id, number: first.number, parentId: null };
  expect((await hidden(reader(), id)).body).toEqual({ post: null, replies: [{ ...line, own: null }] });
  const { body } = await hidden(author, id);
  expect(body.replies).toMatchObject([
    { ...line, own: { kind: 'reply', body: '가려질 댓글', ground: 'abuse' } },
  ]);
  expect(second.number).toBe(2);
  // Hidden by the operator without a case, or deleted by the author: 404, as before.
  const [byOperator, deleted] = [await makePost(author), await makePost(author)];
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [byOperator]);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
  // Deleted posts list nothing hidden.
  for (const gone of [byOperator, deleted])
    expect((await hidden(author, gone)).body).toEqual({ post: null, replies: [] });
  expect((await hidden(reader(), await makePost(author))).body).toEqual({ post: null, replies: [] });
});

test('[MO-04] appeal: once, with a text, by the author only', async () => {
  const id = await makePost(author);
  const caseId = await hide('post', id);
  expect((await appeal(reader(), caseId, '제 글이에요')).status).toBe(404);
  expect((await appeal(author, caseId, ' \n ')).problem?.fields).toEqual([
    { field: 'text', code: 'required' },
  ]);
  expect((await appeal(author, caseId, '가'.repeat(2_001))).problem?.fields).toEqual([
    { field: 'text', code: 'tooLong' },
  ]);
  const answers = await Promise.all(
    ['오해예요', '오해예요', '오해예요'].map((text) => appeal(author, caseId, text)),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'appealed', appeal: '오해예요', mayAppeal: false, hidden: true });
  }
  expect((await appeal(author, caseId, '한 번 더')).problem).toMatchObject({
    status: 409,
    code: 'appeal.late',
  });
  const events = await testApp.database.rows<{ kind: string }>(
    'SELECT kind FROM case_events WHERE case_id = $1 ORDER BY at, id',
    [caseId],
  );
  expect(events.map(({ kind }) => kind)).toEqual(['opened', 'hidden', 'appealed']);
  expect((await caseOf(testApp, id))?.due_at).not.toBeNull();
});

test('[MO-04] case that hides nothing yet: not reported to the author', async () => {
  const user = await makeUser(testApp);
  const id = await makePost(user);
  await report(reader(), 'post', id);
  const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
  expect((await user.browser.call('GET /api/profile/cases', {})).body.cases).toEqual([]);
  expect((await appeal(user, caseId, '왜요')).status).toBe(404);
});

test('[MO-04] own posts: list those hidden by a case, marked, to the author alone, without deleted', async () => {
  const user = await makeUser(testApp);
  const [shown, hiddenPost, byOperator, deleted] = [
    await makePost(user),
    await makePost(user),
    await makePost(user),
    await makePost(user),
  ];
  await hide('post', hiddenPost);
  await hide('post', deleted);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [byOperator]);
  await testApp.database.change('UPDATE posts SET deleted_at = now() WHERE id = $1', [deleted]);
  const { body } = await user.browser.call('GET /api/profile/posts', { query: {} });
  const listed = body.posts.map(({ id, hidden }) => [id, hidden]);
  expect(listed).toEqual([
    [hiddenPost, true],
    [shown, undefined],
  ]);
});
