import { createHash } from 'node:crypto';
import type { Campus } from '@madang/campus/campus';
import { removeNotedPictures } from '../../features/posts/index.ts';
import { type Database, DatabaseError, type Executor, type Transaction } from '../../database/database.ts';
import { currentMigration, migrateWithin } from '../../database/migrate.ts';
import {
  countRows,
  insertLines,
  lockTables,
  readLines as readTableLines,
  type Table,
  withoutForeignKeys,
  withoutTriggers,
} from '../../database/table-lines.ts';
import type { ImageStore } from '../../images/image-store.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { makeRecurringDue } from '../../jobs/jobs.ts';
import { type Ledger, type RepeatedLedger, repeatLedger } from '../../user-data.ts';
import { recordAuditEntry } from '../../audit.ts';
import { requireNoServer } from '../move-images.ts';
import { OperatorError, type Progress, type Terminal } from '../terminal.ts';
import type { Workplace } from '../workplace.ts';
import {
  checkArchive,
  LEFT_OUT,
  listBackedUp,
  type Manifest,
  readArchive,
  readImages,
  readLines,
  type TableEntry,
  tableEntryName,
} from './archive.ts';

interface RestoreDependencies {
  database: Database;
  images: ImageStore;
  actor: string;
  campus: Campus;
  openKeys(transaction: Transaction): Promise<InstallationKeys>;
}

interface RestoreOrder {
  file: string;
  /** Exported ledger: withdrawals and deletions since the backup. */
  ledger: Ledger;
  /** Rolls everything back in the database. */
  dryRun: boolean;
}

/** Table that a fresh database has; the backup's rows replace it. */
const FRESH = 'buildings';

/** Limits of one insert: lines and characters. */
const LINES_MAX = 500;
const CHARACTERS_MAX = 4_000_000;

/**
 * Restores a backup into an empty place and compares it, all or nothing. A dry run compares pictures only by checksum.
 *
 * @returns the manifest, and what the ledger deleted again.
 * @throws {OperatorError} for a damaged archive, a used place, or a mismatch.
 */
export async function restore(
  dependencies: RestoreDependencies,
  order: RestoreOrder,
  terminal: Terminal,
): Promise<{ manifest: Manifest; repeated: RepeatedLedger }> {
  const manifest = await checkArchive(order.file);
  const repeated = await (order.dryRun ? tryOut : putBack)(dependencies, order, manifest, terminal);
  return { manifest, repeated };
}

async function putBack(
  dependencies: RestoreDependencies,
  order: RestoreOrder,
  manifest: Manifest,
  terminal: Terminal,
): Promise<RepeatedLedger> {
  const { database, images } = dependencies;
  const tables = await requireFit(database, manifest);
  await requireEmpty(database, images, tables);
  const put: string[] = [];
  let repeated: RepeatedLedger;
  try {
    await putImages(images, order.file, manifest, put, terminal);
    repeated = await database.transaction((transaction) =>
      fillDatabase(transaction, dependencies, order, { tables, manifest }, terminal),
    );
  } catch (error) {
    const full = describeFullDisk(error);
    // The connection may be lost after the commit: referenced pictures stay.
    if (full === null && error instanceof DatabaseError && error.unavailable)
      throw new OperatorError(
        `the database connection was lost (${error.message}); start again with an empty database and image store`,
      );
    for (const key of put) await images.remove(key);
    throw toRefusal(order.file, error);
  }
  await removeNotedPictures(dependencies);
  await database.change('ANALYZE');
  return repeated;
}

/** Ends a dry run's transaction. */
class TakenBack extends Error {
  readonly repeated: RepeatedLedger;

  constructor(repeated: RepeatedLedger) {
    super('a trial ends');
    this.repeated = repeated;
  }
}

