import { PURGE_AFTER_DAYS, REVISIONS_DAYS } from '@madang/contract/posts/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { noteImageRemoval } from '../../images/image-store.ts';
import type { OwnData } from '../accounts/index.ts';
import { reverseAward } from './edits.ts';
import { demoteIfTooFew, listDemotablePosts } from './likes.ts';
import { uploadPath } from './uploads.ts';

/** Exported posts of a user, hidden but not deleted ones. Others' posts are ids only. */
export const ownPosts: OwnData = {
  lists: {
    posts: `
      SELECT posts.created_at AS at, posts.id, posts.building_id AS "buildingId", posts.title, posts.body,
             posts.keywords, posts.image_path AS "imagePath", posts.image_width AS "imageWidth",
             posts.image_height AS "imageHeight", posts.like_count AS "likeCount",
             posts.reply_count AS "replyCount", posts.report_count AS "reportCount",
             posts.hidden_at AS "hiddenAt", posts.revision, posts.edited_at AS "editedAt",
             posts.accepted_reply_id AS "acceptedReplyId", hots.promoted_at AS "popularSince",
             posts.source_id AS "importedId"
        FROM posts LEFT JOIN hots ON hots.post_id = posts.id WHERE posts.author_id = $1 AND posts.deleted_at IS NULL`,
    uploads: `
      SELECT uploads.created_at AS at, uploads.id, uploads.post_id AS "postId", amenity_id AS "amenityId", uploads.width, uploads.height,
             position, description
        FROM uploads LEFT JOIN posts ON posts.id = uploads.post_id LEFT JOIN post_images ON upload_id = uploads.id
       WHERE owner_id = $1 AND deleted_at IS NULL AND removed_at IS NULL`,
    likes: `SELECT created_at AS at, post_id AS "postId", counted FROM likes WHERE user_id = $1`,
    importedLikes: `SELECT liked_at AS at, post_id AS "postId" FROM imported_likes WHERE user_id = $1`,
    scraps: `SELECT post_created_at AS at, post_id AS "postId", scrapped_at AS "scrappedAt" FROM scraps WHERE user_id = $1`,
    points: `
      SELECT created_at AS at, coalesce(post_id, about_post_id) AS "postId", kind, points
        FROM point_awards WHERE user_id = $1`,
  },
  async pictures(executor, userId) {
    const uploads = await executor.rows<{ id: string }>(
      `SELECT uploads.id FROM uploads LEFT JOIN posts ON posts.id = post_id
        WHERE owner_id = $1 AND deleted_at IS NULL AND removed_at IS NULL ORDER BY uploads.id`,
      [userId],
    );
    return uploads.map(({ id }) => ({ name: `${id}.webp`, key: `${uploadPath(userId, id)}/large.webp` }));
  },
};

