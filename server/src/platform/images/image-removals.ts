import type { Database, Executor } from '../database/database.ts';
import type { ImageStore } from './image-store.ts';

/**
 * Notes what must go from the store, in the transaction that makes it superfluous: a failing store can delay
 * the removal but not lose it. The key stands for itself and everything below it. With `seconds` it is due only then:
 * so a picture is noted before it is written, and goes when nothing refers to it by that time.
 */
export async function noteImageRemoval(executor: Executor, key: string, seconds = 0): Promise<void> {
  await executor.change(
    `INSERT INTO image_removals (key, due_at) VALUES ($1, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET due_at = excluded.due_at`,
    [key, seconds],
  );
}

/** Takes a note back: the key is in use. False when there is none any more, and so perhaps no picture. */
export async function cancelImageRemoval(executor: Executor, key: string): Promise<boolean> {
  return (await executor.change('DELETE FROM image_removals WHERE key = $1', [key])) === 1;
}

/** The keys that are noted, due or not. */
export async function listNotedImages(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ key: string }>('SELECT key FROM image_removals');
  return rows.map(({ key }) => key);
}

export interface ImageRemovals {
  database: Database;
  images: ImageStore;
  /** Whether a row refers to the key: then the note is void. */
  isUsed: (executor: Executor, key: string) => Promise<boolean>;
}

/** Removes the pictures whose notes are due; what fails stays noted for the next time. Any process may do it. */
export async function removeNotedImages(removals: ImageRemovals): Promise<void> {
  const due = await removals.database.rows<{ key: string }>(
    'SELECT key FROM image_removals WHERE due_at <= now() ORDER BY due_at LIMIT 1000',
  );
  for (const { key } of due) await removeNotedImage(removals, key);
}

/** The same for one key; does nothing when it is not noted or not due. */
export async function removeNotedImage(
  { database, images, isUsed }: ImageRemovals,
  key: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Locked, so that nobody who writes this picture again is told that it is noted before it has gone.
    const noted = await transaction.first(
      'SELECT key FROM image_removals WHERE key = $1 AND due_at <= now() FOR UPDATE',
      [key],
    );
    if (!noted) return;
    if (!(await isUsed(transaction, key))) await images.remove(key);
    await cancelImageRemoval(transaction, key);
  });
}
