import type { BoardKind } from '@madang/contract/posts/rules';
import { UNDO_GRACE_SECONDS, UNDO_SECONDS, UNMARKED_MINUTES } from '@madang/contract/own-content/rules';
import type { OwnPicture } from '@madang/contract/uploads/schema';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { OWN_PICTURES } from './json.queries.ts';
import type { PostText } from './post-text.ts';
import { putPostText } from './post-texts.queries.ts';

/** A post as it stands, no matter who may see it. */
export interface OwnPostRow {
  id: string;
  building_id: string;
  author_id: string | null;
  title: string;
  body: string;
  keywords: string[];
  pictures: OwnPicture[];
  revision: number;
  hidden: boolean;
  deleted: boolean;
  /** Its deletion may still be undone by its author. */
  undoable: boolean;
  kind: BoardKind;
  category: string;
}

/**
 * Locks a post and reads it: no reply, like, edit or deletion comes between here and the commit. The lock is a statement of its
 * own, because what a statement reads beside the row that it waits for is older than that row. Undefined when there is no
 * such post, or when only its emptied row is left.
 */
export async function lockPost(transaction: Transaction, id: string): Promise<OwnPostRow | undefined> {
  await transaction.change('SELECT id FROM posts WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return readOwnPost(transaction, id);
}

/** The same without a lock: to show what may be edited. */
export function readOwnPost(executor: Executor, id: string): Promise<OwnPostRow | undefined> {
  return executor.first<OwnPostRow>(
    `SELECT posts.id, building_id, author_id, title, body, keywords, ${OWN_PICTURES} AS pictures, revision, kind, category,
            hidden_at IS NOT NULL AS hidden, deleted_at IS NOT NULL AS deleted,
            coalesce(deleted_at > now() - interval '${UNDO_SECONDS + UNDO_GRACE_SECONDS} seconds', false) AS undoable
       FROM posts JOIN buildings ON buildings.id = posts.building_id
      WHERE posts.id = $1 AND purged_at IS NULL`,
    [id],
  );
}

/** What others made of a post, which decides what may be edited and whether that is marked. */
export interface Reception {
  /** Somebody else has replied, and the reply was not deleted. */
  answered: boolean;
  popular: boolean;
  /** It was written, and not long enough ago for an edit to be marked for that alone. */
  recent: boolean;
}

/** What others made of a post; read it under {@link lockPost} where something hangs on it. */
export async function readReception(executor: Executor, id: string): Promise<Reception> {
  const row = await executor.first<Reception>(
    `SELECT EXISTS (SELECT FROM replies WHERE post_id = posts.id AND deleted_at IS NULL
                       AND author_id IS DISTINCT FROM posts.author_id) AS answered,
            EXISTS (SELECT FROM hots WHERE post_id = posts.id AND removed_at IS NULL) AS popular,
            created_at > now() - interval '${UNMARKED_MINUTES} minutes' AS recent
       FROM posts WHERE id = $1`,
    [id],
  );
  return row ?? { answered: false, popular: false, recent: false };
}

/** Stores the text as it stood as an earlier version, and puts the new one in its place. */
export async function updatePost(
  transaction: Transaction,
  { id, pictures }: OwnPostRow,
  text: PostText,
  marked: boolean,
): Promise<void> {
  const named = pictures.map(({ uploadId, description }) => ({ uploadId, description }));
  await transaction.change(
    `INSERT INTO post_revisions (post_id, revision, title, body, keywords, pictures)
     SELECT id, revision, title, body, keywords, $2::text::jsonb FROM posts WHERE id = $1`,
    [id, JSON.stringify(named)],
  );
  await transaction.change(
    `UPDATE posts SET title = $2, body = $3, keywords = $4, revision = revision + 1,
                      edited_at = CASE WHEN $5::boolean THEN now() ELSE edited_at END
      WHERE id = $1`,
    [id, text.title, text.body, text.keywords, marked],
  );
  await putPostText(transaction, id, text);
}

/** Lets a post be found by its present keywords only; see `insertPostKeywords`. */
export async function deletePostKeywords(transaction: Transaction, id: string): Promise<void> {
  await transaction.change('DELETE FROM post_keywords WHERE post_id = $1', [id]);
}

/** Takes a post away from everybody; what the operator hides meanwhile stays hidden after an undo. */
export async function markPostDeleted(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    'UPDATE posts SET hidden_at = now(), deleted_at = now(), moderated_at = NULL WHERE id = $1',
    [id],
  );
}

/** Takes the deletion back; a post that the operator hid meanwhile is not shown by that. */
async function unmarkPostDeleted(transaction: Transaction, id: string): Promise<void> {
  await transaction.change(
    'UPDATE posts SET deleted_at = NULL, hidden_at = moderated_at WHERE id = $1 AND deleted_at IS NOT NULL',
    [id],
  );
}

/** Writes the row that takes a post's award back, once, and the sum on its author [OW-07]. */
export async function reverseAward(
  transaction: Transaction,
  reversalId: string,
  postId: string,
): Promise<void> {
  await transaction.change(
    `WITH reversal AS (INSERT INTO point_awards (id, user_id, points, kind, about_post_id)
                       SELECT $1, user_id, -points, 'deletion', post_id FROM point_awards WHERE post_id = $2
                       ON CONFLICT (about_post_id, kind) WHERE about_post_id IS NOT NULL DO NOTHING
                       RETURNING user_id, points)
     UPDATE users SET points = users.points + reversal.points FROM reversal WHERE users.id = reversal.user_id`,
    [reversalId, postId],
  );
}

/** Removes that row again and gives the points back [OW-07]. */
async function giveAwardBack(transaction: Transaction, postId: string): Promise<void> {
  await transaction.change(
    `WITH reversal AS (DELETE FROM point_awards WHERE about_post_id = $1 AND kind = 'deletion'
                       RETURNING user_id, points)
     UPDATE users SET points = users.points - reversal.points FROM reversal WHERE users.id = reversal.user_id`,
    [postId],
  );
}

/** Takes a deletion back, by its author or by the operator: the post is shown again unless the operator hid it too. */
export async function restorePost(transaction: Transaction, id: string): Promise<void> {
  await unmarkPostDeleted(transaction, id);
  await giveAwardBack(transaction, id);
}
