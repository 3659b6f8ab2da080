import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, inject, test } from 'vitest';
import { openReplies } from '../../../testing/event-reader.ts';
import { makePost, makeReply, makeUser, type MadeUser, userAt } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp();
const user = await makeUser(testApp);

const list = async (id: string, after = 0) =>
  (await user.browser.call('GET /api/posts/{id}/replies', { path: { id }, query: { after } })).body;

describe('writing a reply', () => {
  test('[EN-05] a new reply has its board, post, author, text, time and empty counters', async () => {
    const postId = await makePost(user, 'hana-square');
    const reply = await makeReply(user, postId, '첫 줄\n둘째 줄 👍');
    expect(reply).toEqual({
      id: reply.id,
      buildingId: 'hana-square',
      postId,
      number: 1,
      authorId: user.id,
      nickname: user.nickname,
      body: '첫 줄\n둘째 줄 👍',
      parentId: null,
      answering: null,
      likeCount: 0,
      createdAt: reply.createdAt,
      revision: 1,
      editedAt: null,
      deleted: false,
    });
    const row = await testApp.database.first('SELECT report_count FROM replies WHERE id = $1', [reply.id]);
    expect(row).toEqual({ report_count: 0 });
    expect((await list(postId)).replies).toEqual([reply]);
    expect((await user.browser.call('GET /api/posts/{id}', { path: { id: postId } })).body.replyCount).toBe(
      1,
    );
  });

  test('[RO-02] everybody signed in may reply anywhere', async () => {
    const guest = await makeUser(testApp, { right: false, email: 'reply-guest@example.com' });
    for (const board of ['main-hall', 'question']) {
      expect((await makeReply(guest, await makePost(user, board))).number).toBe(1);
    }
    const festival = await makePost(user, 'festival', { keywords: ['사진'] });
    expect((await makeReply(guest, festival)).number).toBe(1);
  });

  test('[SF-15] the same id again makes one reply; other content, author or post is refused', async () => {
    const postId = await makePost(user);
    const body = { id: uuidv7(), body: '한 번만' };
    const send = (who: MadeUser, id: string, fields: object = {}) =>
      who.browser.call('POST /api/posts/{id}/replies', { path: { id }, body: { ...body, ...fields } });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(user, postId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await list(postId)).replies).toHaveLength(1);
    expect((await send(user, postId, { body: '다른 말' })).problem?.code).toBe('identifier.taken');
    expect((await send(await makeUser(testApp), postId)).problem?.code).toBe('identifier.taken');
    expect((await send(user, await makePost(user))).problem?.code).toBe('identifier.taken');
    const next = await makeReply(user, postId);
    expect(next.number).toBe(2);
  });

  test('an empty reply is fine in the beta edition, one over 2,000 characters is not', async () => {
    const postId = await makePost(user);
    expect((await makeReply(user, postId, '')).body).toBe('');
    const answer = await user.browser.call('POST /api/posts/{id}/replies', {
      path: { id: postId },
      body: { id: uuidv7(), body: '가'.repeat(2_001) },
    });
    expect(answer.problem?.fields).toEqual([{ field: 'body', code: 'tooLong' }]);
  });

  test('parallel replies get the numbers 1 to n without a gap', async () => {
    const postId = await makePost(user);
    const others = await Promise.all([1, 2, 3, 4].map(() => makeUser(testApp)));
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => makeReply(others[index % 4] as MadeUser, postId)),
    );
    expect((await list(postId)).replies.map(({ number }) => number)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
  });
});

