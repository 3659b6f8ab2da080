import { randomUUID } from 'node:crypto';
import type { Post } from '@madang/contract/posts/schema';
import { expect, inject, test } from 'vitest';
import { type EventReader, openReplies } from '../../../testing/event-reader.ts';
import { makePost, makeReply, makeUser, userAt } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

const testApp = await startTestApp({ edition: 'official' });
const asker = await makeUser(testApp);
const other = await makeUser(testApp);

const accept = (id: string, replyId: string | null, user = asker) =>
  user.browser.call('PUT /api/posts/{id}/accepted', { path: { id }, body: { replyId } });
const acceptedOf = async (id: string) =>
  (await other.browser.call('GET /api/posts/{id}', { path: { id } })).body.acceptedReplyId;
async function solvedOf(id: string): Promise<(boolean | undefined)[]> {
  const board = await other.browser.call('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'question' },
  });
  const latest = await other.browser.call('GET /api/posts/latest', {});
  return [board, latest].map(({ body }) => body.posts.find((post) => post.id === id)?.solved);
}
/** Acceptance as all users see it, on the question's page and its cards. */
const stateOf = async (id: string) => [await acceptedOf(id), ...(await solvedOf(id))];

test('[TH-04] the asker accepts a reply, another one in its place, an own one, and none', async () => {
  const id = await makePost(asker, 'question');
  const [one, two] = [await makeReply(other, id), await makeReply(asker, id)];
  expect(await stateOf(id)).toEqual([null, false, false]);
  for (const replyId of [one.id, one.id, two.id]) {
    expect((await accept(id, replyId)).body).toEqual({ acceptedReplyId: replyId });
    expect(await stateOf(id)).toEqual([replyId, true, true]);
  }
  expect((await accept(id, null)).body).toEqual({ acceptedReplyId: null });
  expect(await stateOf(id)).toEqual([null, false, false]);
});

test('[TH-04] only the asker, only on questions, and only visible replies of the question', async () => {
  const [id, elsewhere, board] = [
    await makePost(asker, 'question'),
    await makePost(asker, 'question'),
    await makePost(asker),
  ];
  const [reply, foreign, plain, hidden] = [
    await makeReply(other, id),
    await makeReply(other, elsewhere),
    await makeReply(other, board),
    await makeReply(other, id),
  ];
  await operate(testApp, 'reply', 'hide', hidden.id, '--reason', '광고');
  for (const replyId of [reply.id, null])
    expect((await accept(id, replyId, other)).problem?.code).toBe('content.foreign');
  for (const [post, replyId] of [
    [id, foreign.id],
    [id, hidden.id],
    [id, randomUUID()],
    [board, plain.id],
    [board, null],
  ] as const)
    expect((await accept(post, replyId)).problem).toMatchObject({
      code: 'input.invalid',
      fields: [{ field: 'replyId', code: 'invalid' }],
    });
  expect(await acceptedOf(id)).toBeNull();
  await operate(testApp, 'post', 'hide', id, '--reason', '광고');
  for (const user of [asker, other])
    expect((await accept(id, reply.id, user)).problem?.code).toBe('resource.missing');
});

test('[TH-04] question: solved while the accepted reply is visible, through deleting, undoing, hiding and restoring', async () => {
  const id = await makePost(asker, 'question');
  const reply = await makeReply(other, id);
  await accept(id, reply.id);
  const at = { path: { id: reply.id } };
  await other.browser.call('DELETE /api/replies/{id}', at);
  expect(await stateOf(id)).toEqual([null, false, false]);
  await other.browser.call('POST /api/replies/{id}/undo-deletion', at);
  expect(await stateOf(id)).toEqual([reply.id, true, true]);
  await operate(testApp, 'reply', 'hide', reply.id, '--reason', '광고');
  await expect.poll(() => stateOf(id), { timeout: 3_000 }).toEqual([null, false, false]);
  await operate(testApp, 'reply', 'restore', reply.id, '--reason', '실수');
  await expect.poll(() => stateOf(id), { timeout: 3_000 }).toEqual([reply.id, true, true]);
});

test('[TH-04] hundred concurrent acceptances and deletions: the last one wins, with visible replies only', async () => {
  const id = await makePost(asker, 'question');
  const replies = await Promise.all(Array.from({ length: 10 }, () => makeReply(other, id)));
  // Concurrent calls on one post may be asked to retry, as a phone would.
  const untilDone = async (ask: () => Promise<{ status: number }>): Promise<number> => {
    const { status } = await ask();
    return status === 503 ? untilDone(ask) : status;
  };
  const answers = await Promise.all([
    ...Array.from({ length: 90 }, (_, turn) => untilDone(() => accept(id, replies[turn % 10]?.id ?? null))),
    ...replies
      .slice(1)
      .map((reply) =>
        untilDone(() => other.browser.call('DELETE /api/replies/{id}', { path: { id: reply.id } })),
      ),
  ]);
  for (const status of answers) expect([200, 204, 422]).toContain(status);
  const accepted = await acceptedOf(id);
  expect([null, replies[0]?.id]).toContain(accepted);
  expect(await solvedOf(id)).toEqual([accepted !== null, accepted !== null]);
});

test('[TH-04] open pages of every process: notified of the acceptance, and of the reply’s removal', async () => {
  const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
  const id = await makePost(asker, 'question');
  const reply = await makeReply(other, id);
  const readers = await Promise.all(processes.map((process) => openReplies(userAt(process, other), id)));
  const told = (reader: EventReader) =>
    reader.events
      .filter(({ name }) => name === 'post')
      .map(({ data }) => (JSON.parse(data) as Post).acceptedReplyId);
  await accept(id, reply.id);
  for (const reader of readers) await reader.until(() => told(reader).length === 1, 1_000);
  await other.browser.call('DELETE /api/replies/{id}', { path: { id: reply.id } });
  for (const reader of readers) {
    await reader.until(() => told(reader).length === 2, 1_000);
    expect(told(reader)).toEqual([reply.id, null]);
    reader.cut();
  }
});
