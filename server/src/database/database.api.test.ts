import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startCluster } from '../../testing/postgres-cluster.ts';
import { createLog } from '../log/log.ts';
import { DatabaseError, isUniqueViolation, runBatch, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => database.close());

const insert = `INSERT INTO installation (key, value) VALUES ($1, 'x')`;

test('both engines alike: values come back in the same types', async () => {
  const id = uuidv7();
  const row = await database.first(
    `SELECT 5000000000::bigint AS big, count(*) AS rows, '{"a":[1]}'::jsonb AS json, $1::uuid AS id, ARRAY['가', 'b"'] AS list,
              true AS yes, NULL AS nothing, timestamptz '2026-03-02 09:00:00.123+09' AS time, $2::text[] AS given FROM installation`,
    [id, ['x,y', '{z}']],
  );
  expect(row).toEqual({
    big: 5_000_000_000,
    rows: 0,
    json: { a: [1] },
    id,
    list: ['가', 'b"'],
    yes: true,
    nothing: null,
    time: new Date('2026-03-02T00:00:00.123Z'),
    given: ['x,y', '{z}'],
  });
});

test('both engines alike: a failed statement has its code and constraint', async () => {
  await database.change(insert, ['twice']);
  const error: unknown = await database.change(insert, ['twice']).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(DatabaseError);
  expect(isUniqueViolation(error, 'installation_pkey')).toBe(true);
  expect(isUniqueViolation(error, 'another')).toBe(false);
  expect((error as DatabaseError).unavailable).toBe(false);
});

test('failed transaction: leaves nothing, runs no follow-up, and the next one works', async () => {
  const done: string[] = [];
  const failed = database.transaction(async (transaction) => {
    await transaction.change(insert, ['gone']);
    transaction.afterCommit(() => done.push('gone'));
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  await database.transaction(async (transaction) => {
    await transaction.change(insert, ['kept']);
    transaction.afterCommit(() => done.push('kept'));
    expect(done).toEqual([]);
  });
  expect(done).toEqual(['kept']);
  expect(await database.rows(`SELECT key FROM installation WHERE key IN ('gone', 'kept')`)).toEqual([
    { key: 'kept' },
  ]);
  expect(await database.change('DELETE FROM installation WHERE key = $1', ['kept'])).toBe(1);
});

test('both engines alike: a batch is one transaction', async () => {
  const returning = `${insert} RETURNING key`;
  const count = `SELECT count(*)::int AS count FROM installation WHERE key LIKE 'batch%'`;
  const rows = await runBatch(database, [
    [returning, ['batch']],
    [count, []],
  ]);
  expect(rows).toEqual([[{ key: 'batch' }], [{ count: 1 }]]);
  const failed = runBatch(database, [
    [returning, ['batch-two']],
    [returning, ['batch']],
    [returning, ['batch-three']],
  ]);
  await expect(failed).rejects.toMatchObject({ code: '23505' });
  expect(await runBatch(database, [[count, []]])).toEqual([[{ count: 1 }]]);
});

test('both engines alike: the outer handle inside a transaction is refused at once', async () => {
  await expect(database.transaction(() => database.rows('SELECT 1'))).rejects.toThrow(
    'pass the transaction on',
  );
  await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(
    'pass the transaction on',
  );
});

test('both engines alike: notifications arrive', async () => {
  const heard = new Promise<string>((resolve) => void database.listen('madang_test', resolve, () => {}));
  await database.first('SELECT 1');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await database.notify('madang_test', '안녕');
  expect(await heard).toBe('안녕');
});

if (inject('engine') === 'postgres') {
  test('three processes that start at once on an empty database migrate it once', async () => {
    const cluster = await startCluster();
    await cluster.createDatabase('fresh');
    const handles = [1, 2, 3].map(() => openPostgres(cluster.urlOf('fresh'), createLog('silent')));
    await Promise.all(handles.map((handle) => migrate(handle)));
    const rows = await handles[0]?.rows<{ number: number }>('SELECT number FROM migrations ORDER BY number');
    expect(rows?.map(({ number }) => number)).toEqual(rows?.map((_, index) => index + 1));
    expect(rows?.length).toBeGreaterThan(0);
    for (const handle of handles) await handle.close();
    await cluster.stop();
  });

  test('stopped database: unavailable, and works again after recovery', async () => {
    const cluster = await startCluster();
    await cluster.createDatabase('down');
    const handle = openPostgres(cluster.urlOf('down'), createLog('silent'));
    await handle.first('SELECT 1');
    await cluster.stopImmediately();
    const error: unknown = await handle.first('SELECT 1').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DatabaseError);
    expect((error as DatabaseError).unavailable).toBe(true);
    await cluster.start();
    expect(await handle.first<{ one: number }>('SELECT 1 AS one')).toEqual({ one: 1 });
    await handle.close();
    await cluster.stop();
  });
}
