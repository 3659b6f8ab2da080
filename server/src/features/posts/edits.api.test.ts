import { randomUUID } from 'node:crypto';
import { EDITS_MAX } from '@madang/contract/posts/rules';
import { describe, expect, test } from 'vitest';
import { makePost, makeReply, makeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const other = await makeUser(testApp);

const text = { title: '2층 창가 자리 조용해요', body: '고친 본문', keywords: [] as string[] };

function edit(id: string, revision: number, fields: Partial<typeof text> = {}, user = author) {
  return user.browser.call('PUT /api/posts/{id}', { path: { id }, body: { revision, ...text, ...fields } });
}

const read = (id: string, user = other) => user.browser.call('GET /api/posts/{id}', { path: { id } });

/** Backdates the writing. */
const age = (id: string, minutes: number) =>
  testApp.database.change(
    'UPDATE posts SET created_at = created_at - make_interval(mins => $2) WHERE id = $1',
    [id, minutes],
  );

describe('visibility of edits', () => {
  test('[OW-01] title, body and keywords show everywhere at once, also where keywords are browsed', async () => {
    const id = await makePost(author, 'science-library', { keywords: ['조용한 장소', '콘센트 장소'] });
    const { settings } = testApp.campus;
    const categoryId = String(settings.keywordCategories.find(({ category }) => category === '이공')?.id);
    const listed = async (keywordId: string) => {
      const path = { keywordId, categoryId };
      const answer = await other.browser.call('GET /api/keywords/{keywordId}/{categoryId}/posts', { path });
      return answer.body.posts.some((post) => post.id === id);
    };
    const numberOf = (word: string) => String(settings.keywords.indexOf(word) + 1);
    expect(await listed(numberOf('콘센트'))).toBe(true);
    await read(id);

    const edited = await edit(id, 1, { title: '3층으로 옮겼어요', keywords: ['조용한 장소', '팀플 장소'] });
    expect(edited.status).toBe(200);
    expect(edited.body).toMatchObject({ title: '3층으로 옮겼어요', revision: 2, editedAt: null });
    expect((await read(id)).body).toEqual(edited.body);
    const { body } = await other.browser.call('GET /api/buildings/{buildingId}/posts', {
      path: { buildingId: 'science-library' },
    });
    expect(body.posts[0]).toMatchObject({ id, title: '3층으로 옮겼어요', preview: '고친 본문' });
    expect([
      await listed(numberOf('조용한')),
      await listed(numberOf('콘센트')),
      await listed(numberOf('팀플')),
    ]).toEqual([true, false, true]);
  });

  test('[OW-02] edit mark: none within five minutes without replies of others; afterwards always', async () => {
    const [fresh, answered, old] = [await makePost(author), await makePost(author), await makePost(author)];
    await makeReply(author, fresh);
    await makeReply(other, answered);
    await age(old, 6);
    const marks: (string | null)[] = [];
    for (const id of [fresh, answered, old]) marks.push((await edit(id, 1)).body.editedAt);
    expect(marks).toEqual([null, expect.stringMatching(/^20\d\d-/), expect.stringMatching(/^20\d\d-/)]);
    await makeReply(other, fresh);
    expect((await edit(fresh, 2, { body: '또 고친 본문' })).body.editedAt).not.toBeNull();
  });

  test('[OW-02] others cannot edit', async () => {
    const id = await makePost(author);
    expect((await edit(id, 1, {}, other)).problem).toMatchObject({ status: 403, code: 'content.foreign' });
    expect((await read(id)).body.contents[0]).not.toMatchObject({ text: text.body });
    const start = await other.browser.call('GET /api/posts/{id}/edit', { path: { id } });
    expect(start.problem?.code).toBe('content.foreign');
  });

  test('[OW-02] writing right lost: no edits of building posts, but of questions', async () => {
    const user = await makeUser(testApp);
    const [post, question] = [await makePost(user), await makePost(user, 'question')];
    await testApp.database.change('UPDATE users SET writing_right = false WHERE id = $1', [user.id]);
    expect((await edit(post, 1, {}, user)).problem?.code).toBe('right.required');
    expect((await edit(question, 1, {}, user)).status).toBe(200);
    expect((await user.browser.call('DELETE /api/posts/{id}', { path: { id: post } })).status).toBe(204);
  });
});

test('[OW-03] outdated revision: refused with the newer text; the same save again is accepted', async () => {
  const id = await makePost(author);
  const first = await edit(id, 1, { title: '먼저 저장한 제목', keywords: ['조용한 장소'] });
  expect((await edit(id, 1, { title: '먼저 저장한 제목', keywords: ['조용한 장소'] })).body).toEqual(
    first.body,
  );
  const late = await edit(id, 1, { body: '늦게 저장한 본문' });
  expect(late.problem).toMatchObject({
    status: 409,
    code: 'edit.outdated',
    newer: { revision: 2, title: '먼저 저장한 제목', body: text.body, keywords: ['조용한 장소'] },
  });
  expect((await read(id)).body.revision).toBe(2);
  expect((await edit(id, 2, { body: '늦게 저장한 본문' })).body.revision).toBe(3);
  expect((await edit(id, 9, { body: '앞선 번호' })).problem?.code).toBe('edit.outdated');
});

test('[OW-03] twenty concurrent saves on one revision: one is stored', async () => {
  const id = await makePost(author);
  const saves = Array.from({ length: 20 }, (_, place) => edit(id, 1, { body: `본문 ${place}` }));
  const codes = (await Promise.all(saves)).map(({ problem }) => problem?.code);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  expect(codes.filter((code) => code === 'edit.outdated')).toHaveLength(19);
  const rows = await testApp.database.rows('SELECT revision FROM post_revisions WHERE post_id = $1', [id]);
  expect(rows).toEqual([{ revision: 1 }]);
});

test('[OW-04] title: frozen after a reply by another user, announced before the edit', async () => {
  const id = await makePost(author);
  const start = () => author.browser.call('GET /api/posts/{id}/edit', { path: { id } });
  await makeReply(author, id);
  expect((await start()).body).toMatchObject({ titleFrozen: false, revision: 1, editsLeft: EDITS_MAX });
  const reply = await makeReply(other, id);
  expect((await start()).body).toMatchObject({ titleFrozen: true });
  const refused = await edit(id, 1, { title: '다른 제목' });
  expect(refused.problem?.fields).toEqual([{ field: 'title', code: 'title.frozen' }]);
  expect((await edit(id, 1)).status).toBe(200);
  await other.browser.call('DELETE /api/replies/{id}', { path: { id: reply.id } });
  expect((await edit(id, 2, { title: '다른 제목' })).status).toBe(200);
});

test('[OW-04] rejected edits: the title of a popular post is frozen', async () => {
  const id = await makePost(author);
  await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $2)', [randomUUID(), id]);
  expect((await edit(id, 1, { title: '다른 제목' })).problem?.fields?.[0]?.code).toBe('title.frozen');
});

