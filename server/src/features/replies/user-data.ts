import { PURGE_AFTER_DAYS, REVISIONS_DAYS } from '@madang/contract/posts/rules';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import type { OwnData } from '../accounts/index.ts';
import { type DeletedContent, DELETED_LINES, type Repeated } from '../posts/index.ts';

/** Exported replies, also hidden, and liked replies by id. */
export const ownReplies: OwnData = {
  lists: {
    replies: `
      SELECT created_at AS at, id, post_id AS "postId", number, body, parent_id AS "parentId", answers_id AS "answersId",
             like_count AS "likeCount", report_count AS "reportCount", hidden_at AS "hiddenAt", revision, edited_at AS "editedAt",
             source_id AS "importedId"
        FROM replies WHERE author_id = $1 AND deleted_at IS NULL`,
    likedReplies: `
      SELECT replies.created_at AS at, replies.id AS "replyId", replies.post_id AS "postId"
        FROM users JOIN replies ON likers @> ARRAY[coalesce(users.source_id, users.id::text)]
       WHERE users.id = $1 AND likers <> '{""}'`,
  },
  officialLists: {
    replyLikes: `SELECT created_at AS at, reply_id AS "replyId" FROM reply_likes WHERE user_id = $1`,
  },
};

/** Repeats deletions, purges and hidings of replies, with counts. */
export async function repeatReplyDeletions(
  transaction: Transaction,
  lines: readonly DeletedContent[],
): Promise<Repeated> {
  const values = [JSON.stringify(lines)];
  /** Updates replies with `set`; subtracts visible ones from their posts' counts. */
  const takeAway = async (set: string, where: string): Promise<number> => {
    const rows = await transaction.rows<{ post_id: string; seen: boolean }>(
      `WITH known AS (SELECT replies.id, replies.post_id, replies.hidden_at IS NULL AS seen, line."hiddenAt", line."deletedAt"
                        FROM replies JOIN ${DELETED_LINES} ON replies.id = line.id WHERE ${where}),
            changed AS (UPDATE replies SET ${set} FROM known WHERE replies.id = known.id
                        RETURNING known.post_id, known.seen),
            counted AS (UPDATE posts SET reply_count = reply_count - fewer.count
                          FROM (SELECT post_id, count(*)::int AS count FROM changed WHERE seen GROUP BY post_id) AS fewer
                         WHERE posts.id = fewer.post_id)
       SELECT post_id, seen FROM changed`,
      values,
    );
    return rows.length;
  };
  const deleted = await takeAway(
    'deleted_at = known."deletedAt", hidden_at = known."deletedAt", moderated_at = known."hiddenAt"',
    'line."deletedAt" IS NOT NULL AND replies.deleted_at IS NULL',
  );
  const purged = await emptyReplies(
    transaction,
    `SELECT replies.id FROM replies JOIN ${DELETED_LINES} ON replies.id = line.id
      WHERE line."purgedAt" IS NOT NULL AND replies.purged_at IS NULL`,
    values,
  );
  const hidden = await takeAway(
    'hidden_at = known."hiddenAt", moderated_at = known."hiddenAt"',
    'line."hiddenAt" IS NOT NULL AND replies.hidden_at IS NULL',
  );
  return { deleted, purged, hidden };
}

/** Replies per statement; bounds how long others wait. */
const BATCH = 500;

/** Purges replies deleted long ago, except for open cases. Emptied rows keep numbers and replies below. Safe in parallel. */
export async function purgeDeletedReplies(database: Database): Promise<void> {
  let purged: number;
  do {
    purged = await emptyReplies(
      database,
      `SELECT id FROM replies
        WHERE deleted_at <= now() - interval '${PURGE_AFTER_DAYS} days' AND purged_at IS NULL
          AND NOT EXISTS (SELECT FROM cases WHERE thing_id = replies.id AND due_at IS NOT NULL)
        ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
    );
  } while (purged === BATCH);
  await database.change(
    `DELETE FROM reply_revisions WHERE replaced_at <= now() - interval '${REVISIONS_DAYS} days'`,
  );
}

/** Empties selected replies, keeping rows; returns their number. */
function emptyReplies(executor: Executor, query: string, values: readonly unknown[] = []): Promise<number> {
  return executor.change(
    `WITH gone AS (${query}),
          revisions AS (DELETE FROM reply_revisions USING gone WHERE reply_id = gone.id),
          likes AS (DELETE FROM reply_likes USING gone WHERE reply_id = gone.id),
          noted_authors AS (DELETE FROM imported_reply_authors USING gone WHERE reply_id = gone.id)
     UPDATE replies SET author_id = NULL, body = '', text_hash = NULL, likers = '{""}', like_count = 0, report_count = 0,
                        edited_at = NULL, purged_at = now()
       FROM gone WHERE replies.id = gone.id`,
    values,
  );
}

/** Deletes purged posts' replies, whose numbers are unused since the deletion. */
export async function purgeRepliesOf(transaction: Transaction, postIds: readonly string[]): Promise<void> {
  await transaction.change('DELETE FROM replies WHERE post_id = ANY ($1::uuid[])', [postIds]);
}
