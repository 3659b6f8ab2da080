import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { GONE } from '../src/features/offline/offline.ts';
import { BLOCKED_BY } from '../src/features/moderation/blocks.ts';
import { SAID_LATELY } from '../src/features/moderation/retained-records.ts';
import { HIDDEN_TARGETS, OWN_CASES_OF } from '../src/features/moderation/own-cases.ts';
import { BOARDS_QUEUE, QUEUE } from '../src/features/moderation/queue-rows.ts';
import { OWN_REPORTS, STANDING_REPORTS } from '../src/features/moderation/reports.ts';
import { AGAINST_WRITING, LOCK_WRITER } from '../src/features/moderation/sanctions.ts';
import { FOLDED_MARKS } from '../src/features/posts/marks.ts';
import { makeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { plantRows } from '../testing/plant-rows.ts';
import { readGenericShape, readShape, slowLines } from './plan-shape.ts';

/* Plans of the moderation queue and of what moderation reads with each write, opened post and report. Measured among
   20,000 posts with 4,000 cases; see hot-queries.api.test.ts. */
describe.runIf(inject('engine') === 'postgres')('queries of moderation', () => {
  let testApp: TestApp;
  let userId: string;
  let postId: string;
  let caseId: string;
  /** An author with a usual number of posts. */
  let authorId: string;
  beforeAll(async () => {
    testApp = await startTestApp({ caching: false });
    ({ id: userId } = await makeUser(testApp));
    await plantRows(testApp.database, userId);
    await plantCases(testApp, userId);
    const row = await testApp.database.first<{ id: string; post_id: string; author_id: string }>(
      'SELECT id, post_id, author_id FROM cases WHERE author_id <> $1 LIMIT 1',
      [userId],
    );
    if (!row) throw new Error('nothing was planted');
    ({ id: caseId, post_id: postId, author_id: authorId } = row);
  });
  afterAll(() => testApp.close());

  const statements: Record<string, { sql: string; values: () => unknown[] }> = {
    'moderation-writer': { sql: LOCK_WRITER, values: () => [userId] },
    'moderation-suspended': { sql: AGAINST_WRITING, values: () => [userId] },
    'moderation-hidden': { sql: HIDDEN_TARGETS, values: () => [postId] },
    'moderation-own-reports': { sql: OWN_REPORTS, values: () => [userId, postId] },
    'moderation-standing': { sql: STANDING_REPORTS, values: () => [caseId] },
    'moderation-own-cases': { sql: OWN_CASES_OF, values: () => [authorId] },
    'moderation-blocked': { sql: BLOCKED_BY, values: () => [userId] },
    'moderation-marks': { sql: FOLDED_MARKS, values: () => [userId, [postId]] },
    'device-gone': { sql: GONE, values: () => [userId, [postId], [postId, postId], [1, 2]] },
    'moderation-said-posts': { sql: SAID_LATELY.post, values: () => [userId, postId, 10, ''] },
    'moderation-said-replies': { sql: SAID_LATELY.reply, values: () => [userId, postId, 10, Buffer.of()] },
    'moderation-queue': {
      sql: QUEUE,
      values: () => [userId, true, [], 0, '00000000-0000-0000-0000-000000000000'],
    },
    'moderation-boards-queue': {
      sql: BOARDS_QUEUE,
      values: () => [userId, false, ['science-library'], 0, '00000000-0000-0000-0000-000000000000'],
    },
  };

  test.for(Object.keys(statements))('%s reads through an index: no sequential scan', async (name) => {
    const { sql, values } = statements[name] ?? { sql: '', values: () => [] };
    const shape = await readShape(testApp.database, sql, values());
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot(`./${name}.plan`);
    // A few rows of one post, case or student are sorted; few users have a role.
    const growing = (lines: string[]) =>
      slowLines(lines).filter((line) => line.trim() !== 'Sort' && !line.endsWith('on roles'));
    expect(growing(shape)).toEqual([]);
    expect(growing(await readGenericShape(testApp.database, sql))).toEqual([]);
  });
});

/** Adds cases of every state with four reports each, sanctions, and twelve blocks for every eighth student. */
async function plantCases({ database }: TestApp, userId: string): Promise<void> {
  await database.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, outcome, ground, hidden_at, due_at, opened_at)
     SELECT gen_random_uuid(), 'post', posts.id, posts.id, posts.author_id,
            CASE number % 10 WHEN 0 THEN 'open' WHEN 1 THEN 'hidden' WHEN 2 THEN 'upheld' ELSE 'restored' END,
            CASE WHEN number % 10 > 2 THEN 'restored' WHEN number % 10 = 2 THEN 'upheld' END, 'spam', now(),
            CASE WHEN number % 10 < 2 THEN now() + number * interval '1 minute' END, now()
       FROM (SELECT *, row_number() OVER (ORDER BY id) AS number FROM posts) AS posts WHERE number <= 4000`,
  );
  await database.change(
    `WITH people AS (SELECT array_agg(id ORDER BY id) AS ids FROM users)
     INSERT INTO reports (id, case_id, reporter_id, thing_id, reason, note)
     SELECT gen_random_uuid(), cases.id, people.ids[1 + (hashtext(cases.id::text) % 500 + 500 + other * 7)],
            cases.thing_id, 'spam', ''
       FROM cases, people, generate_series(1, 4) AS other ON CONFLICT DO NOTHING`,
  );
  await database.change(
    `INSERT INTO case_events (id, case_id, kind, ground)
     SELECT gen_random_uuid(), cases.id, event, 'spam' FROM cases, unnest(ARRAY['opened', 'hidden', 'upheld']) AS event`,
  );
  await database.change(
    `INSERT INTO rights_requests (id, address, post_id, ground, mailbox, token_expires_at, confirmed_at, state, case_id)
     SELECT gen_random_uuid(), '/post/x', post_id, 'privacy', id || '@example.org', now(), now(), 'waiting', id FROM cases`,
  );
  await database.change(
    `INSERT INTO sanctions (id, user_id, kind, ground, ends_at)
     SELECT gen_random_uuid(), id, 'noWriting', 'spam', now() + interval '1 day' FROM users WHERE id <> $1`,
    [userId],
  );
  await database.change(
    `WITH people AS (SELECT id, row_number() OVER (ORDER BY id) AS number FROM users)
     INSERT INTO blocks (id, user_id, blocked_id, nickname)
     SELECT gen_random_uuid(), one.id, other.id, '학생'
       FROM people AS one JOIN people AS other ON other.number BETWEEN one.number + 1 AND one.number + 12
      WHERE one.number % 8 = 0 OR one.id = $1`,
    [userId],
  );
  await database.change(
    `INSERT INTO kept_acts (id, subject, user_id, kind)
     SELECT gen_random_uuid(), 'x', CASE WHEN act = 1 THEN users.id END, 'overturned'
       FROM users, generate_series(1, 20) AS act`,
  );
  await database.change(
    `INSERT INTO post_texts (post_id, building_id, created_at, text)
     SELECT id, building_id, created_at, title FROM posts ON CONFLICT DO NOTHING`,
  );
  await database.change('VACUUM (ANALYZE)');
}
