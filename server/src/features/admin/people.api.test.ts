import { randomUUID } from 'node:crypto';
import { beforeEach, expect, inject, test } from 'vitest';
import {
  makePost,
  makePostBody,
  makeReply,
  makeUser,
  PASSWORD,
  type MadeUser,
  userAt,
} from '../../../testing/makers.ts';
import { giveRole } from '../../../testing/moderation.ts';
import { actsOn } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

let operator: MadeUser;
let student: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
beforeEach(async () => {
  await testApp.database.change('DELETE FROM roles');
  operator = await makeUser(testApp);
  await giveRole(testApp, operator);
  student = await makeUser(testApp, { email: `${randomUUID()}@korea.ac.kr` });
});

const find = (who: string, by = operator) =>
  by.browser.call('POST /api/operate/people/search', { body: { who } });
const read = (user: MadeUser, by = operator) =>
  by.browser.call('GET /api/operate/people/{id}', { path: { id: user.id } });
const setRight = (user: MadeUser, right: 'granted' | 'taken' | 'rule', reason = '학적 확인', by = operator) =>
  by.browser.call('PUT /api/operate/people/{id}/right', { path: { id: user.id }, body: { right, reason } });
const setRole = (
  user: MadeUser,
  held: boolean,
  boardId: string | null = null,
  by = operator,
  role: 'operator' | 'moderator' = boardId === null ? 'operator' : 'moderator',
) =>
  by.browser.call('PUT /api/operate/people/{id}/role', {
    path: { id: user.id },
    body: { role, boardId, held, reason: '' },
  });
const sanction = (
  user: MadeUser,
  kind: 'warning' | 'noWriting' | 'noBoard' | 'closed',
  boardId: string | null = null,
  by = operator,
  text = '광고를 되풀이했어요.',
) =>
  by.browser.call('POST /api/operate/people/{id}/sanctions', {
    path: { id: user.id },
    body: { kind, boardId, days: 7, ground: 'spam', text },
  });
const withdraw = (user: MadeUser, by = operator, reason = '본인 요청') =>
  by.browser.call('POST /api/operate/people/{id}/withdrawal', { path: { id: user.id }, body: { reason } });
const write = async (user: MadeUser, board = 'main-hall') =>
  (
    await user.browser.call('POST /api/buildings/{buildingId}/posts', {
      path: { buildingId: board },
      body: makePostBody({ body: randomUUID() }),
    })
  ).status;
const acts = (target: string) => actsOn(testApp, target);

test('[MO-15] a student is found by e-mail and nickname; answers show neither address nor name', async () => {
  const found = await find(` ${student.email.toUpperCase()} `);
  expect(found.body.people.map(({ id }) => id)).toEqual([student.id]);
  expect((await find(student.nickname)).body.people.map(({ id }) => id)).toContain(student.id);
  // The form that a Mac keyboard sends.
  expect((await find(student.nickname.normalize('NFD'))).body.people.map(({ id }) => id)).toContain(
    student.id,
  );
  for (const who of ['', '%', '_', "'", '\0', student.email.slice(0, 10)])
    expect((await find(who)).body.people).toEqual([]);
  const detail = await read(student);
  for (const answer of [found, detail]) {
    expect(JSON.stringify(answer.body)).not.toContain(student.email);
    expect(JSON.stringify(answer.body)).toContain('***@korea.ac.kr');
  }
  expect(found.body.people[0]).not.toHaveProperty('name');
});

test('[MO-15] contributions: listed newest first, hidden ones included', async () => {
  const postId = await makePost(student);
  await makeReply(student, postId);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [postId]);
  const { body } = await read(student);
  expect(body).toMatchObject({ posts: 1, replies: 1, self: false, right: 'rule', sessions: 1 });
  expect(body.written.map(({ kind, hidden, postId: under }) => [kind, hidden, under])).toEqual([
    ['reply', false, postId],
    ['post', true, postId],
  ]);
  expect((await read(operator)).body.self).toBe(true);
});

test('[MO-15] writing right: granted, removed and reset to the rule, with one audit line each', async () => {
  const outsider = await makeUser(testApp, { email: `${randomUUID()}@example.com`, right: false });
  expect(await write(outsider)).toBe(403);
  expect((await setRight(outsider, 'granted', '')).body).toMatchObject({ right: 'granted' });
  expect(await write(outsider)).toBe(201);
  expect((await setRight(outsider, 'taken', ' ')).problem?.fields).toEqual([
    { field: 'reason', code: 'required' },
  ]);
  await setRight(outsider, 'taken');
  expect(await write(outsider)).toBe(403);
  await setRight(outsider, 'rule', '');
  expect((await read(outsider)).body).toMatchObject({ right: 'rule', person: { writingRight: false } });
  expect((await acts(outsider.id)).reverse()).toEqual([
    { actor: operator.id, action: 'student grant', reason: null },
    { actor: operator.id, action: 'student take', reason: '학적 확인' },
    { actor: operator.id, action: 'student follow-rule', reason: null },
  ]);
});

