import { randomUUID } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, test, vi } from 'vitest';
import { listEmptyTables } from '../../testing/every-table.ts';
import { makeFolder } from '../../testing/make-folder.ts';
import { makeUpload, makePost, makeUser, PASSWORD } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { expectEmpty, fillSource, Places, readAll, readImages } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { readConfig } from '../config.ts';
import { listTables } from '../database/table-lines.ts';
import { connectShared, shareDatabase, sharedAddress } from '../database/shared-database.ts';
import type { ImageStore } from '../images/image-store.ts';
import { createLog } from '../log/log.ts';
import { LEFT_OUT } from './backup/archive.ts';

// Each test restores, some on the other engine, slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const folder = makeFolder('backup');
const source = await startTestApp();
const { author, leaver } = await fillSource(source);

const places: Places = new Places(folder, source.campus);

const backupFile = join(folder, 'madang.tar.gz');
afterAll(() => places.close());

test('backup: one file for its owner only, with counts; an older one is not overwritten', async () => {
  const made = await operate(source, 'backup', backupFile);
  expect(made).toMatchObject({ code: 0, errors: '' });
  expect(made.output).toMatch(/^posts +2$/m);
  expect(made.output).toMatch(/^images +3$/m);
  expect((await stat(backupFile)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['madang.tar.gz']);
  const before = await readFile(backupFile);
  expect(await operate(source, 'backup', backupFile)).toMatchObject({ code: 1, output: '' });
  expect(await readFile(backupFile)).toEqual(before);
  const nowhere = await operate(source, 'backup', join(folder, 'no', 'such', 'folder'));
  expect([nowhere.code, nowhere.errors.split('\n').length]).toEqual([1, 1]);
});

test('every table of what is backed up here has rows', async () => {
  expect(await listEmptyTables(source.database)).toEqual([]);
});

test('every table: in the backup or excluded by name; none refers to an excluded one', async () => {
  const tables = await listTables(source.database);
  const names = tables.map(({ name }) => name).sort();
  const { output } = await operate(source, 'backup', join(folder, 'tables.tar.gz'), '--json');
  const held = Object.keys((JSON.parse(output) as { tables: object }).tables);
  expect([...held, ...Object.keys(LEFT_OUT)].sort()).toEqual(names);
  for (const { name, references } of tables.filter((table) => held.includes(table.name)))
    expect([name, references.filter((other) => other in LEFT_OUT)]).toEqual([name, []]);
  for (const [index, name] of held.entries())
    for (const other of tables.find((table) => table.name === name)?.references ?? [])
      expect([name, other, held.indexOf(other) < index]).toEqual([name, other, true]);
  // A sequence would need a backup too, and the schema has none.
  expect(await source.database.rows(`SELECT relname FROM pg_class WHERE relkind = 'S'`)).toEqual([]);
});

describe.each(['embedded', 'postgres'] as const)('into an empty place on %s', (engine) => {
  test('[SF-33] everything comes back to the microsecond and the byte, and is counted', async () => {
    const place = await places.open(engine);
    const dry = await operate(place, 'restore', backupFile, '--dry-run');
    expect([dry.code, dry.errors]).toEqual([0, '']);
    await expectEmpty(place);
    const restored = await operate(place, 'restore', backupFile);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.output).toMatch(/^replies +3$/m);
    expect(restored.output).toContain('students who withdrew after the backup are back');
    expect(await readAll(place.database)).toEqual(await readAll(source.database));
    expect(await readImages(place.images)).toEqual(await readImages(source.images));
    const post = await place.database.first(
      `SELECT to_char(created_at AT TIME ZONE 'UTC', 'HH24:MI:SS.US') AS at, keywords FROM posts LIMIT 1`,
    );
    expect(post).toEqual({
      at: '00:00:00.123457',
      keywords: ['a,b', '{c}', 'd"e', '\\', 'NULL', '', '가 나'],
    });
    // The foreign keys are enforced again.
    await expect(
      place.database.change(`UPDATE replies SET parent_id = '${randomUUID()}'`),
    ).rejects.toMatchObject({ code: '23503' });
    expect(await place.database.rows(`SELECT action FROM audit WHERE action = 'restore'`)).toHaveLength(1);
    expect(await place.database.rows('SELECT 1 FROM sessions')).toEqual([]);
    const again = await operate(place, 'restore', backupFile);
    expect([again.code, again.errors.split('\n').length]).toEqual([1, 1]);
    expect(again.errors).toContain('the database is not empty: accounts has 2 rows');
  });
});

