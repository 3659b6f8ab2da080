import { searchText } from '@madang/contract/search/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { NIL } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';

export interface PostText {
  title: string;
  body: string;
  keywords: readonly string[];
}

/** Normalizes a text: trims the title and the end of the body. */
export function tidyText<Text extends PostText>(text: Text): Text {
  return {
    ...text,
    title: normalizeText(text.title).trim(),
    body: normalizeText(text.body).trimEnd(),
  };
}

/** Whether texts and keywords, in order, are equal. */
export function isSameText(one: PostText, other: PostText): boolean {
  return one.title === other.title && one.body === other.body && areSameKeywords(one, other);
}

export function areSameKeywords(one: Pick<PostText, 'keywords'>, other: Pick<PostText, 'keywords'>): boolean {
  return one.keywords.join('\n') === other.keywords.join('\n');
}

/** Returns all text that may contain links, including picture descriptions. */
export function linkText(post: {
  title: string;
  body: string;
  pictures?: readonly { description: string }[] | undefined;
}): string {
  return [post.title, post.body, ...(post.pictures ?? []).map(({ description }) => description)].join('\n');
}

/** Posts examined per statement. */
const LOOK = 2_000;
/** Posts written per transaction; bounds how long others wait. */
const BATCH = 50;

/** Adds missing search texts, also of the previous version's posts. Safe in parallel. */
export async function fillPostTexts(database: Database): Promise<void> {
  let filled = 0;
  for (let after: string = NIL; ;) {
    const looked = await database.rows<{ id: string; untold: boolean }>(
      `SELECT next.id, next.purged_at IS NULL AND post_texts.post_id IS NULL AS untold
       FROM (SELECT id, purged_at FROM posts WHERE id > $1 ORDER BY id LIMIT $2) AS next
       LEFT JOIN post_texts ON post_texts.post_id = next.id ORDER BY next.id`,
      [after, LOOK],
    );
    const missing = looked.filter(({ untold }) => untold).map(({ id }) => id);
    for (let start = 0; start < missing.length; start += BATCH)
      await database.transaction((transaction) =>
        addPostTexts(transaction, missing.slice(start, start + BATCH)),
      );
    filled += missing.length;
    const last = looked.at(-1);
    if (!last || looked.length < LOOK) break;
    after = last.id;
  }
  if (filled >= LOOK) await database.transaction(analyzePostTexts);
}

export const PUT_POST_TEXT = `
  INSERT INTO post_texts (post_id, building_id, created_at, text)
  SELECT id, building_id, created_at, $2 FROM posts WHERE id = $1
  ON CONFLICT (post_id) DO UPDATE SET text = excluded.text`;

/** Stores the search text of a written post, in the same transaction. */
export async function putPostText(
  executor: Executor,
  id: string,
  text: { title: string; body: string },
): Promise<void> {
  await executor.change(PUT_POST_TEXT, [id, searchText(text)]);
}

/** Adds missing search texts of these posts, which are locked against edits. */
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

/** Updates the planner's statistics of the search texts. */
async function analyzePostTexts(transaction: Transaction): Promise<void> {
  await transaction.change('ANALYZE post_texts');
}
