import { HIDE_AT } from '@madang/contract/moderation/rules';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { caseOf, giveRole, makeUsers, report } from '../../../testing/moderation.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { nameActor } from '../../operator/actor.ts';
import { listActs } from '../../operator/audit.ts';

let testApp: TestApp;
let author: MadeUser;
let students: MadeUser[];
let operator: MadeUser;
let moderator: MadeUser;
beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official' });
  [author, operator, moderator] = [await makeUser(testApp), await makeUser(testApp), await makeUser(testApp)];
  await giveRole(testApp, operator);
  await giveRole(testApp, moderator, ['main-hall']);
});
afterEach(() => testApp.database.change('DELETE FROM cases'));
afterAll(() => testApp.close());

const hide = async (kind: 'post' | 'reply', id: string) => {
  students = await makeUsers(testApp, HIDE_AT);
  for (const user of students) await report(user, kind, id, 'abuse', `메모 ${user.nickname.slice(2)}`);
  return (await caseOf(testApp, id))?.id ?? '';
};
const queue = async (user: MadeUser, cursor?: string) =>
  (await user.browser.call('GET /api/moderation/cases', { query: cursor ? { cursor } : {} })).body;
const read = (user: MadeUser, id: string) =>
  user.browser.call('GET /api/moderation/cases/{id}', { path: { id } });
const decide = (
  user: MadeUser,
  id: string,
  outcome: 'upheld' | 'restored',
  revision: number,
  text = '규칙을 살펴보고 정했습니다.',
) =>
  user.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id },
    body: { revision, outcome, ground: 'abuse', text, sanction: null },
  });
const appeal = (id: string) =>
  author.browser.call('POST /api/cases/{id}/appeal', { path: { id }, body: { text: '오해입니다' } });
const ownCase = async (id: string) =>
  (await author.browser.call('GET /api/profile/cases', {})).body.cases.find((one) => one.id === id);
const isThere = async (id: string) =>
  (await moderator.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;

describe('the queue', () => {
  test('[MO-06] lists what is due first first, page by page, with counts', async () => {
    const posts = await Promise.all(Array.from({ length: 32 }, () => makePost(author)));
    const user = await makeUser(testApp);
    for (const [index, id] of posts.entries()) {
      await report(user, 'post', id, 'spam');
      await testApp.database.change(
        `UPDATE cases SET due_at = now() + make_interval(mins => $2) WHERE thing_id = $1`,
        [id, (index * 7) % 32],
      );
    }
    const first = await queue(operator);
    expect(first.cases).toHaveLength(30);
    const second = await queue(operator, first.nextCursor ?? '');
    expect([second.cases.length, second.nextCursor]).toEqual([2, null]);
    const due = [...first.cases, ...second.cases].map(({ dueAt }) => dueAt ?? '');
    expect(due).toEqual(due.toSorted());
    expect(new Set([...first.cases, ...second.cases].map(({ id }) => id)).size).toBe(32);
    expect(first.cases[0]).toMatchObject({
      state: 'open',
      reporters: 1,
      obstacle: null,
      board: { id: 'main-hall' },
    });
    const wrong = await operator.browser.send('GET', '/api/moderation/cases?cursor=eA');
    expect(wrong.status).toBe(400);
  });

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
      const first = await queue(user);
      const second = await queue(user, first.nextCursor ?? '');
      expect([first.cases.length, second.nextCursor]).toEqual([30, null]);
      return [...first.cases, ...second.cases];
    };
    const expected = (await walk(operator)).filter(({ board }) => board.id !== 'question');
    expect(expected).toHaveLength(32);
    expect(await walk(both)).toEqual(expected);
  });

  test('[MO-06] [MO-07] [OW-09] a case has its context, and neither name nor address nor who reported', async () => {
    const upload = uuidv7();
    const rawBody = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await author.browser.call('PUT /api/uploads/{id}', { path: { id: upload }, rawBody });
    const id = await makePost(author, 'main-hall', { title: '제목', body: '처음 본문', uploadId: upload });
    const edit = { revision: 1, title: '제목', body: '고친 본문', keywords: [] };
    await author.browser.call('PUT /api/posts/{id}', { path: { id }, body: edit });
    const reply = await makeReply(author, id, '댓글이에요');
    const caseId = await hide('post', id);
    const { body } = await read(moderator, caseId);
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
    const told = JSON.stringify([body, await queue(moderator)]);
    for (const user of [...students, author])
      for (const trace of [user.id, user.email]) expect(told).not.toContain(trace);
    expect(told).not.toContain(author.nickname);
    // Its pictures are seen here, and nowhere else.
    const [picture] = body.pictures;
    expect((await moderator.browser.send('GET', picture?.address ?? '')).headers.get('content-type')).toBe(
      'image/webp',
    );
    expect((await moderator.browser.send('GET', `/images/posts/${upload}/large.webp`)).status).toBe(404);
    expect((await author.browser.send('GET', picture?.address ?? '')).status).toBe(404);
  });

  test('[MO-07] [SF-37] a moderator of one board sees and decides that board only', async () => {
    const [here, elsewhere] = [await makePost(author), await makePost(author, 'question')];
    const [mine, foreign] = [await hide('post', here), await hide('post', elsewhere)];
    expect((await queue(moderator)).cases.map(({ id }) => id)).toEqual([mine]);
    expect((await queue(operator)).cases.map(({ id }) => id).sort()).toEqual([mine, foreign].sort());
    expect((await read(moderator, foreign)).status).toBe(404);
    expect((await decide(moderator, foreign, 'restored', 2)).problem?.code).toBe('resource.missing');
    expect((await read(moderator, uuidv7())).status).toBe(404);
    expect((await decide(moderator, mine, 'upheld', 2)).status).toBe(200);
    expect((await queue(moderator)).cases).toEqual([]);
  });

  test('[MO-08] a role without a fresh password opens nothing, and one that was taken neither', async () => {
    const user = await makeUser(testApp);
    await giveRole(testApp, user);
    const caseId = await hide('post', await makePost(author));
    const old = (minutes: number) =>
      testApp.database.change(
        `UPDATE sessions SET created_at = now() - make_interval(mins => $2), confirmed_at = NULL WHERE user_id = $1`,
        [user.id, minutes],
      );
    await old(14);
    expect((await read(user, caseId)).status).toBe(200);
    await old(16);
    for (const answer of [await read(user, caseId), await decide(user, caseId, 'upheld', 2)])
      expect(answer.problem).toMatchObject({ status: 403, code: 'confirmation.required' });
    await user.browser.call('POST /api/moderation/confirmation', { body: { password: 'correct horse' } });
    expect((await read(user, caseId)).status).toBe(200);
    await testApp.database.change('DELETE FROM roles WHERE user_id = $1', [user.id]);
    expect((await decide(user, caseId, 'upheld', 2)).problem).toMatchObject({
      status: 404,
      code: 'route.unknown',
    });
  });
});

