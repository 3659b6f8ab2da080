import { expect, inject, test } from 'vitest';
import { answer, askAnew, linesOf, remove } from '../../../testing/inbox.ts';
import { makeUser, userAt } from '../../../testing/makers.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { LOCK_ANSWER_LINES, NOTIFY_OF_REPLIES } from './inbox.ts';

const testApp = await startTestApp({ edition: 'official' });

// Absent, not skipped, on the embedded engine: a requirement with a skipped test counts as unproven.
if (inject('engine') === 'postgres') describeTwoProcesses();

function describeTwoProcesses(): void {
  test('[NO-02] twenty answers while the thread is opened: each notified once, at most one unread line', async () => {
    const second = await testApp.another();
    const { author, id } = await askAnew(testApp);
    const { browser: reader } = userAt(second, author);
    const writers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const user = await makeUser(testApp);
        return index % 2 === 0 ? user : userAt(second, user);
      }),
    );
    const opened = async () => {
      for (let count = 0; count < 10; count += 1)
        await reader.call('GET /api/posts/{id}/reply-marks', { path: { id } });
    };
    await Promise.all([...writers.map((user) => answer(user, id)), opened(), opened()]);
    const lines = await linesOf(author, 'answer');
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(20);
    expect(lines.filter(({ unread }) => unread).length).toBeLessThanOrEqual(1);
  });

  test('[NO-02] deleting, undoing, answering, reading and blocking at once ends with a count that is true', async () => {
    const second = await testApp.another();
    const { author, id } = await askAnew(testApp);
    const [other, third] = [await makeUser(testApp), await makeUser(testApp)];
    const replies = [];
    for (let count = 0; count < 5; count += 1) replies.push(await answer(other, id));
    const { browser: elsewhere } = userAt(second, other);
    const toggle = async (replyId: string, browser = other.browser) => {
      for (let round = 0; round < 4; round += 1) {
        await browser.call('DELETE /api/replies/{id}', { path: { id: replyId } });
        await browser.call('POST /api/replies/{id}/undo-deletion', { path: { id: replyId } });
      }
    };
    const read = async () => {
      for (let round = 0; round < 10; round += 1) {
        await author.browser.call('PUT /api/notifications/read', {
          body: { upTo: new Date().toISOString() },
        });
        await answer(third, id);
      }
    };
    await Promise.all([
      ...replies.map(({ id: replyId }, index) => toggle(replyId, index % 2 ? elsewhere : other.browser)),
      read(),
    ]);
    const rows = await testApp.database.rows<{ things: number; shown: number }>(
      `SELECT things, (SELECT count(*)::int FROM inbox_answers JOIN replies ON replies.id = reply_id
                        WHERE line_id = inbox_lines.id AND hidden_at IS NULL) AS shown
         FROM inbox_lines WHERE user_id = $1 AND kind = 'answer'`,
      [author.id],
    );
    for (const { things, shown } of rows) expect(things).toBe(shown);
    expect(rows.reduce((sum, { things }) => sum + things, 0)).toBe(15);
  });

  test('[NO-02] answer deleted while a batch notifies of it: the deletion waits, and no notification remains', async () => {
    const { author, id } = await askAnew(testApp);
    const other = await makeUser(testApp);
    const reply = await answer(other, id);
    await testApp.database.change('DELETE FROM inbox_lines WHERE user_id = $1', [author.id]);
    await testApp.database.change('INSERT INTO unnotified_replies (reply_id) VALUES ($1)', [reply.id]);
    const { deleting } = await testApp.database.transaction(async (transaction) => {
      await transaction.rows(LOCK_ANSWER_LINES);
      expect(await transaction.rows(NOTIFY_OF_REPLIES)).toMatchObject([{ told: [{ user_id: author.id }] }]);
      const waiting = remove(other, 'replies', reply.id);
      const blocked =
        'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))';
      await expect.poll(() => transaction.rows(blocked), { timeout: 10_000 }).not.toEqual([]);
      return { deleting: waiting };
    });
    expect((await deleting).status).toBe(204);
    expect(await linesOf(author, 'answer')).toEqual([]);
  });
}
