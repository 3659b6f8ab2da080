import { UNDO_GRACE_SECONDS, UNDO_SECONDS, UNMARKED_MINUTES } from '@madang/contract/own-content/rules';
import type { Executor, Transaction } from '../../platform/database/database.ts';
import { hashReply, REPLY } from './replies.queries.ts';

/** A reply as it stands, no matter who may see it. */
export interface OwnReplyRow {
  id: string;
  post_id: string;
  author_id: string | null;
  body: string;
  revision: number;
  hidden: boolean;
  deleted: boolean;
  /** Its deletion may still be undone by its author. */
  undoable: boolean;
  /** Somebody else has replied after it, or it was written long enough ago: an edit is marked. */
  marked: boolean;
}

/**
 * Locks a reply's post, then the reply, and reads it: the order in which writing a reply takes them. Undefined when there
 * is no such reply, when its post cannot be seen, or when only its emptied row is left.
 */
export async function lockReply(transaction: Transaction, id: string): Promise<OwnReplyRow | undefined> {
  const post = await transaction.first(
    `SELECT id FROM posts WHERE id = (SELECT post_id FROM replies WHERE id = $1) AND hidden_at IS NULL
        FOR NO KEY UPDATE`,
    [id],
  );
  if (!post) return undefined;
  await transaction.change('SELECT id FROM replies WHERE id = $1 FOR NO KEY UPDATE', [id]);
  return transaction.first<OwnReplyRow>(
    `SELECT id, post_id, author_id, body, revision, hidden_at IS NOT NULL AS hidden, deleted_at IS NOT NULL AS deleted,
            coalesce(deleted_at > now() - interval '${UNDO_SECONDS + UNDO_GRACE_SECONDS} seconds', false) AS undoable,
            created_at <= now() - interval '${UNMARKED_MINUTES} minutes'
              OR EXISTS (SELECT FROM replies later
                          WHERE later.post_id = replies.post_id AND later.number > replies.number
                            AND later.deleted_at IS NULL
                            AND later.author_id IS DISTINCT FROM replies.author_id) AS marked
       FROM replies WHERE id = $1 AND purged_at IS NULL`,
    [id],
  );
}

/**
 * Stores the text as it stood as an earlier version and puts the new one in its place, under the next number of its post's
 * edits; call it under {@link lockReply}.
 */
export async function updateReply(transaction: Transaction, reply: OwnReplyRow, body: string): Promise<void> {
  await transaction.change(
    'INSERT INTO reply_revisions (reply_id, revision, body) SELECT id, revision, body FROM replies WHERE id = $1',
    [reply.id],
  );
  await transaction.change(
    `WITH post AS (UPDATE posts SET last_reply_edit = last_reply_edit + 1 WHERE id = $2 RETURNING last_reply_edit)
     UPDATE replies SET body = $3, text_hash = $5, revision = revision + 1, edit_number = post.last_reply_edit,
                        edited_at = CASE WHEN $4::boolean THEN now() ELSE edited_at END
       FROM post WHERE replies.id = $1`,
    [reply.id, reply.post_id, body, reply.marked, hashReply(body)],
  );
}

/** What is asked for the pages that are open: the replies edited after an edit of this number, oldest edit first. */
export function listEditedReplies(
  executor: Executor,
  postId: string,
  after: number,
): Promise<{ edit_number: number; json: string }[]> {
  return executor.rows(
    `SELECT replies.edit_number, ${REPLY}::text AS json
       FROM replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id
      WHERE replies.post_id = $1 AND replies.edit_number > $2 AND replies.hidden_at IS NULL
      ORDER BY replies.edit_number`,
    [postId, after],
  );
}

/** Takes a reply away from everybody, and its post's count with it; call it under {@link lockReply}. */
export async function markReplyDeleted(
  transaction: Transaction,
  { id, post_id }: OwnReplyRow,
): Promise<void> {
  await transaction.change(
    'UPDATE replies SET hidden_at = now(), deleted_at = now(), moderated_at = NULL WHERE id = $1',
    [id],
  );
  await transaction.change('UPDATE posts SET reply_count = reply_count - 1 WHERE id = $1', [post_id]);
}

/** Takes the deletion back; a reply that the operator hid meanwhile is not shown by that. */
export async function unmarkReplyDeleted(
  transaction: Transaction,
  { id, post_id }: OwnReplyRow,
): Promise<void> {
  await transaction.change(
    `WITH shown AS (UPDATE replies SET deleted_at = NULL, hidden_at = moderated_at
                     WHERE id = $1 AND deleted_at IS NOT NULL RETURNING hidden_at)
     UPDATE posts SET reply_count = reply_count + 1 FROM shown WHERE posts.id = $2 AND shown.hidden_at IS NULL`,
    [id, post_id],
  );
}