test('backup: of one moment, whatever is written meanwhile', async () => {
  const file = join(folder, 'busy.tar.gz');
  let writing = true;
  const writer = (async () => {
    while (writing) await makePost(author, 'main-hall');
  })();
  const made = await operate(source, 'backup', file);
  writing = false;
  await writer;
  expect(made.code).toBe(0);
  const place = await places.open();
  expect((await operate(place, 'restore', file)).code).toBe(0);
  const counts = await place.database.first(
    `SELECT (SELECT count(*) FROM posts WHERE author_id = $1) AS posts,
            (SELECT count(*) FROM point_awards WHERE user_id = $1 AND post_id IS NOT NULL) AS awards,
            (SELECT coalesce(sum(points), 0)::int FROM point_awards WHERE user_id = $1) AS sum,
            (SELECT points FROM users WHERE id = $1) AS points`,
    [author.id],
  );
  const { posts, awards, sum, points } = counts as Record<string, number>;
  expect([awards, points]).toEqual([posts, sum]);
});

test('[ST-10] [SF-33] withdrawal after the backup: stays effective, pictures included; the ledger has no names', async () => {
  const ledger = join(folder, 'withdrawals.jsonl');
  const gone = leaver;
  expect(
    (await gone.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } })).status,
  ).toBe(204);
  expect((await operate(source, 'withdrawals', 'export', ledger)).output).toContain('2 withdrawals');
  const text = await readFile(ledger, 'utf8');
  for (const line of text.trimEnd().split('\n'))
    expect(Object.keys(JSON.parse(line) as object).sort()).toEqual(['userId', 'withdrawnAt']);
  expect([text.includes(gone.id), (await stat(ledger)).mode & 0o777]).toEqual([true, 0o600]);

  const place = await places.open();
  const restored = await operate(place, 'restore', backupFile, '--withdrawn', ledger);
  expect([restored.code, restored.errors]).toEqual([0, '']);
  expect(restored.output).toContain('1 students who had withdrawn since were erased again');
  const rows = await readAll(place.database);
  for (const table of ['accounts', 'users', 'likes', 'uploads', 'image_removals'])
    expect([table, rows[table]?.filter((row) => row.includes(gone.id) || row.includes(gone.email))]).toEqual([
      table,
      [],
    ]);
  expect(rows.posts).toHaveLength(2);
  expect(rows.withdrawals).toEqual((await readAll(source.database)).withdrawals);
  expect(Object.keys(await readImages(place.images)).filter((key) => key.includes(gone.id))).toEqual([]);

  await writeFile(ledger, `${text}{"userId":"nobody"}\n`);
  const other = await places.open();
  expect((await operate(other, 'restore', backupFile, '--withdrawn', ledger)).errors).toContain('line 3');
  await expectEmpty(other);
});

test('missing picture with a row: named, and changes the exit code', async () => {
  const user = await makeUser(source);
  const id = await makeUpload(user);
  await source.images.remove(`posts/${user.id}/${id}/small.webp`);
  const made = await operate(source, 'backup', join(folder, 'missing.tar.gz'));
  expect(made.code).toBe(3);
  expect(made.output).toContain(`posts/${user.id}/${id}/small.webp`);
  // The row is deleted while the backup looks for it, so nothing is missing.
  const images: ImageStore = {
    ...source.images,
    async *list() {
      yield* source.images.list();
      await source.database.change('DELETE FROM uploads WHERE id = $1', [id]);
    },
  };
  const gone = await operate({ ...source, images }, 'backup', join(folder, 'gone.tar.gz'));
  expect([gone.code, gone.errors]).toEqual([0, '']);
});

if (inject('engine') === 'embedded') {
  test('through the running server a backup is made, and nothing is restored', async () => {
    const config = readConfig({ DATA_DIR: folder });
    const address = sharedAddress(config.dataFolder);
    const unshare = await shareDatabase(source.database, address, createLog('silent'));
    const database = await connectShared(address);
    if (!database) throw new Error('nobody listens');
    const file = join(folder, 'shared.tar.gz');
    await source.app.tally.flush();
    const made = await operate({ ...source, database, config }, 'backup', file);
    expect([made.code, made.errors]).toEqual([0, '']);
    expect(made.output).toMatch(/^Requests waited \d+ ms while the rows were read\.$/m);
    const place = await places.open();
    const refused = await operate({ ...place, config }, 'restore', file);
    expect(refused.errors).toBe('operator: a server runs on this data folder; stop it first');
    await database.close();
    await unshare();
    expect((await operate({ ...place, config }, 'restore', file)).code).toBe(0);
    expect(await readAll(place.database)).toEqual(await readAll(source.database));
  });
}