describe('a decision', () => {
  test('[MO-06] restores for everybody, the author reads why, and its reporters count no more', async () => {
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

  test('[MO-05] what was decided to stay is not hidden again for the same reason, but for another', async () => {
    const id = await makePost(author);
    const caseId = await hide('post', id);
    await decide(operator, caseId, 'restored', 2);
    await hide('post', id);
    expect(await isThere(id)).toBe(true);
    for (const user of await makeUsers(testApp, HIDE_AT)) await report(user, 'post', id, 'spam');
    expect(await isThere(id)).toBe(false);
  });

  test('[MO-06] a reply, open or hidden, is upheld and restored in its place', async () => {
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

  test('[MO-06] two who decide at once, on any process, never both do', async () => {
    const apps = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
    for (let round = 0; round < 5; round += 1) {
      const id = await makePost(author);
      const caseId = await hide('post', id);
      const answers = await Promise.all(
        [operator, moderator, operator, moderator].map(async (user, index) => {
          const browser = (apps[index % apps.length] as TestApp).browser();
          browser.cookie = user.browser.cookie;
          return decide({ ...user, browser }, caseId, index % 2 ? 'restored' : 'upheld', 2);
        }),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const lost = answers.filter(({ status }) => status === 409);
      expect(lost.every(({ problem }) => problem?.code === 'case.outdated')).toBe(true);
      const decided = answers.find(({ status }) => status === 200)?.body.state;
      expect(await isThere(id)).toBe(decided === 'restored');
      const acts = (await listActs(testApp.database, 50)).filter(({ target }) => target === caseId);
      expect(acts.map(({ action }) => action)).toEqual([`case ${decided}`]);
    }
  });

  test('[MO-18] [SF-37] nobody decides about own content or an own report, nor an appeal against themselves', async () => {
    const own = await makePost(moderator);
    const ownCaseId = await hide('post', own);
    expect((await decide(moderator, ownCaseId, 'restored', 2)).problem).toMatchObject({
      status: 403,
      code: 'case.own',
    });
    expect((await queue(moderator)).cases[0]).toMatchObject({ id: ownCaseId, obstacle: 'own' });

    const id = await makePost(author);
    await report(moderator, 'post', id);
    await moderator.browser.call('DELETE /api/posts/{id}/report', { path: { id } });
    const reported = (await caseOf(testApp, id))?.id ?? '';
    expect((await decide(moderator, reported, 'upheld', 1)).problem?.code).toBe('case.own');
    expect((await decide(operator, reported, 'upheld', 1)).status).toBe(200);
    await appeal(reported);
    // The other one reported it: there is nobody else, so the operator may.
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

  test('[MO-09] is one audit line with the person, and none where it was refused', async () => {
    const caseId = await hide('post', await makePost(author));
    await decide(moderator, caseId, 'upheld', 1);
    await decide(moderator, caseId, 'upheld', 2);
    const acts = (await listActs(testApp.database, 20)).filter(({ target }) => target === caseId);
    expect(acts).toMatchObject([{ actor: moderator.id, action: 'case upheld', reason: 'abuse' }]);
    expect(nameActor({ SUDO_USER: 'kim.operator' })).toBe('kim.operator');
  });

  test('what its author deleted stays deleted when the case is restored, and hidden when it is upheld', async () => {
    for (const outcome of ['restored', 'upheld'] as const) {
      const id = await makePost(author);
      await report(await makeUser(testApp), 'post', id);
      await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
      const { id: caseId = '' } = (await caseOf(testApp, id)) ?? {};
      expect((await read(operator, caseId)).body).toMatchObject({ deleted: true, hidden: true });
      await decide(operator, caseId, outcome, 1);
      expect(await isThere(id)).toBe(false);
      await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
      expect(await isThere(id)).toBe(outcome === 'restored');
    }
  });

  test('the operator’s command decides the case of what it hides or restores', async () => {
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
});
