import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReplies } from '../../../testing/event-reader.ts';
import { makePost, makePostBody, makeReply, makeNewUser, type MadeUser } from '../../../testing/makers.ts';
import { ageAccount, caseOf, makeStaff, report, openedSince } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { guardLinks } from './floods.ts';

const testApp = await startTestApp({ edition: 'official' });
const old = await makeNewUser(testApp);
await ageAccount(testApp, old, 48);
beforeEach(() => openedSince(testApp, 31));
afterEach(() => openedSince(testApp, 0));

const LINKED = '싸게 팔아요 open.kakao.com/o/abc 로 오세요';
const write = ({ browser }: MadeUser, extra: object = {}, buildingId = 'main-hall') =>
  browser.call('POST /api/buildings/{buildingId}/posts', {
    path: { buildingId },
    body: makePostBody({ body: LINKED, ...extra }),
  });
const edit = ({ browser }: MadeUser, id: string, body: string, revision = 1) =>
  browser.call('PUT /api/posts/{id}', {
    path: { id },
    body: { title: '제목', body, keywords: makePostBody().keywords, revision },
  });
const say = ({ browser }: MadeUser, postId: string, body: string, id: string = uuidv7()) =>
  browser.call('POST /api/posts/{id}/replies', { path: { id: postId }, body: { id, body } });
const read = ({ browser }: MadeUser, id: string) => browser.call('GET /api/posts/{id}', { path: { id } });
const hidden = ({ browser }: MadeUser, id: string) =>
  browser.call('GET /api/posts/{id}/hidden', { path: { id } });
const latest = async ({ browser }: MadeUser) =>
  (await browser.call('GET /api/posts/latest', {})).body.posts.map(({ id }) => id);
const replies = async (user: MadeUser, id: string) => [
  (await read(user, id)).body.replyCount,
  ...(await user.browser.call('GET /api/posts/{id}/replies', { path: { id } })).body.replies.map(
    ({ body }) => body,
  ),
];
const decide = async (id: string, outcome: 'upheld' | 'restored') => {
  const operator = await makeStaff(testApp);
  const row = await caseOf(testApp, id);
  const answer = await operator.browser.call('POST /api/moderation/cases/{id}/decision', {
    path: { id: row?.id ?? '' },
    body: { revision: row?.revision ?? 0, outcome, ground: 'link', text: '확인했습니다.', sanction: null },
  });
  expect(answer.status).toBe(200);
};
const countCases = async (id: string) =>
  (
    await testApp.database.first<{ n: number }>('SELECT count(*)::int AS n FROM cases WHERE thing_id = $1', [
      id,
    ])
  )?.n;

