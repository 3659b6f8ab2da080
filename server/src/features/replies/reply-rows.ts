import { createHash } from 'node:crypto';
import { repeatKey } from '@madang/contract/moderation/rules';
import { UNDO_GRACE_SECONDS, UNDO_SECONDS, UNMARKED_MINUTES } from '@madang/contract/posts/rules';
import type { Executor, Transaction } from '../../database/database.ts';
import { findPage, INSTANT, type JsonPage } from '../../database/json-rows.ts';
import { ACCEPTED } from '../posts/index.ts';

/** Replies per page; nearly every post has fewer. */
export const REPLIES_PAGE = 200;

interface ReplyRow {
  post_id: string;
  author_id: string | null;
  answers_id: string | null;
  body: string;
  /** JSON of the contract's reply. */
  json: string;
}

/** SQL: a visible reply's JSON [EN-05] over `replies`, `posts`, `users` (docs/architecture.md#sql). */
const REPLY = `json_build_object(
  'id', replies.id,
  'buildingId', posts.building_id,
  'postId', replies.post_id,
  'number', replies.number,
  'authorId', CASE WHEN replies.deleted_at IS NULL THEN replies.author_id END,
  'nickname', CASE WHEN replies.deleted_at IS NULL THEN users.nickname END,
  'body', CASE WHEN replies.deleted_at IS NULL THEN replies.body ELSE '' END,
  'parentId', replies.parent_id,
  'answering', (SELECT person.nickname FROM replies answered JOIN users person ON person.id = answered.author_id
                 WHERE answered.id = replies.answers_id AND answered.hidden_at IS NULL),
  'likeCount', replies.like_count,
  'createdAt', to_char(replies.created_at AT TIME ZONE 'UTC', ${INSTANT}),
  'revision', replies.revision,
  'editedAt', to_char(replies.edited_at AT TIME ZONE 'UTC', ${INSTANT}),
  'deleted', replies.deleted_at IS NOT NULL)`;

/** SQL condition: a deleted reply with visible replies, which leaves a line. */
export const LEAVES_A_LINE = `
  (replies.deleted_at IS NOT NULL AND replies.moderated_at IS NULL
   AND EXISTS (SELECT FROM replies child WHERE child.parent_id = replies.id AND child.hidden_at IS NULL))`;

/** SQL condition: visible replies and placeholder lines. */
const SHOWN = `(replies.hidden_at IS NULL OR ${LEAVES_A_LINE})`;

export const REPLIES = `
  SELECT page.*
    FROM posts, LATERAL (
      SELECT array_to_string((array_agg(one.json::text))[1 : ${REPLIES_PAGE}], ',') AS items, string_agg(one.place, E'\\n') AS places
        FROM (SELECT replies.number::text AS place, ${REPLY} AS json
                FROM replies LEFT JOIN users ON users.id = replies.author_id
               WHERE replies.post_id = posts.id AND replies.number > $2 AND ${SHOWN}
               ORDER BY replies.number LIMIT $3) AS one) AS page
   WHERE posts.id = $1 AND posts.hidden_at IS NULL`;

/** Returns a page of replies after a number; undefined if invisible. */
export function findReplies(
  executor: Executor,
  postId: string,
  number: number,
): Promise<JsonPage | undefined> {
  return findPage(executor, REPLIES, [postId, number, REPLIES_PAGE + 1]);
}

export interface NewReplyRow {
  number: number;
  json: string;
}

const NEW_REPLIES = `
  SELECT replies.number, ${REPLY}::text AS json
    FROM replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id
   WHERE replies.post_id = $1 AND replies.number > $2 AND ${SHOWN}
   ORDER BY replies.number LIMIT $3`;

/** Replies sent to a reader at once: some hundred KB. */
export const LIVE_PART = 50;

/** Returns the next {@link LIVE_PART} replies after a number. */
export function listNewReplies(executor: Executor, postId: string, number: number): Promise<NewReplyRow[]> {
  return executor.rows<NewReplyRow>(NEW_REPLIES, [postId, number, LIVE_PART]);
}

/** Returns a reply, also hidden, for its author's retries. */
export function findReply(executor: Executor, id: string): Promise<ReplyRow | undefined> {
  return executor.first<ReplyRow>(
    `SELECT replies.post_id, replies.author_id, replies.answers_id, replies.body, ${REPLY}::text AS json
       FROM replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id
      WHERE replies.id = $1`,
    [id],
  );
}

/**
 * Returns the statement that writes a reply. `besides` is a CTE over `written`, which saves a round trip. Writes nothing
 * where `condition` is false.
 */
export const insertStatement = (besides?: string, condition?: string): string => `
  WITH posts AS (UPDATE posts SET last_reply_number = last_reply_number + 1, reply_count = reply_count + 1
                  WHERE id = $2 AND hidden_at IS NULL${condition ? ` AND ${condition}` : ''} RETURNING id, building_id, author_id, last_reply_number),
       written AS (INSERT INTO replies (id, post_id, number, author_id, body, parent_id, answers_id, text_hash)
                   SELECT $1, posts.id, posts.last_reply_number, $3, $4, $5, $6, $7 FROM posts RETURNING *)${besides ? `,${besides}` : ''}
  SELECT ${REPLY}::text AS json
    FROM written AS replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id`;