async function tryOut(
  dependencies: RestoreDependencies,
  order: RestoreOrder,
  manifest: Manifest,
  terminal: Terminal,
): Promise<RepeatedLedger> {
  const { database, images } = dependencies;
  const trial = database.transaction(async (transaction) => {
    // Creates missing tables; the rollback removes them.
    await migrateWithin(transaction);
    const tables = await requireFit(transaction, manifest);
    await requireEmpty(transaction, images, tables);
    throw new TakenBack(
      await fillDatabase(transaction, dependencies, order, { tables, manifest }, terminal).catch((error) => {
        throw toRefusal(order.file, error);
      }),
    );
  });
  const ended: unknown = await trial.catch((error: unknown) => error);
  // Frees the rows' space, since the embedded engine has no autovacuum.
  if (database.engine === 'embedded') await database.change('VACUUM');
  if (ended instanceof TakenBack) return ended.repeated;
  throw ended;
}

/** First migration with `bulletin_entries`; older archives have separate tables. */
const ONE_BULLETIN = 35;

/** Inserts and compares all rows, then applies the ledger. */
async function fillDatabase(
  transaction: Transaction,
  dependencies: RestoreDependencies,
  order: RestoreOrder,
  { tables, manifest }: { tables: readonly Table[]; manifest: Manifest },
  terminal: Terminal,
): Promise<RepeatedLedger> {
  const names = tables.map(({ name }) => name);
  await lockTables(transaction, names);
  await requireEmptyTables(transaction, tables);
  await withoutTriggers(transaction, names, () =>
    withoutForeignKeys(transaction, names, () => loadTables(transaction, order.file, manifest, terminal)),
  );
  await compareTables(transaction, tables, manifest);
  if (manifest.migration < ONE_BULLETIN) await transaction.rows('SELECT fill_bulletin_entries()');
  const { campus } = dependencies;
  const keys = await dependencies.openKeys(transaction);
  const repeated = await repeatLedger(transaction, { keys, campus }, order.ledger);
  const { erased } = repeated;
  await recordAuditEntry(transaction, {
    actor: dependencies.actor,
    action: 'restore',
    target: manifest.createdAt,
    reason: erased > 0 ? `${erased} students had withdrawn since` : null,
  });
  return repeated;
}

/** Checks the manifest's names against the catalogue, before SQL uses them. */
async function requireFit(database: Executor, manifest: Manifest): Promise<Table[]> {
  const known = await currentMigration(database);
  if (manifest.migration > known)
    throw new OperatorError(
      `the backup is of a newer version (migration ${manifest.migration}, this program knows ${known}); restore it with that version`,
    );
  const tables = await listBackedUp(database);
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const { name, columns } of manifest.tables) {
    const table = byName.get(name);
    const lost = columns.find((column) => !table?.columns.includes(column));
    if (!table || lost !== undefined)
      throw new OperatorError(
        `this version has no place for ${table ? `${name}.${lost}` : `the table ${name}`} of the backup; restore it with the version that made it, then update`,
      );
  }
  return tables;
}

async function requireEmpty(database: Executor, images: ImageStore, tables: readonly Table[]): Promise<void> {
  await requireNoServer(database);
  await requireEmptyTables(database, tables);
  for await (const key of images.list())
    throw new OperatorError(`the image store is not empty: it holds ${key}; restore into an empty one only`);
}

async function requireEmptyTables(executor: Executor, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter((table) => table.name !== FRESH)) {
    const rows = await countRows(executor, name);
    if (rows > 0)
      throw new OperatorError(
        `the database is not empty: ${name} has ${rows} rows; restore into an empty one only`,
      );
  }
}

async function putImages(
  images: ImageStore,
  file: string,
  manifest: Manifest,
  put: string[],
  terminal: Terminal,
): Promise<void> {
  const sums = new Map(manifest.images.map(({ key, sha256 }) => [key, sha256]));
  const progress = terminal.progress('Images', sums.size);
  await readImages(file, async (key, bytes) => {
    put.push(key);
    await images.put(key, bytes);
    const stored = await images.get(key);
    if (!stored || createHash('sha256').update(stored).digest('hex') !== sums.get(key))
      throw new OperatorError(`the image store returned other bytes for ${key}`);
    progress.to(put.length);
  });
  progress.stop();
}

