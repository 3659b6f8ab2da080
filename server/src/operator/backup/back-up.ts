import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writeArchive, type AddEntry } from '../../lib/zip.ts';
import { beginSnapshot, countRows, readLines, type Table } from '../../database/table-lines.ts';
import type { Database, Executor } from '../../database/database.ts';
import { currentMigration } from '../../database/migrate.ts';
import { getIntact, type ImageStore } from '../../images/image-store.ts';
import { outputError } from '../documents/export.ts';
import { deniedError, OperatorError, type Progress, type Terminal } from '../terminal.ts';
import { listPictureKeys } from '../move-images.ts';
import {
  imageEntryName,
  listBackedUp,
  MANIFEST_NAME,
  tableEntryName,
  type ImageEntry,
  type Manifest,
  type TableEntry,
} from './archive.ts';

export interface BackupDependencies {
  database: Database;
  images: ImageStore;
}

export interface FinishedBackup {
  manifest: Manifest;
  bytes: number;
  /** Duration of the read transaction in milliseconds, blocking the embedded engine. */
  readFor: number;
  /** Pictures with rows but without files in the store. */
  missing: string[];
}

/**
 * Writes a snapshot of database and images, atomically. Spools rows, to end the transaction sooner.
 *
 * @throws {OperatorError} when the file exists or cannot be written.
 */
export async function backUp(
  dependencies: BackupDependencies,
  file: string,
  terminal: Terminal,
): Promise<FinishedBackup> {
  const path = resolve(file);
  if (await exists(path)) throw new OperatorError(`${file} exists already; name another file`);
  const aside = await mkdtemp(join(dirname(path), `.${basename(path)}-`)).catch(
    (error: NodeJS.ErrnoException) => {
      throw deniedError(error, path) ?? new OperatorError(`${file} cannot be written: ${error.message}`);
    },
  );
  try {
    const snapshot = await spoolTables(dependencies.database, aside, terminal);
    const archive = join(aside, 'archive');
    const images: ImageEntry[] = [];
    const manifest = { ...snapshot.manifest, images };
    await writeArchive(createWriteStream(archive, { flags: 'wx', mode: 0o600 }), async (add) => {
      for (const { name } of manifest.tables) {
        const spooled = join(aside, name);
        await add(tableEntryName(name), (await stat(spooled)).size, createReadStream(spooled));
        await rm(spooled);
      }
      await addImages(dependencies.images, add, images, terminal);
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      await add(MANIFEST_NAME, text.length, text);
    });
    const missing = await findMissing(dependencies.database, snapshot.pictures, images);
    await syncFile(archive);
    await rename(archive, path);
    return { manifest, bytes: (await stat(path)).size, readFor: snapshot.readFor, missing };
  } catch (error) {
    throw outputError(error, path);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function spoolTables(database: Database, folder: string, terminal: Terminal) {
  const started = performance.now();
  const spooled = await database.transaction(async (transaction) => {
    await beginSnapshot(transaction);
    const now = await transaction.first<{ at: Date }>('SELECT now() AS at');
    const tables = await listBackedUp(transaction);
    let total = 0;
    for (const { name } of tables) total += await countRows(transaction, name);
    const progress = terminal.progress('Rows', total);
    const entries: TableEntry[] = [];
    let before = 0;
    for (const table of tables) {
      const entry = await spoolTable(transaction, table, join(folder, table.name), {
        to: (done) => progress.to(before + done),
      });
      entries.push(entry);
      before += entry.rows;
    }
    progress.stop();
    const manifest: Omit<Manifest, 'images'> = {
      format: 'madang-backup',
      version: 1,
      migration: await currentMigration(transaction),
      engine: database.engine,
      createdAt: (now?.at ?? new Date()).toISOString(),
      tables: entries,
    };
    return { manifest, pictures: await listPictureKeys(transaction) };
  });
  return { ...spooled, readFor: Math.round(performance.now() - started) };
}

async function spoolTable(
  executor: Executor,
  table: Table,
  path: string,
  progress: Pick<Progress, 'to'>,
): Promise<TableEntry> {
  const hash = createHash('sha256');
  let rows = 0;
  const lines = async function* () {
    for await (const batch of readLines(executor, table, table.columns)) {
      rows += batch.length;
      progress.to(rows);
      const text = Buffer.from(`${batch.join('\n')}\n`);
      hash.update(text);
      yield text;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { name: table.name, columns: table.columns, rows, sha256: hash.digest('hex') };
}

/** Listed after the rows: pictures are stored before their rows. */
async function addImages(
  images: ImageStore,
  add: AddEntry,
  entries: ImageEntry[],
  terminal: Terminal,
): Promise<void> {
  const keys: string[] = [];
  for await (const key of images.list()) keys.push(key);
  const progress = terminal.progress('Images', keys.length);
  for (const [index, key] of keys.entries()) {
    const bytes = await getIntact(images, key);
    // Removed since, or damaged; missing pictures are checked at the end.
    if (!bytes) continue;
    await add(imageEntryName(key), bytes.length, bytes);
    entries.push({ key, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    progress.to(index + 1);
  }
  progress.stop();
}

/** Returns missing pictures whose rows still exist. */
async function findMissing(
  database: Database,
  wanted: readonly string[],
  entries: readonly ImageEntry[],
): Promise<string[]> {
  const packed = new Set(entries.map(({ key }) => key));
  const absent = wanted.filter((key) => !packed.has(key));
  if (absent.length === 0) return [];
  const still = new Set(await listPictureKeys(database));
  return absent.filter((key) => still.has(key));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Syncs the file: the rename must not be durable before its content. */
async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync();
  await file.close();
}
