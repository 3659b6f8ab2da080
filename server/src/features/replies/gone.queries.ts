import type { Transaction } from '../../platform/database/database.ts';
import { GONE_LINES, type Gone, type Repeated } from '../posts/index.ts';
import { emptyReplies } from './purge.ts';

/** The same for replies as `repeatGonePosts` is for posts; their posts' counts stay true. */
export async function repeatGoneReplies(transaction: Transaction, lines: readonly Gone[]): Promise<Repeated> {
  const values = [JSON.stringify(lines)];
  /** Takes replies away by what `set` says and counts their posts down by those that could be seen. */
  const takeAway = async (set: string, where: string): Promise<number> => {
    const rows = await transaction.rows<{ post_id: string; seen: boolean }>(
      `WITH known AS (SELECT replies.id, replies.post_id, replies.hidden_at IS NULL AS seen, line."hiddenAt", line."deletedAt"
                        FROM replies JOIN ${GONE_LINES} ON replies.id = line.id WHERE ${where}),
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
    `SELECT replies.id FROM replies JOIN ${GONE_LINES} ON replies.id = line.id
      WHERE line."purgedAt" IS NOT NULL AND replies.purged_at IS NULL`,
    values,
  );
  const hidden = await takeAway(
    'hidden_at = known."hiddenAt", moderated_at = known."hiddenAt"',
    'line."hiddenAt" IS NOT NULL AND replies.hidden_at IS NULL',
  );
  return { deleted, purged, hidden };
}
