import type { Executor } from '../database/database.ts';
import type { ImageStore } from './image-store.ts';

/**
 * Notes what must go from the store, in the transaction that makes it superfluous: a failing store can delay
 * the removal but not lose it. The key stands for itself and everything below it.
 */
export async function noteImageRemoval(executor: Executor, key: string): Promise<void> {
  await executor.change('INSERT INTO image_removals (key) VALUES ($1) ON CONFLICT DO NOTHING', [key]);
}

/** Takes a note back: the key is in use again. */
export async function cancelImageRemoval(executor: Executor, key: string): Promise<void> {
  await executor.change('DELETE FROM image_removals WHERE key = $1', [key]);
}

/** Removes the pictures that were noted; what fails stays noted for the next time. Any process may do it. */
export async function removeNotedImages(parts: { database: Executor; images: ImageStore }): Promise<void> {
  const noted = await parts.database.rows<{ key: string }>(
    'SELECT key FROM image_removals ORDER BY created_at LIMIT 1000',
  );
  for (const { key } of noted) {
    await parts.images.remove(key);
    await cancelImageRemoval(parts.database, key);
  }
}
