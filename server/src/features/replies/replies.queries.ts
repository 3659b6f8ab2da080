import { createHash } from 'node:crypto';
import { repeatKey } from '@madang/contract/moderation/floods';
import type { Executor } from '../../platform/database/database.ts';
import { ACCEPTED } from '../posts/index.ts';
import { findPage, INSTANT, type JsonPage } from '../../platform/database/json-rows.ts';

/** Replies of one page: more than nearly every post has. */
export const REPLIES_PAGE = 200;

export interface ReplyRow {
  post_id: string;
  author_id: string | null;
  answers_id: string | null;
  body: string;
  /** What the contract says of it. */
  json: string;
}

/**
 * A reply as everybody who may read its post sees it [EN-05], of the tables `replies`, `posts` and `users`; put into
 * statements as docs/architecture.md#sql says.
 */
export const REPLY = `json_build_object(
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

/** Where a deleted reply leaves a line, because replies to it are there; of the table `replies`. */
export const LEAVES_A_LINE = `
  (replies.deleted_at IS NOT NULL AND replies.moderated_at IS NULL
   AND EXISTS (SELECT FROM replies child WHERE child.parent_id = replies.id AND child.hidden_at IS NULL))`;

/** What a list shows: replies that can be seen, and the lines that deleted ones leave. */
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

/** A page of replies after a number; undefined when there is no such post that can be seen. */
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

/** So many replies are sent to a reader at once: of the longest ones a few hundred KB. */
export const LIVE_PART = 50;

/** The next {@link LIVE_PART} replies after a number. */
export function listNewReplies(executor: Executor, postId: string, number: number): Promise<NewReplyRow[]> {
  return executor.rows<NewReplyRow>(NEW_REPLIES, [postId, number, LIVE_PART]);
}

/** A reply by its id, hidden ones included: it answers retries of its own author. */
export function findReply(executor: Executor, id: string): Promise<ReplyRow | undefined> {
  return executor.first<ReplyRow>(
    `SELECT replies.post_id, replies.author_id, replies.answers_id, replies.body, ${REPLY}::text AS json
       FROM replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id
      WHERE replies.id = $1`,
    [id],
  );
}

/**
 * Writes a reply. Anyone who tells of it adds common table expressions over `posts` and `written` (the reply) that end with
 * `told`, of the columns of {@link ToldRow}: one statement saves the transaction that holds the post's lock a turn.
 */
export const insertStatement = (telling?: string): string => `
  WITH posts AS (UPDATE posts SET last_reply_number = last_reply_number + 1, reply_count = reply_count + 1
                  WHERE id = $2 AND hidden_at IS NULL RETURNING id, building_id, author_id, last_reply_number),
       written AS (INSERT INTO replies (id, post_id, number, author_id, body, parent_id, answers_id, text_hash)
                   SELECT $1, posts.id, posts.last_reply_number, $3, $4, $5, $6, $7 FROM posts RETURNING *)${telling ? `,${telling}` : ''}
  SELECT ${REPLY}::text AS json${telling ? ', (SELECT json_agg(told) FROM told) AS told' : ''}
    FROM written AS replies JOIN posts ON posts.id = replies.post_id LEFT JOIN users ON users.id = replies.author_id`;

export const INSERT_REPLY = insertStatement();

/** A line that was written: whose it is, and whether it is a new one or says one thing more. */
export interface ToldRow {
  user_id: string;
  made: boolean;
}

export interface NewReply {
  id: string;
  postId: string;
  authorId: string;
  body: string;
  /** Where it stands, for an answer to another reply; see `findThread`. */
  thread?: { parentId: string; answersId: string } | undefined;
}

/** A reply as it was written, and who was notified of it. */
export interface WrittenReply {
  json: string;
  told: ToldRow[] | null;
}

/**
 * Adds a reply under the next number of its post, in one statement: the post's row lock makes numbers
 * follow the order of commits, so anyone who has seen N has seen everything before it. Answers its JSON; undefined
 * when there is no such post.
 *
 * @throws {DatabaseError} a violation of `replies_pkey` when the id is taken; the number is not used up then.
 */
export function insertReply(
  executor: Executor,
  reply: NewReply,
  statement = INSERT_REPLY,
): Promise<WrittenReply | undefined> {
  return executor.first<WrittenReply>(statement, [
    reply.id,
    reply.postId,
    reply.authorId,
    reply.body,
    reply.thread?.parentId ?? null,
    reply.thread?.answersId ?? null,
    hashReply(reply.body),
  ]);
}

/** Returns the hash by which two replies are the same text, however they are spaced. */
export function hashReply(body: string): Buffer {
  return createHash('sha256').update(repeatKey(body)).digest();
}

export interface PostHead {
  id: string;
  last_reply_number: number;
  /** Replies that cannot be seen: what was numbered and does not count. */
  hidden_replies: number;
  /** The number of the last edit of one of them. */
  last_reply_edit: number;
  /** The post's own, which grows with each edit of it. */
  revision: number;
  accepted_reply_id: string | null;
}

/** Where those of the posts stand that can be seen. */
export function listPostHeads(executor: Executor, postIds: readonly string[]): Promise<PostHead[]> {
  return executor.rows<PostHead>(
    `SELECT id, last_reply_number, last_reply_number - reply_count AS hidden_replies, last_reply_edit, revision,
            ${ACCEPTED} AS accepted_reply_id
       FROM posts WHERE id = ANY ($1::uuid[]) AND hidden_at IS NULL`,
    [postIds],
  );
}

/**
 * Replies of a user who withdraws stay without author and earlier versions; their likes go with the counts that they made,
 * those of before an import too [ST-10].
 */
export async function eraseRepliesOf(executor: Executor, userId: string): Promise<void> {
  // In one order for everybody, as posts.
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
