import { createHash } from 'node:crypto';
import { listEntryPictureKeys } from '../features/operate/index.ts';
import { listUploadKeys } from '../features/posts/index.ts';
import type { Database, Executor } from '../platform/database/database.ts';
import { connectShared, sharedAddress } from '../platform/database/shared-database.ts';
import { eachImage, getIntact, type ImageStore, listNotedImages } from '../platform/images/image-store.ts';
import { OperatorError, type Terminal } from './terminal.ts';
import type { Workplace } from './workplace.ts';

interface MoveOrder {
  database: Database;
  from: ImageStore;
  to: ImageStore;
  /** Pictures that lie there without belonging here are removed instead of refused. */
  clean: boolean;
  /** Looks at both places and changes neither. */
  dryRun: boolean;
}

interface Moved {
  /** What lay in the old place. */
  pictures: number;
  /** What was put into the new one; the rest lay there already. */
  copied: number;
  /** What lay in the new one and belongs to nothing here. */
  strange: number;
  /** Pictures that rows name and neither place has. */
  missing: string[];
}

/**
 * Brings all pictures from one place to the other. Every one is read back and compared before the first is removed from
 * the old place: broken off before that, the old place is whole, and after it the new one. Either way it goes on where it
 * was when it is begun again.
 *
 * @throws {OperatorError} while a server runs, when the new place holds what belongs to nothing here, or keeps something
 *   else than was put there.
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
      `the new place holds ${strange.length} pictures that belong to nothing here, such as ${strange[0]}: another site's, or left by a move that was broken off; name another place, or remove them with --clean`,
    );
  if (order.dryRun) return moved;
  moved.copied = await copyAll(keys, there, order, terminal);
  await eachImage(strange, (key) => to.remove(key));
  await requireNoServer(database);
  const late = (await listAll(from)).find((key) => !here.has(key));
  if (late !== undefined) throw new OperatorError(`${late} came while pictures were moved; begin again`);
  // By their folders, which would be left behind empty.
  for (const top of new Set(keys.map((key) => key.split('/')[0] ?? key))) await from.remove(top);
  return moved;
}

/** @returns how many were put. */
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
        `${key} went while pictures were moved, or is damaged; begin again, and remove it there when that says the same`,
      );
    const sum = sumOf(bytes);
    if (!there.has(key) || sumOf(await getIntact(to, key)) !== sum) {
      await to.put(key, bytes);
      copied += 1;
      if (sumOf(await to.get(key)) !== sum)
        throw new OperatorError(`the new place did not keep ${key} as it was; nothing was removed`);
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
 * Every server holds one connection that listens, and no other program of ours does.
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
 * Through a running server the embedded database is not ours alone: it would use what it just lost.
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

/** The keys of all pictures that rows speak of. */
export async function listPictureKeys(executor: Executor): Promise<string[]> {
  return [...(await listUploadKeys(executor)), ...(await listEntryPictureKeys(executor))];
}