/** Deletes a withdrawing user's likes and scraps, with their counts, and author, versions and pictures of posts [ST-10]. */
export async function deletePostDataOf(transaction: Transaction, userId: string): Promise<void> {
  // Lock order: posts by id. Users with common likes may withdraw together.
  await transaction.rows(
    `SELECT id FROM posts WHERE author_id = $1 OR id IN (SELECT post_id FROM likes WHERE user_id = $1)
      ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
  const shaky = await listDemotablePosts(transaction, userId);
  await transaction.change(
    `WITH gone AS (DELETE FROM likes WHERE user_id = $1 RETURNING post_id)
     UPDATE posts SET like_count = like_count - 1 FROM gone WHERE posts.id = gone.post_id`,
    [userId],
  );
  for (const postId of shaky) await demoteIfTooFew(transaction, postId);
  await transaction.change(
    'DELETE FROM post_revisions USING posts WHERE posts.id = post_id AND author_id = $1',
    [userId],
  );
  await transaction.change('DELETE FROM scraps WHERE user_id = $1', [userId]);
  await transaction.change('DELETE FROM imported_post_authors WHERE author_id = $1', [userId]);
  await noteImageRemoval(transaction, `posts/${userId}`);
  await transaction.change('DELETE FROM uploads WHERE owner_id = $1', [userId]);
  await transaction.change(
    `UPDATE posts SET author_id = NULL, image_path = NULL, image_width = NULL, image_height = NULL, picture_count = 0
      WHERE author_id = $1`,
    [userId],
  );
}

/** A ledger entry of an invisible post or reply; UTC times. */
export interface DeletedContent {
  id: string;
  /** Hidden by the operator, a case or a request. */
  hiddenAt: string | null;
  deletedAt: string | null;
  purgedAt: string | null;
}

/** SQL row set of ledger entries; `$1` is their JSON. */
export const DELETED_LINES = `
  jsonb_to_recordset($1::text::jsonb)
    AS line (id uuid, "hiddenAt" timestamptz, "deletedAt" timestamptz, "purgedAt" timestamptz)`;

/** Returns invisible rows. Deletion also hides; `moderated_at` marks hiding by operators. */
export async function listDeletedContent(
  executor: Executor,
  table: 'posts' | 'replies',
): Promise<DeletedContent[]> {
  const rows = await executor.rows<{
    id: string;
    hidden: Date | null;
    deleted_at: Date | null;
    purged_at: Date | null;
  }>(
    `SELECT id, CASE WHEN deleted_at IS NULL THEN hidden_at ELSE moderated_at END AS hidden, deleted_at, purged_at
       FROM ${table} WHERE hidden_at IS NOT NULL ORDER BY id`,
  );
  return rows.map((row) => ({
    id: row.id,
    hiddenAt: row.hidden?.toISOString() ?? null,
    deletedAt: row.deleted_at?.toISOString() ?? null,
    purgedAt: row.purged_at?.toISOString() ?? null,
  }));
}

export interface Repeated {
  deleted: number;
  purged: number;
  hidden: number;
}

/**
 * Repeats deletions, purges and hidings after a restore, in the caller's transaction. Deletions reverse awards; purges
 * include replies. Requires stopped servers.
 */
export async function repeatPostDeletions(
  transaction: Transaction,
  lines: readonly DeletedContent[],
  purgeReplies: (transaction: Transaction, postIds: readonly string[]) => Promise<void>,
): Promise<Repeated> {
  const values = [JSON.stringify(lines)];
  const deleted = await transaction.rows<{ id: string }>(
    `UPDATE posts SET deleted_at = "deletedAt", hidden_at = "deletedAt", moderated_at = "hiddenAt"
       FROM ${DELETED_LINES} WHERE posts.id = line.id AND "deletedAt" IS NOT NULL AND deleted_at IS NULL
     RETURNING posts.id`,
    values,
  );
  for (const { id } of deleted) await reverseAward(transaction, uuidv7(), id);
  const purged = await transaction.rows<{ id: string }>(
    `SELECT posts.id FROM posts JOIN ${DELETED_LINES} ON posts.id = line.id
      WHERE "purgedAt" IS NOT NULL AND purged_at IS NULL`,
    values,
  );
  const ids = purged.map(({ id }) => id);
  if (ids.length > 0) {
    await purgeReplies(transaction, ids);
    await emptyPosts(transaction, ids);
  }
  const hidden = await transaction.change(
    `UPDATE posts SET hidden_at = "hiddenAt", moderated_at = "hiddenAt"
       FROM ${DELETED_LINES} WHERE posts.id = line.id AND "hiddenAt" IS NOT NULL AND hidden_at IS NULL`,
    values,
  );
  return { deleted: deleted.length, purged: ids.length, hidden };
}

/** Posts per transaction; bounds how long others wait. */
const BATCH = 100;

/**
 * Purges posts deleted long ago, except for open cases, and their replies by `purgeReplies`. Emptied rows stay for
 * bookmarks and ledger. Safe in parallel.
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

/** Deletes pictures that edits removed, after their last version. */
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

/** Empties posts and schedules removal of their pictures; the rows stay. */
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
