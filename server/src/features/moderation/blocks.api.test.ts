import { BLOCKS_MAX } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makeReply, makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { giveRole, makeUsers, report } from '../../../testing/moderation.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { ownModeration } from './user-data.ts';

const testApp = await startTestApp({ edition: 'official' });

type Kind = 'posts' | 'replies';
const block = (user: MadeUser, kind: Kind, id: string) =>
  user.browser.call(`PUT /api/${kind}/{id}/block`, { path: { id } });
const unblock = (user: MadeUser, kind: Kind, id: string) =>
  user.browser.call(`DELETE /api/${kind}/{id}/block`, { path: { id } });
const blocks = async (user: MadeUser) => (await user.browser.call('GET /api/profile/blocks', {})).body.blocks;
const marks = async (user: MadeUser, ...ids: string[]) =>
  (await user.browser.call('GET /api/posts/marks', { query: { ids: ids.join(',') } })).body;
const blockedOf = async (user: MadeUser) => (await user.browser.call('GET /api/session', {})).body.blocked;
const makePair = async () => {
  const [reader, writer] = await makeUsers(testApp, 2);
  if (!reader || !writer) throw new Error('nobody was made');
  return { reader, writer };
};

test('[MO-11] blocking from a post or reply: collapses all of its author, for the blocker alone', async () => {
  const { reader, writer } = await makePair();
  const other = await makeUser(testApp);
  const [first, second, others] = [await makePost(writer), await makePost(writer), await makePost(other)];
  const reply = await makeReply(writer, others);
  expect(await marks(reader, first, second, others)).toEqual({ liked: [], scrapped: [] });
  expect(await blockedOf(reader)).toBeUndefined();

  expect((await block(reader, 'replies', reply.id)).status).toBe(204);
  const { folded = [] } = await marks(reader, first, second, others);
  expect(folded.toSorted()).toEqual([first, second].toSorted());
  expect(await blockedOf(reader)).toEqual([writer.id]);
  expect(await marks(other, first)).toEqual({ liked: [], scrapped: [] });
  expect(await marks(writer, first)).toEqual({ liked: [], scrapped: [] });

  expect((await unblock(reader, 'posts', first)).status).toBe(204);
  expect(await marks(reader, first, second)).toEqual({ liked: [], scrapped: [] });
  expect(await blockedOf(reader)).toBeUndefined();
});

test('[MO-11] sign-in: returns the blocked users at once', async () => {
  const { reader, writer } = await makePair();
  await block(reader, 'posts', await makePost(writer));
  const browser = testApp.browser();
  const body = { email: reader.email, password: PASSWORD };
  expect((await browser.call('POST /api/session', { body })).body.blocked).toEqual([writer.id]);
});

test('[MO-11] list: shows users as displayed when blocked, and unblocks each once', async () => {
  const { reader, writer } = await makePair();
  const later = await makeUser(testApp);
  await block(reader, 'posts', await makePost(writer));
  await block(reader, 'posts', await makePost(later));
  const nickname = '새이름이야';
  expect((await writer.browser.call('PUT /api/profile/nickname', { body: { nickname } })).status).toBe(200);
  const list = await blocks(reader);
  expect(list.map((one) => one.nickname)).toEqual([later.nickname, writer.nickname]);
  // Only the displayed name, neither id nor address of the user.
  expect(JSON.stringify(list)).not.toContain(writer.id);
  expect(JSON.stringify(list)).not.toContain(writer.email);

  const { id = '' } = list[1] ?? {};
  const take = (user: MadeUser) => user.browser.call('DELETE /api/profile/blocks/{id}', { path: { id } });
  expect((await take(writer)).status).toBe(204);
  expect(await blocks(reader)).toHaveLength(2);
  expect([(await take(reader)).status, (await take(reader)).status]).toEqual([204, 204]);
  expect((await blocks(reader)).map((one) => one.nickname)).toEqual([later.nickname]);
});

test('[MO-11] oneself, the operator and invisible content: not blockable; twice counts once', async () => {
  const { reader, writer } = await makePair();
  const post = await makePost(writer);
  const reply = await makeReply(reader, post);
  expect((await block(writer, 'posts', post)).problem).toMatchObject({ status: 409, code: 'block.own' });
  expect((await block(reader, 'replies', reply.id)).problem).toMatchObject({ code: 'block.own' });

  const notice = await makePost(writer);
  await testApp.database.change(`UPDATE posts SET building_id = 'buildingNotice' WHERE id = $1`, [notice]);
  const nobody = await makePost(writer);
  await testApp.database.change('UPDATE posts SET author_id = NULL WHERE id = $1', [nobody]);
  for (const id of [notice, nobody])
    expect((await block(reader, 'posts', id)).problem).toMatchObject({ status: 409, code: 'block.nobody' });

  const hidden = await makePost(writer);
  await writer.browser.call('DELETE /api/posts/{id}', { path: { id: hidden } });
  for (const id of [hidden, uuidv7()]) {
    expect((await block(reader, 'posts', id)).status).toBe(404);
    expect((await block(reader, 'replies', id)).status).toBe(404);
    // Unblocking reveals nothing of what exists.
    expect((await unblock(reader, 'posts', id)).status).toBe(204);
  }
  const answers = await Promise.all([1, 2, 3].map(() => block(reader, 'posts', post)));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await blocks(reader)).toHaveLength(1);
  // Posts on the operator's board are not collapsed, even those of a blocked user.
  expect((await marks(reader, post, notice)).folded).toEqual([post]);
});

