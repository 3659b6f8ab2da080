import { describe, expect, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const other = await makeUser(testApp);

const remove = (id: string, user = author) => user.browser.call('DELETE /api/posts/{id}', { path: { id } });
const undo = (id: string, user = author) =>
  user.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
const points = async (user: MadeUser) => (await user.browser.call('GET /api/profile', {})).body.user.points;

/** Backdates the deletion. */
const wait = (id: string, seconds: number) =>
  testApp.database.change(
    `UPDATE posts SET deleted_at = deleted_at - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );

describe('deleting a post', () => {
  test('[OW-05] is gone from every answer at once; undo restores replies, likes and scraps', async () => {
    const id = await makePost(author, 'science-library', { keywords: ['조용한 장소'] });
    const reply = await makeReply(other, id);
    await other.browser.call('PUT /api/posts/{id}/like', { path: { id } });
    await other.browser.call('PUT /api/posts/{id}/scrap', { path: { id } });
    const keywordId = String(testApp.campus.settings.keywords.indexOf('조용한') + 1);
    const category = testApp.campus.settings.keywordCategories.find((one) => one.category === '이공');
    const lists = [
      '/api/buildings/science-library/posts',
      '/api/buildings/science-library/posts?order=popular',
      '/api/posts/latest',
      '/api/profile/scraps',
      `/api/keywords/${keywordId}/${category?.id}/posts`,
    ];
    const showing = async () => {
      const answers = await Promise.all(lists.map((path) => other.browser.send('GET', path)));
      const bodies = await Promise.all(answers.map((answer) => answer.text()));
      // A bookmark of a deleted post keeps its id only.
      const shown = bodies.map((body) => (JSON.parse(body) as { posts: { id: string }[] }).posts);
      return shown.filter((posts) => posts.some((post) => post.id === id)).length;
    };
    const before = (await other.browser.call('GET /api/posts/{id}', { path: { id } })).body;
    expect(await showing()).toBe(lists.length);

    expect((await remove(id)).status).toBe(204);
    expect(await showing()).toBe(0);
    for (const user of [author, other]) {
      expect((await user.browser.call('GET /api/posts/{id}', { path: { id } })).status).toBe(404);
      expect((await user.browser.call('GET /api/posts/{id}/replies', { path: { id } })).status).toBe(404);
    }
    const own = await author.browser.call('GET /api/profile/posts', {});
    expect(own.body.posts.map((post) => post.id)).not.toContain(id);

    expect((await undo(id)).status).toBe(204);
    expect(await showing()).toBe(lists.length);
    expect((await other.browser.call('GET /api/posts/{id}', { path: { id } })).body).toEqual(before);
    const { body } = await other.browser.call('GET /api/posts/{id}/replies', { path: { id } });
    expect(body.replies).toEqual([reply]);
  });

  test('[OW-05] both may be repeated, by the author only, and the undo for a limited time', async () => {
    const id = await makePost(author);
    expect((await remove(id, other)).problem?.code).toBe('content.foreign');
    expect((await undo(id)).status).toBe(204);
    expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 204]);
    expect((await remove(id, other)).problem?.code).toBe('resource.missing');
    expect((await undo(id, other)).problem?.code).toBe('resource.missing');
    expect([(await undo(id)).status, (await undo(id)).status]).toEqual([204, 204]);
    await remove(id);
    await wait(id, 31);
    expect((await undo(id)).problem).toMatchObject({ status: 409, code: 'undo.late' });
  });

  test('id of a deleted post: never reused', async () => {
    const id = await makePost(author);
    await remove(id);
    const again = makePost(author, 'main-hall', { id });
    await expect(again).rejects.toThrow('identifier.taken');
  });

  test('post hidden by the operator meanwhile: stays hidden after the undo', async () => {
    const id = await makePost(author);
    await remove(id);
    await testApp.database.change('UPDATE posts SET moderated_at = now() WHERE id = $1', [id]);
    await undo(id);
    expect((await other.browser.call('GET /api/posts/{id}', { path: { id } })).status).toBe(404);
    expect((await remove(id)).problem?.code).toBe('resource.missing');
  });
});

test('[OW-07] points: deletion removes the award, undo restores it, and a new post earns once', async () => {
  const user = await makeUser(testApp);
  const id = await makePost(user);
  const counts = [await points(user)];
  await remove(id, user);
  counts.push(await points(user));
  await undo(id, user);
  counts.push(await points(user));
  await remove(id, user);
  await makePost(user);
  counts.push(await points(user));
  expect(counts).toEqual([50, 0, 50, 50]);
  const ledger = await testApp.database.rows(
    'SELECT kind, points FROM point_awards WHERE user_id = $1 ORDER BY created_at, kind',
    [user.id],
  );
  expect(ledger).toEqual([
    { kind: 'award', points: 50 },
    { kind: 'deletion', points: -50 },
    { kind: 'award', points: 50 },
  ]);
});

test('[OW-07] points: fifty deletions and fifty undos at once leave one award or none', async () => {
  const user = await makeUser(testApp);
  const id = await makePost(user);
  await Promise.all(Array.from({ length: 100 }, (_, turn) => (turn % 2 ? undo : remove)(id, user)));
  const there = (await user.browser.call('GET /api/posts/{id}', { path: { id } })).status === 200;
  expect(await points(user)).toBe(there ? 50 : 0);
});

test('points: a question brings none and takes none, and a sum may fall below zero', async () => {
  const user = await makeUser(testApp);
  const question = await makePost(user, 'question');
  await remove(question, user);
  expect(await points(user)).toBe(0);
  const id = await makePost(user);
  await testApp.database.change('UPDATE users SET points = 10 WHERE id = $1', [user.id]);
  await remove(id, user);
  expect(await points(user)).toBe(-40);
});
