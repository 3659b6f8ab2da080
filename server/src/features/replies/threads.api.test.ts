import { randomUUID } from 'node:crypto';
import type { Reply } from '@madang/contract/replies/schema';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, inject, test } from 'vitest';
import { type EventReader, openReplies } from '../../../testing/event-reader.ts';
import { makePost, makeReply, makeUser, PASSWORD, userAt } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const other = await makeUser(testApp);

const send = (postId: string, body: { id?: string; body?: string; answers?: string | null }, user = other) =>
  user.browser.call('POST /api/posts/{id}/replies', {
    path: { id: postId },
    body: { id: uuidv7(), body: '그렇군요', ...body },
  });
/** Retries like a client if a lock took too long. */
async function sendUntilTaken(postId: string, body: { id: string; answers: string }) {
  for (;;) {
    const sent = await send(postId, body);
    if (sent.status !== 503) return sent;
  }
}
async function answer(postId: string, answers: string, user = other): Promise<Reply> {
  const sent = await send(postId, { answers }, user);
  if (sent.problem) throw new Error(JSON.stringify(sent.problem));
  return sent.body;
}
const remove = (id: string, user = author) => user.browser.call('DELETE /api/replies/{id}', { path: { id } });
const undo = (id: string, user = author) =>
  user.browser.call('POST /api/replies/{id}/undo-deletion', { path: { id } });
const list = async (id: string) =>
  (await other.browser.call('GET /api/posts/{id}/replies', { path: { id } })).body.replies;
const eventsOf = <Data>(reader: EventReader, name: string) =>
  reader.events.filter((event) => event.name === name).map(({ data }) => JSON.parse(data) as Data);

test('[TH-01] answer: is below the top-level reply and names its target with the current name', async () => {
  const id = await makePost(author);
  const parent = await makeReply(author, id);
  const child = await answer(id, parent.id);
  const grandchild = await answer(id, child.id, author);
  expect([parent.parentId, parent.answering]).toEqual([null, null]);
  expect([child.parentId, child.answering]).toEqual([parent.id, author.nickname]);
  expect([grandchild.parentId, grandchild.answering]).toEqual([parent.id, other.nickname]);
  expect(await list(id)).toEqual([parent, child, grandchild]);
  await remove(child.id, other);
  expect((await list(id)).map(({ answering }) => answering)).toEqual([null, null]);
  await undo(child.id, other);
  expect((await list(id)).at(-1)?.answering).toBe(other.nickname);
});

test('[TH-01] open pages of every process: receive the whole answer', async () => {
  const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
  const id = await makePost(author);
  const parent = await makeReply(author, id);
  const readers = await Promise.all(processes.map((process) => openReplies(userAt(process, other), id)));
  const child = await answer(id, parent.id);
  for (const reader of readers) {
    await reader.until(() => reader.replies.length > 0);
    expect(reader.replies).toEqual([child]);
    reader.cut();
  }
});

test('[TH-02] target of another post, unknown, hidden or deleted: refused, using no number', async () => {
  const [id, elsewhere] = [await makePost(author), await makePost(author)];
  const [foreign, deleted, hidden] = [
    await makeReply(author, elsewhere),
    await makeReply(author, id),
    await makeReply(author, id),
  ];
  await remove(deleted.id);
  await operate(testApp, 'reply', 'hide', hidden.id, '--reason', '광고');
  for (const answers of [foreign.id, deleted.id, hidden.id, randomUUID(), id])
    expect((await send(id, { answers })).problem).toMatchObject({
      code: 'input.invalid',
      fields: [{ field: 'answers', code: 'invalid' }],
    });
  expect((await makeReply(other, id)).number).toBe(3);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: elsewhere } });
  expect((await send(elsewhere, { answers: foreign.id })).problem?.code).toBe('resource.missing');
});

test('[TH-02] imported levels, deep or circular: reduced to one', async () => {
  const id = await makePost(author);
  const [one, two, three] = [
    await makeReply(author, id),
    await makeReply(author, id),
    await makeReply(author, id),
  ];
  const attach = (reply: Reply, parent: Reply) =>
    testApp.database.change('UPDATE replies SET parent_id = $2 WHERE id = $1', [reply.id, parent.id]);
  await attach(two, one);
  await attach(three, two);
  expect((await answer(id, three.id)).parentId).toBe(one.id);
  await attach(one, three);
  expect((await answer(id, two.id)).parentId).toBe(two.id);
});

