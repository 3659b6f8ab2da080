import { HELD_MAX, HELD_REPLIES_MAX } from '@madang/contract/offline/rules';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makeReply, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { hideByReports, makeUsers } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });

type Threads = { postId: string; replies: number[] }[];
const ask = (user: MadeUser, posts: string[], threads: Threads = []) =>
  user.browser.call('POST /api/device/gone', { body: { posts, threads } });
const goneOf = async (user: MadeUser, posts: string[], threads?: Threads) =>
  (await ask(user, posts, threads)).body;
const makePair = async () => {
  const [reader, writer] = await makeUsers(testApp, 2);
  if (!reader || !writer) throw new Error('nobody was made');
  return { reader, writer };
};

test('[PH-10] hidden, deleted or unknown posts: reported as gone; readable ones are not', async () => {
  const { reader, writer } = await makePair();
  const [there, hidden, deleted] = [await makePost(writer), await makePost(writer), await makePost(writer)];
  expect(await goneOf(reader, [there, hidden, deleted])).toEqual({ posts: [], threads: [] });

  await hideByReports(testApp, 'post', hidden);
  await writer.browser.call('DELETE /api/posts/{id}', { path: { id: deleted } });
  const never = uuidv7();
  const { posts } = await goneOf(reader, [there, hidden, deleted, never]);
  expect(posts.toSorted()).toEqual([hidden, deleted, never].toSorted());
  // The author reads it through another call.
  expect((await goneOf(writer, [hidden])).posts).toEqual([hidden]);

  await writer.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id: deleted } });
  expect((await goneOf(reader, [deleted])).posts).toEqual([]);
});

test('[PH-10] thread with one missing reply: named; the others are not', async () => {
  const { reader, writer } = await makePair();
  const [first, second] = [await makePost(writer), await makePost(writer)];
  const replies = [
    await makeReply(writer, first),
    await makeReply(writer, first),
    await makeReply(writer, first),
  ];
  const last = replies[2]?.id ?? '';
  await makeReply(writer, second);
  const threads = [
    { postId: first, replies: [1, 2, 3] },
    { postId: second, replies: [1] },
  ];
  expect((await goneOf(reader, [], threads)).threads).toEqual([]);
  await writer.browser.call('DELETE /api/replies/{id}', { path: { id: last } });
  expect((await goneOf(reader, [], threads)).threads).toEqual([first]);
  expect((await goneOf(reader, [], [{ postId: first, replies: [1, 2] }])).threads).toEqual([]);
  await hideByReports(testApp, 'reply', replies[0]?.id ?? '');
  expect((await goneOf(reader, [], [{ postId: first, replies: [1, 2] }])).threads).toEqual([first]);
  // An unused reply number, and an unknown post.
  const never = uuidv7();
  const odd = [
    { postId: second, replies: [9] },
    { postId: never, replies: [1] },
  ];
  expect((await goneOf(reader, [], odd)).threads.toSorted()).toEqual([second, never].toSorted());
});

test('[PH-10] deleted reply with a line: reported as gone, to delete its text from the phone', async () => {
  const { reader, writer } = await makePair();
  const id = await makePost(writer, 'question');
  const parent = await makeReply(writer, id);
  const child = { id: uuidv7(), body: '저도요', answers: parent.id };
  expect(
    (await reader.browser.call('POST /api/posts/{id}/replies', { path: { id }, body: child })).status,
  ).toBe(201);
  await writer.browser.call('DELETE /api/replies/{id}', { path: { id: parent.id } });
  expect((await goneOf(reader, [], [{ postId: id, replies: [1, 2] }])).threads).toEqual([id]);
  expect((await goneOf(reader, [], [{ postId: id, replies: [2] }])).threads).toEqual([]);
});

test('[PH-10] content of a blocked user: gone for the blocker alone, back after unblocking', async () => {
  const { reader, writer } = await makePair();
  const other = await makeUser(testApp);
  const [own, others] = [await makePost(writer), await makePost(other)];
  await makeReply(writer, others);
  const held = [{ postId: others, replies: [1] }];
  await reader.browser.call('PUT /api/posts/{id}/block', { path: { id: own } });
  expect(await goneOf(reader, [own, others], held)).toEqual({ posts: [own], threads: [others] });
  expect(await goneOf(other, [own, others], held)).toEqual({ posts: [], threads: [] });
  await reader.browser.call('DELETE /api/posts/{id}/block', { path: { id: own } });
  expect(await goneOf(reader, [own, others], held)).toEqual({ posts: [], threads: [] });
});

test('[PH-10] deleted post: its replies are gone too', async () => {
  const { reader, writer } = await makePair();
  const id = await makePost(writer);
  await makeReply(writer, id);
  await hideByReports(testApp, 'post', id);
  expect((await goneOf(reader, [], [{ postId: id, replies: [1] }])).threads).toEqual([id]);
});

test('[PH-10] call: limited before its work, and does not bypass the cache', async () => {
  const user = await makeUser(testApp);
  const many = (count: number) => Array.from({ length: count }, () => uuidv7());
  const numbers = Array.from({ length: HELD_REPLIES_MAX }, (_, index) => index + 1);
  const thread = { postId: uuidv7(), replies: numbers };
  const full = await ask(user, many(HELD_MAX - HELD_REPLIES_MAX), [thread]);
  expect([full.status, full.body.posts.length, full.body.threads]).toEqual([
    200,
    HELD_MAX - HELD_REPLIES_MAX,
    [thread.postId],
  ]);
  expect(user.browser.cookie).not.toContain('madang-fresh');
  for (const [posts, held] of [
    [many(HELD_MAX + 1), []],
    [many(HELD_MAX - HELD_REPLIES_MAX + 1), [thread]],
    [[], [{ postId: uuidv7(), replies: [...numbers, HELD_REPLIES_MAX + 1] }]],
    [[], [{ postId: uuidv7(), replies: [] }]],
    [[], [{ postId: uuidv7(), replies: [0] }]],
    [['not an id'], []],
  ] as [string[], Threads][])
    expect((await ask(user, posts, held)).problem?.code).toBe('input.invalid');
});
