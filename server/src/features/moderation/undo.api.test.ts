import { HIDE_AT } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { linesOf, readInbox } from '../../../testing/inbox.ts';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { caseOf, makeStaff, makeUsers, notifyNow, report } from '../../../testing/moderation.ts';
import { ask, elapse, requestOf, step, subjectsTo } from '../../../testing/rights.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { unpack } from '../../../testing/unpack.ts';
import { listAuditEntries } from '../../audit.ts';

let author: MadeUser;
let students: MadeUser[];
const testApp = await startTestApp({ edition: 'official' });
const [operator, colleague] = [await makeStaff(testApp), await makeStaff(testApp)];
beforeEach(async () => {
  author = await makeUser(testApp);
});

async function hideByReports(kind: 'post' | 'reply', id: string): Promise<string> {
  students = await makeUsers(testApp, HIDE_AT);
  for (const user of students) await report(user, kind, id, 'abuse');
  return (await caseOf(testApp, id))?.id ?? '';
}
const decide = (
  id: string,
  outcome: 'upheld' | 'restored',
  revision: number,
  sanction: { kind: 'noBoard'; days: number } | null = null,
  by = operator,
) =>
  by.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id },
    body: { revision, outcome, ground: 'abuse', text: '살펴보고 정했습니다.', sanction },
  });
const undo = (id: string, revision: number, by = operator) =>
  by.browser.call('POST /api/moderation/cases/{id}/undo', { path: { id }, body: { revision } });
const setPost = (id: string, hidden: boolean, by = operator) =>
  by.browser.call('PUT /api/moderation/posts/{id}/visibility', {
    path: { id },
    body: { hidden, ground: 'spam', text: '게시판 규칙에 따라 정했습니다.' },
  });
