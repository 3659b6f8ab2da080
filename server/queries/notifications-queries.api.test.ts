import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MATCHING, WAITING } from '../src/features/notifications/alerts.queries.ts';
import { FOLLOWERS } from '../src/features/notifications/follows.queries.ts';
import { INBOX } from '../src/features/notifications/inbox.queries.ts';
import { insertStatement } from '../src/features/replies/replies.queries.ts';
import {
  COUNT_UNREAD,
  READ_THREAD,
  TELL_ANSWER,
} from '../src/features/notifications/notifications.queries.ts';
import { NEWEST } from '../src/features/posts/cursor.ts';
import { makeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { plantRows } from '../testing/plant-rows.ts';
import { readGenericShape, readShape, slowLines } from './plan-shape.ts';

/*
 * What every reply, every opened thread, every session and every new post asks of the inboxes, among 20,000 posts with a line
 * each and 20,000 alerts: as hot-queries.api.test.ts, and written again in the same way.
 */
describe.runIf(inject('engine') === 'postgres')('queries of the inbox', () => {
  let testApp: TestApp;
  let userId: string;
  let postId: string;
  let replyId: string;
  beforeAll(async () => {
    testApp = await startTestApp({ caching: false });
    ({ id: userId } = await makeUser(testApp));
    await plantRows(testApp.database, userId);
    await plantInboxes(testApp, userId);
    await testApp.database.change(
      `INSERT INTO tickets (post_id, number, building_id, kind, floor, spot)
       SELECT id, row_number() OVER (), building_id, 'power', '1', '' FROM posts`,
    );
    await testApp.database.change('VACUUM (ANALYZE) tickets');
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
      sql: insertStatement(TELL_ANSWER),
      values: () => [randomUUID(), postId, userId, '댓글', null, replyId],
    },
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

  test.for(Object.keys(statements))('%s reads through an index: no sequential scan', async (name) => {
    const { sql, values } = statements[name] ?? { sql: '', values: () => [] };
    const shape = await readShape(testApp.database, sql, values());
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot(`./${name}.plan`);
    // A page of lines, the students of one post and the matches of one text are sorted.
    const growing = (lines: string[]) => slowLines(lines).filter((line) => line.trim() !== 'Sort');
    expect(growing(shape)).toEqual([]);
    expect(growing(await readGenericShape(testApp.database, sql))).toEqual([]);
  });
});

/** A line of every post, forty of them one student's; settings, mutes and blocks of everybody; alerts, cases, notices. */
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
     SELECT gen_random_uuid(), 'post', id, id, author_id, 'open' FROM posts LIMIT 4000`,
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
  for (const table of [
    'inbox_lines',
    'inbox_answers',
    'inboxes',
    'inbox_mutes',
    'follows',
    'blocks',
    'cases',
    'sanctions',
    'alerts',
    'bulletin_entries',
  ])
    await database.change(`VACUUM (ANALYZE) ${table}`);
}
