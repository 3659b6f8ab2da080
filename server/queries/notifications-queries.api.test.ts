import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MATCHING, WAITING } from '../src/features/notifications/alerts.ts';
import { FOLLOWERS } from '../src/features/notifications/follows.ts';
import {
  COUNT_UNREAD,
  INBOX,
  READ_THREAD,
  NOTIFY_LATER,
  NOTIFY_OF_REPLIES,
} from '../src/features/notifications/inbox.ts';
import { decidePushes, readDuePushTexts, readPushText } from '../src/features/notifications/push-texts.ts';
import {
  isPushDue,
  settleDeliveries,
  takeDeliveries,
  type DeliveryRow,
} from '../src/features/notifications/push-deliveries.ts';
import { listToPush } from '../src/features/notifications/push.ts';
import { listPushDevices, openPushOf } from '../src/features/notifications/settings.ts';
import type { Database, Transaction } from '../src/database/database.ts';
import { IS_ORDINARY_REPLY } from '../src/features/moderation/floods.ts';
import { insertStatement } from '../src/features/replies/reply-rows.ts';
import { NEWEST } from '../src/features/posts/json.ts';
import { makeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { plantRows, vacuum } from '../testing/plant-rows.ts';
import { readGenericShape, readShape, slowLines } from './plan-shape.ts';

/* Plans of inbox statements that run with each reply, opened thread, session and new post. Measured among 20,000
   posts with a notification each and 20,000 alerts. Also the sender's, which runs ten times a second, among 60,000
   pushes of 20,000 students. See hot-queries.api.test.ts. */
describe.runIf(inject('engine') === 'postgres')('queries of inbox and pushes', () => {
  let testApp: TestApp;
  let userId: string;
  let postId: string;
  let replyId: string;
  beforeAll(async () => {
    testApp = await startTestApp({ caching: false });
    // A running job would keep VACUUM from marking pages as all-visible.
    await testApp.app.jobs.close();
    ({ id: userId } = await makeUser(testApp));
    await plantRows(testApp.database, userId);
    await plantInboxes(testApp, userId);
    await testApp.database.change(
      `INSERT INTO tickets (post_id, number, building_id, kind, floor, spot)
       SELECT id, row_number() OVER (), building_id, 'power', '1', '' FROM posts`,
    );
    await vacuum(testApp.database, ['tickets']);
    const row = await testApp.database.first<{ id: string; post_id: string }>(
      'SELECT id, post_id FROM replies ORDER BY id LIMIT 1',
    );
    if (!row) throw new Error('nothing was planted');
    ({ id: replyId, post_id: postId } = row);
  });
  afterAll(() => testApp.close());

  const pieces = ['도서', '서관', '관자', '자리', '리있', '있나', '나요'];
  const statements: Record<string, { sql: string; values: () => unknown[] }> = {
    'inbox-unread': { sql: COUNT_UNREAD, values: () => [userId] },
    'inbox-list': { sql: INBOX, values: () => [userId, NEWEST.createdMicros, NEWEST.id] },
    'inbox-read-thread': { sql: READ_THREAD, values: () => [userId, postId] },
    'inbox-tell-answer': {
      sql: insertStatement(NOTIFY_LATER, IS_ORDINARY_REPLY),
      values: () => [randomUUID(), postId, userId, '댓글', null, replyId, null, 10],
    },
    'inbox-tell-replies': { sql: NOTIFY_OF_REPLIES, values: () => [] },
    'inbox-followers': { sql: FOLLOWERS, values: () => [postId, userId, 1_000] },
    'inbox-match': {
      sql: MATCHING,
      values: () => [pieces, '\n도서관자리있나요\t', null],
    },
    'inbox-waiting': {
      sql: `${WAITING} LIMIT $6`,
      values: () => ['각관', ['%각관%1%'], 'question', new Date().toISOString(), null, 1_000],
    },
  };

  // Notifications of a page, followers, matches of a text and a batch of pushes are sorted.
  const growing = (lines: string[]) => slowLines(lines).filter((line) => line.trim() !== 'Sort');

  test.for(Object.keys(statements))('%s reads through an index: no sequential scan', async (name) => {
    const { sql, values } = statements[name] ?? { sql: '', values: () => [] };
    const shape = await readShape(testApp.database, sql, values());
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot(`./${name}.plan`);
    expect(growing(shape)).toEqual([]);
    expect(growing(await readGenericShape(testApp.database, sql))).toEqual([]);
  });

  describe('pushes', () => {
    beforeAll(() => plantPushes(testApp));
    const now = new Date();
    /** Calls by plan name; `ids` returns ids of students. */
    const pushed: Record<
      string,
      (recorder: Transaction, ids: (count: number) => Promise<string[]>) => Promise<unknown>
    > = {
      'push-due': (recorder) => isPushDue(recorder, now),
      'push-decide': (recorder) => {
        const database = { transaction: (work) => work(recorder) } as Database;
        return decidePushes({ database, counter: { addLines() {} }, timeZone: 'Asia/Seoul' }, now);
      },
      'push-said-due': async (recorder, ids) => readDuePushTexts(recorder, await ids(200), now),
      'push-take': (recorder) => takeDeliveries(recorder, now, ['web.push.apple.com']),
      'push-said': async (recorder, ids) => readPushText(recorder, await ids(50)),
      'push-settle': (recorder) => {
        const delivery: DeliveryRow = {
          push_id: randomUUID(),
          device_id: randomUUID(),
          user_id: userId,
          host: 'fcm.googleapis.com',
          endpoint: 'https://fcm.googleapis.com/x',
          p256dh: '',
          auth: '',
          attempts: 1,
        };
        const settled = {
          done: [{ delivery, sent: true }],
          gone: [delivery],
          delayed: [{ delivery, until: now }],
        };
        return settleDeliveries(recorder, settled, now);
      },
      'push-walk': (recorder) => listToPush(recorder, userId, 1_000),
      'push-devices': (recorder) => listPushDevices(recorder, userId),
      'push-opened': (recorder) => openPushOf(recorder, userId, randomUUID()),
    };

    test.for(Object.keys(pushed))('%s reads through an index: no sequential scan', async (name) => {
      const ids = async (count: number) => {
        const rows = await testApp.database.rows<{ id: string }>(
          'SELECT id FROM users ORDER BY id LIMIT $1',
          [count],
        );
        return rows.map(({ id }) => id);
      };
      const shapes: string[][] = [];
      for (const { sql, values } of await record((recorder) => pushed[name]?.(recorder, ids))) {
        shapes.push(await readShape(testApp.database, sql, values));
        expect(growing(shapes.at(-1) ?? [])).toEqual([]);
        expect(growing(await readGenericShape(testApp.database, sql))).toEqual([]);
      }
      const text = shapes.map((shape) => shape.join('\n')).join('\n\n');
      await expect(`${text}\n`).toMatchFileSnapshot(`./${name}.plan`);
    });
  });
});

/** Returns the statements of a call; each returns no rows. */
async function record(call: (recorder: Transaction) => Promise<unknown> | undefined) {
  const made: { sql: string; values: readonly unknown[] }[] = [];
  const note = (sql: string, values: readonly unknown[] = []) => void made.push({ sql, values });
  await call({
    rows: async (sql, values) => (note(sql, values), []),
    first: async (sql, values) => (note(sql, values), undefined),
    change: async (sql, values) => (note(sql, values), 0),
    afterCommit() {},
  });
  expect(made).not.toEqual([]);
  return made;
}

/**
 * Adds two browsers and three pushes for each of 20,000 students. A tenth of the pushes is due; the rest are being
 * sent.
 */
async function plantPushes({ database }: TestApp): Promise<void> {
  await database.change(
    `WITH made AS (INSERT INTO accounts (id, email) SELECT gen_random_uuid(), 'pushed' || n || '@korea.ac.kr' FROM generate_series(1, 16000) AS n
                   RETURNING id, email)
     INSERT INTO users (id, name, nickname, university) SELECT id, '학생', left(email, 10), true FROM made`,
  );
  await database.change('INSERT INTO push_settings (user_id) SELECT id FROM users');
  await database.change('INSERT INTO inboxes (user_id) SELECT id FROM users ON CONFLICT DO NOTHING');
  await database.change(
    `WITH begun AS (INSERT INTO sessions (id, token_hash, user_id)
                    SELECT gen_random_uuid(), sha256((id || n::text)::bytea), id FROM users, generate_series(1, 2) AS n RETURNING id, user_id)
     INSERT INTO push_devices (id, session_id, user_id, endpoint, p256dh, auth, system, browser)
     SELECT id, id, user_id, 'https://fcm.googleapis.com/' || id, repeat('k', 87), repeat('a', 22), 'android', 'chrome' FROM begun`,
  );
  await database.change(
    `INSERT INTO pushes (user_id, kind, about_id, due_at, push_id, pushed_at)
     SELECT id, 'answer', gen_random_uuid(), CASE WHEN random() < 0.1 THEN now() - n * interval '1 minute' END, gen_random_uuid(),
            now() - n * interval '1 hour'
       FROM users, generate_series(1, 3) AS n`,
  );
  await database.change(
    `INSERT INTO push_deliveries (push_id, device_id, host, made_at, next_at)
     SELECT push_id, device.id, (ARRAY['fcm.googleapis.com', 'web.push.apple.com'])[1 + (random() < 0.5)::int], now(),
            now() + (random() - 0.5) * interval '1 hour'
       FROM pushes JOIN LATERAL (SELECT id FROM push_devices WHERE user_id = pushes.user_id LIMIT 1) AS device ON true
      WHERE due_at IS NULL`,
  );
  await vacuum(database, [
    'accounts',
    'users',
    'inboxes',
    'sessions',
    'push_settings',
    'push_devices',
    'pushes',
    'push_deliveries',
  ]);
}

/**
 * Adds a notification for every post, forty of them for one student. Also settings, mutes and blocks of every
 * student, alerts, cases and notices.
 */
async function plantInboxes({ database }: TestApp, userId: string): Promise<void> {
  await database.change(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at, read_at)
     SELECT gen_random_uuid(), author_id, 'answer', id, id, 1, created_at, CASE WHEN random() < 0.9 THEN now() END
       FROM posts WHERE author_id <> $1`,
    [userId],
  );
  await database.change(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at)
     SELECT gen_random_uuid(), $1, 'answer', id, id, 1, created_at FROM posts ORDER BY id LIMIT 40`,
    [userId],
  );
  await database.change(
    `INSERT INTO inbox_answers (line_id, reply_id)
     SELECT inbox_lines.id, replies.id FROM inbox_lines JOIN replies USING (post_id) WHERE replies.number = 1`,
  );
  // Twenty are due, as in a busy moment.
  await database.change(
    `INSERT INTO unnotified_replies (at, reply_id)
     SELECT now() + (row_number() OVER (ORDER BY id) - 20) * interval '1 hour', id FROM replies LIMIT 2000`,
  );
  await database.change(
    `INSERT INTO follows (user_id, post_id)
     SELECT users.id, posts.id FROM (SELECT id FROM users LIMIT 2000) AS users, (SELECT id FROM posts ORDER BY id LIMIT 20) AS posts`,
  );
  await database.change(`INSERT INTO inboxes (user_id) SELECT id FROM users LIMIT 2000`);
  await database.change(
    `INSERT INTO inbox_mutes (user_id, post_id) SELECT users.id, posts.id FROM (SELECT id FROM users LIMIT 2000) AS users, (SELECT id FROM posts LIMIT 4) AS posts`,
  );
  await database.change(
    `INSERT INTO blocks (id, user_id, blocked_id, nickname)
     SELECT gen_random_uuid(), one.id, other.id, 'x' FROM (SELECT id FROM users LIMIT 2000) AS one, (SELECT id FROM users ORDER BY id LIMIT 4) AS other
      WHERE one.id <> other.id`,
  );
  await database.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state)
     SELECT gen_random_uuid(), 'post', id, id, author_id, 'open' FROM posts`,
  );
  await database.change(
    `INSERT INTO sanctions (id, user_id, kind, ground, ends_at)
     SELECT gen_random_uuid(), id, 'warning', 'spam', now() FROM users LIMIT 4000`,
  );
  await database.change(
    `INSERT INTO alerts (id, user_id, word, piece, patterns)
     SELECT gen_random_uuid(), users.id, '낱말' || n, chr(44032 + n * 7) || '관', ARRAY['%' || chr(44032 + n * 7) || '관%' || n || '%']
       FROM (SELECT id FROM users LIMIT 2000) AS users, generate_series(1, 10) AS n`,
  );
  await database.change(
    `INSERT INTO bulletin_entries (id, kind, state, title, body, shown_at, told_at)
     SELECT gen_random_uuid(), 'notice', 'shown', 'x', repeat('본문 ', 200), now(), now() - n * interval '1 hour'
       FROM generate_series(1, 2000) AS n`,
  );
  await vacuum(database, [
    'inbox_lines',
    'inbox_answers',
    'unnotified_replies',
    'inboxes',
    'inbox_mutes',
    'follows',
    'blocks',
    'cases',
    'sanctions',
    'alerts',
    'bulletin_entries',
  ]);
}
