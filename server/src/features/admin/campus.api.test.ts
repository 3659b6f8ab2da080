import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { makePost, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { makeStaff } from '../../../testing/moderation.ts';
import { actsOn, operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { listAuditEntries } from '../../audit.ts';

let student: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
const operator = await makeStaff(testApp);
beforeEach(async () => {
  student = await makeUser(testApp);
});

const TEXTS = { name: '새누리관', category: '인문', info: '새로 지은 건물입니다.' };
const read = async () => (await operator.browser.call('GET /api/operate/campus', {})).body;
const add = (input: Partial<typeof TEXTS & { id: string; reason: string }>, by = operator) =>
  by.browser.call('POST /api/operate/buildings', {
    body: { id: `hall-${randomUUID().slice(0, 8)}`, ...TEXTS, reason: '', ...input },
  });
const change = (buildingId: string, changes: Partial<Record<keyof typeof TEXTS, string>>, by = operator) =>
  by.browser.call('PUT /api/operate/buildings/{buildingId}', {
    path: { buildingId },
    body: { name: null, category: null, info: null, reason: '', ...changes },
  });
const remove = (buildingId: string, by = operator) =>
  by.browser.call('POST /api/operate/buildings/{buildingId}/removal', {
    path: { buildingId },
    body: { reason: '철거' },
  });
const addHot = (post: string, by = operator) =>
  by.browser.call('POST /api/operate/hots', { body: { post, reason: '' } });
const removeHot = (id: string, by = operator) =>
  by.browser.call('POST /api/operate/hots/{id}/removal', { path: { id }, body: { reason: '광고' } });
const acts = (target: string) => actsOn(testApp, target);
const seen = async (user: MadeUser) => (await user.browser.call('GET /api/buildings', {})).body.buildings;
const popular = async (user: MadeUser) =>
  (await user.browser.call('GET /api/hots', {})).body.hots.map(({ postId }) => postId);

test('[MO-09] building added, changed, removed by an operator on the web: visible to everybody, audited', async () => {
  expect((await add({ id: ' web-hall ', name: ' 새누리관 ', reason: '개관' })).status).toBe(204);
  // A lost answer: the same call again.
  expect((await add({ id: 'web-hall' })).status).toBe(204);
  expect((await seen(student)).find(({ id }) => id === 'web-hall')).toMatchObject(TEXTS);
  expect((await change('web-hall', { info: '공사 중입니다.' })).status).toBe(204);
  expect((await change('web-hall', { info: '공사 중입니다.' })).status).toBe(204);
  expect((await read()).buildings.find(({ id }) => id === 'web-hall')).toEqual({
    id: 'web-hall',
    ...TEXTS,
    info: '공사 중입니다.',
    seats: '',
  });
  expect((await remove('web-hall')).status).toBe(204);
  expect((await seen(student)).map(({ id }) => id)).not.toContain('web-hall');
  expect((await remove('web-hall')).problem?.code).toBe('resource.missing');
  const actor = operator.id;
  expect(await acts('web-hall')).toEqual([
    { actor, action: 'building remove', reason: '철거' },
    { actor, action: 'building edit', reason: null },
    { actor, action: 'building add', reason: '개관' },
  ]);
});

test('building changes that the command refuses: refused here too, without audit entry', async () => {
  const postId = await makePost(student, 'ice-rink');
  await operate(testApp, 'post', 'hide', postId, '--reason', '시험');
  const before = await listAuditEntries(testApp.database, 1000);
  const refused = async (answer: Promise<{ status: number; problem?: unknown }>) => {
    const { status, problem } = await answer;
    const { code, fields } = problem as { code: string; fields?: { field: string; code: string }[] };
    return [status, code, ...(fields ?? []).map((one) => `${one.field} ${one.code}`)];
  };
  const cases: [Promise<{ status: number; problem?: unknown }>, unknown[]][] = [
    [add({ id: 'main-hall' }), [409, 'identifier.taken']],
    [add({ id: 'question' }), [409, 'identifier.taken']],
    [add({ category: '예술' }), [422, 'input.invalid', 'category unknown']],
    [add({ info: '첫 줄\n둘째 줄' }), [422, 'input.invalid', 'info invalid']],
    [change('nowhere', { name: '이름' }), [404, 'resource.missing']],
    [remove('ice-rink'), [409, 'building.used']],
  ];
  for (const [answer, expected] of cases) expect(await refused(answer)).toEqual(expected);
  expect(await listAuditEntries(testApp.database, 1000)).toEqual(before);
});

test('same id added twice at once, or post during a building’s removal: one remains', async () => {
  const answers = await Promise.all([
    add({ id: 'twice-hall', name: '하나' }),
    add({ id: 'twice-hall', name: '둘' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await acts('twice-hall')).toHaveLength(1);
  const [gone, post] = await Promise.all([
    remove('twice-hall'),
    makePost(student, 'twice-hall').then(
      () => true,
      () => false,
    ),
  ]);
  expect(gone.status).toBe(post ? 409 : 204);
});

test('[MO-09] operator: adds a post to the popular list by id or address, removes it, audited', async () => {
  const [first, second] = [
    await makePost(student, undefined, { title: '조용한 자리' }),
    await makePost(student),
  ];
  expect((await addHot(first)).status).toBe(204);
  expect((await addHot(` /post/${second.toUpperCase()}?from=home `)).status).toBe(204);
  expect((await addHot(second)).status).toBe(204);
  expect((await popular(student)).slice(0, 2)).toEqual([second, first]);
  const { hots } = await read();
  expect(hots.slice(0, 2).map(({ postId }) => postId)).toEqual([second, first]);
  expect(hots[1]).toMatchObject({ title: '조용한 자리', likeCount: 0 });

  const entry = (await student.browser.call('GET /api/hots', {})).body.hots.find(
    ({ postId }) => postId === first,
  );
  expect((await removeHot(first)).status).toBe(204);
  expect((await removeHot(first)).problem?.code).toBe('resource.missing');
  expect(await popular(student)).not.toContain(first);
  // By its address there.
  expect((await addHot(`/hotpost/${entry?.id}`)).status).toBe(204);
  expect((await popular(student))[0]).toBe(first);
  const actor = operator.id;
  expect(await acts(first)).toEqual([
    { actor, action: 'hot add', reason: null },
    { actor, action: 'hot remove', reason: '광고' },
    { actor, action: 'hot add', reason: null },
  ]);
  expect(await acts(second)).toHaveLength(1);
});

test('popular list: rejects missing, hidden and operators’ posts, and other words', async () => {
  const hidden = await makePost(student);
  await operate(testApp, 'post', 'hide', hidden, '--reason', '시험');
  const words = ['facility-notice', 'add', '--title', '안내', '--body', '본문', '--json'];
  const notice = JSON.parse((await operate(testApp, ...words)).output) as { id: string };
  for (const post of [randomUUID(), hidden, notice.id, `/hotpost/${randomUUID()}`])
    expect([post, (await addHot(post)).problem?.code]).toEqual([post, 'resource.missing']);
  expect((await addHot('아무 말')).problem?.fields).toEqual([{ field: 'post', code: 'invalid' }]);
  expect(await acts(hidden)).toHaveLength(1);
});

test('moderation settings: listed with the values in effect', async () => {
  const { moderation } = testApp.campus.settings;
  expect((await read()).moderation).toEqual({
    hideAt: moderation?.hideAt ?? 4,
    openedOn: moderation?.openedOn ?? null,
    firstDayPosts: 5,
    firstDayReplies: 30,
    repeatMinutes: 10,
    repeatLetters: 20,
    texts: Object.entries(moderation?.texts ?? {}).map(([reason, text]) => ({ reason, text })),
  });
});