test(`[MO-11] limit of ${BLOCKS_MAX} blocks: not exceeded by two at once`, async () => {
  const { reader, writer } = await makePair();
  const other = await makeUser(testApp);
  const posts = [await makePost(writer), await makePost(other)];
  await testApp.database.change(
    `WITH people AS (
       INSERT INTO accounts (id, email) SELECT gen_random_uuid(), 'blocked' || n || '@korea.ac.kr'
         FROM generate_series(1, ${BLOCKS_MAX - 1}) AS n RETURNING id),
     named AS (INSERT INTO users (id, name, nickname, university) SELECT id, '학생', '학생', true FROM people RETURNING id)
     INSERT INTO blocks (id, user_id, blocked_id, nickname) SELECT gen_random_uuid(), $1, id, '학생' FROM named`,
    [reader.id],
  );
  const answers = await Promise.all(posts.map((id) => block(reader, 'posts', id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(answers.find(({ problem }) => problem)?.problem).toMatchObject({ code: 'block.full' });
  expect(await blocks(reader)).toHaveLength(BLOCKS_MAX);
});

test('[MO-11] two users block each other at once: both succeed', async () => {
  const { reader, writer } = await makePair();
  const [mine, theirs] = [await makePost(reader), await makePost(writer)];
  const answers = await Promise.all([block(reader, 'posts', theirs), block(writer, 'posts', mine)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
});

test('[MO-11] answers to others and rights of the blocked user: unchanged', async () => {
  const { reader, writer } = await makePair();
  const post = await makePost(writer);
  const look = async (user: MadeUser) => [
    (await user.browser.call('GET /api/posts/{id}', { path: { id: post } })).body,
    (await user.browser.call('GET /api/profile', {})).body,
    (await user.browser.call('GET /api/profile/cases', {})).body,
  ];
  const before = await look(writer);
  const seen = (await look(reader))[0];
  await block(reader, 'posts', post);
  expect(await look(writer)).toEqual(before);
  // Shared answers stay shared: the blocker's browser collapses posts.
  expect((await look(reader))[0]).toEqual(seen);
  const mine = await makePost(reader);
  expect((await makeReply(writer, mine)).postId).toBe(mine);
  const archive = await writer.browser.send('GET', '/api/profile/data');
  expect(Buffer.from(await archive.arrayBuffer()).includes(reader.nickname)).toBe(false);
});

test('[MO-11] moderator: sees content of users whom they blocked', async () => {
  const { reader, writer } = await makePair();
  const post = await makePost(writer, 'main-hall', { title: '중재자가 볼 글' });
  await giveRole(testApp, reader);
  await block(reader, 'posts', post);
  await report(await makeUser(testApp), 'post', post, 'selfHarm');
  await reader.browser.call('POST /api/moderation/confirmation', { body: { password: PASSWORD } });
  const { cases } = (await reader.browser.call('GET /api/moderation/cases', {})).body;
  expect(JSON.stringify(cases)).toContain('중재자가 볼 글');
});

test('[MO-17] withdrawal of either user: deletes their blocks; the download contains blocks', async () => {
  const { reader, writer } = await makePair();
  const third = await makeUser(testApp);
  await block(reader, 'posts', await makePost(writer));
  await block(writer, 'posts', await makePost(third));
  await block(writer, 'posts', await makePost(reader));
  const { blocks: sql = '' } = ownModeration.officialLists ?? {};
  const stored = await testApp.database.rows(sql, [reader.id]);
  expect(stored).toEqual([{ at: expect.any(Date) as Date, nickname: writer.nickname }]);

  const withdrawal = { body: { password: PASSWORD } };
  expect((await writer.browser.call('POST /api/profile/withdrawal', withdrawal)).status).toBe(204);
  expect(
    await testApp.database.rows('SELECT id FROM blocks WHERE user_id = $1 OR blocked_id = $1', [writer.id]),
  ).toEqual([]);
  expect(await blocks(reader)).toEqual([]);
  expect(await blockedOf(reader)).toBeUndefined();
});

test('[MO-11] beta edition: has neither calls nor fields of blocks', async () => {
  const plain = await startTestApp();
  const user = await makeUser(plain);
  const id = await makePost(user);
  expect((await block(user, 'posts', id)).problem).toMatchObject({ status: 404, code: 'route.unknown' });
  expect(await marks(user, id)).toEqual({ liked: [], scrapped: [] });
});
