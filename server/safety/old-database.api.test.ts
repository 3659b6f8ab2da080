import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import { createLog } from '../src/log/log.ts';
import { serverFolder } from '../src/lib/folders.ts';
import { readBulletin, readOldBulletin } from '../testing/bulletins.ts';
import { openBeside } from '../testing/database-beside.ts';
import { schemaOf } from '../testing/schema-of.ts';
import { openTestDatabase } from '../testing/test-database.ts';

/** Empty on the other engine, where a skipped test must not make the line unproven. */
const line = inject('engine') === 'postgres' ? '[SF-32] ' : '';

// The embedded engine runs the same SQL, but allows no second database.
describe.runIf(inject('engine') === 'postgres')('an older database', () => {
  let fresh: Database;
  beforeAll(async () => {
    fresh = (await openTestDatabase()).database;
  });
  afterAll(async () => {
    await fresh.close();
  });

  const folder = join(serverFolder(), 'migrations');

  /** Makes a database of that version, with a user, a post and a reply. */
  async function makeOld(
    version: number,
    name = `old_${version}_${randomUUID().slice(0, 8)}`,
  ): Promise<string> {
    const { url, client } = await openBeside(name);
    await client.query(
      'CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    for (const file of (await readdir(folder)).sort().slice(0, version)) {
      await client.query(await readFile(join(folder, file), 'utf8'));
      await client.query('INSERT INTO migrations (number, name) VALUES ($1, $2)', [
        Number(file.slice(0, 4)),
        file.replace(/^\d+-|\.sql$/g, ''),
      ]);
    }
    await client.query(`
      INSERT INTO accounts (id, email) VALUES ('00000000-0000-4000-8000-000000000001', 'old@korea.ac.kr');
      INSERT INTO users (id, name, nickname, university, points)
        VALUES ('00000000-0000-4000-8000-000000000001', '김고대', '옛학생', true, 50);
      INSERT INTO buildings (id, name, category, info, kind) VALUES ('hall', '본관', 'humanities', '', 'building');
      INSERT INTO posts (id, building_id, author_id, title, body, in_latest, like_count, created_at)
        VALUES ('00000000-0000-4000-8000-000000000002', 'hall', '00000000-0000-4000-8000-000000000001', '옛 글', '본문',
                true, 1, '2026-03-02T00:00:00.000001Z');
      INSERT INTO replies (id, post_id, number, body)
        VALUES ('00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000002', 1, '옛 댓글');`);
    await client.end();
    return url;
  }

  test(`${line}database of every older version: migrates to the current schema and keeps its data`, async () => {
    const versions = (await readdir(folder)).length;
    const expected = await schemaOf(fresh);
    for (let version = 1; version < versions; version += 1) {
      const database = openPostgres(await makeOld(version), createLog('silent'));
      try {
        await migrate(database);
        expect(await schemaOf(database)).toEqual(expected);
        expect(
          await database.first(
            `SELECT nickname, points, title, posts.created_at::text AS at, replies.body AS reply FROM users
               JOIN posts ON author_id = users.id JOIN replies ON post_id = posts.id`,
          ),
        ).toEqual({
          nickname: '옛학생',
          points: 50,
          title: '옛 글',
          at: expect.stringContaining('.000001'),
          reply: '옛 댓글',
        });
      } finally {
        await database.close();
      }
    }
    // Each migration adds one database.
  }, 360_000);

  test(`${line}cases of an older database learn the board that their queue is read by`, async () => {
    const database = openPostgres(await makeOld(27, 'old_cases'), createLog('silent'));
    const open = (id: number) =>
      database.change(
        `INSERT INTO cases (id, kind, thing_id, post_id, state, due_at)
         SELECT ('00000000-0000-4000-8000-' || lpad($1::text, 12, '0'))::uuid, 'post', gen_random_uuid(), id, 'open', now()
           FROM posts`,
        [id],
      );
    try {
      await open(1);
      await migrate(database);
      // The previous version continues to write such rows.
      await open(2);
      const rows = await database.rows<{ building_id: string }>('SELECT building_id FROM cases');
      expect(rows.map((row) => row.building_id)).toEqual(['hall', 'hall']);
    } finally {
      await database.close();
    }
  });

  test(`${line}shown entries of an older database: move to one table; plans without an entry end`, async () => {
    const database = openPostgres(await makeOld(34, 'old_bulletin'), createLog('silent'));
    const id = (last: number) => `00000000-0000-4000-8000-00000000010${last}`;
    try {
      await database.change(
        `INSERT INTO events (id, title, body, has_image, image_mark, created_at, source_id)
         VALUES ('${id(1)}', '그림', '본문', true, NULL, '2026-03-02T00:00:00.000001Z', 'e1'),
                ('${id(2)}', '예약', '본문', true, 'mark', '2026-03-03', NULL)`,
      );
      await database.change(
        `INSERT INTO notices (id, title, body, told_at, created_at, source_id)
         VALUES ('${id(3)}', '점검', '본문', '2026-03-02T00:00:00.000002Z', '2026-03-02', NULL), ('${id(4)}', '옛 공지', '', NULL, '2025-03-02', 'n1')`,
      );
      await database.change(
        `INSERT INTO bulletin_entries (id, kind, state, title, body, picture_mark, ends_at)
         VALUES ('${id(2)}', 'event', 'shown', '예약', '본문', 'mark', '2027-03-02'), ('${id(5)}', 'notice', 'shown', '지운 것', '', NULL, NULL),
                ('${id(6)}', 'facility-notice', 'shown', '시설', '', NULL, NULL)`,
      );
      const shown = await readOldBulletin(database);
      await migrate(database);
      expect(await readBulletin(database)).toEqual(shown);
      expect(
        await database.rows(
          `SELECT title, state, ends_at IS NOT NULL AS ends FROM bulletin_entries WHERE source_id IS NULL AND told_at IS NULL ORDER BY id`,
        ),
      ).toEqual([
        { title: '예약', state: 'shown', ends: true },
        { title: '지운 것', state: 'withdrawn', ends: false },
        { title: '시설', state: 'shown', ends: false },
      ]);
    } finally {
      await database.close();
    }
  });

  test(`${line}migration: waits for a long reader of a table, and blocks no other user meanwhile`, async () => {
    const address = await makeOld(3, 'old_and_read');
    const [reader, other] = [
      new pg.Client({ connectionString: address }),
      new pg.Client({ connectionString: address }),
    ];
    const database = openPostgres(address, createLog('silent'));
    try {
      await Promise.all([reader.connect(), other.connect()]);
      await reader.query('BEGIN; SELECT count(*) FROM users; SELECT count(*) FROM replies');
      let migrated = false;
      const migrating = migrate(database).then(() => (migrated = true));
      const end = Date.now() + 3_000;
      while (Date.now() < end) {
        const asked = Date.now();
        await other.query('UPDATE users SET points = points + 1');
        expect(Date.now() - asked).toBeLessThan(1_000);
      }
      expect(migrated).toBe(false);
      await reader.query('COMMIT');
      await migrating;
      expect(await schemaOf(database)).toEqual(await schemaOf(fresh));
    } finally {
      await Promise.all([reader.end(), other.end()]);
      await database.close();
    }
  });
});
