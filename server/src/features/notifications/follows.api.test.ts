import { FOLLOWS_MAX } from '@madang/contract/notifications/rules';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import {
  answer,
  askAnew,
  linesOf,
  openThread,
  readInbox,
  remove,
  startWithTwo,
  undo,
  unreadOf,
  setPreferences,
} from '../../../testing/inbox.ts';
import { makeUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { emptyPosts } from '../posts/user-data.ts';
import { notifyFollowing } from './follows.ts';

/** An id that sorts before all others. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

let author: MadeUser;
let reader: MadeUser;
let id: string;
const { testApp, other, third } = await startWithTwo();

/** Creates a question and a student with an empty inbox. */
async function ask(): Promise<void> {
  ({ author, id } = await askAnew(testApp));
  reader = await makeUser(testApp);
}
const follow = (user = reader, post = id) =>
  user.browser.call('PUT /api/posts/{id}/follow', { path: { id: post } });
const unfollow = (user = reader, post = id) =>
  user.browser.call('DELETE /api/posts/{id}/follow', { path: { id: post } });
const followed = async (user = reader) =>
  (await testApp.database.rows('SELECT FROM follows WHERE user_id = $1', [user.id])).length;

describe('a followed post', () => {
  test('[EV-06] new answers: one unread notification with their count, as for an own post', async () => {
    await ask();
    await answer(other, id);
    expect((await follow()).status).toBe(204);
    expect(await readInbox(reader)).toMatchObject({ lines: [], unread: 0 });
    const first = await answer(other, id);
    const last = await answer(third, id);
    expect((await readInbox(reader)).lines).toMatchObject([
      {
        kind: 'answer',
        to: 'followed',
        count: 2,
        unread: true,
        post: { id },
        replyNumber: first.number,
        nickname: third.nickname,
        preview: last.body,
      },
    ]);
    expect(await unreadOf(reader)).toBe(1);
    expect(await openThread(reader, id)).toEqual({ liked: [], muted: false, followed: true, unread: 0 });
    await answer(author, id);
    expect(await linesOf(reader, 'answer')).toMatchObject([
      { unread: true, count: 1 },
      { unread: false, count: 2 },
    ]);
    // An answer to one's reply is notified as such, once.
    const own = await answer(reader, id);
    await openThread(reader, id);
    await answer(other, id, own.id);
    expect((await linesOf(reader, 'answer'))[0]).toMatchObject({ to: 'reply', count: 1 });
  });

  test('[EV-06] following or unfollowing twice, also at once, counts once', async () => {
    await ask();
    const answers = await Promise.all(Array.from({ length: 10 }, () => follow()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await followed()).toBe(1);
    await answer(other, id);
    expect(await linesOf(reader, 'answer')).toMatchObject([{ count: 1 }]);
    for (let count = 0; count < 2; count += 1) expect((await unfollow()).status).toBe(204);
    await answer(other, id);
    expect(await linesOf(reader, 'answer')).toMatchObject([{ count: 1 }]);
    expect((await openThread(reader, id)).followed).toBe(false);
  });

  test('[EV-06] an author who follows their own post is notified once', async () => {
    await ask();
    await follow(author);
    await answer(other, id);
    expect(await linesOf(author, 'answer')).toMatchObject([{ to: 'post', count: 1 }]);
  });

  test('[EV-06] own actions, a muted thread, a disabled kind and blocked users create no notification', async () => {
    await ask();
    await follow();
    await answer(reader, id);
    await reader.browser.call('PUT /api/posts/{id}/mute', { path: { id } });
    await answer(other, id);
    await reader.browser.call('DELETE /api/posts/{id}/mute', { path: { id } });
    await setPreferences(reader, { answer: false });
    await answer(other, id);
    await setPreferences(reader, {});
    const bad = await answer(third, id);
    await reader.browser.call('PUT /api/replies/{id}/block', { path: { id: bad.id } });
    await answer(third, id);
    expect(await readInbox(reader)).toMatchObject({ lines: [], unread: 0 });
    // A post of a blocked author causes no notification.
    await reader.browser.call('PUT /api/posts/{id}/block', { path: { id } });
    await answer(other, id);
    expect(await readInbox(reader)).toMatchObject({ lines: [], unread: 0 });
    await reader.browser.call('DELETE /api/posts/{id}/block', { path: { id } });
    await answer(other, id);
    expect(await linesOf(reader, 'answer')).toMatchObject([{ to: 'followed', nickname: other.nickname }]);
  });

  test('[EV-06] following a muted thread unmutes it; following it again leaves it muted', async () => {
    await ask();
    await reader.browser.call('PUT /api/posts/{id}/mute', { path: { id } });
    await follow();
    expect(await openThread(reader, id)).toMatchObject({ muted: false, followed: true });
    await reader.browser.call('PUT /api/posts/{id}/mute', { path: { id } });
    await follow();
    expect(await openThread(reader, id)).toMatchObject({ muted: true, followed: true });
  });

  test('[EV-06] hidden reply: removes its notification; showing it brings it back', async () => {
    await ask();
    await follow();
    const reply = await answer(other, id);
    await operate(testApp, 'reply', 'hide', reply.id, '--reason', '광고');
    expect(await readInbox(reader)).toMatchObject({ lines: [], unread: 0 });
    await operate(testApp, 'reply', 'restore', reply.id, '--reason', '착오');
    expect(await unreadOf(reader)).toBe(1);
    await remove(author, 'posts', id);
    expect(await readInbox(reader)).toMatchObject({ lines: [], unread: 0 });
    expect((await follow(third)).status).toBe(404);
    // Unfollowing is still possible.
    await undo(author, 'posts', id);
    expect(await unreadOf(reader)).toBe(1);
    await remove(author, 'posts', id);
    expect((await unfollow()).status).toBe(204);
    expect(await followed()).toBe(0);
  });

  test('[EV-06] purged post, or withdrawn user: ends the follow', async () => {
    await ask();
    await follow();
    await follow(other);
    const leaving = await reader.browser.call('POST /api/profile/withdrawal', {
      body: { password: PASSWORD },
    });
    expect(leaving.status).toBe(204);
    expect(await followed()).toBe(0);
    await answer(third, id);
    expect(await linesOf(other, 'answer')).toHaveLength(1);
    await testApp.database.transaction((transaction) => emptyPosts(transaction, [id]));
    expect(await followed(other)).toBe(0);
  });

  test('[EV-06] withdrawing while one follows leaves nothing behind', async () => {
    await ask();
    const [leaving] = await Promise.all([
      reader.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } }),
      ...Array.from({ length: 5 }, () => follow()),
    ]);
    expect(leaving.status).toBe(204);
    expect(await followed()).toBe(0);
  });

  test('[EV-06] follows are limited, also in parallel; deleted posts do not count', async () => {
    await ask();
    await testApp.database.change(
      `WITH planted AS (INSERT INTO posts (id, building_id, title, body, in_latest)
                        SELECT gen_random_uuid(), 'question', 'x', 'x', true FROM generate_series(1, ${FOLLOWS_MAX - 1})
                        RETURNING id)
       INSERT INTO follows (user_id, post_id) SELECT $1, id FROM planted`,
      [reader.id],
    );
    const more = [];
    for (let count = 0; count < 4; count += 1) more.push((await askAnew(testApp)).id);
    const answers = await Promise.all(more.map((post) => follow(reader, post)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.problem?.code).toBe('follow.full');
    await testApp.database.change(
      `UPDATE posts SET hidden_at = now() WHERE id = (SELECT post_id FROM follows WHERE user_id = $1 LIMIT 1)`,
      [reader.id],
    );
    expect((await follow()).status).toBe(204);
    expect((await follow(reader, uuidv7())).status).toBe(404);
  });
});

