import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { ENTRY_KINDS, type EntryKind } from '@madang/contract/admin/rules';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { addJob } from '../src/jobs/jobs.ts';
import { createLog } from '../src/log/log.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { awaitLooks } from '../testing/looks.ts';
import { BuiltServer } from '../testing/outside/built-server.ts';
import { startCluster, type Cluster } from '../testing/postgres-cluster.ts';

const fileOf = (name: string) => join(serverFolder(), 'testing', name);
const PROCESS = ['--import', 'tsx', '--import', fileOf('wrong-clock.mjs'), fileOf('entry-process.ts')];

let cluster: Cluster;
let url: string;
let database: Database;
let running: BuiltServer[];
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());
beforeEach(async () => {
  running = [];
  const name = `madang_${randomUUID().replaceAll('-', '')}`;
  await cluster.createDatabase(name);
  url = cluster.urlOf(name);
  database = openPostgres(url, createLog('silent'));
  await migrate(database);
  await database.change(
    `INSERT INTO buildings (id, name, category, info, kind) VALUES ('buildingNotice', '시설', '', '', 'notice')`,
  );
  // Each publication or withdrawal inserts a row, so a repetition would be visible.
  await database.change(
    'CREATE TABLE ledger (id uuid, what text, at timestamptz NOT NULL DEFAULT clock_timestamp())',
  );
  await database.change(
    `CREATE FUNCTION note_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF TG_OP = 'DELETE' THEN INSERT INTO ledger VALUES (OLD.id, 'hidden');
       ELSIF TG_OP = 'INSERT' THEN INSERT INTO ledger VALUES (NEW.id, 'shown');
       ELSIF NEW.hidden_at IS NOT NULL AND OLD.hidden_at IS NULL THEN INSERT INTO ledger VALUES (NEW.id, 'hidden');
       END IF; RETURN NULL; END $$`,
  );
  for (const table of ['events', 'notices'])
    await database.change(
      `CREATE TRIGGER note_entry AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_entry()`,
    );
  await database.change(
    'CREATE TRIGGER note_entry AFTER INSERT OR UPDATE ON posts FOR EACH ROW EXECUTE FUNCTION note_entry()',
  );
});
afterEach(async () => {
  for (const child of running) await child.stop('SIGKILL');
  await database.close();
});

async function start(settings: Record<string, string> = {}): Promise<BuiltServer> {
  const child = new BuiltServer({ DATABASE_URL: url, ...settings }, { parameters: PROCESS });
  running.push(child);
  await child.start();
  return child;
}

/** Plans an entry that begins and ends after some seconds by the database's clock. */
async function plan(kind: EntryKind, begins: number, ends: number): Promise<string> {
  const id = uuidv7();
  await database.transaction(async (transaction) => {
    const times = await transaction.first<{ begins_at: Date; ends_at: Date }>(
      `INSERT INTO bulletin_entries (id, kind, state, title, body, begins_at, ends_at)
       SELECT $1, $2, 'planned', '예약한 글', '본문', date_trunc('milliseconds', now()) + make_interval(secs => $3),
              date_trunc('milliseconds', now()) + make_interval(secs => $4)
       RETURNING begins_at, ends_at`,
      [id, kind, begins, ends],
    );
    if (!times) throw new Error('not planned');
    for (const [turn, dueAt] of [
      ['begin', times.begins_at],
      ['end', times.ends_at],
    ] as const)
      await addJob(transaction, {
        kind: 'turnEntry',
        data: { id, kind, turn, at: dueAt.toISOString() },
        dueAt,
      });
  });
  return id;
}
const ledger = async (id: string) =>
  (await database.rows<{ what: string }>('SELECT what FROM ledger WHERE id = $1 ORDER BY at', [id])).map(
    ({ what }) => what,
  );
const states = async () =>
  (await database.rows<{ state: string }>('SELECT DISTINCT state FROM bulletin_entries')).map(
    ({ state }) => state,
  );

test('[MO-14] [SF-40] three processes with different clocks: each entry is shown and ends once, on time', async () => {
  await Promise.all([
    start({ NAME: 'right' }),
    start({ NAME: 'ahead', WRONG_HOURS: '2' }),
    start({ NAME: 'behind', WRONG_HOURS: '-2' }),
  ]);
  const ids: string[] = [];
  for (let number = 0; number < 30; number += 1)
    ids.push(await plan(ENTRY_KINDS[number % 3] ?? 'event', 3, 9));
  const later = await plan('event', 3_600, 7_200);
  const count = async (what: string) =>
    (await database.rows('SELECT id FROM ledger WHERE what = $1', [what])).length;
  await expect.poll(() => count('shown'), { timeout: 15_000 }).toBe(30);
  await expect.poll(() => count('hidden'), { timeout: 15_000 }).toBe(30);
  await awaitLooks(database, ['right', 'ahead', 'behind']);
  for (const id of ids) expect(await ledger(id)).toEqual(['shown', 'hidden']);
  expect(await ledger(later)).toEqual([]);
  const wrong = await database.rows(
    `SELECT id FROM ledger JOIN bulletin_entries USING (id)
      WHERE at NOT BETWEEN CASE what WHEN 'shown' THEN begins_at ELSE ends_at END
                       AND CASE what WHEN 'shown' THEN begins_at ELSE ends_at END + interval '60 seconds'`,
  );
  expect(wrong).toEqual([]);
  expect((await states()).sort()).toEqual(['ended', 'planned']);
});

test('[MO-14] [SF-40] a process killed in the middle of publishing: another one publishes, once', async () => {
  const doomed = await start({ DOOMED: '1' });
  const id = await plan('facility-notice', 0, 3_600);
  await expect.poll(() => doomed.output.includes('begun'), { timeout: 10_000 }).toBe(true);
  await start({ NAME: 'heir', WRONG_HOURS: '2' });
  await awaitLooks(database, ['heir']);
  expect(await ledger(id)).toEqual([]);
  await doomed.stop('SIGKILL');
  // Ends the lease.
  await database.change(
    `UPDATE jobs SET due_at = now() WHERE kind = 'turnEntry' AND data ->> 'turn' = 'begin'`,
  );
  await expect.poll(() => ledger(id), { timeout: 10_000 }).toEqual(['shown']);
  await awaitLooks(database, ['heir']);
  expect(await ledger(id)).toEqual(['shown']);
  expect(await states()).toEqual(['shown']);
  const post = await database.first(
    `SELECT title, created_at > now() - interval '30 seconds' AS fresh FROM posts WHERE id = $1`,
    [id],
  );
  expect(post).toEqual({ title: '예약한 글', fresh: true });
});
