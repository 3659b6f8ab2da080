import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { COUNT_CASES, COUNT_REQUESTS } from '../src/features/moderation/transparency.ts';
import { makeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { plantRows } from '../testing/plant-rows.ts';
import { readGenericShape, readShape } from './plan-shape.ts';

/* Plans of the counts of /transparency, among 10,000 cases and as many requests of eight years. A year is read
   through the index on time. See hot-queries.api.test.ts. */
describe.runIf(inject('engine') === 'postgres')('public counts', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp({ caching: false });
    const { id } = await makeUser(testApp);
    await plantRows(testApp.database, id);
    await plantYears(testApp);
  });
  afterAll(() => testApp.close());

  test.for([
    ['transparency-cases', COUNT_CASES, 'case_events'],
    ['transparency-requests', COUNT_REQUESTS, 'rights_requests'],
  ])('[MO-13] %s reads a year through the index on its time', async ([name = '', sql = '', table = '']) => {
    const shape = await readShape(testApp.database, sql, ['Asia/Seoul']);
    await expect(`${shape.join('\n')}\n`).toMatchFileSnapshot(`./${name}.plan`);
    for (const lines of [shape, await readGenericShape(testApp.database, sql)])
      expect(lines.filter((line) => line.includes('Seq Scan') && line.includes(table))).toEqual([]);
  });
});

/** Adds cases and requests of eight years, evenly and in order of time. */
async function plantYears({ database }: TestApp): Promise<void> {
  const at = `now() - (10000 - number) * interval '7 hours'`;
  await database.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, outcome, ground, opened_at, decided_at)
     SELECT gen_random_uuid(), 'post', id, id, author_id, 'upheld', 'upheld', 'spam', ${at}, ${at}
       FROM (SELECT *, row_number() OVER (ORDER BY id) AS number FROM posts) AS posts WHERE number <= 10000`,
  );
  await database.change(
    `INSERT INTO case_events (id, case_id, kind, ground, at)
     SELECT gen_random_uuid(), cases.id, event, 'spam', opened_at
       FROM cases, unnest(ARRAY['opened', 'hidden', 'upheld']) AS event ORDER BY opened_at`,
  );
  await database.change(
    `INSERT INTO rights_requests (id, address, post_id, ground, token_expires_at, confirmed_at, hidden_at, closed_at, state)
     SELECT gen_random_uuid(), '/post/' || number, gen_random_uuid(), 'privacy', ${at}, ${at}, ${at}, ${at}, 'ended'
       FROM generate_series(1, 10000) AS number`,
  );
  await database.change('VACUUM (ANALYZE)');
}
