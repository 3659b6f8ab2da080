import { PAGE_SIZE } from '@madang/contract/posts/rules';
import { expect, test } from 'vitest';
import { answer, remove, undo } from '../../../testing/inbox.ts';
import { makePost, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

let reader: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);

const ask = (title = '글', user = author) => makePost(user, 'question', { title });
const replied = async (cursor?: string, user = reader) => {
  const { body, status } = await user.browser.call('GET /api/profile/replied', { query: { cursor } });
  expect(status).toBe(200);
  return body;
};
const ids = async () => (await replied())?.posts.map(({ id }) => id);

test('[EV-06] posts replied to: ordered by the last own reply, each once, own posts included', async () => {
  reader = await makeUser(testApp);
  const [one, two, own] = [await ask('하나'), await ask('둘'), await ask('내 글', reader)];
  expect(await replied()).toEqual({ posts: [], nextCursor: null });
  await answer(reader, one);
  const second = await answer(reader, two);
  await answer(reader, own);
  expect(await ids()).toEqual([own, two, one]);
  const again = await answer(reader, one);
  await answer(author, two);
  expect(await ids()).toEqual([one, own, two]);
  // Without this reply the earlier one decides, and without any the post is omitted.
  await remove(reader, 'replies', again.id);
  expect(await ids()).toEqual([own, two, one]);
  await remove(reader, 'replies', second.id);
  expect(await ids()).toEqual([own, one]);
  await undo(reader, 'replies', second.id);
  expect(await ids()).toEqual([own, two, one]);
});

test('[EV-06] omits invisible posts and posts of blocked users', async () => {
  reader = await makeUser(testApp);
  const blocked = await makeUser(testApp);
  const posts = [await ask(), await ask(), await ask('막은 글', blocked), await ask()];
  for (const post of posts) await answer(reader, post);
  const [deleted = '', hidden = '', foreign = '', last = ''] = posts;
  await remove(author, 'posts', deleted);
  await operate(testApp, 'post', 'hide', hidden, '--reason', '광고');
  await reader.browser.call('PUT /api/posts/{id}/block', { path: { id: foreign } });
  expect(await ids()).toEqual([last]);
  await reader.browser.call('DELETE /api/posts/{id}/block', { path: { id: foreign } });
  expect(await ids()).toEqual([last, foreign]);
});

test('[EV-06] pages follow each other without a gap, also among replies of the same moment', async () => {
  reader = await makeUser(testApp);
  const posts = [];
  for (let count = 0; count < PAGE_SIZE + 5; count += 1) posts.push(await ask());
  await testApp.database.change(
    `INSERT INTO replies (id, post_id, number, author_id, body, created_at)
     SELECT gen_random_uuid(), posts.id, number, $1, '댓글', '2026-03-02T00:00:00Z'
       FROM unnest($2::uuid[]) AS posts (id), generate_series(1, 3) AS number`,
    [reader.id, posts],
  );
  const first = await replied();
  expect(first?.posts).toHaveLength(PAGE_SIZE);
  const second = await replied(first?.nextCursor ?? '');
  expect(second?.nextCursor).toBeNull();
  const seen = [...(first?.posts ?? []), ...(second?.posts ?? [])].map(({ id }) => id);
  expect(new Set(seen)).toEqual(new Set(posts));
  expect(seen).toHaveLength(posts.length);
  const refused = await reader.browser.call('GET /api/profile/replied', { query: { cursor: 'x' } });
  expect(refused.status).toBe(400);
});
