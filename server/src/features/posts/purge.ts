import { PURGE_AFTER_DAYS, REVISIONS_DAYS } from '@madang/contract/own-content/rules';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { noteImageRemoval } from '../../platform/images/image-removals.ts';
import { uploadPath } from './uploads.actions.ts';

/** So many posts in one transaction: others wait for no longer than that takes. */
const BATCH = 100;

/**
 * Purges what was deleted long enough ago, unless a case waits that needs it: text, keywords, marks and earlier versions of posts, and `purgeReplies`, which
 * is given their ids, what stands below them. Pictures are noted for removal. The emptied rows stay, so that a scrap can say
 * what happened and the ledger keeps its sum. Any process may do it, several at once too.
 */
export async function purgeDeletedPosts(
  database: Database,
  purgeReplies: (transaction: Transaction, postIds: readonly string[]) => Promise<void>,
): Promise<void> {
  let purged: number;
  do {
    purged = await database.transaction(async (transaction) => {
      const posts = await transaction.rows<{ id: string }>(
        `SELECT id FROM posts
          WHERE deleted_at <= now() - interval '${PURGE_AFTER_DAYS} days' AND purged_at IS NULL
            AND NOT EXISTS (SELECT FROM cases WHERE cases.post_id = posts.id AND due_at IS NOT NULL)
          ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      const ids = posts.map(({ id }) => id);
      if (ids.length > 0) await purgeReplies(transaction, ids);
      if (ids.length > 0) await emptyPosts(transaction, ids);
      return ids.length;
    });
  } while (purged === BATCH);
  await database.change(
    `DELETE FROM post_revisions WHERE replaced_at <= now() - interval '${REVISIONS_DAYS} days'`,
  );
  await database.transaction(purgeRemovedPictures);
}

/** The pictures that edits took out so long ago that no earlier version names them any more. */
async function purgeRemovedPictures(transaction: Transaction): Promise<void> {
  await noteRemovals(
    transaction,
    await transaction.rows(
      `DELETE FROM uploads WHERE removed_at <= now() - interval '${REVISIONS_DAYS} days' RETURNING id, owner_id`,
    ),
  );
}

async function noteRemovals(
  transaction: Transaction,
  uploads: readonly { id: string; owner_id: string }[],
): Promise<void> {
  for (const { id, owner_id } of uploads) await noteImageRemoval(transaction, uploadPath(owner_id, id));
}

/** Takes out of posts all that was in them and notes their pictures for removal; the rows stay. */
export async function emptyPosts(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await noteRemovals(
    transaction,
    await transaction.rows('DELETE FROM uploads WHERE post_id = ANY ($1::uuid[]) RETURNING id, owner_id', [
      ids,
    ]),
  );
  await transaction.change(
    `WITH gone AS (SELECT unnest($1::uuid[]) AS id),
          keywords AS (DELETE FROM post_keywords USING gone WHERE post_id = gone.id),
          revisions AS (DELETE FROM post_revisions USING gone WHERE post_id = gone.id),
          likes AS (DELETE FROM likes USING gone WHERE post_id = gone.id),
          follows AS (DELETE FROM follows USING gone WHERE post_id = gone.id),
          hots AS (DELETE FROM hots USING gone WHERE post_id = gone.id),
          tickets AS (UPDATE tickets SET floor = '', spot = '' FROM gone WHERE post_id = gone.id),
          steps AS (DELETE FROM ticket_steps USING gone WHERE ticket_id = gone.id),
          joins AS (DELETE FROM ticket_joins USING gone WHERE ticket_id = gone.id),
          noted_likes AS (DELETE FROM imported_likes USING gone WHERE post_id = gone.id),
          noted_authors AS (DELETE FROM imported_post_authors USING gone WHERE post_id = gone.id)
     UPDATE posts
        SET author_id = NULL, title = '', body = '', keywords = '{}', image_path = NULL, image_width = NULL,
            image_height = NULL, picture_count = 0, like_base = 0, like_count = 0, reply_count = 0, report_count = 0, edited_at = NULL,
            accepted_reply_id = NULL, purged_at = now()
       FROM gone WHERE posts.id = gone.id`,
    [ids],
  );
}