test('links of new accounts: hide a post until moderated, notifying only its author', async () => {
  const user = await makeNewUser(testApp);
  const body = makePostBody({ body: LINKED });
  const call = { path: { buildingId: 'main-hall' }, body };
  const first = await user.browser.call('POST /api/buildings/{buildingId}/posts', call);
  expect(first).toMatchObject({ status: 201, body: { awardedPoints: 50, points: 50 } });
  // The same call gets the same answer, without a second case or award.
  const again = await user.browser.call('POST /api/buildings/{buildingId}/posts', call);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await countCases(body.id)).toBe(1);
  const row = await caseOf(testApp, body.id);
  expect(row).toMatchObject({ state: 'hidden', ground: 'link', outcome: null, told_at: null });
  const hours = ((row?.due_at?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(25);

  for (const one of [user, old]) {
    expect((await read(one, body.id)).status).toBe(404);
    expect(await latest(one)).not.toContain(body.id);
  }
  // Other users do not learn that it exists, and cannot report it.
  expect((await hidden(old, body.id)).body).toEqual({ post: null, replies: [] });
  expect((await report(old, 'post', body.id)).status).toBe(404);
  expect((await hidden(user, body.id)).body.post?.own).toMatchObject({
    state: 'hidden',
    ground: 'link',
    body: LINKED,
    mayAppeal: true,
  });

  await decide(body.id, 'restored');
  expect((await read(old, body.id)).body).toEqual(first.body.post);
  expect(await latest(old)).toContain(body.id);
  expect((await user.browser.call('GET /api/session', {})).body.user?.points).toBe(50);
});

test('links of new accounts: hide a reply without trace; once shown it keeps its place', async () => {
  const user = await makeNewUser(testApp);
  const post = await makePost(old);
  await makeReply(old, post, '하나');
  const id = uuidv7();
  const first = await say(user, post, LINKED, id);
  expect(first).toMatchObject({ status: 201, body: { body: LINKED, number: 2 } });
  const again = await say(user, post, LINKED, id);
  expect([again.status, again.body]).toEqual([201, first.body]);
  expect(await countCases(id)).toBe(1);
  await makeReply(old, post, '셋');
  expect(await replies(old, post)).toEqual([2, '하나', '셋']);
  expect((await hidden(old, post)).body).toEqual({ post: null, replies: [] });
  expect((await hidden(user, post)).body.replies).toMatchObject([{ id, own: { ground: 'link' } }]);
  await decide(id, 'restored');
  expect(await replies(old, post)).toEqual([3, '하나', LINKED, '셋']);

  const second = uuidv7();
  await say(user, post, LINKED, second).then(({ status }) => expect(status).toBe(409));
  await say(user, post, `${LINKED}!!`, second);
  await decide(second, 'upheld');
  expect(await replies(old, post)).toEqual([3, '하나', LINKED, '셋']);
  expect((await hidden(user, post)).body.replies).toMatchObject([{ own: { state: 'upheld' } }]);
});

test('links of new accounts: send nothing to open pages; an edit removes the reply there', async () => {
  const user = await makeNewUser(testApp);
  const post = await makePost(old);
  const open = () => openReplies(old, post);
  const reader = await open();
  await say(user, post, LINKED);
  const { id } = await makeReply(user, post, '보이는 댓글');
  await reader.until(() => reader.replies.length > 0);
  await user.browser.call('PUT /api/replies/{id}', {
    path: { id },
    body: { revision: 1, body: `${LINKED}!` },
  });
  await reader.until(() => reader.events.some(({ name }) => name === 'removed'));
  // The unread number is sent over the same stream, at an unknown time.
  const told = reader.events.filter(({ name }) => name !== 'inbox');
  expect(told.map(({ name, data }) => [name, JSON.parse(data).id])).toEqual([
    ['reply', id],
    ['removed', id],
  ]);
  expect(JSON.stringify(reader.events)).not.toContain('kakao');
  reader.cut();
});

test('links of new accounts: held also if added by an edit or replacing approved ones', async () => {
  const user = await makeNewUser(testApp);
  const { body: written } = await write(user, { title: '제목', body: '링크 없음' });
  const { id } = written.post;
  const edited = await edit(user, id, LINKED);
  expect(edited).toMatchObject({ status: 200, body: { revision: 2 } });
  expect(JSON.stringify(edited.body)).toContain(LINKED);
  expect((await read(old, id)).status).toBe(404);
  // The same edit again gets the same answer; any other one is 404.
  const again = await edit(user, id, LINKED);
  expect([again.status, again.body]).toEqual([200, edited.body]);
  expect((await edit(user, id, '링크 없음', 2)).status).toBe(404);
  expect((await edit(old, id, LINKED)).status).toBe(404);
  expect(await countCases(id)).toBe(1);
  await decide(id, 'restored');
  // An approved link may stay; another one is reviewed.
  expect((await edit(user, id, `${LINKED} 오늘만`, 2)).status).toBe(200);
  expect((await read(old, id)).status).toBe(200);
  expect((await edit(user, id, `${LINKED} evil.com`, 3)).status).toBe(200);
  expect((await read(old, id)).status).toBe(404);
  expect(await countCases(id)).toBe(2);

  const post = await makePost(old);
  const { id: reply } = await makeReply(user, post, '링크 없음');
  const change = () =>
    user.browser.call('PUT /api/replies/{id}', { path: { id: reply }, body: { revision: 1, body: LINKED } });
  const answers = [await change(), await change()];
  expect(answers.map(({ status, body }) => [status, body.body, body.revision])).toEqual([
    [200, LINKED, 2],
    [200, LINKED, 2],
  ]);
  expect(await replies(old, post)).toEqual([0]);
  expect(await countCases(reply)).toBe(1);
});

test('links: not held for older accounts, operators, board moderators or a new campus', async () => {
  const [user, operator, moderator] = [
    await makeNewUser(testApp),
    await makeStaff(testApp),
    await makeStaff(testApp, ['main-hall']),
  ];
  for (const staff of [operator, moderator]) await ageAccount(testApp, staff, 1);
  const seen = async (writer: MadeUser, extra: object = {}, board?: string) => {
    const { status, body } = await write(writer, extra, board);
    expect(status).toBe(201);
    return (await read(old, body.post.id)).status;
  };
  expect(await seen(old)).toBe(200);
  expect(await seen(operator)).toBe(200);
  expect(await seen(moderator)).toBe(200);
  expect(await seen(moderator, { title: '다른 게시판' }, 'west-hall')).toBe(404);
  expect(await seen(user, { body: `${testApp.origin}/post/1 과 https://library.korea.ac.kr 참고` })).toBe(
    200,
  );
  expect(await seen(user, { title: '보세요 evil.com', body: '본문' })).toBe(404);
  await ageAccount(testApp, user, 25);
  expect(await seen(user)).toBe(200);
  await ageAccount(testApp, user, 1);
  await openedSince(testApp, 29);
  expect(await seen(user, { body: `${LINKED} 새 학교` })).toBe(200);
});

test('links of new accounts: values of a campus take precedence over defaults', async () => {
  const { id: userId } = await makeNewUser(testApp);
  const held = async (heldLinkHours: number) => {
    const { id } = makePostBody();
    await testApp.database.change(
      `INSERT INTO posts (id, building_id, author_id, title, body, in_latest) VALUES ($1, 'main-hall', $2, '글', 'x', true)`,
      [id, userId],
    );
    const moderation = { openedOn: '2020-01-01', floods: { heldLinkHours } };
    const guard = guardLinks({
      campus: { settings: { ...testApp.campus.settings, moderation } },
      cache: { invalidate: () => {} },
      streams: { announceVisibility: () => {} },
      isOwnHost: () => false,
    });
    await testApp.database.transaction((transaction) =>
      guard(transaction, userId, { kind: 'post', id, postId: id, text: LINKED }),
    );
    return (await caseOf(testApp, id))?.state;
  };
  const user = { id: userId } as MadeUser;
  await ageAccount(testApp, user, 40);
  expect([await held(24), await held(48), await held(0)]).toEqual([undefined, 'hidden', undefined]);
});

test('links of new accounts are not looked at in the beta edition', async () => {
  const plain = await startTestApp();
  const user = await makeNewUser(plain);
  await plain.database.change(`UPDATE migrations SET applied_at = now() - interval '31 days'`);
  const { body } = await write(user);
  expect((await read(user, body.post.id)).status).toBe(200);
});
