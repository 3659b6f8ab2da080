import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { makeUser, type MadeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { readGenericShape, readShape, slowLines } from './plan-shape.ts';
import { plantRows, type PlantedRows } from '../testing/plant-rows.ts';
import { SEARCH_STATEMENTS } from './statements.ts';

/* The plans of search among 20,000 posts, as files next to this test. PostgreSQL scans the trigram index as a bitmap
   and sorts the result. The choice of the plan limits these rows. Nothing else may scan or sort. */
describe.runIf(inject('engine') === 'postgres')('the plans of search', () => {
  let testApp: TestApp;
  let user: MadeUser;
  let world: PlantedRows;
  beforeAll(async () => {
    testApp = await startTestApp({ caching: false, edition: 'official' });
    user = await makeUser(testApp);
    world = await plantRows(testApp.database, user.id);
    await testApp.database.change(
      `INSERT INTO post_texts (post_id, building_id, created_at, text)
       SELECT id, building_id, created_at,
              E'\\n흔한제목\\t흔한본문' || CASE WHEN like_count = 7 THEN ' 가끔나옴' ELSE '' END || left(id::text, 4)
         FROM posts
       ON CONFLICT (post_id) DO UPDATE SET text = excluded.text -- the job that writes them has begun`,
    );
    await testApp.database.change('VACUUM (ANALYZE) post_texts');
  });
  afterAll(() => testApp.close());

  /** Returns the statements of a call, inside and outside its transaction, with their values. */
  async function record(path: string) {
    const sent: { sql: string; values: readonly unknown[]; inside: boolean }[] = [];
    const rows = testApp.database.rows.bind(testApp.database);
    const transaction = testApp.database.transaction.bind(testApp.database);
    const note =
      (inside: boolean) =>
      (sql: string, values: readonly unknown[] = []) => {
        sent.push({ sql, values, inside });
      };
    const spies = [
      vi.spyOn(testApp.database, 'rows').mockImplementation(((sql: string, values?: readonly unknown[]) => {
        note(false)(sql, values);
        return rows(sql, values);
      }) as Database['rows']),
      vi.spyOn(testApp.database, 'transaction').mockImplementation((work) =>
        transaction((inner) => {
          const run = inner.rows.bind(inner);
          inner.rows = ((sql: string, values?: readonly unknown[]) => {
            note(true)(sql, values);
            return run(sql, values);
          }) as Database['rows'];
          return work(inner);
        }),
      ),
    ];
    expect((await user.browser.send('GET', path)).status).toBe(200);
    for (const spy of spies) spy.mockRestore();
    return sent;
  }

  /** Returns the database with bitmap scans enabled, for {@link SEARCH_STATEMENTS} that need them. */
  const withBitmaps = (): Database => ({
    ...testApp.database,
    transaction: (work) =>
      testApp.database.transaction(async (inner) => {
        await inner.rows(`SELECT set_config('enable_bitmapscan', 'on', true)`);
        return work(inner);
      }),
  });

  const query = (text: string, more = '') => `/api/search?query=${encodeURIComponent(text)}${more}`;
  const calls: [name: keyof typeof SEARCH_STATEMENTS, path: () => string, inside: boolean][] = [
    ['search-index', () => query('가끔나옴'), true],
    ['search-walk', () => query('흔한본문'), false],
    ['search-walk-board', () => query('흔한본문', `&board=${world.board}`), false],
    ['similar', () => `/api/search/similar?title=${encodeURIComponent('가끔나옴 흔한본문')}`, true],
  ];

  test.for(calls)(
    '%s: the call makes this statement, and its plan is the committed one',
    async ([name, path, inside]) => {
      const sent = await record(path());
      const found = sent.find(({ sql }) => sql === SEARCH_STATEMENTS[name]);
      expect([name, found?.inside]).toEqual([name, inside]);
      const bitmaps = sent.filter(({ sql }) => sql.includes('enable_bitmapscan'));
      expect(bitmaps.map((one) => one.inside)).toEqual(inside ? [true] : []);
      const database = inside ? withBitmaps() : testApp.database;
      const sql = SEARCH_STATEMENTS[name];
      const shape = await database.transaction((inner) => readShape(inner, sql, found?.values ?? []));
      // One board has all posts here, so both indexes read the same rows and either may be chosen.
      const committed = `${shape.join('\n')}\n`.replace('post_texts_board', 'post_texts_recent');
      await expect(committed).toMatchFileSnapshot(`./${name}.plan`);
      for (const plan of [shape, await readGenericShape(database, sql)]) {
        const slow = slowLines(plan).map((line) => line.trim());
        const own = ['Sort', 'Bitmap Heap Scan on post_texts', 'Bitmap Index Scan using post_texts_pieces'];
        if (inside) expect(slow.filter((line) => !own.includes(line))).toEqual([]);
        else expect(slow).toEqual([]);
        if (inside) expect(slow).toContain('Bitmap Index Scan using post_texts_pieces');
      }
    },
  );

  test('search-cards: each card is read by its key', async () => {
    const ids = await testApp.database.rows<{ id: string }>('SELECT id FROM posts LIMIT 30');
    const values = ['운영팀', ids.map(({ id }) => id)];
    const shape = await readShape(testApp.database, SEARCH_STATEMENTS['search-cards'], values);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot('./search-cards.plan');
    expect(shape.filter((line) => line.includes('Seq Scan') && !line.endsWith('on buildings'))).toEqual([]);
  });

  test('a search leaves no connection with bitmaps on', async () => {
    await Promise.all(Array.from({ length: 20 }, () => user.browser.send('GET', query('가끔나옴'))));
    const states = await Promise.all(
      Array.from({ length: 20 }, () =>
        testApp.database.first<{ state: string }>(
          `SELECT current_setting('enable_bitmapscan') AS state, pg_sleep(0.05)::text`,
        ),
      ),
    );
    expect(new Set(states.map((row) => row?.state))).toEqual(new Set(['off']));
  });
});