test('[OW-04] reply during a change of title: freezes it or comes after', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await makePost(author);
    const [saved, reply] = await Promise.all([edit(id, 1, { title: `제목 ${round}` }), makeReply(other, id)]);
    const post = await read(id);
    const seen = [post.body.revision, saved.problem?.fields?.[0]?.code, reply.number];
    expect([
      [2, undefined, 1],
      [1, 'title.frozen', 1],
    ]).toContainEqual(seen);
  }
});

test('rejected edits: the rules of writing hold, and a post can be edited ten times', async () => {
  const id = await makePost(author);
  for (const fields of [
    { title: ' ' },
    { body: '' },
    { body: 'x'.repeat(10_001) },
    { keywords: ['없는 장소'] },
  ])
    expect((await edit(id, 1, fields)).problem?.code).toBe('input.invalid');
  for (let revision = 1; revision <= EDITS_MAX; revision += 1)
    expect((await edit(id, revision, { body: `본문 ${revision}` })).status).toBe(200);
  expect((await edit(id, EDITS_MAX + 1, { body: '하나 더' })).problem?.code).toBe('edit.limit');
  const start = await author.browser.call('GET /api/posts/{id}/edit', { path: { id } });
  expect(start.body.editsLeft).toBe(0);
});

test('keyword retired by the campus: may stay on its post', async () => {
  const id = await makePost(author);
  await testApp.database.change(`UPDATE posts SET keywords = '{"옛 장소"}' WHERE id = $1`, [id]);
  expect((await edit(id, 1, { keywords: ['옛 장소', '조용한 장소'] })).status).toBe(200);
  expect((await edit(id, 2, { keywords: ['다른 옛 장소'] })).problem?.code).toBe('input.invalid');
});
