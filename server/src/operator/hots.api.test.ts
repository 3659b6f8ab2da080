import { expect, test } from 'vitest';
import { makePost, makeReply, makeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { listAuditEntries } from '../audit.ts';

const testApp = await startTestApp({ caching: false });
const user = await makeUser(testApp);

const hots = async () => (await user.browser.call('GET /api/hots', {})).body.hots;
const postIds = async () => (await hots()).map(({ postId }) => postId);
const hot = (...words: string[]) => operate(testApp, 'hot', ...words);

test('[EN-07] hot: has its post’s fields and follows it; hidden posts leave; students only read', async () => {
  const author = await makeUser(testApp);
  const postId = await makePost(author, 'hana-square', {
    title: '조용한 자리',
    body: '창가 자리가\n조용해요.\n\n둘째 문단',
    keywords: ['공부 장소', '조용한 장소'],
  });
  await makeReply(user, postId);
  const startedAt = Date.now();
  expect((await hot('add', postId)).code).toBe(0);
  const [entry] = await hots();
  expect(entry).toEqual({
    id: entry?.id,
    postId,
    buildingId: 'hana-square',
    buildingName: entry?.buildingName,
    nickname: author.nickname,
    title: '조용한 자리',
    content: '창가 자리가 조용해요.',
    keywords: ['공부 장소', '조용한 장소'],
    thumbnail: null,
    pictureCount: 0,
    likeCount: 0,
    replyCount: 1,
    createdAt: entry?.createdAt,
  });
  expect(Math.abs(Date.parse(entry?.createdAt ?? '') - startedAt)).toBeLessThan(60_000);

  await author.browser.call('PUT /api/profile/nickname', { body: { nickname: '바뀐이름' } });
  await testApp.database.change(`UPDATE posts SET title = '고친 제목' WHERE id = $1`, [postId]);
  expect((await hots())[0]).toMatchObject({ id: entry?.id, nickname: '바뀐이름', title: '고친 제목' });

  const read = () => user.browser.call('GET /api/hots/{id}', { path: { id: entry?.id ?? '' } });
  expect((await read()).body).toMatchObject({ nickname: '바뀐이름', title: '고친 제목' });
  await operate(testApp, 'post', 'hide', postId, '--reason', '광고');
  expect([await hots(), (await read()).problem?.code]).toEqual([[], 'resource.missing']);
  await operate(testApp, 'post', 'restore', postId);
  expect((await hots())[0]?.id).toBe(entry?.id);

  const change = { title: '내 제목', nickname: '내 이름' };
  for (const [method, path] of [
    ['POST', '/api/hots'],
    ['PUT', `/api/hots/${entry?.id}`],
    ['PATCH', `/api/hots/${entry?.id}`],
    ['DELETE', `/api/hots/${entry?.id}`],
  ] as const) {
    const { status } = await user.browser.send(method, path, { json: change });
    expect([method, status === 404 || status === 405]).toEqual([method, true]);
  }
  expect((await hots())[0]).toMatchObject({ id: entry?.id, title: '고친 제목' });
});

test('operator: adds and removes; a removed post stays out until added again, whatever its likes', async () => {
  const [first, second] = [await makePost(user), await makePost(user)];
  await hot('add', `http://localhost:3000/post/${second}?from=home`);
  expect((await hot('add', second)).output).toBe(`post ${second} is in the popular list already`);
  await hot('add', first, '--reason', '좋은 글');
  expect((await postIds()).slice(0, 2)).toEqual([first, second]);
  expect((await hot('remove', first)).code).toBe(0);
  for (const fan of await Promise.all(Array.from({ length: 11 }, () => makeUser(testApp))))
    await fan.browser.call('PUT /api/posts/{id}/like', { path: { id: first } });
  expect(await postIds()).not.toContain(first);
  await hot('add', first);
  expect((await postIds())[0]).toBe(first);
  expect((await hot('list', '--limit', '1')).output).toMatch(new RegExp(`^${first} `, 'm'));
  const listed = (await hot('list', '--json')).output.split('\n').map((line) => JSON.parse(line) as object);
  expect(listed[0]).toMatchObject({ postId: first, likeCount: 11 });
  const acts = (await listAuditEntries(testApp.database, 4)).map(({ action, target, reason }) => [
    action,
    target,
    reason,
  ]);
  expect(acts).toEqual([
    ['hot add', first, null],
    ['hot remove', first, null],
    ['hot add', first, '좋은 글'],
    ['hot add', second, null],
  ]);
});

test('list: continues beyond one page', async () => {
  const made = await Promise.all(Array.from({ length: 33 }, () => makePost(user)));
  for (const id of made) await hot('add', id);
  const { output } = await hot('list', '--limit', '33', '--json');
  const listed = output.split('\n').map((line) => (JSON.parse(line) as { postId: string }).postId);
  expect(listed).toEqual(made.toReversed());
});

test('hidden, unknown and operators’ posts: refused with one line', async () => {
  const [added, hidden] = [await makePost(user), await makePost(user)];
  await hot('add', added);
  await operate(testApp, 'post', 'hide', hidden, '--reason', '시험');
  const words = ['facility-notice', 'add', '--title', '안내', '--body', '본문', '--json'];
  const notice = await operate(testApp, ...words);
  const { id: noticeId } = JSON.parse(notice.output) as { id: string };
  const cases: [string[], string][] = [
    [['add', hidden], `there is no post "${hidden}" that students wrote and can see`],
    [['add', noticeId], `there is no post "${noticeId}" that students wrote and can see`],
    [['add', 'nonsense'], '"nonsense" is neither the id of a post nor an address of one'],
    [
      ['add', `https://example.com/post/${added}`],
      `"https://example.com/post/${added}" is an address of another site`,
    ],
    [['remove', hidden], `post "${hidden}" is not in the popular list`],
  ];
  for (const [words, line] of cases)
    expect(await hot(...words)).toEqual({ code: 1, output: '', errors: `operator: ${line}` });
});