describe('a post that many follow', () => {
  /** Waits until all followers are notified. */
  async function told(): Promise<void> {
    testApp.app.jobs.wake();
    await expect
      .poll(() => testApp.database.rows(`SELECT FROM jobs WHERE kind = 'tellFollowers'`), { timeout: 20_000 })
      .toEqual([]);
  }
  const linesOfPost = () =>
    testApp.database.rows<{ user_id: string; things: number }>(
      'SELECT user_id, things FROM inbox_lines WHERE post_id = $1 AND user_id <> $2',
      [id, author.id],
    );

  test('[EV-06] its reply notifies the first followers, and a job the others, each once', async () => {
    await ask();
    await testApp.database.change(
      `WITH many AS (INSERT INTO accounts (id, email)
                     SELECT gen_random_uuid(), 'follower' || n || '@korea.ac.kr' FROM generate_series(1, 1100) AS n
                     RETURNING id, email),
            people AS (INSERT INTO users (id, name, nickname, university)
                       SELECT id, '학생', left(email, 10), true FROM many RETURNING id)
       SELECT id FROM people`,
    );
    await testApp.database.change(
      `INSERT INTO follows (user_id, post_id)
       SELECT users.id, $1 FROM users JOIN accounts USING (id) WHERE email LIKE 'follower%'`,
      [id],
    );
    await follow(other);
    // An author notified as the replied-to user is not notified again as a follower.
    const mine = await answer(other, id);
    await told();
    const before = await linesOfPost();
    expect(before).toHaveLength(1_100);
    const reply = await answer(third, id, mine.id);
    const late = await makeUser(testApp);
    await follow(late);
    await told();
    const after = await linesOfPost();
    expect(after).toHaveLength(1_101);
    expect(after.filter(({ things }) => things === 2)).toHaveLength(1_100);
    expect(await linesOf(other, 'answer')).toMatchObject([{ count: 1, to: 'reply' }]);
    // Later followers are notified of later replies only.
    expect(await linesOf(late, 'answer')).toEqual([]);
    await remove(third, 'replies', reply.id);
    expect((await linesOfPost()).filter(({ things }) => things === 2)).toEqual([]);
  });

  test('[EV-06] a reply hidden before its job notifies nobody until it is shown', async () => {
    await ask();
    const reply = await answer(other, id);
    await operate(testApp, 'reply', 'hide', reply.id, '--reason', '광고');
    await testApp.database.change(
      `INSERT INTO follows (user_id, post_id, created_at) VALUES ($1, $2, now() - interval '1 hour')`,
      [reader.id, id],
    );
    await testApp.database.transaction((transaction) =>
      notifyFollowing(transaction, { replyId: reply.id, postId: id, after: NOBODY, limit: 10 }),
    );
    expect(await readInbox(reader)).toMatchObject({ lines: [], unread: 0 });
    await operate(testApp, 'reply', 'restore', reply.id, '--reason', '착오');
    expect(await linesOf(reader, 'answer')).toMatchObject([{ count: 1, unread: true }]);
  });
});
