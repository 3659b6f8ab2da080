import type { Executor, Transaction } from '../../database/database.ts';
import { type BuildingTexts, deleteBuilding, lockBuilding, updateBuilding } from '../campus/index.ts';

/** Changes a building and its posts' category; false without it. */
export async function changeBuilding(
  transaction: Transaction,
  id: string,
  changes: Partial<BuildingTexts>,
): Promise<boolean> {
  if (!(await updateBuilding(transaction, id, changes))) return false;
  if (changes.category !== undefined)
    await transaction.change(
      `UPDATE post_keywords SET scope = $2 FROM posts
        WHERE posts.id = post_keywords.post_id AND posts.building_id = $1 AND post_keywords.scope <> $2`,
      [id, changes.category],
    );
  return true;
}

/**
 * Deletes a building unless it has posts.
 *
 * @returns the number of posts, also hidden ones, that prevent it; 0 if deleted; null if unknown.
 */
export async function removeBuilding(transaction: Transaction, id: string): Promise<number | null> {
  if (!(await lockBuilding(transaction, id))) return null;
  const posts = await countPostsOn(transaction, id);
  if (posts === 0) await deleteBuilding(transaction, id);
  return posts;
}

/** Counts a building's posts and tickets, also hidden ones. */
async function countPostsOn(executor: Executor, buildingId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    `SELECT (SELECT count(*) FROM posts WHERE building_id = $1)::int
            + (SELECT count(*) FROM tickets WHERE building_id = $1)::int AS count`,
    [buildingId],
  );
  return row?.count ?? 0;
}
