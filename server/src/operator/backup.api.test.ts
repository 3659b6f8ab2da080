import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { extract, pack, type Pack } from 'tar-stream';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makePost, makeReply, makeStudent, PASSWORD, type MadeStudent } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { startCluster, type Cluster } from '../../testing/postgres-cluster.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { openTestDatabase } from '../../testing/test-database.ts';
import { upsertBoards } from '../features/campus/index.ts';
import { listTables } from '../platform/database/catalogue.ts';
import type { Database } from '../platform/database/database.ts';
import { openMemory } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openPostgres } from '../platform/database/postgres.ts';
import { openFolderStore, type ImageStore } from '../platform/images/image-store.ts';
import { createLog } from '../platform/log/log.ts';
import { LEFT_OUT } from './backup/manifest.ts';

/** An empty place to restore into, migrated, with its boards and an image folder of its own. */
interface Place extends Pick<TestApp, 'database' | 'images' | 'campus'> {
  engine: Database['engine'];
}

let source: TestApp;
let folder: string;
let backupFile: string;
let cluster: Cluster | undefined;
let [author, leaver]: MadeStudent[] = [];
const places: Place[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'madang-backup-'));
  source = await startTestApp();
  await fillSource();
  backupFile = join(folder, 'madang.tar.gz');
});
afterAll(async () => {
  for (const { database } of places) await database.close();
  await source.close();
  await cluster?.stop();
  await rm(folder, { recursive: true });
});

/** What is hard to carry: microseconds, odd letters, arrays, a reply before the one that it answers. */
async function fillSource(): Promise<void> {
  author = await makeStudent(source, { nickname: '백업하는이' });
  leaver = await makeStudent(source, { email: 'leaver@korea.ac.kr' });
  const uploadId = uuidv7();
  const rawBody = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await leaver.browser.call('PUT /api/uploads/{id}', { path: { id: uploadId }, rawBody });
  const postId = await makePost(leaver, 'main-hall', {
    uploadId,
    body: '줄\u2028바꿈\r\n"따옴표" \\ 🦌\t끝',
  });
  await leaver.browser.call('PUT /api/posts/{id}/like', { path: { id: await makePost(author) } });
  await makeReply(author, postId);
  const { database } = source;
  await database.change(
    `UPDATE posts SET created_at = '2026-03-02T09:00:00.123457+09:00',
            keywords = ARRAY['a,b', '{c}', 'd"e', '\\', 'NULL', '', '가 나']`,
  );
  const [parent, child] = ['ffffffff-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  for (const [id, number, parentId] of [
    [parent, 101, null],
    [child, 102, parent],
  ])
    await database.change(
      `INSERT INTO replies (id, post_id, number, author_id, body, parent_id) VALUES ($1, $2, $3, $4, '답', $5)`,
      [id, postId, number, author?.id, parentId],
    );
  await source.images.put(`EventImg/${randomUUID()}.png`, rawBody);
}

async function openPlace(engine: Database['engine'] = inject('engine')): Promise<Place> {
  const database = await openEngine(engine);
  const images = openFolderStore(await mkdtemp(join(folder, 'images-')));
  const place = { engine, database, images, campus: source.campus };
  places.push(place);
  return place;
}

async function openEngine(engine: Database['engine']): Promise<Database> {
  if (engine === inject('engine')) return (await openTestDatabase()).database;
  let database: Database;
  if (engine === 'embedded') database = await openMemory();
  else {
    cluster ??= await startCluster();
    const name = `madang_${randomUUID().replaceAll('-', '')}`;
    await cluster.createDatabase(name);
    database = openPostgres(cluster.urlOf(name), createLog('silent'));
  }
  await migrate(database);
  await upsertBoards(database, source.campus.boards);
  return database;
}

/** Every row of every table that a backup holds, in PostgreSQL's own words. */
async function readAll(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of await listTables(database)) {
    if (name in LEFT_OUT || name === 'audit') continue;
    const rows = await database.rows<{ text: string }>(
      `SELECT (row.*)::text AS text FROM (SELECT set_config('TimeZone', 'UTC', false)) zone, "${name}" row`,
    );
    all[name] = rows.map(({ text }) => text).sort();
  }
  return all;
}

async function readImages(images: ImageStore): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const key of images.list()) all[key] = (await images.get(key))?.toString('base64') ?? '';
  return all;
}

