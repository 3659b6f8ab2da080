import { HIDE_AT } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { type MadeUser, makeUpload, makePost, makeReply, makeUser } from '../../../testing/makers.ts';
import {
  decide,
  giveRole,
  makeStaff,
  hideByReports,
  readCase,
  readQueue,
  report,
  startModeratedApp,
} from '../../../testing/moderation.ts';

const { testApp, author, operator, moderator } = await startModeratedApp();
afterEach(() => testApp.database.change('DELETE FROM cases'));

const hide = async (id: string) => (await hideByReports(testApp, 'post', id)).caseId;

test('[MO-06] [MO-07] the moderator of two boards reads both as one queue, page by page', async () => {
  const boards = ['law-hall', 'green-field'];
  const reporter = await makeUser(testApp);
  for (let index = 0; index < 34; index += 1) {
    const id = await makePost(author, index < 32 ? boards[index % 2] : 'question');
    await report(reporter, 'post', id);
    await testApp.database.change(
      `UPDATE cases SET due_at = now() + make_interval(mins => $2) WHERE thing_id = $1`,
      [id, (index * 7) % 34],
    );
  }
  const both = await makeUser(testApp);
  await giveRole(testApp, both, boards);
  const walk = async (user: MadeUser) => {
    const first = await readQueue(user);
    const second = await readQueue(user, first.nextCursor ?? '');
    expect([first.cases.length, second.nextCursor]).toEqual([30, null]);
    const cases = [...first.cases, ...second.cases];
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    return cases;
  };
  const all = await walk(operator);
  const due = all.map(({ dueAt }) => dueAt ?? '');
  expect(due).toEqual(due.toSorted());
  const expected = all.filter(({ board }) => board.id !== 'question');
  expect(expected).toHaveLength(32);
  expect(await walk(both)).toEqual(expected);
});

test('[MO-06] [MO-07] [OW-09] case: has its context, without name, address or reporter', async () => {
  const upload = await makeUpload(author);
  const id = await makePost(author, 'main-hall', { title: '제목', body: '처음 본문', uploadId: upload });
  const edit = { revision: 1, title: '제목', body: '고친 본문', keywords: [] };
  await author.browser.call('PUT /api/posts/{id}', { path: { id }, body: edit });
  const reply = await makeReply(author, id, '댓글이에요');
  const { caseId, students } = await hideByReports(testApp, 'post', id);
  const { body } = await readCase(moderator, caseId);
  expect(body).toMatchObject({
    card: { id: caseId, state: 'hidden', ground: 'abuse', reporters: HIDE_AT, title: '제목' },
    hidden: true,
    deleted: false,
    body: '고친 본문',
    earlier: [{ title: '제목', body: '처음 본문' }],
    reasons: [{ reason: 'abuse', reporters: HIDE_AT }],
    thread: [{ id: reply.id, number: 1, body: '댓글이에요' }],
    author: { tag: expect.stringMatching(/^[0-9a-f]{6}$/), upheld: 0, restored: 0 },
  });
  expect(body.notes).toHaveLength(HIDE_AT);
  expect(body.thread[0]?.author).toBe(body.author?.tag);
  expect(body.events.map(({ kind }) => kind)).toEqual(['opened', 'hidden']);
  const told = JSON.stringify([body, await readQueue(moderator)]);
  for (const user of [...students, author])
    for (const trace of [user.id, user.email]) expect(told).not.toContain(trace);
  expect(told).not.toContain(author.nickname);
  // Its pictures are visible only here.
  const [picture] = body.pictures;
  expect((await moderator.browser.send('GET', picture?.address ?? '')).headers.get('content-type')).toBe(
    'image/webp',
  );
  expect((await moderator.browser.send('GET', `/images/posts/${upload}/large.webp`)).status).toBe(404);
  expect((await author.browser.send('GET', picture?.address ?? '')).status).toBe(404);
});

test('[MO-07] [SF-37] moderator of one board: sees and decides that board only', async () => {
  const [here, elsewhere] = [await makePost(author), await makePost(author, 'question')];
  const [mine, foreign] = [await hide(here), await hide(elsewhere)];
  expect((await readQueue(moderator)).cases.map(({ id }) => id)).toEqual([mine]);
  expect((await readQueue(operator)).cases.map(({ id }) => id).sort()).toEqual([mine, foreign].sort());
  expect((await readCase(moderator, foreign)).status).toBe(404);
  expect((await decide(moderator, foreign, 'restored', 2)).problem?.code).toBe('resource.missing');
  expect((await readCase(moderator, uuidv7())).status).toBe(404);
  expect((await decide(moderator, mine, 'upheld', 2)).status).toBe(200);
  expect((await readQueue(moderator)).cases).toEqual([]);
});

test('[MO-08] role: opens nothing without a fresh password, or once removed', async () => {
  const user = await makeStaff(testApp);
  const caseId = await hide(await makePost(author));
  const old = (minutes: number) =>
    testApp.database.change(
      `UPDATE sessions SET created_at = now() - make_interval(mins => $2), confirmed_at = NULL WHERE user_id = $1`,
      [user.id, minutes],
    );
  await old(14);
  expect((await readCase(user, caseId)).status).toBe(200);
  await old(16);
  for (const answer of [await readCase(user, caseId), await decide(user, caseId, 'upheld', 2)])
    expect(answer.problem).toMatchObject({ status: 403, code: 'confirmation.required' });
  await user.browser.call('POST /api/moderation/confirmation', { body: { password: 'correct horse' } });
  expect((await readCase(user, caseId)).status).toBe(200);
  await testApp.database.change('DELETE FROM roles WHERE user_id = $1', [user.id]);
  expect((await decide(user, caseId, 'upheld', 2)).problem).toMatchObject({
    status: 404,
    code: 'route.unknown',
  });
});
