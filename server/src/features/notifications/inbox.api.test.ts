import { v7 as uuidv7 } from 'uuid';
import { describe, expect, inject, test } from 'vitest';
import { EventReader } from '../../../testing/event-reader.ts';
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
import { makePost, makeNewUser, PASSWORD, type MadeUser } from '../../../testing/makers.ts';
import { operate } from '../../../testing/operate.ts';
import { sweepInboxes } from './notifications.ts';

let author: MadeUser;
const { testApp, other, third } = await startWithTwo();

/** Creates an author with an empty inbox, and a question of theirs. */
async function ask(): Promise<string> {
  const asked = await askAnew(testApp);
  author = asked.author;
  return asked.id;
}

/** Returns how many notifications of a kind the day's counts contain. */
const countMade = async (kind: 'case' | 'notice') => {
  const row = await testApp.database.first<{ made: number }>(
    `SELECT coalesce(sum(count), 0)::int AS made FROM analytics_events WHERE kind = 'lineMade' AND screen = $1`,
    [kind],
  );
  return row?.made ?? 0;
};

describe('cases', () => {
  async function hideByReports(id: string): Promise<void> {
    for (let count = 0; count < 4; count += 1) {
      const reporter = await makeNewUser(testApp, { email: `reporter${uuidv7()}@korea.ac.kr` });
      await reporter.browser.call('PUT /api/posts/{id}/report', {
        path: { id },
        body: { reason: 'spam', note: '' },
      });
    }
  }

  test('[NO-01] each step of a case about something of mine notifies, in one unread line', async () => {
    const [id, before] = [await ask(), await countMade('case')];
    await hideByReports(id);
    const [hidden] = await linesOf(author, 'case');
    expect(hidden).toMatchObject({ thing: 'post', state: 'hidden', unread: true });
    await operate(testApp, 'post', 'restore', id, '--reason', '문제 없음');
    expect(await linesOf(author, 'case')).toMatchObject([
      { id: hidden?.id, state: 'restored', unread: true },
    ]);
    const read = await author.browser.call('PUT /api/notifications/{id}/read', {
      path: { id: hidden?.id ?? '' },
    });
    expect(read.body).toEqual({ unread: 0 });
    // Includes the outcome of their reports for four students.
    expect(await countMade('case')).toBe(before + 1 + 4);
    await remove(author, 'posts', id);
    expect(await linesOf(author, 'case')).toEqual([]);
  });

  test('[NO-01] the screen of all own cases reads their lines; the next step is another one', async () => {
    const [id, before] = [await ask(), await countMade('case')];
    await hideByReports(id);
    expect(await unreadOf(author)).toBe(1);
    await author.browser.call('GET /api/profile/cases', {});
    expect(await readInbox(author)).toMatchObject({ lines: [{ kind: 'case', unread: false }], unread: 0 });
    await operate(testApp, 'post', 'restore', id, '--reason', '문제 없음');
    expect((await linesOf(author, 'case')).map(({ unread }) => unread)).toEqual([true, false]);
    expect(await countMade('case')).toBe(before + 2 + 4);
  });

  test('[NO-02] case that hid nothing: notifies nobody', async () => {
    const id = await ask();
    await other.browser.call('PUT /api/posts/{id}/report', {
      path: { id },
      body: { reason: 'spam', note: '' },
    });
    expect((await readInbox(author)).lines).toEqual([]);
  });
});