test('[TH-02] same id and answer: same result, also if its target is deleted', async () => {
  const id = await makePost(author);
  const [one, two] = [await makeReply(author, id), await makeReply(author, id)];
  const body = { id: uuidv7(), answers: one.id };
  const first = await send(id, body);
  expect([(await send(id, body)).body, await list(id)]).toEqual([first.body, [one, two, first.body]]);
  for (const answers of [two.id, null])
    expect((await send(id, { ...body, answers })).problem?.code).toBe('identifier.taken');
  await remove(one.id);
  expect((await send(id, body)).body).toEqual({ ...first.body, answering: null });
  expect((await send(id, { ...body, body: '다른 말' })).problem?.code).toBe('identifier.taken');
});

test('[TH-02] fifty writers during deletions: numbers without gaps, no answers to unseen deleted replies', async () => {
  const id = await makePost(author);
  const parents = await Promise.all(Array.from({ length: 10 }, () => makeReply(author, id)));
  const writes = Array.from({ length: 50 }, (_, turn) =>
    sendUntilTaken(id, { id: uuidv7(), answers: parents[turn % 10]?.id ?? '' }),
  );
  const deletions = parents.filter((_, turn) => turn % 2 === 0).map((parent) => remove(parent.id));
  const sent = await Promise.all(writes);
  await Promise.all(deletions);
  for (const { status } of sent) expect([201, 422]).toContain(status);
  const written = sent.filter(({ status }) => status === 201).length;
  expect(written).toBeGreaterThanOrEqual(25);
  const rows = await testApp.database.rows<{ number: number }>(
    'SELECT number FROM replies WHERE post_id = $1 ORDER BY number',
    [id],
  );
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 10 + written }, (_, at) => at + 1));
  // Every answer has its parent in the list, as a line if deleted.
  const shown = await list(id);
  const known = new Set(shown.map((reply) => reply.id));
  expect(shown.filter(({ parentId }) => parentId !== null && !known.has(parentId))).toEqual([]);
  expect(shown.filter(({ parentId }) => parentId !== null)).toHaveLength(written);
  const { replyCount } = (await other.browser.call('GET /api/posts/{id}', { path: { id } })).body;
  expect(replyCount).toBe(shown.filter(({ deleted }) => !deleted).length);
});

describe('with threads disabled', () => {
  test('an answer is refused, and likes of replies and accepted answers do not exist', async () => {
    const dark = await startTestApp();
    const user = await makeUser(dark);
    const id = await makePost(user, 'question');
    const reply = await makeReply(user, id);
    for (const answers of [reply.id, null])
      expect((await send(id, { answers }, user)).problem?.fields).toEqual([
        { field: 'answers', code: 'unknown' },
      ]);
    const headers = { Cookie: user.browser.cookie, Origin: dark.origin };
    for (const [method, path] of [
      ['PUT', `/api/replies/${reply.id}/like`],
      ['DELETE', `/api/replies/${reply.id}/like`],
      ['GET', `/api/posts/${id}/reply-marks`],
      ['PUT', `/api/posts/${id}/accepted`],
    ] as const)
      expect([path, (await fetch(dark.origin + path, { method, headers })).status]).toEqual([path, 404]);
  });
});

const like = (id: string, user = other) => user.browser.call('PUT /api/replies/{id}/like', { path: { id } });
const unlike = (id: string, user = other) =>
  user.browser.call('DELETE /api/replies/{id}/like', { path: { id } });
const marks = async (id: string, user = other) =>
  (await user.browser.call('GET /api/posts/{id}/reply-marks', { path: { id } })).body.liked;
const countOf = async (id: string) => (await list(id))[0]?.likeCount;

test('[TH-03] likes of replies: one like per student, removed once, and everybody sees the count', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  for (const user of [other, author, other]) expect((await like(reply.id, user)).body.liked).toBe(true);
  expect([await countOf(id), await marks(id), await marks(id, author)]).toEqual([2, [reply.id], [reply.id]]);
  for (let turn = 0; turn < 2; turn += 1)
    expect((await unlike(reply.id)).body).toEqual({ liked: false, likeCount: 1 });
  expect([await countOf(id), await marks(id)]).toEqual([1, []]);
});