test('[MO-15] roles: repeating changes nothing; the last operator stays', async () => {
  const moderator = await makeUser(testApp);
  expect((await setRole(moderator, true, 'main-hall')).body.roles).toMatchObject([
    { role: 'moderator', board: { id: 'main-hall' } },
  ]);
  expect((await setRole(moderator, true, 'main-hall')).status).toBe(200);
  expect((await acts(moderator.id)).length).toBe(1);
  expect((await setRole(student, true, null, operator, 'moderator')).problem?.code).toBe('input.invalid');
  expect((await setRole(student, true, 'main-hall', operator, 'operator')).problem?.code).toBe(
    'input.invalid',
  );
  expect((await setRole(student, true, 'no-such-hall')).problem?.fields).toEqual([
    { field: 'boardId', code: 'unknown' },
  ]);
  expect((await setRole(operator, false)).problem?.code).toBe('role.last');
  await setRole(student, true);
  expect((await setRole(operator, false)).body.roles).toEqual([]);
  expect((await read(student)).problem?.code).toBe('route.unknown');
});

test('[MO-10] [MO-15] sanction without a case: takes effect at once, shows its text, and can end early', async () => {
  expect((await sanction(student, 'noBoard')).problem?.fields).toEqual([
    { field: 'boardId', code: 'required' },
  ]);
  expect((await sanction(student, 'warning', 'main-hall')).problem?.code).toBe('input.invalid');
  expect((await sanction(student, 'noBoard', 'nowhere')).problem?.code).toBe('input.invalid');
  expect((await sanction(student, 'warning', null, operator, ' ')).problem?.fields).toEqual([
    { field: 'text', code: 'required' },
  ]);
  expect(await write(student)).toBe(201);
  const given = await sanction(student, 'noBoard', 'main-hall');
  expect(await write(student)).toBe(403);
  expect(await write(student, 'law-hall')).toBe(201);
  const shown = await student.browser.call('GET /api/profile/sanctions', {});
  expect(shown.body.sanctions).toMatchObject([{ kind: 'noBoard', text: '광고를 되풀이했어요.' }]);
  const [running] = given.body.sanctions;
  const all = await operator.browser.call('GET /api/operate/sanctions', {});
  expect(all.body.sanctions.find(({ id }) => id === running?.id)?.nickname).toBe(student.nickname);
  const end = (reason: string) =>
    operator.browser.call('POST /api/operate/sanctions/{id}/end', {
      path: { id: running?.id ?? '' },
      body: { reason },
    });
  expect((await end('')).problem?.code).toBe('input.invalid');
  // Pressed twice at once.
  const ended = await Promise.all([end('이의 인정'), end('이의 인정')]);
  expect(ended.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await write(student)).toBe(201);
});

test('[MO-18] oneself: no action possible; the last operator’s account cannot be closed', async () => {
  for (const answer of [
    await setRight(operator, 'granted'),
    await sanction(operator, 'warning'),
    await withdraw(operator),
  ])
    expect(answer.problem?.code).toBe('act.self');
  await setRole(student, true);
  await sanction(student, 'noWriting');
  const { sanctions } = (await read(student)).body;
  const own = await student.browser.call('POST /api/operate/sanctions/{id}/end', {
    path: { id: sanctions[0]?.id ?? '' },
    body: { reason: '나' },
  });
  expect(own.problem?.code).toBe('act.self');
  // Both close each other's account at once: one stays.
  const answers = await Promise.all([
    sanction(student, 'closed'),
    sanction(operator, 'closed', null, student),
  ]);
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  const left = await testApp.database.rows(`SELECT id FROM roles WHERE role = 'operator'`);
  expect(left.length).toBe(1);
});

test('[MO-15] student: withdrawn on every process, notified by mail, audited without a name', async () => {
  const others = inject('engine') === 'postgres' ? [await testApp.another()] : [];
  const id = await makePost(student);
  expect((await withdraw(student, operator, '')).problem?.code).toBe('input.invalid');
  const answers = await Promise.all([withdraw(student), withdraw(student)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect((await read(student)).status).toBe(404);
  const signIn = { body: { email: student.email, password: PASSWORD } };
  for (const app of [testApp, ...others]) {
    expect((await app.browser().call('POST /api/session', signIn)).status).toBe(401);
    const { browser } = userAt(app, student);
    await expect
      .poll(async () => (await browser.call('GET /api/profile', {})).status, { timeout: 4_000 })
      .toBe(401);
  }
  const post = await operator.browser.call('GET /api/posts/{id}', { path: { id } });
  expect(post.body).toMatchObject({ authorId: null, nickname: null });
  await expect.poll(() => testApp.mails.filter(({ to }) => to === student.email).length).toBeGreaterThan(0);
  expect(await acts(student.id)).toEqual([
    { actor: operator.id, action: 'student withdraw', reason: '본인 요청' },
  ]);
});