describe('notices', () => {
  const addNotice = async (title: string) => {
    await operate(testApp, 'notice', 'add', '--title', title, '--body', '본문');
    const row = await testApp.database.first<{ id: string }>(
      'SELECT id FROM bulletin_entries WHERE title = $1',
      [title],
    );
    return row?.id ?? '';
  };

  test('[NO-01] a notice is in every inbox, read up to the one that was opened', async () => {
    await addNotice('지난 공지');
    const late = await makeNewUser(testApp);
    expect(await readInbox(late)).toMatchObject({ lines: [], unread: 0 });
    const [one, two] = [await addNotice('야간 개방'), await addNotice('단수 안내')];
    expect(await readInbox(late)).toMatchObject({
      lines: [
        { kind: 'notice', id: two, noticeId: two, title: '단수 안내', unread: true },
        { id: one, unread: true },
      ],
      unread: 2,
    });
    const read = (id: string) => late.browser.call('PUT /api/notifications/{id}/read', { path: { id } });
    expect((await read(one)).body).toEqual({ unread: 1 });
    expect((await read(one)).body).toEqual({ unread: 1 });
    expect((await read(two)).body).toEqual({ unread: 0 });
    await operate(testApp, 'notice', 'remove', two, '--reason', '날짜 오류');
    expect((await readInbox(late)).lines).toMatchObject([{ id: one, unread: false }]);
    await setPreferences(late, { notice: false });
    const before = await countMade('notice');
    const three = await addNotice('꺼진 동안');
    // Each student who wants notices gets one; this one does not.
    const people = await testApp.database.first<{ count: number }>(
      'SELECT count(*)::int AS count FROM users',
    );
    expect(await countMade('notice')).toBe(before + (people?.count ?? 0) - 1);
    expect(await readInbox(late)).toMatchObject({ lines: [], unread: 0 });
    await setPreferences(late, {});
    expect(await readInbox(late)).toMatchObject({ lines: [{ id: three, unread: false }, {}], unread: 0 });
  });
});

describe('reading', () => {
  test('[NO-01] mark all read: covers shown notifications; later ones stay unread', async () => {
    const [one, two] = [await ask(), await makePost(author, 'question', { title: '둘째 질문' })];
    await answer(other, one);
    const { lines } = await readInbox(author);
    await answer(other, two);
    const readAll = (upTo = '') => author.browser.call('PUT /api/notifications/read', { body: { upTo } });
    expect((await readAll(lines[0]?.at)).body).toEqual({ unread: 1 });
    expect((await readInbox(author)).lines.map(({ unread }) => unread)).toEqual([true, false]);
    expect((await readAll((await readInbox(author)).lines[0]?.at)).body).toEqual({ unread: 0 });
  });

  test('[NO-01] pages: follow without a gap, whatever arrives meanwhile', async () => {
    await ask();
    const posts = [];
    for (let count = 0; count < 45; count += 1) {
      const id = uuidv7();
      await testApp.database.change(
        `INSERT INTO posts (id, building_id, author_id, title, body, in_latest) VALUES ($1, 'question', $2, 'x', 'x', true)`,
        [id, author.id],
      );
      posts.unshift(id);
      await answer(other, id);
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await author.browser.call('GET /api/notifications', { query: { cursor } });
      for (const line of body?.lines ?? []) if (line.kind === 'answer') seen.push(line.post.id);
      cursor = body?.nextCursor ?? undefined;
      if (seen.length === 20) await answer(other, posts[30] ?? '');
    } while (cursor);
    // A thread answered meanwhile comes before all pages.
    expect(seen).toEqual(posts.filter((_, index) => index !== 30));
    expect(await unreadOf(author)).toBe(45);
    await testApp.database.change(
      `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things)
       SELECT gen_random_uuid(), $1, 'case', gen_random_uuid(), $2, 1 FROM generate_series(1, 200)`,
      [author.id, posts[0]],
    );
    expect(await unreadOf(author)).toBe(100);
  });

  test('[NO-02] another student’s notification, a deleted one and a foreign post: no change', async () => {
    const id = await ask();
    await answer(other, id);
    const [line] = (await readInbox(author)).lines;
    const read = await third.browser.call('PUT /api/notifications/{id}/read', {
      path: { id: line?.id ?? '' },
    });
    expect(read.status).toBe(200);
    await third.browser.call('PUT /api/posts/{id}/read', { path: { id } });
    expect(await unreadOf(author)).toBe(1);
    expect((await third.browser.call('PUT /api/posts/{id}/mute', { path: { id: uuidv7() } })).status).toBe(
      404,
    );
  });

  test('[NO-01] open pages follow, also those of the other process and one that opens later', async () => {
    const processes = inject('engine') === 'postgres' ? [testApp, await testApp.another()] : [testApp];
    const id = await ask();
    const paths = ['/api/notifications/live', `/api/posts/${id}/replies/live`];
    const readers: EventReader[] = [];
    for (const { origin } of processes)
      for (const path of paths)
        readers.push(await EventReader.open(`${origin}${path}`, author.browser.cookie));
    const told = (reader: EventReader) =>
      reader.events
        .filter(({ name }) => name === 'inbox')
        .map(({ data }) => (JSON.parse(data) as { unread: number }).unread);
    const expectAll = async (unread: number) => {
      for (const reader of readers) await reader.until(() => told(reader).at(-1) === unread);
    };
    const reply = await answer(other, id);
    await expectAll(1);
    await remove(other, 'replies', reply.id);
    await expectAll(0);
    await undo(other, 'replies', reply.id);
    await expectAll(1);
    await openThread(author, id);
    await expectAll(0);
    await operate(testApp, 'notice', 'add', '--title', '모두에게', '--body', '본문');
    await expectAll(1);
    // A page opened later receives the same number.
    readers.push(await EventReader.open(`${testApp.origin}${paths[1]}`, author.browser.cookie));
    await expectAll(1);
    for (const reader of readers) reader.cut();
  });
});

