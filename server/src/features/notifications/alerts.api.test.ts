import { v7 as uuidv7 } from 'uuid';
import { describe, expect, inject, test } from 'vitest';
import { addAlert, linesOf, openThread, readInbox, unreadOf } from '../../../testing/inbox.ts';
import { makePost, makeUser, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { startTestApp } from '../../../testing/test-app.ts';

let reader: MadeUser;
const testApp = await startTestApp({ edition: 'official' });
const author = await makeUser(testApp);

/** Creates a student with an empty inbox. */
const begin = async (): Promise<MadeUser> => (reader = await makeUser(testApp));
const list = async (user = reader) =>
  (await user.browser.call('GET /api/profile/alerts', {})).body?.alerts ?? [];
/** Waits until every new text is matched against the alerts. */
async function matched(): Promise<void> {
  testApp.app.jobs.wake();
  await expect
    .poll(() => testApp.database.rows(`SELECT FROM jobs WHERE kind = 'matchAlerts'`), { timeout: 10_000 })
    .toEqual([]);
}
const write = async (title: string, body = '본문입니다', board = 'question', user = author) => {
  const id = await makePost(user, board, { title, body });
  await matched();
  return id;
};
const notifiedOf = async (user = reader) => (await linesOf(user, 'alert')).map(({ post }) => post.id);

describe('a keyword alert', () => {
  test('[NO-03] notifies once of each new post with its word in title or body, however spelled', async () => {
    await begin();
    const before = await write('열람실 자리');
    expect((await addAlert(reader, ' 열람실 ')).body).toMatchObject({
      word: '열람실',
      building: null,
      paused: false,
    });
    const title = await write('열람실에서 자리 있나요');
    const body = await write('자리 찾아요', '조용한 열람실이면 좋겠어요');
    for (const other of ['열람만 하는 실험실', '열람 실에서', '중앙열람실증축', 'https://열람실.example.com'])
      await write(other);
    expect(await notifiedOf()).toEqual([body, title]);
    expect(await notifiedOf()).not.toContain(before);
    expect((await readInbox(reader)).lines[0]).toMatchObject({ kind: 'alert', word: '열람실', unread: true });
    expect(await unreadOf(reader)).toBe(2);
    await openThread(reader, title);
    expect(await unreadOf(reader)).toBe(1);
  });

  test('[NO-03] with a place: notifies of that place only', async () => {
    await begin();
    await addAlert(reader, '프린터', 'main-hall');
    const [here] = [await write('프린터 됩니다', 'x', 'main-hall'), await write('프린터 어디')];
    expect(await notifiedOf()).toEqual([here]);
    expect(await list()).toMatchObject([
      { building: { id: 'main-hall', name: expect.any(String) as string } },
    ]);
    expect((await addAlert(reader, '프린터', 'nowhere')).problem).toMatchObject({
      fields: [{ field: 'buildingId', code: 'unknown' }],
    });
  });

  test('[NO-03] several words: a post must contain all; two matching alerts make one notification', async () => {
    await begin();
    await addAlert(reader, '충전기 빌려');
    await addAlert(reader, '충전기');
    const both = await write('충전기 빌려 주실 분');
    expect(await notifiedOf()).toEqual([both]);
    const one = await write('충전기 찾았어요');
    expect(await notifiedOf()).toEqual([one, both]);
    const none = await begin();
    await addAlert(none, '우산 빌려');
    await write('우산 찾아요');
    expect(await notifiedOf()).toEqual([]);
  });

  test('[NO-03] one notification per post, ever, also after editing, deleting, restoring and reading', async () => {
    await begin();
    await addAlert(reader, '분실물');
    const id = await write('가방 찾아요', '어제 잃어버렸어요');
    expect(await notifiedOf()).toEqual([]);
    const edit = (revision: number, body: string) =>
      author.browser.call('PUT /api/posts/{id}', {
        path: { id },
        body: { revision, title: '가방 찾아요', body, keywords: [] },
      });
    expect((await edit(1, '분실물 센터에도 없어요')).status).toBe(200);
    await matched();
    expect(await notifiedOf()).toEqual([id]);
    await openThread(reader, id);
    await edit(2, '분실물 센터에도 아직 없어요');
    await matched();
    expect(await linesOf(reader, 'alert')).toMatchObject([{ unread: false }]);
    await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
    expect(await notifiedOf()).toEqual([]);
    await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
    expect(await linesOf(reader, 'alert')).toMatchObject([{ unread: false }]);
  });

  test('[NO-03] a late edit of an old post: not new', async () => {
    await begin();
    const id = await write('오래된 글');
    await testApp.database.change(`UPDATE posts SET created_at = now() - interval '8 days' WHERE id = $1`, [
      id,
    ]);
    await testApp.database.change(
      `UPDATE post_texts SET created_at = now() - interval '8 days' WHERE post_id = $1`,
      [id],
    );
    await addAlert(reader, '고양이');
    await author.browser.call('PUT /api/posts/{id}', {
      path: { id },
      body: { revision: 1, title: '오래된 글', body: '고양이', keywords: [] },
    });
    await matched();
    expect(await notifiedOf()).toEqual([]);
  });

  test('[NO-02] own posts, posts of blocked users and deleted ones: no notification', async () => {
    await begin();
    await addAlert(reader, '동아리');
    await write('동아리 모집', 'x', 'question', reader);
    const blocked = await makeUser(testApp);
    const seen = await write('동아리 회식', 'x', 'question', blocked);
    expect(await notifiedOf()).toEqual([seen]);
    await reader.browser.call('PUT /api/posts/{id}/block', { path: { id: seen } });
    expect(await notifiedOf()).toEqual([]);
    await write('동아리 공연', 'x', 'question', blocked);
    expect(await notifiedOf()).toEqual([]);
    await reader.browser.call('DELETE /api/posts/{id}/block', { path: { id: seen } });
    expect(await notifiedOf()).toEqual([seen]);
    await openThread(reader, seen);
    const gone = await makePost(author, 'question', { title: '동아리 폐지', body: 'x' });
    await author.browser.call('DELETE /api/posts/{id}', { path: { id: gone } });
    await matched();
    expect(await readInbox(reader)).toMatchObject({ lines: [{ post: { id: seen } }], unread: 0 });
    await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id: gone } });
    expect(await readInbox(reader)).toMatchObject({
      lines: [{ unread: true, post: { id: gone } }, {}],
      unread: 1,
    });
  });

  test('[NO-03] facility notice of the operator: notifies too; a disabled kind does not', async () => {
    await begin();
    await addAlert(reader, '단수');
    await operate(testApp, 'facility-notice', 'add', '--title', '단수 안내', '--body', '내일');
    await matched();
    expect(await linesOf(reader, 'alert')).toHaveLength(1);
    await reader.browser.call('PUT /api/profile/notification-settings', {
      body: {
        on: true,
        kinds: { answer: true, accepted: true, alert: false, ticket: true, notice: true, case: true },
      },
    });
    await write('단수 또 하나요');
    expect(await linesOf(reader, 'alert')).toHaveLength(1);
  });

  test('[NO-03] paused: notifies of nothing; resumed: of new posts only; removed: of nothing', async () => {
    await begin();
    const { body } = await addAlert(reader, '중고책');
    const path = { id: body?.id ?? '' };
    const pause = await reader.browser.call('PUT /api/profile/alerts/{id}/pause', { path });
    expect(pause.body).toMatchObject({ paused: true, word: '중고책' });
    await write('중고책 팝니다');
    expect(await notifiedOf()).toEqual([]);
    const resumed = await reader.browser.call('DELETE /api/profile/alerts/{id}/pause', { path });
    expect(resumed.body).toMatchObject({ paused: false });
    const told = await write('중고책 삽니다');
    expect(await notifiedOf()).toEqual([told]);
    await reader.browser.call('DELETE /api/profile/alerts/{id}', { path });
    expect((await reader.browser.call('DELETE /api/profile/alerts/{id}', { path })).status).toBe(204);
    await write('중고책 나눔');
    expect(await notifiedOf()).toEqual([told]);
    expect(await list()).toEqual([]);
  });

  test('[NO-03] posts written during a pause: not notified if the alert resumes before matching', async () => {
    await begin();
    const { body } = await addAlert(reader, '킥보드');
    const path = { id: body?.id ?? '' };
    await reader.browser.call('PUT /api/profile/alerts/{id}/pause', { path });
    await makePost(author, 'question', { title: '킥보드 어디 두나요' });
    await reader.browser.call('DELETE /api/profile/alerts/{id}/pause', { path });
    await matched();
    expect(await notifiedOf()).toEqual([]);
    // A second resume has no effect: the first time counts.
    const told = await makePost(author, 'question', { title: '킥보드 거치대' });
    await reader.browser.call('DELETE /api/profile/alerts/{id}/pause', { path });
    await matched();
    expect(await notifiedOf()).toEqual([told]);
  });

  test('another student’s alert: missing', async () => {
    await begin();
    const { body } = await addAlert(reader, '자전거');
    const path = { id: body?.id ?? '' };
    expect((await author.browser.call('PUT /api/profile/alerts/{id}/pause', { path })).status).toBe(404);
    expect((await author.browser.call('DELETE /api/profile/alerts/{id}', { path })).status).toBe(204);
    expect((await addAlert(author, '자전거', null, path.id)).problem?.code).toBe('identifier.taken');
    expect(await list()).toHaveLength(1);
  });

  test('many alerts: notified in batches, each once, whichever words they have', async () => {
    await testApp.database.change(
      `INSERT INTO accounts (id, email) SELECT md5('many' || n)::uuid, 'many' || n || '@example.com' FROM generate_series(1, 2300) AS n`,
    );
    await testApp.database.change(
      `INSERT INTO users (id, name, nickname, university) SELECT id, 'x', 'x', false FROM accounts WHERE email LIKE 'many%@example.com'`,
    );
    await testApp.database.change(
      `INSERT INTO alerts (id, user_id, word, piece, patterns) SELECT gen_random_uuid(), id, '축제', '축제', '{%축제%}' FROM users WHERE name = 'x'`,
    );
    await testApp.database.change(
      `INSERT INTO alerts (id, user_id, word, piece, patterns) SELECT gen_random_uuid(), id, '언제', '언제', '{%언제%}' FROM users WHERE name = 'x' ORDER BY id LIMIT 700`,
    );
    await testApp.database.change(
      `INSERT INTO alerts (id, user_id, word, piece, patterns, building_id)
       SELECT gen_random_uuid(), id, '축제', '축제', '{%축제%}', 'question' FROM users WHERE name = 'x'`,
    );
    const id = await write('축제 언제예요');
    const row = await testApp.database.first(
      'SELECT count(*)::int AS lines FROM inbox_lines WHERE post_id = $1',
      [id],
    );
    expect(row).toEqual({ lines: 2_300 });
  });

  test('a word with signs of a pattern is compared letter by letter', async () => {
    await begin();
    await addAlert(reader, '100%');
    await write('1000원 있어요');
    expect(await notifiedOf()).toEqual([]);
    const id = await write('100% 할인');
    expect(await notifiedOf()).toEqual([id]);
  });
});