describe('the live stream', () => {
  test('[CA-06] reader: gets every reply once and in order, also those written during its absence', async () => {
    const postId = await makePost(user);
    await makeReply(user, postId, '먼저 온 댓글');
    const reader = await openReplies(user, postId, 0);
    expect(reader.status).toBe(200);
    await reader.until(() => reader.replies.length === 1);
    for (let index = 0; index < 20; index += 1) await makeReply(user, postId, `지금 ${index}`);
    await reader.until(() => reader.replies.length === 21);
    reader.cut();
    for (let index = 0; index < 10; index += 1) await makeReply(user, postId, `없는 동안 ${index}`);
    const back = await openReplies(user, postId, 0, 21);
    await back.until(() => back.replies.length === 10);
    await makeReply(user, postId, '다시 지금');
    await back.until(() => back.replies.length === 11);
    const numbers = [...reader.replies, ...back.replies].map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 32 }, (_, index) => index + 1));
    expect(back.events.map(({ id }) => Number(id))).toEqual(back.replies.map(({ number }) => number));
    expect(back.replies).toEqual((await list(postId, 21)).replies);
    back.cut();
  });

  test('[CA-06] [SF-29] readers that come and go under writes miss nothing and get nothing twice', async () => {
    const postId = await makePost(user);
    let writing = true;
    const writers = Promise.all(
      (await Promise.all([1, 2, 3].map(() => makeUser(testApp)))).map(async (writer) => {
        for (let index = 0; index < 40; index += 1) await makeReply(writer, postId);
      }),
    ).finally(() => (writing = false));
    const received: number[] = [];
    while (writing) {
      const reader = await openReplies(user, postId, received.at(-1) ?? 0);
      await sleep(25);
      reader.cut();
      received.push(...reader.replies.map(({ number }) => number));
    }
    await writers;
    const last = await openReplies(user, postId, received.at(-1) ?? 0);
    await last.until(() => received.length + last.replies.length >= 120);
    received.push(...last.replies.map(({ number }) => number));
    last.cut();
    expect(received).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  });

  test('no resume point: begins now; one too far behind: is reset', async () => {
    const postId = await makePost(user);
    await testApp.database.change(
      `INSERT INTO replies (id, post_id, number, author_id, body)
       SELECT gen_random_uuid(), $1, number, $2, '댓글' FROM generate_series(1, 600) AS number`,
      [postId, user.id],
    );
    await testApp.database.change(
      'UPDATE posts SET last_reply_number = 600, reply_count = 600 WHERE id = $1',
      [postId],
    );
    const [fresh, behind] = await Promise.all([openReplies(user, postId), openReplies(user, postId, 10)]);
    await behind.until(() => behind.events.length === 1);
    expect(behind.events[0]).toMatchObject({ name: 'reset', id: '600' });
    await makeReply(user, postId, '새 댓글');
    await fresh.until(() => fresh.replies.length === 1);
    await behind.until(() => behind.replies.length === 1);
    expect([fresh.replies[0]?.number, behind.replies[0]?.number]).toEqual([601, 601]);
    fresh.cut();
    behind.cut();
    const first = await list(postId);
    expect([first.replies.length, first.nextAfter]).toEqual([200, 200]);
    expect((await list(postId, 400)).nextAfter).toBe(600);
    expect(await list(postId, 600)).toMatchObject({ nextAfter: null });
  });

  test('[SF-16] stream: closes if its session or its post ends', async () => {
    const author = await makeUser(testApp);
    const postId = await makePost(author);
    const [mine, others] = await Promise.all([openReplies(author, postId), openReplies(user, postId)]);
    await author.browser.call('DELETE /api/session', {});
    await mine.until(() => mine.closed, 2_000);
    expect(others.closed).toBe(false);
    await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [postId]);
    await others.until(() => others.closed, 8_000);
  });

  test('a session ended elsewhere closes its streams within two seconds', async () => {
    const author = await makeUser(testApp);
    const reader = await openReplies(author, await makePost(author));
    await testApp.database.change('DELETE FROM sessions WHERE user_id = $1', [author.id]);
    await reader.until(() => reader.closed, 2_500);
    expect((await author.browser.call('GET /api/profile', {})).status).toBe(401);
  });

  // The embedded engine allows one process only.
  if (inject('engine') === 'postgres') {
    test('[CA-06] [SF-30] across two processes nothing is lost or doubled, also when the listening connection breaks', async () => {
      const other = await testApp.another();
      const postId = await makePost(user);
      const reader = await openReplies(userAt(other, user), postId, 0);
      for (let index = 0; index < 15; index += 1) await makeReply(user, postId);
      await reader.until(() => reader.replies.length === 15, 2_000);
      await testApp.database.rows(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'madang-listen' AND datname = current_database()`,
      );
      for (let index = 0; index < 15; index += 1) await makeReply(user, postId);
      await reader.until(() => reader.replies.length === 30, 10_000);
      expect(reader.replies.map(({ number }) => number)).toEqual(
        Array.from({ length: 30 }, (_, index) => index + 1),
      );
      reader.cut();
    });
  }
});
