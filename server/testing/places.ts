import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, inject } from 'vitest';
import { upsertBoards } from '../src/features/campus/index.ts';
import { LEFT_OUT } from '../src/operator/backup/archive.ts';
import { listTables } from '../src/database/table-lines.ts';
import type { Database } from '../src/database/database.ts';
import { openMemory } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { openPostgres } from '../src/database/postgres.ts';
import type { ImageStore } from '../src/images/image-store.ts';
import { createLog } from '../src/log/log.ts';
import { fillEmptyTables } from './every-table.ts';
import { type MadeUser, makePicture, makePost, makeReply, makeUser } from './makers.ts';
import { startCluster, type Cluster } from './postgres-cluster.ts';
import type { TestApp } from './test-app.ts';
import { openTestDatabase } from './test-database.ts';
import { openTestImages } from './test-images.ts';

/** Target of a restore: migrated, with its boards and an image folder, otherwise empty. */
export type Place = Pick<TestApp, 'database' | 'images' | 'campus'>;

/** Empty places on either engine. */
export class Places {
  readonly #folder: string;
  readonly #campus: TestApp['campus'];
  readonly #opened: Place[] = [];
  #cluster: Cluster | undefined;

  /** @param folder parent of the image folders. */
  constructor(folder: string, campus: TestApp['campus']) {
    this.#folder = folder;
    this.#campus = campus;
  }

  async open(engine: Database['engine'] = inject('engine')): Promise<Place> {
    const database = await this.#openEngine(engine);
    const images = openTestImages(await mkdtemp(join(this.#folder, 'images-')));
    const place = { database, images, campus: this.#campus };
    this.#opened.push(place);
    return place;
  }

  async close(): Promise<void> {
    for (const { database } of this.#opened) await database.close();
    await this.#cluster?.stop();
  }

  async #openEngine(engine: Database['engine']): Promise<Database> {
    if (engine === inject('engine')) return (await openTestDatabase()).database;
    const database = engine === 'embedded' ? await openMemory() : await this.#openPostgres();
    await migrate(database);
    await upsertBoards(database, this.#campus.boards);
    return database;
  }

  async #openPostgres(): Promise<Database> {
    this.#cluster ??= await startCluster();
    const name = `madang_${randomUUID().replaceAll('-', '')}`;
    await this.#cluster.createDatabase(name);
    return openPostgres(this.#cluster.urlOf(name), createLog('silent'), { guarded: true });
  }
}

/**
 * Adds data that is hard to back up.
 * Microseconds, odd letters, arrays, a reply before its parent, and a row in every table.
 */
export async function fillSource(source: TestApp): Promise<{ author: MadeUser; leaver: MadeUser }> {
  const author = await makeUser(source, { nickname: '백업하는이' });
  const leaver = await makeUser(source, { email: 'leaver@korea.ac.kr' });
  const uploadId = uuidv7();
  const rawBody = await makePicture(60, 40, 'red');
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
      [id, postId, number, author.id, parentId],
    );
  await source.images.put(`EventImg/${randomUUID()}.png`, rawBody);
  // Flushed now, so that no flush falls between a backup and the comparison.
  await source.app.tally.flush();
  await fillEmptyTables(database);
  return { author, leaver };
}

/** Returns all rows of all tables in a backup, as PostgreSQL prints them. */
export async function readAll(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name } of await listTables(database)) {
    if (name in LEFT_OUT || name === 'audit') continue;
    const rows = await database.rows<{ text: string }>(
      `SELECT (row.*)::text AS text FROM (SELECT set_config('TimeZone', 'UTC', false)) zone, "${name}" row`,
    );
    // Recurring jobs of every few minutes change meanwhile.
    all[name] = rows
      .map(({ text }) => text.replace(/(,(?:endVoices|placesNow|notifyOfReplies),.*?),"[^"]*",/, '$1,,'))
      .sort();
  }
  return all;
}

/** Returns every image of a store, as text. */
export async function readImages(images: ImageStore): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for await (const key of images.list()) all[key] = (await images.get(key))?.toString('base64') ?? '';
  return all;
}

/** Fails unless the place contains only the boards. */
export async function expectEmpty(place: Place): Promise<void> {
  const rows = await readAll(place.database);
  delete rows.buildings;
  expect(Object.values(rows).flat()).toEqual([]);
  expect(await readImages(place.images)).toEqual({});
}
