import { searchText } from '@madang/contract/search/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';

export const PUT_POST_TEXT = `
  INSERT INTO post_texts (post_id, building_id, created_at, text)
  SELECT id, building_id, created_at, $2 FROM posts WHERE id = $1
  ON CONFLICT (post_id) DO UPDATE SET text = excluded.text`;

/** Lets a post be found by the text that was just written, in the same transaction. */
export async function putPostText(
  executor: Executor,
  id: string,
  text: { title: string; body: string },
): Promise<void> {
  await executor.change(PUT_POST_TEXT, [id, searchText(text)]);
}

/** Adds the texts of those of the posts that have none. Posts are locked, so that none is edited in between. */
export async function addPostTexts(transaction: Executor, ids: readonly string[]): Promise<void> {
  const posts = await transaction.rows<{ id: string; title: string; body: string }>(
    `SELECT id, title, body FROM posts WHERE id = ANY ($1::uuid[]) AND purged_at IS NULL
      ORDER BY id FOR NO KEY UPDATE`,
    [ids],
  );
  await transaction.change(
    `INSERT INTO post_texts (post_id, building_id, created_at, text)
     SELECT posts.id, posts.building_id, posts.created_at, given.text
       FROM unnest($1::uuid[], $2::text[]) AS given (id, text) JOIN posts ON posts.id = given.id
     ON CONFLICT (post_id) DO NOTHING`,
    [posts.map(({ id }) => id), posts.map(searchText)],
  );
}

/** The next posts by id, and which of them have no text. */
export function listUntold(
  executor: Executor,
  after: string,
  limit: number,
): Promise<{ id: string; untold: boolean }[]> {
  return executor.rows(
    `SELECT next.id, next.purged_at IS NULL AND post_texts.post_id IS NULL AS untold
       FROM (SELECT id, purged_at FROM posts WHERE id > $1 ORDER BY id LIMIT $2) AS next
       LEFT JOIN post_texts ON post_texts.post_id = next.id ORDER BY next.id`,
    [after, limit],
  );
}

/** Lets the planner know the pieces. */
export async function analyzePostTexts(transaction: Transaction): Promise<void> {
  await transaction.change('ANALYZE post_texts');
}