const isThere = async (id: string) =>
  (await colleague.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;
const ownCases = async () => (await author.browser.call('GET /api/profile/cases', {})).body.cases;
const sanctionsOf = async () => (await author.browser.call('GET /api/profile/sanctions', {})).body.sanctions;
const snapshot = (id: string) =>
  testApp.database.first(
    `SELECT state, outcome, ground, due_at, hidden_at, decided_at, decided_by, reasons,
            (SELECT count(*)::int FROM reports WHERE case_id = $1 AND overturned_at IS NOT NULL) AS overturned
       FROM cases WHERE id = $1`,
    [id],
  );

test('[MO-06] decision: takes effect at once; can be undone for ten seconds, without notification', async () => {
  const id = await makePost(author);
  const caseId = await hideByReports('post', id);
  const before = await snapshot(caseId);
  const { revision = 0 } = (await caseOf(testApp, id)) ?? {};
  const told = await readInbox(author);

  const restored = await decide(caseId, 'restored', revision);
  expect([restored.status, await isThere(id)]).toEqual([200, true]);
  expect(await snapshot(caseId)).toMatchObject({ overturned: HIDE_AT });
  const undone = await undo(caseId, restored.body.revision);
  expect(undone.body).toEqual({ state: 'hidden', revision: revision + 2 });
  expect([await snapshot(caseId), await isThere(id)]).toEqual([before, false]);
  expect((await ownCases())[0]).toMatchObject({ state: 'hidden', decision: null, mayAppeal: true });

  const upheld = await decide(caseId, 'upheld', revision + 2, { kind: 'noBoard', days: 7 });
  expect(await sanctionsOf()).toMatchObject([{ kind: 'noBoard' }]);
  await undo(caseId, upheld.body.revision);
  expect([await snapshot(caseId), await sanctionsOf()]).toEqual([before, []]);
  await notifyNow(testApp);
  const lines = (inbox: typeof told) => inbox.lines.map(({ id: line, at }) => [line, at]);
  expect(lines(await readInbox(author))).toEqual(lines(told));
  expect((await readInbox(students[0] as MadeUser)).lines).toEqual([]);

  // Neither public numbers nor the author's download contain them.
  const { months } = (await author.browser.call('GET /api/transparency', {})).body;
  const counts = months.flatMap(({ cases }) => cases.map(({ upheld, restored }) => [upheld, restored]));
  expect(counts).toEqual([[0, 0]]);
  const data = await unpack((await author.browser.send('GET', '/api/profile/data')).body);
  expect(JSON.parse(String(data.get('data.json')))).toMatchObject({ cases: [{ id: caseId }], caseTexts: [] });

  const acts = (await listAuditEntries(testApp.database, 30)).filter(({ target }) => target === caseId);
  expect(acts.map(({ action }) => action).toSorted()).toEqual([
    'case restored',
    'case undone',
    'case undone',
    'case upheld',
  ]);
  const { events } = (await operator.browser.call('GET /api/moderation/cases/{id}', { path: { id: caseId } }))
    .body;
  expect(events.map(({ kind }) => kind)).toEqual([
    'opened',
    'hidden',
    'restored',
    'undone',
    'upheld',
    'undone',
  ]);
});

test('[MO-06] undo: only by who decided, once, and not after later steps', async () => {
  const id = await makePost(author);
  const caseId = await hideByReports('post', id);
  const { revision = 0 } = (await caseOf(testApp, id)) ?? {};
  const { revision: decided } = (await decide(caseId, 'upheld', revision)).body;
  const refused = async (by: MadeUser, at: number) =>
    expect((await undo(caseId, at, by)).problem?.code).toBe('case.outdated');
  await refused(colleague, decided);
  await refused(operator, revision);
  const twice = await Promise.all([undo(caseId, decided), undo(caseId, decided)]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);

  // The author appealed meanwhile.
  const second = (await decide(caseId, 'upheld', decided + 1)).body;
  await author.browser.call('POST /api/cases/{id}/appeal', {
    path: { id: caseId },
    body: { text: '오해예요' },
  });
  await refused(operator, second.revision);
  await notifyNow(testApp);
  // The undo period is over.
  const third = (await decide(caseId, 'restored', second.revision + 1, null, colleague)).body;
  await notifyNow(testApp);
  expect((await undo(caseId, third.revision, colleague)).problem?.code).toBe('case.outdated');

  // A new report opened another case.
  const again = await makePost(author);
  const first = await hideByReports('post', again);
  const free = (await decide(first, 'restored', (await caseOf(testApp, again))?.revision ?? 0)).body;
  await report(await makeUser(testApp), 'post', again, 'spam');
  expect((await undo(first, free.revision)).problem?.code).toBe('case.outdated');
  expect(await isThere(again)).toBe(true);
});

test('[MO-06] [MO-12] undone decision: leaves requests waiting, and sends no mail', async () => {
  const id = await makePost(author);
  const email = await ask(testApp, `/post/${id}`);
  const before = await requestOf(testApp, email);
  const { id: caseId = '', revision = 0 } = (await caseOf(testApp, id)) ?? {};
  const { revision: decided } = (await decide(caseId, 'restored', revision)).body;
  expect((await requestOf(testApp, email))?.state).toBe('declined');
  await testApp.database.change(`DELETE FROM jobs WHERE kind = 'rightsRequest'`);
  await undo(caseId, decided);
  await notifyNow(testApp);
  expect(await requestOf(testApp, email)).toEqual(before);
  expect(subjectsTo(testApp, email)).toHaveLength(1);
  await elapse(testApp, 24);
  expect((await step(testApp, email))?.state).toBe('hidden');
});

test('[NO-01] [MO-10] sanction: has a notification with its end; reporters are notified of the outcome once', async () => {
  const reply = await makeReply(author, await makePost(author, 'question'), '심한 말');
  const caseId = await hideByReports('reply', reply.id);
  const quiet = await makeUser(testApp);
  await report(quiet, 'reply', reply.id);
  const revision = (await caseOf(testApp, reply.id))?.revision ?? 0;
  await decide(caseId, 'upheld', revision, { kind: 'noBoard', days: 7 });
  await notifyNow(testApp);
  const [sanction] = await sanctionsOf();
  expect(await linesOf(author, 'sanction')).toMatchObject([
    { sanction: 'noBoard', board: sanction?.board?.name, endsAt: sanction?.endsAt, unread: true },
  ]);
  for (const student of students)
    expect(await linesOf(student, 'report')).toMatchObject([{ thing: 'reply', outcome: 'upheld' }]);
  // A hidden target accepts no more reports.
  expect((await readInbox(quiet)).lines).toEqual([]);
  await author.browser.call('POST /api/cases/{id}/appeal', {
    path: { id: caseId },
    body: { text: '오해예요' },
  });
  await decide(caseId, 'upheld', revision + 2, null, colleague);
  await notifyNow(testApp);
  expect(await linesOf(students[0] as MadeUser, 'report')).toHaveLength(1);
  expect(await linesOf(author, 'sanction')).toHaveLength(1);
});

test('[NO-01] [MO-04] later case about the same target: changes neither an older case nor its notification', async () => {
  const id = await makePost(author);
  const first = await hideByReports('post', id);
  await decide(first, 'restored', (await caseOf(testApp, id))?.revision ?? 0);
  await notifyNow(testApp);
  const [line] = await linesOf(author, 'case');
  await author.browser.call('PUT /api/notifications/{id}/read', { path: { id: line?.id ?? '' } });
  const email = await ask(testApp, `/post/${id}`);
  await elapse(testApp, 24);
  expect((await step(testApp, email))?.state).toBe('hidden');
  expect(await ownCases()).toMatchObject([
    { state: 'hidden', hidden: true, ground: 'rights' },
    { id: first, state: 'restored', hidden: false },
  ]);
  const { id: second = '', revision = 0 } = (await caseOf(testApp, id)) ?? {};
  await decide(second, 'upheld', revision);
  await notifyNow(testApp);
  expect((await linesOf(author, 'case')).map(({ caseId, state }) => [caseId, state])).toEqual([
    [second, 'upheld'],
    [second, 'hidden'],
    [first, 'restored'],
  ]);
});

test('[MO-09] [MO-18] operator: hides and shows a post from its menu, also if reported, with audit entries', async () => {
  const id = await makePost(author);
  await report(operator, 'post', id);
  const hidden = await setPost(id, true);
  expect([hidden.status, await isThere(id)]).toEqual([200, false]);
  expect((await setPost(id, true)).problem?.code).toBe('case.outdated');
  expect(await ownCases()).toMatchObject([
    { state: 'upheld', hidden: true, decision: '게시판 규칙에 따라 정했습니다.', mayAppeal: true },
  ]);
  const { caseId = '', revision = 0 } = hidden.body.decision ?? {};
  await undo(caseId, revision);
  expect([await isThere(id), (await caseOf(testApp, id))?.state]).toEqual([true, 'open']);

  await setPost(id, true);
  await notifyNow(testApp);
  expect((await setPost(id, false)).body.decision).toMatchObject({ caseId });
  expect([await isThere(id), (await caseOf(testApp, id))?.state]).toEqual([true, 'restored']);
  const acts = (await listAuditEntries(testApp.database, 30)).filter(({ target }) => target === id);
  expect(acts.map(({ action }) => action).toSorted()).toEqual(['post hide', 'post hide', 'post restore']);

  const reply = await makeReply(author, id);
  const answer = await operator.browser.call('PUT /api/moderation/replies/{id}/visibility', {
    path: { id: reply.id },
    body: { hidden: true, ground: 'abuse', text: '욕설이에요.' },
  });
  expect(answer.status).toBe(200);
  const left = await colleague.browser.call('GET /api/posts/{id}/hidden', { path: { id } });
  expect(left.body.replies).toMatchObject([{ id: reply.id }]);
});

test('[MO-18] own content: cannot be hidden or shown; missing content is 404', async () => {
  const own = await makePost(operator);
  expect((await setPost(own, true)).problem?.code).toBe('case.own');
  expect((await setPost(own, true, author)).status).toBe(404);
  expect((await setPost(uuidv7(), true)).problem?.code).toBe('resource.missing');
  const deleted = await makePost(author);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
  expect((await setPost(deleted, true)).problem?.code).toBe('resource.missing');
});

test('[MO-09] post hidden by the operator’s command without a case: can be shown from the menu', async () => {
  const id = await makePost(author);
  await testApp.database.change('UPDATE posts SET hidden_at = now(), moderated_at = now() WHERE id = $1', [
    id,
  ]);
  expect((await setPost(id, false)).body).toEqual({ decision: null });
  expect(await isThere(id)).toBe(true);
});