export const INSERT_REPLY = insertStatement();

export interface NewReply {
  id: string;
  postId: string;
  authorId: string;
  body: string;
  /** Position of an answer to another reply; see `findThread`. */
  thread?: { parentId: string; answersId: string } | undefined;
}

export interface WrittenReply {
  json: string;
}

/**
 * Adds a reply under its post's next number; undefined without a post. The row lock orders numbers like commits: clients
 * resume by number.
 *
 * @throws {DatabaseError} a violation of `replies_pkey` if the id is taken; the number is not used up.
 */
export function insertReply(
  executor: Executor,
  reply: NewReply,
  statement = INSERT_REPLY,
): Promise<WrittenReply | undefined> {
  return executor.first<WrittenReply>(statement, valuesOf(reply));
}

/** Returns the values of {@link insertStatement}. */
export const valuesOf = (reply: NewReply): unknown[] => [
  reply.id,
  reply.postId,
  reply.authorId,
  reply.body,
  reply.thread?.parentId ?? null,
  reply.thread?.answersId ?? null,
  hashReply(reply.body),
];

/** Returns the hash of a reply's text, ignoring spacing. */
export function hashReply(body: string): Buffer {
  return createHash('sha256').update(repeatKey(body)).digest();
}

export interface PostHead {
  id: string;
  last_reply_number: number;
  /** Number of invisible replies, which have a number but do not count. */
  hidden_replies: number;
  /** Number of the post's last reply edit. */
  last_reply_edit: number;
  /** The post's own revision, incremented by each edit. */
  revision: number;
  accepted_reply_id: string | null;
}

/** Returns the current state of these posts, if visible. */
export function listPostHeads(executor: Executor, postIds: readonly string[]): Promise<PostHead[]> {
  return executor.rows<PostHead>(
    `SELECT id, last_reply_number, last_reply_number - reply_count AS hidden_replies, last_reply_edit, revision,
            ${ACCEPTED} AS accepted_reply_id
       FROM posts WHERE id = ANY ($1::uuid[]) AND hidden_at IS NULL`,
    [postIds],
  );
}

/** Anonymizes a withdrawing user's replies; deletes versions, likes and their counts [ST-10]. */
export async function deleteReplyDataOf(executor: Executor, userId: string): Promise<void> {
  // Lock order: by id, as for posts.
  await executor.rows(
    `SELECT id FROM replies WHERE id IN (SELECT reply_id FROM reply_likes WHERE user_id = $1)
      ORDER BY id FOR NO KEY UPDATE`,
    [userId],
  );
  await executor.change(
    `WITH gone AS (DELETE FROM reply_likes WHERE user_id = $1 RETURNING reply_id)
     UPDATE replies SET like_count = greatest(like_count - 1, 0) FROM gone WHERE replies.id = gone.reply_id`,
    [userId],
  );
  await executor.change(
    `UPDATE replies SET likers = array_remove(likers, coalesce(users.source_id, users.id::text)),
                        like_count = greatest(like_count - 1, 0)
       FROM users
      WHERE users.id = $1 AND likers <> '{""}' AND likers @> ARRAY[coalesce(users.source_id, users.id::text)]`,
    [userId],
  );
  await executor.change(
    'DELETE FROM reply_revisions USING replies WHERE replies.id = reply_id AND author_id = $1',
    [userId],
  );
  await executor.change('DELETE FROM imported_reply_authors WHERE author_id = $1', [userId]);
  await executor.change('UPDATE replies SET author_id = NULL WHERE author_id = $1', [userId]);
}

/** Returns an answer's position on the single level [TH-02], and locks the answered reply; undefined if invisible. */
export function findThread(
  transaction: Transaction,
  postId: string,
  answersId: string,
): Promise<{ parentId: string; answersId: string } | undefined> {
  return transaction.first(
    // Imported replies may form a cycle, which UNION ends.
    `WITH RECURSIVE answered AS MATERIALIZED (
              SELECT id, parent_id FROM replies WHERE id = $2 AND post_id = $1 AND hidden_at IS NULL FOR SHARE),
            above AS (SELECT id, parent_id FROM answered
                      UNION
                      SELECT replies.id, replies.parent_id FROM replies JOIN above ON replies.id = above.parent_id)
     SELECT answered.id AS "answersId",
            coalesce((SELECT id FROM above WHERE parent_id IS NULL), answered.id) AS "parentId"
       FROM answered`,
    [postId, answersId],
  );
}

interface LikedReplyRow {
  post_id: string;
  like_count: number;
  changed: boolean;
}