async function expectEmpty(place: Place): Promise<void> {
  const rows = await readAll(place.database);
  delete rows.buildings;
  expect(Object.values(rows).flat()).toEqual([]);
  expect(await readImages(place.images)).toEqual({});
}

async function finish(packing: Pack): Promise<string> {
  packing.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packing as AsyncIterable<Uint8Array>) chunks.push(chunk);
  const file = join(folder, 'repacked');
  await writeFile(file, gzipSync(Buffer.concat(chunks)));
  return file;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a backup is one file for its owner alone, with a count of everything; an older one is not overwritten', async () => {
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

test('every table is in the backup or left out by name, none refers to one that is left out', async () => {
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
  // A counter would have to be carried too, and nothing here carries one.
  expect(await source.database.rows(`SELECT relname FROM pg_class WHERE relkind = 'S'`)).toEqual([]);
});

describe.each(['embedded', 'postgres'] as const)('into an empty place on %s', (engine) => {
  test('everything comes back to the microsecond and the byte, and is counted', async () => {
    const place = await openPlace(engine);
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
    // The foreign keys are in force again.
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

describe('what is refused leaves the place empty, with one line', () => {
  const refused = async (place: Place, file: string) => {
    const { code, errors } = await operate(place, 'restore', file);
    expect([code, errors.split('\n').length]).toEqual([1, 1]);
    await expectEmpty(place);
    return errors;
  };
  const alter = async (name: string, change: (bytes: Buffer) => Buffer) => {
    const file = join(folder, name);
    await writeFile(file, change(await readFile(backupFile)));
    return file;
  };

  test('a file that is cut, damaged, altered, or something else', async () => {
    const place = await openPlace();
    for (const share of [0, 0.1, 0.5, 0.99])
      expect(
        await refused(place, await alter('cut', (bytes) => bytes.subarray(0, bytes.length * share))),
      ).toMatch(/cut short/);
    const size = (await stat(backupFile)).size;
    for (const share of [0.2, 0.5, 0.8]) {
      const flipped = await alter('flipped', (bytes) => {
        const at = Math.floor(size * share);
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        return bytes;
      });
      await refused(place, flipped);
    }
    await refused(place, await alter('other', () => Buffer.from('no archive')));
    await refused(place, join(folder, 'nothing-there'));
    // Packed anew, so that only the checksums can tell.
    const changed = await alter('changed', (bytes) => {
      const plain = gunzipSync(bytes);
      const at = plain.indexOf('백업하는이');
      plain.write('복', at);
      return gzipSync(plain);
    });
    expect(await refused(place, changed)).toContain('tables/users.jsonl is not what the manifest says');
  });

  test('names that lead out of the place, and entries that are no files', async () => {
    const place = await openPlace();
    for (const header of [
      { name: '../outside' },
      { name: 'images/../../outside' },
      { name: '/etc/outside' },
      { name: 'images/posts/link', type: 'symlink', linkname: '/etc/passwd' } as const,
    ]) {
      const packing = pack();
      packing.entry(header, '');
      const file = await finish(packing);
      expect(await refused(place, file)).toMatch(/backup/);
    }
  });

  test('a newer version’s backup, a table or column that is unknown, rows that do not fit', async () => {
    const place = await openPlace();
    const repack = async (change: (text: string, name: string) => string) => {
      const [packing, reading] = [pack(), extract()];
      reading.end(gunzipSync(await readFile(backupFile)));
      for await (const entry of reading) {
        const parts: Uint8Array[] = [];
        for await (const part of entry as AsyncIterable<Uint8Array>) parts.push(part);
        const bytes = Buffer.concat(parts);
        const { name } = entry.header;
        packing.entry({ name }, /\.jsonl?$/.test(name) ? change(bytes.toString(), name) : bytes);
      }
      return finish(packing);
    };
    const inManifest = (from: RegExp, to: string) =>
      repack((text, name) => (name === 'manifest.json' ? text.replace(from, to) : text));
    expect(await refused(place, await inManifest(/"migration": \d+/, '"migration": 9999'))).toContain(
      'newer version (migration 9999',
    );
    expect(await refused(place, await inManifest(/"nickname"/, '"nick; DROP TABLE posts"'))).toContain(
      'has no place for users.nick; DROP TABLE posts',
    );
    expect(await refused(place, await inManifest(/"version": 1/, '"version": 2'))).toContain(
      'cannot be read by this version',
    );
    const sums: [string, string][] = [];
    const strange = await repack((text, name) => {
      if (name === 'manifest.json')
        return sums.reduce((manifest, [before, after]) => manifest.replace(before, after), text);
      const changed = name === 'tables/likes.jsonl' ? text.replaceAll(leaver?.id ?? '', randomUUID()) : text;
      sums.push([sha256(text), sha256(changed)]);
      return changed;
    });
    expect(await refused(place, strange)).toMatch(/its rows do not fit: .*likes_user_id_fkey/);
  });

  test('images that are there already, and a server that runs', async () => {
    const place = await openPlace();
    await place.images.put('posts/left/over.webp', Buffer.from('x'));
    const { code, errors } = await operate(place, 'restore', backupFile);
    expect([code, errors]).toEqual([1, expect.stringContaining('the image store is not empty')]);
    if (inject('engine') === 'postgres') {
      const served = await startTestApp();
      expect((await operate(served, 'restore', backupFile)).errors).toContain('a server runs');
      await served.close();
    }
  });

  test('an image store that fails halfway', async () => {
    const place = await openPlace();
    let puts = 0;
    const images: ImageStore = {
      ...place.images,
      put: async (key, bytes) => {
        puts += 1;
        if (puts === 3) throw Object.assign(new Error('ENOSPC: no space left'), { syscall: 'write' });
        await place.images.put(key, bytes);
      },
    };
    const { code, errors } = await operate({ ...place, images }, 'restore', backupFile);
    expect([code, errors]).toEqual([1, 'operator: ENOSPC: no space left']);
    await expectEmpty(place);
  });
});

test('a backup is of one moment, whatever is written meanwhile', async () => {
  const file = join(folder, 'busy.tar.gz');
  let writing = true;
  const writer = (async () => {
    while (writing) await makePost(author as MadeStudent, 'main-hall');
  })();
  const made = await operate(source, 'backup', file);
  writing = false;
  await writer;
  expect(made.code).toBe(0);
  const place = await openPlace();
  expect((await operate(place, 'restore', file)).code).toBe(0);
  const counts = await place.database.first(
    `SELECT (SELECT count(*) FROM posts WHERE author_id = $1) AS posts,
            (SELECT count(*) FROM point_awards WHERE user_id = $1 AND post_id IS NOT NULL) AS awards,
            (SELECT coalesce(sum(points), 0)::int FROM point_awards WHERE user_id = $1) AS sum,
            (SELECT points FROM users WHERE id = $1) AS points`,
    [author?.id],
  );
  const { posts, awards, sum, points } = counts as Record<string, number>;
  expect([awards, points]).toEqual([posts, sum]);
});

test('[ST-10] who withdraws after the backup stays withdrawn, picture and all; the ledger names nobody', async () => {
  const ledger = join(folder, 'withdrawals.jsonl');
  const gone = leaver as MadeStudent;
  expect(
    (await gone.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } })).status,
  ).toBe(204);
  expect((await operate(source, 'withdrawals', 'export', ledger)).output).toContain('1 withdrawals');
  const text = await readFile(ledger, 'utf8');
  expect(Object.keys(JSON.parse(text) as object).sort()).toEqual(['userId', 'withdrawnAt']);
  expect([text.includes(gone.id), (await stat(ledger)).mode & 0o777]).toEqual([true, 0o600]);

  const place = await openPlace();
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
  const other = await openPlace();
  expect((await operate(other, 'restore', backupFile, '--withdrawn', ledger)).errors).toContain('line 2');
  await expectEmpty(other);
});

test('a picture that is missing although its row is there is named, and the exit code tells', async () => {
  const student = await makeStudent(source);
  const id = uuidv7();
  const rawBody = await sharp({ create: { width: 30, height: 30, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  await student.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  await source.images.remove(`posts/${student.id}/${id}/small.webp`);
  const made = await operate(source, 'backup', join(folder, 'missing.tar.gz'));
  expect(made.code).toBe(3);
  expect(made.output).toContain(`posts/${student.id}/${id}/small.webp`);
  // Its row goes while the backup looks for it: nothing is missing then.
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