test('[NO-02] a reply whose link is held: notifies nobody before it is shown', async () => {
  const id = await ask();
  const fresh = await makeNewUser(testApp);
  const openedSince = (days: number) =>
    testApp.database.change('UPDATE migrations SET applied_at = now() - make_interval(days => $1)', [days]);
  await openedSince(31);
  await fresh.browser.call('POST /api/posts/{id}/replies', {
    path: { id },
    body: { id: uuidv7(), body: '여기 보세요 https://spam.example.net/a' },
  });
  await openedSince(0);
  const held = await testApp.database.first<{ id: string }>(
    'SELECT id FROM replies WHERE post_id = $1 AND hidden_at IS NOT NULL',
    [id],
  );
  expect(held).toBeDefined();
  expect(await readInbox(author)).toMatchObject({ lines: [], unread: 0 });
  expect(await linesOf(fresh, 'case')).toMatchObject([{ thing: 'reply', state: 'hidden' }]);
  await operate(testApp, 'reply', 'restore', held?.id ?? '', '--reason', '괜찮음');
  expect(await readInbox(author)).toMatchObject({ lines: [{ count: 1, unread: true }], unread: 1 });
});

test('[NO-02] withdrawal: deletes inbox, settings, mutes, follows, alerts; notifications of others lose the name', async () => {
  const id = await ask();
  const leaving = await makeNewUser(testApp);
  await answer(leaving, id);
  const own = await makePost(leaving, 'question', { title: '나갑니다' });
  await answer(other, own);
  await leaving.browser.call('PUT /api/posts/{id}/mute', { path: { id } });
  await leaving.browser.call('PUT /api/posts/{id}/follow', { path: { id } });
  await setPreferences(leaving, { case: false });
  await leaving.browser.call('PUT /api/profile/alerts/{id}', {
    path: { id: uuidv7() },
    body: { word: '도서관', buildingId: null },
  });
  expect(
    (await leaving.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } })).status,
  ).toBe(204);
  for (const table of ['inbox_lines', 'inbox_mutes', 'follows', 'inboxes', 'alerts'])
    expect(await testApp.database.rows(`SELECT FROM ${table} WHERE user_id = $1`, [leaving.id])).toEqual([]);
  expect(await linesOf(author, 'answer')).toMatchObject([{ nickname: null, count: 1 }]);
});

test('lines go after ninety days, read or not', async () => {
  const id = await ask();
  await answer(other, id);
  await testApp.database.change(`UPDATE inbox_lines SET at = at - interval '91 days' WHERE user_id = $1`, [
    author.id,
  ]);
  await sweepInboxes(testApp.database);
  expect((await readInbox(author)).lines).toEqual([]);
});
