import type { Transaction } from '../../platform/database/database.ts';
import { deleteBuilding, lockBuilding, updateBuilding, type BuildingTexts } from '../campus/index.ts';
import { countPostsOn, moveKeywords } from './moderation.queries.ts';

/** Changes what is given of a building; to another category its posts go along. False when there is no such building. */
export async function changeBuilding(
  transaction: Transaction,
  id: string,
  changes: Partial<BuildingTexts>,
): Promise<boolean> {
  if (!(await updateBuilding(transaction, id, changes))) return false;
  if (changes.category !== undefined) await moveKeywords(transaction, id, changes.category);
  return true;
}

/**
 * Takes a building out, unless it has posts.
 *
 * @returns how many posts keep it, hidden ones included: 0, it is gone. Null when there is no such building.
 */
export async function removeBuilding(transaction: Transaction, id: string): Promise<number | null> {
  if (!(await lockBuilding(transaction, id))) return null;
  const posts = await countPostsOn(transaction, id);
  if (posts === 0) await deleteBuilding(transaction, id);
  return posts;
}
