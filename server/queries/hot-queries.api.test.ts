import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { FIND_CODE } from '../src/features/places/codes.ts';
import { encodeCursor, NEWEST, placeOfEnd } from '../src/features/posts/json.ts';
import { KEYWORD_OF_ALL, REPLIED, VIEW } from '../src/features/posts/lists.ts';
import { KEYWORD_POSTS } from '../src/features/places/places-now.ts';
import { MEDIANS, OPEN_TICKETS } from '../src/features/tickets/ticket-rows.ts';
import { BOOKMARKS } from '../src/features/posts/bookmarks.ts';
import { makePost, makeUser, type MadeUser } from '../testing/makers.ts';
import type { Database } from '../src/database/database.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { plantRows } from '../testing/plant-rows.ts';
import { readGenericShape, readShape, slowLines } from './plan-shape.ts';
import { STATEMENTS, type StatementName, WRITE_POST } from './statements.ts';

/* Plans of the statements that many users run at once, among 20,000 posts, as files next to this test. A change of a
   statement shows its new plan in the diff. The measurements in bench/ run the same statements. `npx vitest run
   --project postgres server/queries -u` writes the plans. */
describe.runIf(inject('engine') === 'postgres')('hot queries', () => {
  let testApp: TestApp;
  let user: MadeUser;
  /** The home query exists in the official edition only; both use one database. */
  let official: TestApp;
  let reader: MadeUser;
  let world: Awaited<ReturnType<typeof plantRows>>;
  beforeAll(async () => {
    testApp = await startTestApp({ caching: false });
    user = await makeUser(testApp);
    official = await startTestApp({
      caching: false,
      edition: 'official',
      // Spies on the database see both.
      testDatabase: {
        database: Object.create(testApp.database, { close: { value: async () => {} } }) as Database,
        openAnother: null,
      },
    });
    reader = await makeUser(official);
    // A running job would keep VACUUM from marking pages as all-visible.
    await Promise.all([testApp, official].map(({ app }) => app.jobs.close()));
    world = await plantRows(testApp.database, user.id);
    await testApp.database.change(
      `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state)
       SELECT gen_random_uuid(), 'post', id, id, author_id, 'restored' FROM posts LIMIT 4000`,
    );
    await testApp.database.change(
      `INSERT INTO blocks (id, user_id, blocked_id, nickname)
       SELECT gen_random_uuid(), one.id, other.id, 'x' FROM (SELECT id FROM users LIMIT 2000) AS one,
              (SELECT id FROM users ORDER BY id LIMIT 4) AS other WHERE one.id <> other.id`,
    );
    await testApp.database.change(
      `INSERT INTO amenities (id, building_id, kind, floor, spot, hours, step_free, source, confirmed_on, gone_on, imported)
       SELECT 'mensa', id, '학생식당', '1', '로비', '', '', '', '', '', '{}' FROM buildings WHERE kind = 'building' LIMIT 1`,
    );
    await testApp.database.change(
      `INSERT INTO meals (amenity_id, day, meal, corner, dish, from_time, to_time, source, place)
       SELECT 'mensa', current_date - day, 'lunch', '', dish::text, '11:30', '13:30', '', dish
         FROM generate_series(0, 27) AS day, generate_series(1, 100) AS dish`,
    );
    await testApp.database.change('VACUUM (ANALYZE) cases, blocks, meals');
  });
  afterAll(async () => {
    await official.app.close();
    await testApp.close();
  });

  /** Returns the only query of the call, as the server sent it. */
  async function record(call: () => Promise<{ status: number }>) {
    const spies = (['rows', 'first', 'change'] as const).map((method) => vi.spyOn(testApp.database, method));
    // Queries of timers are not part of the call.
    const sent = () =>
      spies
        .flatMap((spy) => spy.mock.calls)
        .filter(([sql]) => !/sessions|rate_limit|outbox|jobs|pg_notify|analytics_/.test(sql));
    try {
      expect((await call()).status).toBeLessThan(300);
      const [query, ...others] = sent();
      expect(others).toEqual([]);
      if (!query) throw new Error('the call made no query');
      return { sql: query[0], values: query[1] ?? [] };
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  const get = (path: string) => () => user.browser.send('GET', path);
  const calls: Record<StatementName, () => Promise<() => Promise<{ status: number }>>> = {
    home: async () => {
      const read = () => reader.browser.send('GET', '/api/home');
      // The first call of a student on a day is recorded.
      await read();
      return read;
    },
    latest: async () => get('/api/posts/latest'),
    recent: async () => get(`/api/buildings/${world.board}/posts`),
    popular: async () => get(`/api/buildings/${world.board}/posts?order=popular`),
    post: async () => get(`/api/posts/${world.post}`),
    replies: async () => get(`/api/posts/${world.post}/replies`),
    keyword: async () => get('/api/keywords/2/1/posts'),
    own: async () => get('/api/profile/posts'),
    scraps: async () => get('/api/profile/scraps'),
    hots: async () => get('/api/hots'),
    marks: async () => get(`/api/posts/marks?ids=${world.post}`),
    like: async () => () => user.browser.call('PUT /api/posts/{id}/like', { path: { id: world.post } }),
    unlike: async () => () => user.browser.call('DELETE /api/posts/{id}/like', { path: { id: world.post } }),
    reply: async () => () =>
      user.browser.call('POST /api/posts/{id}/replies', {
        path: { id: world.post },
        body: { id: '01900000-0000-7000-8000-000000000001', body: '감사합니다' },
      }),
  };

  test.for(Object.keys(STATEMENTS) as StatementName[])(
    '%s: reads its page through an index, without sequential scan or sort beyond a page',
    async (name) => {
      const { sql, values } = await record(await calls[name]());
      expect(sql).toBe(STATEMENTS[name]);
      const shape = await readShape(testApp.database, sql, values);
      await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot(`./${name}.plan`);
      expect(slowLines(shape)).toEqual([]);
      // After a few executions a connection may use a generic plan.
      expect(slowLines(await readGenericShape(testApp.database, sql))).toEqual([]);
    },
  );

  test('[SB-02] scraps in order, with those of deleted posts: read through their index', async () => {
    const values = ['운영자', user.id, NEWEST.createdMicros, NEWEST.id];
    const shape = await readShape(testApp.database, BOOKMARKS, values);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./scraps-kept.plan');
    expect(slowLines(shape)).toEqual([]);
    expect(slowLines(await readGenericShape(testApp.database, BOOKMARKS))).toEqual([]);
  });

  test('[EV-07] keyword over all categories: reads a page of each through its index', async () => {
    const scopes = testApp.campus.settings.keywordCategories.map(({ category }) => category);
    const values = ['운영자', scopes, '팀플 장소', NEWEST.createdMicros, NEWEST.id];
    const shape = await readShape(testApp.database, KEYWORD_OF_ALL, values);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./keyword-of-all.plan');
    expect(shape.join('\n')).not.toMatch(/Seq Scan on post/);
  });

  test('[EV-06] posts replied to: read through the index of own replies', async () => {
    const values = ['운영자', user.id, NEWEST.createdMicros, NEWEST.id];
    const shape = await readShape(testApp.database, REPLIED, values);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./replied.plan');
    expect(slowLines(shape)).toEqual([]);
    expect(slowLines(await readGenericShape(testApp.database, REPLIED))).toEqual([]);
  });

  test('[PL-02] building view: reads posts through the indexes of solved questions and of its board', async () => {
    await testApp.database.change(
      `UPDATE posts SET accepted_reply_id = (SELECT id FROM replies WHERE post_id = posts.id LIMIT 1)
        WHERE building_id = $1`,
      [world.board],
    );
    await testApp.database.change('VACUUM (ANALYZE) posts');
    const values = ['운영자', world.board, '과학도서관|과도', null];
    const shape = await readShape(testApp.database, VIEW, values);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./view.plan');
    expect(slowLines(shape)).toEqual([]);
    expect(slowLines(await readGenericShape(testApp.database, VIEW))).toEqual([]);
  });

  test('[PL-07] posts about places: read through the index of each board, newest first', async () => {
    const values = [['팀플 장소', '조용한 장소']];
    const shape = await readShape(testApp.database, KEYWORD_POSTS, values);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./places-now.plan');
    const generic = await readGenericShape(testApp.database, KEYWORD_POSTS);
    for (const plan of [shape, generic].map((lines) => lines.join('\n'))) {
      expect(plan).toContain('posts_recent');
      expect(plan).not.toMatch(/Seq Scan on posts/);
    }
  });

  test('[PL-11] the page of a printed code finds it by its key', async () => {
    await testApp.database.change(
      `INSERT INTO printed_codes (code, building_id, spot)
       SELECT lpad((row_number() OVER ())::text, 8, '0'), id, '' FROM buildings, generate_series(1, 40)`,
    );
    await testApp.database.change('VACUUM (ANALYZE) printed_codes');
    const shape = await readShape(testApp.database, FIND_CODE, ['00000007']);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./sign.plan');
    expect(slowLines(shape)).toEqual([]);
    expect(slowLines(await readGenericShape(testApp.database, FIND_CODE))).toEqual([]);
  });

  test('[TK-03] open and recently fixed tickets: read through their indexes', async () => {
    await testApp.database.change(
      `INSERT INTO tickets (post_id, number, building_id, kind, floor, spot, step, opened_at, step_at)
       SELECT id, row_number() OVER (), building_id, 'power', '1', '', CASE WHEN row_number() OVER () % 200 = 0 THEN 'seen' ELSE 'fixed' END,
              created_at, now() - row_number() OVER () * interval '4 hours'
         FROM (SELECT * FROM posts ORDER BY id) AS posts`,
    );
    await testApp.database.change(
      'INSERT INTO ticket_joins (ticket_id, user_id) SELECT post_id, $1 FROM tickets',
      [user.id],
    );
    await testApp.database.change('VACUUM (ANALYZE) tickets, ticket_joins');
    const shape = await readShape(testApp.database, OPEN_TICKETS, []);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./open-tickets.plan');
    expect(shape.join('\n')).toContain('tickets_open');
    expect(shape.join('\n')).not.toMatch(/Seq Scan on (?:tickets|posts|ticket_joins)/);
    const medians = await readShape(testApp.database, MEDIANS, []);
    expect(medians.join('\n')).toContain('tickets_ended');
  });

  test('the statements that write a post, in the order of their transaction', async () => {
    const statements: string[] = [];
    const transaction = testApp.database.transaction.bind(testApp.database);
    const spy = vi.spyOn(testApp.database, 'transaction').mockImplementation((work) =>
      transaction((inner) => {
        for (const method of ['rows', 'first', 'change'] as const) {
          const run = inner[method].bind(inner) as (
            sql: string,
            values?: readonly unknown[],
          ) => Promise<never>;
          inner[method] = (sql: string, values?: readonly unknown[]) => {
            statements.push(sql);
            return run(sql, values);
          };
        }
        return work(inner);
      }),
    );
    await makePost(user, world.board, { keywords: ['팀플 장소'] });
    spy.mockRestore();
    expect(statements).toEqual(WRITE_POST);
  });

  const lists: [name: string, path: string][] = [
    ['recent', '/api/buildings/BOARD/posts'],
    ['popular', '/api/buildings/BOARD/posts?order=popular'],
    ['keyword', '/api/keywords/2/1/posts'],
    ['own', '/api/profile/posts'],
    ['scraps', '/api/profile/scraps'],
    ['hots', '/api/hots'],
  ];

  test.for(lists)('second page of %s: read by the SQL of the first', async ([name, path]) => {
    const address = path.replace('BOARD', world.board);
    const first = await record(get(address));
    const cursor = ((await (await get(address)()).json()) as { nextCursor: string | null }).nextCursor;
    expect(cursor).not.toBeNull();
    const second = await record(get(withCursor(address, cursor ?? '')));
    expect([name, second.sql]).toEqual([name, first.sql]);
    expect(slowLines(await readShape(testApp.database, second.sql, second.values))).toEqual([]);
  });

  // If PostgreSQL expects fewer posts than a page, it may collect and sort all of them.
  test.for(lists)('a page near the end of %s is cut before it is joined', async ([name, path]) => {
    const oldest = await testApp.database.first<{ micros: number }>(
      'SELECT (extract(epoch FROM min(created_at)) * 1000000)::bigint AS micros FROM posts',
    );
    for (const minutes of [100, 400, 1_000, 4_000]) {
      const cursor = encodeCursor(
        placeOfEnd({
          createdMicros: (oldest?.micros ?? 0) + minutes * 60_000_000,
          id: NEWEST.id,
          ...(name === 'popular' ? { likeCount: 0 } : {}),
        }),
      );
      const { sql, values } = await record(get(withCursor(path.replace('BOARD', world.board), cursor)));
      const shape = await readShape(testApp.database, sql, values);
      expect([minutes, slowLines(shape), shape]).toEqual([minutes, [], shape]);
    }
  });
});

const withCursor = (address: string, cursor: string) =>
  `${address}${address.includes('?') ? '&' : '?'}cursor=${cursor}`;