const preview = async (word: string, building?: string) =>
  (await reader.browser.call('GET /api/alerts/preview', { query: { word, building } })).body;

test('[NO-03] preview: lists matches of the last 30 days', async () => {
  await begin();
  const posts = [];
  for (let count = 0; count < 4; count += 1) posts.unshift(await write(`세미나실 예약 ${count}`));
  const [newest = '', , , oldest = ''] = posts;
  await testApp.database.change(
    `UPDATE post_texts SET created_at = now() - interval '31 days' WHERE post_id = $1`,
    [oldest],
  );
  expect(await preview('세미나실')).toMatchObject({
    count: 3,
    more: false,
    posts: [{ id: newest }, {}, {}],
  });
  await write('새 세미나 실습');
  expect(await preview('세미나실')).toMatchObject({ count: 3, more: false });
  expect(await preview('세미나실', 'main-hall')).toEqual({ count: 0, more: false, posts: [] });
  await author.browser.call('DELETE /api/posts/{id}', { path: { id: newest } });
  expect(await preview('예약 세미나실')).toMatchObject({ count: 2 });
  expect((await reader.browser.call('GET /api/alerts/preview', { query: { word: '세' } })).status).toBe(422);
});

describe.runIf(inject('engine') === 'postgres')('two processes', () => {
  test('[NO-03] post hidden and shown during matching: has one notification each, with its visible state', async () => {
    const second = await testApp.another();
    await begin();
    await addAlert(reader, '체육관');
    for (let round = 0; round < 10; round += 1) {
      const id = await makePost(author, 'question', { title: `체육관 ${round}`, body: uuidv7() });
      testApp.app.jobs.wake();
      second.app.jobs.wake();
      await author.browser.call('DELETE /api/posts/{id}', { path: { id } });
      if (round % 2 === 0) await author.browser.call('POST /api/posts/{id}/undo-deletion', { path: { id } });
    }
    await matched();
    expect(await notifiedOf()).toHaveLength(5);
    expect(
      await testApp.database.rows('SELECT FROM inbox_lines WHERE user_id = $1', [reader.id]),
    ).toHaveLength(10);
  });
});
