import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
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
import { makeUser, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { runJob } from '../../../testing/tickets.ts';

let author: MadeUser;
const { testApp, other, third } = await startWithTwo();

/** Creates an author with an empty inbox, and a question of theirs. */
async function ask(): Promise<string> {
  const asked = await askAnew(testApp);
  author = asked.author;
  return asked.id;
}
const accept = (id: string, replyId: string | null) =>
  author.browser.call('PUT /api/posts/{id}/accepted', { path: { id }, body: { replyId } });

test('[NO-01] five answers: one unread notification with their count; once read, a new answer makes another', async () => {
  const id = await ask();
  const sent = [];
  for (const user of [other, third, other, third, other]) sent.push(await answer(user, id));
  const { lines, unread } = await readInbox(author);
  expect(unread).toBe(1);
  expect(await unreadOf(author)).toBe(1);
  expect(lines).toEqual([
    {
      kind: 'answer',
      id: lines[0]?.id,
      at: lines[0]?.at,
      unread: true,
      count: 5,
      to: 'post',
      post: {
        id,
        title: expect.stringContaining('프린터') as string,
        buildingId: 'question',
        buildingName: expect.any(String) as string,
      },
      replyNumber: 1,
      nickname: other.nickname,
      preview: sent[4]?.body,
    },
  ]);
  expect(await openThread(author, id)).toEqual({ liked: [], muted: false, followed: false, unread: 0 });
  expect((await readInbox(author)).lines).toMatchObject([{ unread: false, count: 5 }]);
  await answer(third, id);
  expect((await readInbox(author)).lines).toMatchObject([
    { unread: true, count: 1, replyNumber: 6 },
    { unread: false, count: 5 },
  ]);
  expect(await unreadOf(author)).toBe(1);
});

test('[NO-01] answer to a reply: notifies the authors of the reply and the post, each once', async () => {
  const id = await ask();
  const reply = await answer(other, id);
  await openThread(author, id);
  const child = await answer(third, id, reply.id);
  expect(await linesOf(other, 'answer')).toMatchObject([
    { to: 'reply', replyNumber: child.number, count: 1 },
  ]);
  expect(await linesOf(author, 'answer')).toMatchObject([
    { to: 'post', replyNumber: child.number, count: 1, unread: true },
    { unread: false },
  ]);
  await openThread(other, id);
  // The asker's own answer notifies the other author only.
  await answer(author, id, child.id);
  expect(await linesOf(author, 'answer')).toHaveLength(2);
  expect(await linesOf(third, 'answer')).toMatchObject([{ to: 'reply', nickname: author.nickname }]);
  await openThread(third, id);
  // The asker's own thread: one answer to their reply is notified as such, several as answers to the thread.
  await openThread(author, id);
  const own = await answer(author, id);
  await answer(third, id, own.id);
  expect((await linesOf(author, 'answer'))[0]).toMatchObject({ to: 'reply', count: 1 });
  await answer(other, id, own.id);
  expect((await linesOf(author, 'answer'))[0]).toMatchObject({ to: 'post', count: 2 });
  await openThread(other, id);
});

test('[NO-02] reply of a process that crashed before notifying: notified by the next job; a purged one is dropped', async () => {
  const id = await ask();
  const reply = await answer(other, id);
  await testApp.database.change('DELETE FROM inbox_lines WHERE user_id = $1', [author.id]);
  await testApp.database.change('INSERT INTO unnotified_replies (reply_id) SELECT unnest($1::uuid[])', [
    [reply.id, uuidv7()],
  ]);
  await runJob(testApp, 'notifyOfReplies');
  await expect
    .poll(() => testApp.database.rows('SELECT FROM unnotified_replies'), { timeout: 10_000 })
    .toEqual([]);
  expect(await linesOf(author, 'answer')).toMatchObject([{ count: 1, replyNumber: reply.number }]);
});

test('[NO-02] reply whose batch failed: notified when its inbox is read', async () => {
  const id = await ask();
  await testApp.database.change('ALTER TABLE inbox_answers ADD CONSTRAINT broken CHECK (false) NOT VALID');
  await answer(other, id);
  expect(await linesOf(author, 'answer')).toEqual([]);
  await testApp.database.change('ALTER TABLE inbox_answers DROP CONSTRAINT broken');
  expect(await linesOf(author, 'answer')).toMatchObject([{ count: 1 }]);
});

test('[NO-02] answers: own actions, muted threads, disabled kinds and blocked users create no notification', async () => {
  const id = await ask();
  await answer(author, id);
  await author.browser.call('PUT /api/posts/{id}/mute', { path: { id } });
  await answer(other, id);
  expect((await openThread(author, id)).muted).toBe(true);
  await author.browser.call('DELETE /api/posts/{id}/mute', { path: { id } });
  await setPreferences(author, { answer: false });
  await answer(other, id);
  await setPreferences(author, {}, false);
  await answer(other, id);
  await setPreferences(author, {});
  const shown = await answer(third, id);
  await author.browser.call('PUT /api/replies/{id}/block', { path: { id: shown.id } });
  expect(await readInbox(author)).toMatchObject({ lines: [], unread: 0 });
  await answer(third, id);
  expect(await readInbox(author)).toMatchObject({ lines: [], unread: 0 });
  await answer(other, id);
  expect(await readInbox(author)).toMatchObject({
    lines: [{ count: 1, nickname: other.nickname }],
    unread: 1,
  });
  // Answers before the block are back; those written during it are not notified later.
  await author.browser.call('DELETE /api/replies/{id}/block', { path: { id: shown.id } });
  expect(await readInbox(author)).toMatchObject({ lines: [{ count: 2 }], unread: 1 });
});

test('[MO-11] [NO-02] blocked user: their answers leave a shared notification, and return after unblocking', async () => {
  const id = await ask();
  await answer(other, id);
  const bad = await answer(third, id);
  await author.browser.call('PUT /api/replies/{id}/block', { path: { id: bad.id } });
  expect((await readInbox(author)).lines).toMatchObject([
    { count: 1, replyNumber: 1, nickname: other.nickname, unread: true },
  ]);
  await remove(third, 'replies', bad.id);
  await undo(third, 'replies', bad.id);
  expect((await readInbox(author)).lines).toMatchObject([{ count: 1, nickname: other.nickname }]);
  await author.browser.call('DELETE /api/replies/{id}/block', { path: { id: bad.id } });
  expect((await readInbox(author)).lines).toMatchObject([{ count: 2, nickname: third.nickname }]);
});

test('[MO-11] notification about the blocked user alone: disappears, and returns with its read state', async () => {
  const [id, helper] = [await ask(), await makeUser(testApp)];
  const own = await answer(helper, id);
  await accept(id, own.id);
  expect(await unreadOf(helper)).toBe(1);
  const block = () => helper.browser.call('PUT /api/posts/{id}/block', { path: { id } });
  const unblock = () => helper.browser.call('DELETE /api/posts/{id}/block', { path: { id } });
  await block();
  expect(await linesOf(helper, 'accepted')).toEqual([]);
  expect(await unreadOf(helper)).toBe(0);
  await accept(id, null);
  await accept(id, own.id);
  expect(await linesOf(helper, 'accepted')).toEqual([]);
  await unblock();
  expect(await linesOf(helper, 'accepted')).toMatchObject([{ unread: true }]);
  await openThread(helper, id);
  await block();
  await unblock();
  expect(await linesOf(helper, 'accepted')).toMatchObject([{ unread: false }]);
});

test('[NO-02] deletion or hiding: removes the notification; restoring brings it back unchanged, never twice', async () => {
  const id = await ask();
  const first = await answer(other, id);
  const second = await answer(third, id);
  await remove(other, 'replies', first.id);
  expect((await readInbox(author)).lines).toMatchObject([{ count: 1, replyNumber: second.number }]);
  await operate(testApp, 'reply', 'hide', second.id, '--reason', '광고');
  expect(await readInbox(author)).toMatchObject({ lines: [], unread: 0 });
  await undo(other, 'replies', first.id);
  expect((await readInbox(author)).lines).toMatchObject([
    { count: 1, replyNumber: first.number, unread: true },
  ]);
  await operate(testApp, 'reply', 'restore', second.id, '--reason', '착오');
  expect(await readInbox(author)).toMatchObject({ lines: [{ count: 2, unread: true }], unread: 1 });
  await openThread(author, id);
  await remove(other, 'replies', first.id);
  await undo(other, 'replies', first.id);
  expect(await readInbox(author)).toMatchObject({ lines: [{ count: 2, unread: false }], unread: 0 });
  await answer(third, id, first.id);
  await openThread(author, id);
  expect(await unreadOf(other)).toBe(1);
  await remove(author, 'posts', id);
  expect(await readInbox(author)).toMatchObject({ lines: [], unread: 0 });
  expect(await unreadOf(other)).toBe(0);
  await undo(author, 'posts', id);
  expect((await readInbox(author)).lines).toMatchObject([{ unread: false }, { unread: false, count: 2 }]);
  expect(await unreadOf(other)).toBe(1);
  await openThread(other, id);
});

test('[NO-02] reply hidden while the thread was opened: unread when it returns', async () => {
  const id = await ask();
  const reply = await answer(other, id);
  await operate(testApp, 'reply', 'hide', reply.id, '--reason', '광고');
  await openThread(author, id);
  await operate(testApp, 'reply', 'restore', reply.id, '--reason', '착오');
  expect(await readInbox(author)).toMatchObject({ lines: [{ count: 1, unread: true }], unread: 1 });
});

test('[NO-02] answers: the same answer sent again, twenty times at once too, is notified once', async () => {
  const id = await ask();
  const replyId = uuidv7();
  const body = { id: replyId, body: '한 번만 말합니다' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      other.browser.call('POST /api/posts/{id}/replies', { path: { id }, body }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect((await readInbox(author)).lines).toMatchObject([{ count: 1 }]);
});

test('[NO-01] accepted answer: one notification, removed and restored with the choice', async () => {
  const id = await ask();
  const [one, two] = [await answer(other, id), await answer(third, id)];
  await accept(id, one.id);
  expect(await linesOf(other, 'accepted')).toMatchObject([
    { replyNumber: one.number, unread: true, post: { id } },
  ]);
  await openThread(other, id);
  await accept(id, two.id);
  expect(await linesOf(other, 'accepted')).toEqual([]);
  expect(await linesOf(third, 'accepted')).toHaveLength(1);
  await accept(id, one.id);
  expect(await linesOf(other, 'accepted')).toMatchObject([{ unread: false }]);
  expect(await linesOf(third, 'accepted')).toEqual([]);
  await accept(id, one.id);
  expect(await linesOf(other, 'accepted')).toHaveLength(1);
  await accept(id, null);
  expect(await linesOf(other, 'accepted')).toEqual([]);
});

test('[NO-02] accepted answers: accepting one’s own answer notifies nobody', async () => {
  const id = await ask();
  const own = await answer(author, id);
  await accept(id, own.id);
  expect((await readInbox(author)).lines).toEqual([]);
});
