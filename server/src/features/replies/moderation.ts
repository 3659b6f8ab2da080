import type { Executor } from '../../database/database.ts';
import { LEAVES_A_LINE } from './reply-rows.ts';

export interface ModeratedReplyRow {
  id: string;
  post_id: string;
  number: number;
  author_id: string | null;
  nickname: string | null;
  body: string;
  hidden_at: Date | null;
  deleted_at: Date | null;
  moderated_at: Date | null;
  edited_at: Date | null;
  revision: number;
  created_at: Date;
}

const REPLIES = `
  SELECT replies.id, replies.post_id, replies.number, replies.author_id, users.nickname, replies.body,
         replies.hidden_at, replies.deleted_at, replies.moderated_at, replies.edited_at, replies.revision, replies.created_at
    FROM replies LEFT JOIN users ON users.id = replies.author_id`;

/** Returns a reply, hidden or not; for the operator only. */
export function findReplyEvenHidden(executor: Executor, id: string): Promise<ModeratedReplyRow | undefined> {
  return executor.first<ModeratedReplyRow>(`${REPLIES} WHERE replies.id = $1`, [id]);
}

/** Returns a post's newest replies, also hidden; for operators only. */
export function listRepliesEvenHidden(
  executor: Executor,
  postId: string,
  limit: number,
): Promise<ModeratedReplyRow[]> {
  return executor.rows<ModeratedReplyRow>(
    `${REPLIES} WHERE replies.post_id = $1 ORDER BY replies.number DESC LIMIT $2`,
    [postId, limit],
  );
}

export interface HiddenReply {
  /** Whether it leaves a placeholder line. */
  line: boolean;
  /** Whether it was hidden when written, so that no client saw it. */
  unseen: boolean;
}

/** Returns the hidden replies of a post, by id. */
export async function listHiddenReplies(
  executor: Executor,
  postId: string,
): Promise<Map<string, HiddenReply>> {
  const rows = await executor.rows<HiddenReply & { id: string }>(
    `SELECT id, ${LEAVES_A_LINE} AS line, coalesce(moderated_at = created_at, false) AS unseen FROM replies
      WHERE post_id = $1 AND hidden_at IS NOT NULL ORDER BY number`,
    [postId],
  );
  return new Map(rows.map(({ id, line, unseen }) => [id, { line, unseen }]));
}

/** Hides a reply, also across an undo, and updates the post's count; false if unchanged. */
export async function hideReply(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.first(
    `WITH known AS (SELECT id, hidden_at FROM replies WHERE id = $1 FOR NO KEY UPDATE),
          changed AS (UPDATE replies SET moderated_at = now(), hidden_at = coalesce(replies.hidden_at, now()) FROM known
                       WHERE replies.id = known.id AND purged_at IS NULL
                         AND (replies.hidden_at IS NULL OR deleted_at IS NOT NULL AND moderated_at IS NULL)
                      RETURNING post_id, known.hidden_at)
     UPDATE posts SET reply_count = reply_count - CASE WHEN changed.hidden_at IS NULL THEN 1 ELSE 0 END
       FROM changed WHERE posts.id = changed.post_id RETURNING posts.id`,
    [id],
  );
  return row !== undefined;
}

/** Shows a hidden or deleted, unpurged reply; false if unchanged. */
export async function showReply(executor: Executor, id: string): Promise<boolean> {
  const row = await executor.first(
    `WITH changed AS (UPDATE replies SET hidden_at = NULL, moderated_at = NULL, deleted_at = NULL
                       WHERE id = $1 AND hidden_at IS NOT NULL AND purged_at IS NULL RETURNING post_id)
     UPDATE posts SET reply_count = reply_count + 1
       FROM changed WHERE posts.id = changed.post_id RETURNING posts.id`,
    [id],
  );
  return row !== undefined;
}

interface ReplyRevisionRow {
  revision: number;
  body: string;
  replaced_at: Date;
}

/** Returns a reply's earlier versions, newest first; for the operator only [OW-09]. */
export function listReplyRevisions(executor: Executor, id: string): Promise<ReplyRevisionRow[]> {
  return executor.rows<ReplyRevisionRow>(
    'SELECT revision, body, replaced_at FROM reply_revisions WHERE reply_id = $1 ORDER BY revision DESC',
    [id],
  );
}

/** Returns the number of a user's replies, hidden ones included. */
export async function countRepliesBy(executor: Executor, userId: string): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*)::int AS count FROM replies WHERE author_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** A reply in the operator's list of a user's texts. */
export interface WrittenReplyRow {
  id: string;
  post_id: string;
  building_id: string;
  body: string;
  hidden_at: Date | null;
  created_at: Date;
}

/** Returns a user's newest replies, hidden ones included; for the operator only. */
export function listRepliesByEvenHidden(
  executor: Executor,
  userId: string,
  limit: number,
): Promise<WrittenReplyRow[]> {
  return executor.rows<WrittenReplyRow>(
    `SELECT replies.id, post_id, posts.building_id, replies.body, replies.hidden_at, replies.created_at
       FROM replies JOIN posts ON posts.id = post_id
      WHERE replies.author_id = $1 ORDER BY replies.created_at DESC, replies.id DESC LIMIT $2`,
    [userId, limit],
  );
}
