import { createHash } from 'node:crypto';
import { listEntryPictureKeys } from '../features/admin/index.ts';
import { listUploadKeys } from '../features/posts/index.ts';
import type { Database, Executor } from '../database/database.ts';
import { connectShared, sharedAddress } from '../database/shared-database.ts';
import { eachImage, getIntact, type ImageStore, listNotedImages } from '../images/image-store.ts';
import { OperatorError, type Terminal } from './terminal.ts';
import type { Workplace } from './workplace.ts';

interface MoveOrder {
  database: Database;
  from: ImageStore;
  to: ImageStore;
  /** Removes unknown pictures at the target instead of refusing. */
  clean: boolean;
  /** Only compares both places. */
  dryRun: boolean;
}

interface Moved {
  pictures: number;
  /** Number of copied pictures; the rest existed already. */
  copied: number;
  /** Number of unknown pictures at the target. */
  strange: number;
  missing: string[];
}

/**
 * Moves all pictures, resumably. Verifies every copy before the first removal.
 *
 * @throws {OperatorError} while a server runs, or if the target has unknown pictures or stores other bytes.
 */
export async function moveImages(order: MoveOrder, terminal: Terminal): Promise<Moved> {
  const { database, from, to } = order;
  await requireNoServer(database);
  const keys = await listAll(from);
  if (keys.length === 0) return { pictures: 0, copied: 0, strange: 0, missing: [] };
  const there = new Set(await listAll(to));
  const wanted = await listPictureKeys(database);
  const [here, named] = [new Set(keys), new Set(wanted)];
  const noted = await listNotedImages(database);
  const goes = (key: string) => noted.some((note) => key === note || key.startsWith(`${note}/`));
  const strange = [...there].filter((key) => !here.has(key) && !named.has(key) && !goes(key));
  const moved = {
    pictures: keys.length,
    copied: keys.filter((key) => !there.has(key)).length,
    strange: strange.length,
    missing: wanted.filter((key) => !here.has(key) && !there.has(key)),
  };
  if (strange.length > 0 && !order.clean)
    throw new OperatorError(
      `the target has ${strange.length} unknown pictures, such as ${strange[0]}; name another target, or remove them with --clean`,
    );
  if (order.dryRun) return moved;
  moved.copied = await copyAll(keys, there, order, terminal);
  await eachImage(strange, (key) => to.remove(key));
  await requireNoServer(database);
  const late = (await listAll(from)).find((key) => !here.has(key));
  if (late !== undefined) throw new OperatorError(`${late} was added during the move; run the command again`);
  // By top folder, so that no empty folders remain.
  for (const top of new Set(keys.map((key) => key.split('/')[0] ?? key))) await from.remove(top);
  return moved;
}

async function copyAll(
  keys: readonly string[],
  there: ReadonlySet<string>,
  { from, to }: MoveOrder,
  terminal: Terminal,
): Promise<number> {
  const progress = terminal.progress('Images', keys.length);
  let [copied, done] = [0, 0];
  await eachImage(keys, async (key) => {
    const bytes = await getIntact(from, key);
    if (!bytes)
      throw new OperatorError(
        `${key} is missing or damaged; run the command again, and remove the picture if the error repeats`,
      );
    const sum = sumOf(bytes);
    if (!there.has(key) || sumOf(await getIntact(to, key)) !== sum) {
      await to.put(key, bytes);
      copied += 1;
      if (sumOf(await to.get(key)) !== sum)
        throw new OperatorError(`the target returned other bytes for ${key}; nothing was removed`);
    }
    progress.to((done += 1));
  });
  progress.stop();
  return copied;
}

function sumOf(bytes: Buffer | null): string | null {
  return bytes && createHash('sha256').update(bytes).digest('hex');
}

async function listAll(images: ImageStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of images.list()) keys.push(key);
  return keys;
}

/**
 * Detects a server by its listening connection.
 *
 * @throws {OperatorError} while one runs on this database.
 */
export async function requireNoServer(database: Executor): Promise<void> {
  const server = await database.first(
    `SELECT 1 AS found FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'madang-listen' LIMIT 1`,
  );
  if (server) throw new OperatorError('a server runs on this database; stop it first');
}

/**
 * Requires that no server has the embedded database: it would use removed data.
 *
 * @throws {OperatorError} while one has the data folder.
 */
export async function requireOwnDatabase({ config }: Pick<Workplace, 'config'>): Promise<void> {
  if (config.databaseUrl) return;
  const server = await connectShared(sharedAddress(config.dataFolder));
  if (!server) return;
  await server.close();
  throw new OperatorError('a server runs on this data folder; stop it first');
}

/** Returns the keys of all pictures with rows. */
export async function listPictureKeys(executor: Executor): Promise<string[]> {
  return [...(await listUploadKeys(executor)), ...(await listEntryPictureKeys(executor))];
}