async function loadTables(
  executor: Executor,
  file: string,
  manifest: Manifest,
  terminal: Terminal,
): Promise<void> {
  const entries = new Map(manifest.tables.map((entry) => [tableEntryName(entry.name), entry]));
  const progress = terminal.progress(
    'Rows',
    manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
  );
  let before = 0;
  await executor.change(`DELETE FROM ${FRESH}`);
  await readArchive(file, async ({ name, bytes }) => {
    const entry = entries.get(name);
    if (!entry) return;
    await loadTable(executor, entry, bytes, { to: (done) => progress.to(before + done) });
    before += entry.rows;
  });
  progress.stop();
}

async function loadTable(
  executor: Executor,
  { name, columns }: TableEntry,
  bytes: AsyncIterable<Uint8Array>,
  progress: Pick<Progress, 'to'>,
): Promise<void> {
  let [batch, characters, done]: [string[], number, number] = [[], 0, 0];
  const flush = async () => {
    await insertLines(executor, name, columns, batch);
    done += batch.length;
    progress.to(done);
    [batch, characters] = [[], 0];
  };
  for await (const line of readLines(bytes)) {
    batch.push(line);
    characters += line.length;
    if (batch.length >= LINES_MAX || characters >= CHARACTERS_MAX) await flush();
  }
  if (batch.length > 0) await flush();
}

/** Compares counts and checksums of every row before the commit. */
async function compareTables(
  executor: Executor,
  tables: readonly Table[],
  manifest: Manifest,
): Promise<void> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  for (const { name, columns, rows, sha256 } of manifest.tables) {
    const table = byName.get(name);
    const hash = createHash('sha256');
    let found = 0;
    if (table)
      for await (const lines of readTableLines(executor, table, columns)) {
        found += lines.length;
        hash.update(`${lines.join('\n')}\n`);
      }
    if (found !== rows || hash.digest('hex') !== sha256)
      throw new OperatorError(
        `${name} differs after the restore (${found} of ${rows} rows); nothing was kept`,
      );
  }
}

function describeFullDisk(error: unknown): string | null {
  const { code, message } = error as NodeJS.ErrnoException;
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(code ?? '')
    ? `the disk is full (${message}); nothing was kept: make room and begin again with a fresh place`
    : null;
}

/** Blames the archive for rejected rows, even if checksums match. */
function toRefusal(file: string, error: unknown): unknown {
  const full = describeFullDisk(error);
  if (full !== null) return new OperatorError(full);
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === '55P03') return new OperatorError('another command uses this database; stop it first');
  if (error.unavailable) return error;
  return new OperatorError(`${file}: its rows do not fit: ${error.message}; nothing was kept`);
}

/** Tables to clear after a restore, excluded from backups too. */
const CLEARED = Object.keys(LEFT_OUT).filter((table) => table !== 'migrations');

interface AfterRestore extends RepeatedLedger {
  cleared: Record<string, number>;
  /** Recurring jobs that run at the next server start. */
  due: number;
}

/**
 * Applies the ledger and clears sessions, links and mails after a restore by PostgreSQL, all or nothing.
 *
 * @throws {OperatorError} while a server runs on this database.
 */
export async function tidyRestored(
  { database, actor, campus, openKeys }: Pick<Workplace, 'database' | 'actor' | 'campus' | 'openKeys'>,
  ledger: Ledger,
): Promise<AfterRestore> {
  return database.transaction(async (transaction) => {
    await requireNoServer(transaction);
    // Runs first to count all rows; deleting users would remove theirs.
    const cleared = await clear(transaction);
    const keys = await openKeys(transaction);
    const repeated = await repeatLedger(transaction, { keys, campus }, ledger);
    const due = await makeRecurringDue(transaction);
    await recordAuditEntry(transaction, { actor, action: 'restored', target: 'database', reason: null });
    return { ...repeated, cleared, due };
  });
}

async function clear(transaction: Transaction): Promise<Record<string, number>> {
  const cleared: Record<string, number> = {};
  for (const table of CLEARED) cleared[table] = await countRows(transaction, table);
  // One statement, since the tables reference each other.
  await transaction.change(`TRUNCATE ${CLEARED.join(', ')}`);
  return cleared;
}
