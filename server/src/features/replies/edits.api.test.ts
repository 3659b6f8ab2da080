import { randomUUID } from 'node:crypto';
import type { Reply } from '@madang/contract/replies/schema';
import { EDITS_MAX } from '@madang/contract/posts/rules';
import { describe, expect, inject, test } from 'vitest';
import { type EventReader, openReplies } from '../../../testing/event-reader.ts';
import { makePost, makeReply, makeUser, userAt } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);
const other = await makeUser(testApp);

const edit = (id: string, revision: number, body = '고친 답글', user = author) =>
  user.browser.call('PUT /api/replies/{id}', { path: { id }, body: { revision, body } });
const remove = (id: string, user = author) => user.browser.call('DELETE /api/replies/{id}', { path: { id } });
const undo = (id: string, user = author) =>
  user.browser.call('POST /api/replies/{id}/undo-deletion', { path: { id } });
const list = async (id: string) =>
  (await other.browser.call('GET /api/posts/{id}/replies', { path: { id } })).body.replies;
const post = async (id: string) => (await other.browser.call('GET /api/posts/{id}', { path: { id } })).body;
const eventsOf = (reader: EventReader, name: string) =>
  reader.events.filter((event) => event.name === name).map(({ data }) => JSON.parse(data) as Reply);

/** Answers a reply, as an import does. */
const attach = (id: string, parentId: string) =>
  testApp.database.change('UPDATE replies SET parent_id = $2 WHERE id = $1', [id, parentId]);

test('[OW-08] new text: visible at once, marked unless corrected before any reply of others', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  expect((await edit(reply.id, 1)).body).toMatchObject({ body: '고친 답글', revision: 2, editedAt: null });
  await makeReply(other, id);
  const marked = (await edit(reply.id, 2, '또 고친 답글')).body;
  expect(marked).toMatchObject({ number: 1, revision: 3, editedAt: expect.any(String) });
  expect((await list(id))[0]).toEqual(marked);
});

test('[OW-08] others, old revisions, an eleventh edit and deleted replies: refused', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  expect((await edit(reply.id, 1, 'x', other)).problem?.code).toBe('content.foreign');
  expect((await remove(reply.id, other)).problem?.code).toBe('content.foreign');
  await edit(reply.id, 1);
  expect((await edit(reply.id, 1)).body.revision).toBe(2);
  expect((await edit(reply.id, 1, '늦은 답글')).problem).toMatchObject({
    code: 'edit.outdated',
    newer: { revision: 2, body: '고친 답글' },
  });
  expect((await edit(reply.id, 2, 'x'.repeat(2_001))).problem?.code).toBe('input.invalid');
  for (let revision = 2; revision <= EDITS_MAX; revision += 1)
    await edit(reply.id, revision, `${revision}번째`);
  expect((await edit(reply.id, EDITS_MAX + 1, '하나 더')).problem?.code).toBe('edit.limit');
  expect((await edit(randomUUID(), 1)).problem?.code).toBe('resource.missing');
  await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
  for (const answer of [await edit(reply.id, 11), await remove(reply.id), await undo(reply.id)])
    expect(answer.problem?.code).toBe('resource.missing');
});

test('[OW-08] deletion: lowers the count; undo restores the number', async () => {
  const id = await makePost(author);
  const [first, second] = [await makeReply(author, id), await makeReply(other, id)];
  expect([(await remove(first.id)).status, (await remove(first.id)).status]).toEqual([204, 204]);
  expect([await list(id), (await post(id)).replyCount]).toEqual([[second], 1]);
  expect((await undo(first.id, other)).problem?.code).toBe('resource.missing');
  expect([(await undo(first.id)).status, (await undo(first.id)).status]).toEqual([204, 204]);
  expect([await list(id), (await post(id)).replyCount]).toEqual([[first, second], 2]);
  await remove(first.id);
  await testApp.database.change(
    `UPDATE replies SET deleted_at = now() - interval '31 seconds' WHERE id = $1`,
    [first.id],
  );
  expect((await undo(first.id)).problem?.code).toBe('undo.late');
});

test('[OW-08] deleted reply with replies: leaves a line without text and name, until those are gone', async () => {
  const id = await makePost(author);
  const [parent, child] = [await makeReply(author, id), await makeReply(other, id)];
  await attach(child.id, parent.id);
  await remove(parent.id);
  const [line] = await list(id);
  expect(line).toMatchObject({
    id: parent.id,
    number: 1,
    deleted: true,
    body: '',
    authorId: null,
    nickname: null,
  });
  expect((await post(id)).replyCount).toBe(1);
  await remove(child.id, other);
  expect(await list(id)).toEqual([]);
  await undo(child.id, other);
  expect((await list(id)).map(({ deleted }) => deleted)).toEqual([true, false]);
});

test('[OW-08] reply hidden by the operator: not restored, and leaves no line', async () => {
  const id = await makePost(author);
  const [parent, child] = [await makeReply(author, id), await makeReply(other, id)];
  await attach(child.id, parent.id);
  await remove(parent.id);
  await testApp.database.change('UPDATE replies SET moderated_at = now() WHERE id = $1', [parent.id]);
  await undo(parent.id);
  expect((await list(id)).map((reply) => reply.id)).toEqual([child.id]);
  expect((await post(id)).replyCount).toBe(1);
});

test('fifty concurrent deletions and undos: keep the count correct', async () => {
  const id = await makePost(author);
  const reply = await makeReply(author, id);
  await Promise.all(Array.from({ length: 100 }, (_, turn) => (turn % 2 ? undo : remove)(reply.id)));
  expect((await post(id)).replyCount).toBe((await list(id)).length);
});

describe('open pages of others', () => {
  test('[OW-01] [OW-08] receive an edited post, an edited reply, a deleted one and a restored one', async () => {
    const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
    const id = await makePost(author);
    const [parent, child, plain] = [
      await makeReply(author, id),
      await makeReply(other, id),
      await makeReply(author, id),
    ];
    await attach(child.id, parent.id);
    const readers = await Promise.all(processes.map((process) => openReplies(userAt(process, other), id)));
    const all = (name: string, count: number) =>
      Promise.all(readers.map((reader) => reader.until(() => eventsOf(reader, name).length >= count, 1_000)));

    const body = { revision: 1, title: '새 제목', body: '새 본문', keywords: [] };
    await testApp.database.change('UPDATE replies SET author_id = $2 WHERE id = $1', [child.id, author.id]);
    const edited = await author.browser.call('PUT /api/posts/{id}', { path: { id }, body });
    await all('post', 1);
    for (const reader of readers) expect(eventsOf(reader, 'post')).toEqual([edited.body]);

    const answer = await edit(plain.id, 1);
    await all('changed', 1);
    for (const reader of readers) expect(eventsOf(reader, 'changed')).toEqual([answer.body]);

    await remove(plain.id);
    await all('removed', 1);
    await undo(plain.id);
    await all('restored', 1);
    await remove(parent.id);
    await all('changed', 2);
    await remove(child.id);
    await all('removed', 3);
    for (const reader of readers) {
      expect(eventsOf(reader, 'removed').map((event) => event.id)).toEqual(
        expect.arrayContaining([plain.id, parent.id, child.id]),
      );
      expect(eventsOf(reader, 'changed').at(-1)).toMatchObject({ id: parent.id, deleted: true, body: '' });
      reader.cut();
    }
  });
});
