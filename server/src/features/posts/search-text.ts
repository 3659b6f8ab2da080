import { searchText } from '@madang/contract/search/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { NIL } from 'uuid';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';

/** What a user writes into a post, and edits. */
export interface PostText {
  title: string;
  body: string;
  keywords: readonly string[];
}

/** The text as it is stored: without space around the title and behind the body. */
export function tidyText<Text extends PostText>(text: Text): Text {
  return {
    ...text,
    title: normalizeText(text.title).trim(),
    body: normalizeText(text.body).trimEnd(),
  };
}

/** Whether both are the same, keywords in the same order: a text that is sent again. */
export function isSameText(one: PostText, other: PostText): boolean {
  return one.title === other.title && one.body === other.body && areSameKeywords(one, other);
}

export function areSameKeywords(one: Pick<PostText, 'keywords'>, other: Pick<PostText, 'keywords'>): boolean {
  return one.keywords.join('\n') === other.keywords.join('\n');
}

/** All in which a link may stand; the descriptions of pictures are read to those who do not see them. */
export function linkText(post: {
  title: string;
  body: string;
  pictures?: readonly { description: string }[] | undefined;
}): string {
  return [post.title, post.body, ...(post.pictures ?? []).map(({ description }) => description)].join('\n');
}

/** So many posts are looked at in one statement, */
const LOOK = 2_000;
/** and so many written in one transaction: others wait for no longer than that takes. */
const BATCH = 50;

/**
 * Adds the texts of posts that have none: those from before the table was there, and those that a server of the version
 * before wrote. Any process may do it, several at once too.
 */
export async function fillPostTexts(database: Database): Promise<void> {
  let filled = 0;
  for (let after: string = NIL; ;) {
    const looked = await listUntold(database, after, LOOK);
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
function listUntold(
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
async function analyzePostTexts(transaction: Transaction): Promise<void> {
  await transaction.change('ANALYZE post_texts');
}