test('[TH-03] invisible reply: cannot be liked', async () => {
  const id = await makePost(author);
  const [reply, kept] = [await makeReply(author, id), await makeReply(author, id)];
  await like(reply.id);
  await remove(reply.id);
  for (const answer of [await like(reply.id), await unlike(reply.id), await like(randomUUID())])
    expect(answer.problem?.code).toBe('resource.missing');
  expect(await marks(id)).toEqual([]);
  await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
  expect((await like(kept.id)).problem?.code).toBe('resource.missing');
});

test('[TH-03] hundred concurrent likes of one student or many: counted exactly', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  const answers = await Promise.all(Array.from({ length: 100 }, () => like(reply.id)));
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    answers.map(() => [200, { liked: true, likeCount: 1 }]),
  );
  const users = await Promise.all(Array.from({ length: 10 }, () => makeUser(testApp)));
  await Promise.all(users.flatMap((user) => Array.from({ length: 10 }, () => like(reply.id, user))));
  expect(await countOf(id)).toBe(11);
  await Promise.all(users.map((user, turn) => (turn % 2 ? like : unlike)(reply.id, user)));
  expect(await countOf(id)).toBe(6);
});

test('[TH-03] like before an import: counts once, and is removable', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  await testApp.database.change('UPDATE users SET source_id = $2 WHERE id = $1', [other.id, 'document-7']);
  await testApp.database.change(
    `UPDATE replies SET likers = '{"",document-7,somebody}', like_count = 9 WHERE id = $1`,
    [reply.id],
  );
  expect((await like(reply.id)).body.likeCount).toBe(9);
  expect(await marks(id)).toEqual([reply.id]);
  expect((await unlike(reply.id)).body.likeCount).toBe(8);
  expect((await unlike(reply.id)).body.likeCount).toBe(8);
  expect((await like(reply.id)).body.likeCount).toBe(9);
  const row = await testApp.database.first('SELECT likers FROM replies WHERE id = $1', [reply.id]);
  expect(row).toEqual({ likers: ['', 'somebody'] });
  await testApp.database.change('UPDATE users SET source_id = NULL WHERE id = $1', [other.id]);
});

test('[TH-03] likes of replies: a withdrawal takes its likes with the counts that they made', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  const leaver = await makeUser(testApp);
  await like(reply.id, leaver);
  await like(reply.id);
  await leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
  await expect.poll(() => countOf(id)).toBe(1);
});

test('[TH-03] withdrawal during likes and answers: leaves correct counts', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  for (let round = 0; round < 5; round += 1) {
    const leaver = await makeUser(testApp);
    const acts = [like, unlike, like, like].map((act) => act(reply.id, leaver));
    const answered = send(id, { answers: reply.id }, leaver);
    const gone = leaver.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    for (const { status } of await Promise.all([...acts, answered, like(reply.id, leaver)]))
      expect([200, 201, 401]).toContain(status);
    expect((await gone).status).toBe(204);
  }
  await expect.poll(() => countOf(id)).toBe(0);
});

test('[TH-03] open pages of every process: receive the counts within a second, in batches', async () => {
  const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
  const id = await makePost(author);
  const replies = await Promise.all(Array.from({ length: 5 }, () => makeReply(author, id)));
  const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(testApp)));
  const readers = await Promise.all(processes.map((process) => openReplies(userAt(process, other), id)));
  const notifiedOf = (reader: EventReader) =>
    Object.assign({}, ...eventsOf<Record<string, number>>(reader, 'likes')) as Record<string, number>;
  await Promise.all(users.flatMap((user) => replies.map((reply) => like(reply.id, user))));
  const expected = Object.fromEntries(replies.map((reply) => [reply.id, users.length]));
  for (const reader of readers) {
    await reader.until(() => replies.every((reply) => notifiedOf(reader)[reply.id] === users.length), 1_500);
    expect(notifiedOf(reader)).toEqual(expected);
    // Forty likes; their duration decides the number of batches.
    expect(eventsOf(reader, 'likes').length).toBeLessThan(10);
    expect(reader.events.filter(({ name }) => name === 'likes').every((event) => event.id === null)).toBe(
      true,
    );
    reader.cut();
  }
});
