import { PURGE_AFTER_DAYS, REVISIONS_DAYS } from '@madang/contract/own-content/rules';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';

/** So many replies in one statement: others wait for no longer than that takes. */
const BATCH = 500;

/**
 * Purges replies that were deleted long enough ago, unless a case waits that needs one. Their emptied rows stay: a number is never given out twice, and replies
 * to them keep their place. Any process may do it, several at once too.
 */
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

/** Takes out of the replies whose ids a query answers all that was in them; the rows stay. Answers how many. */
export function emptyReplies(
  executor: Executor,
  query: string,
  values: readonly unknown[] = [],
): Promise<number> {
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

/** Takes out all replies of posts that are purged; nobody has asked for their numbers since the posts were deleted. */
export async function purgeRepliesOf(transaction: Transaction, postIds: readonly string[]): Promise<void> {
  await transaction.change('DELETE FROM replies WHERE post_id = ANY ($1::uuid[])', [postIds]);
}