/** SQL: the locked reply, and the user's name in its imported likers. */
const LIKED = `
  SELECT replies.id, replies.post_id, replies.like_count, liker.name AS liker,
         replies.likers @> ARRAY[liker.name] AS imported
    FROM replies JOIN posts ON posts.id = replies.post_id AND posts.hidden_at IS NULL,
         (SELECT coalesce(source_id, id::text) AS name FROM users WHERE id = $1) AS liker
   WHERE replies.id = $2 AND replies.hidden_at IS NULL FOR NO KEY UPDATE OF replies`;

/** Adds and counts the like in one statement, against races, unless imported [TH-03]. Undefined without a reply. */
export function addReplyLike(
  executor: Executor,
  userId: string,
  replyId: string,
): Promise<LikedReplyRow | undefined> {
  return executor.first(
    `WITH reply AS MATERIALIZED (${LIKED}),
          added AS (INSERT INTO reply_likes (user_id, reply_id) SELECT $1, id FROM reply WHERE NOT imported
                    ON CONFLICT DO NOTHING RETURNING reply_id),
          counted AS (UPDATE replies SET like_count = replies.like_count + 1 FROM added
                       WHERE replies.id = added.reply_id RETURNING replies.id, replies.like_count)
     SELECT reply.post_id, coalesce(counted.like_count, reply.like_count) AS like_count, counted.id IS NOT NULL AS changed
       FROM reply LEFT JOIN counted USING (id)`,
    [userId, replyId],
  );
}

/** Removes the like, also imported; undefined without a reply. */
export function removeReplyLike(
  executor: Executor,
  userId: string,
  replyId: string,
): Promise<LikedReplyRow | undefined> {
  return executor.first(
    `WITH reply AS MATERIALIZED (${LIKED}),
          removed AS (DELETE FROM reply_likes USING reply
                       WHERE reply_likes.user_id = $1 AND reply_likes.reply_id = reply.id RETURNING reply_id),
          counted AS (UPDATE replies SET like_count = greatest(replies.like_count - 1, 0),
                                         likers = array_remove(replies.likers, reply.liker)
                        FROM reply
                       WHERE replies.id = reply.id AND (reply.imported OR EXISTS (SELECT FROM removed))
                      RETURNING replies.id, replies.like_count)
     SELECT reply.post_id, coalesce(counted.like_count, reply.like_count) AS like_count, counted.id IS NOT NULL AS changed
       FROM reply LEFT JOIN counted USING (id)`,
    [userId, replyId],
  );
}

/** Returns which replies the user liked; undefined if the post is invisible. */
export function findReplyMarks(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<{ liked: string[] } | undefined> {
  return executor.first(
    `SELECT ARRAY(SELECT replies.id::text FROM reply_likes JOIN replies ON replies.id = reply_likes.reply_id
                   WHERE reply_likes.user_id = $1 AND replies.post_id = posts.id AND replies.hidden_at IS NULL
                  UNION
                  SELECT replies.id::text FROM users JOIN replies ON likers @> ARRAY[coalesce(users.source_id, users.id::text)]
                   WHERE users.id = $1 AND likers <> '{""}' AND replies.post_id = posts.id
                     AND replies.hidden_at IS NULL) AS liked
       FROM posts WHERE id = $2 AND hidden_at IS NULL`,
    [userId, postId],
  );
}

/** Returns the like counts of visible replies, by id. */
export async function countReplyLikes(
  executor: Executor,
  replyIds: readonly string[],
): Promise<Record<string, number>> {
  const rows = await executor.rows<{ id: string; like_count: number }>(
    'SELECT id, like_count FROM replies WHERE id = ANY ($1::uuid[]) AND hidden_at IS NULL',
    [replyIds],
  );
  return Object.fromEntries(rows.map(({ id, like_count }) => [id, like_count]));
}

/** Accepts a reply or none, the post locked; false if invisible. */
export async function updateAccepted(
  transaction: Transaction,
  postId: string,
  replyId: string | null,
): Promise<boolean> {
  const changed = await transaction.change(
    `UPDATE posts SET accepted_reply_id = $2
      WHERE id = $1 AND ($2::uuid IS NULL
                         OR EXISTS (SELECT FROM replies WHERE id = $2 AND post_id = $1 AND hidden_at IS NULL))`,
    [postId, replyId],
  );
  return changed === 1;
}

/** A reply regardless of its visibility. */
export interface OwnReplyRow {
  id: string;
  post_id: string;
  author_id: string | null;
  body: string;
  revision: number;
  hidden: boolean;
  deleted: boolean;
  /** Whether its author may still undo the deletion. */
  undoable: boolean;
  /** Whether an edit is marked: after another user's reply, or by age. */
  marked: boolean;
}

/** Locks a reply's post, then the reply, and reads it. Undefined if missing, purged, or its post invisible. */
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

/** Stores the earlier version and the new text, under {@link lockReply}. */
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

/** Returns replies edited after this edit number, oldest first. */
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

/** Marks a reply as deleted and decrements the count, under {@link lockReply}. */
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

/** Undoes the deletion; a reply that the operator hid meanwhile stays hidden. */
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
