import type { Executor } from '../../database/database.ts';

export interface ExportedReply {
  document_id: string;
  post_id: string;
  /** Position of its post in the request, from 1. */
  place: number;
  number: number;
  author_document_id: string | null;
  nickname: string | null;
  body: string;
  parent_document_id: string | null;
  like_count: number;
  likers: string[];
  report_count: number;
  created_micros: number;
}

/** Returns the number of visible replies, including those of hidden posts. */
export async function countReplies(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>(
    'SELECT count(*) AS count FROM replies WHERE hidden_at IS NULL',
  );
  return row?.count ?? 0;
}

/** Returns a page of visible replies, by post and number. */
export function exportReplies(
  executor: Executor,
  postIds: readonly string[],
  after: Pick<ExportedReply, 'place' | 'number'> | undefined,
  limit: number,
): Promise<ExportedReply[]> {
  return executor.rows<ExportedReply>(
    `SELECT coalesce(replies.source_id, replies.id::text) AS document_id, replies.post_id, wanted.place::int,
            replies.number, coalesce(users.source_id, users.id::text) AS author_document_id, users.nickname,
            replies.body, coalesce(parents.source_id, parents.id::text) AS parent_document_id,
            replies.like_count, replies.report_count,
            replies.likers || ARRAY(SELECT coalesce(fan.source_id, fan.id::text)
                                      FROM reply_likes JOIN users fan ON fan.id = reply_likes.user_id
                                     WHERE reply_id = replies.id ORDER BY reply_likes.created_at, fan.id) AS likers,
            (extract(epoch FROM replies.created_at) * 1000000)::bigint AS created_micros
       FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (post_id, place)
       JOIN replies ON replies.post_id = wanted.post_id
       LEFT JOIN users ON users.id = replies.author_id
       LEFT JOIN replies parents ON parents.id = replies.parent_id AND parents.hidden_at IS NULL
      WHERE replies.hidden_at IS NULL AND (wanted.place, replies.number) > ($2::bigint, $3::int)
      ORDER BY wanted.place, replies.number LIMIT $4`,
    [postIds, after?.place ?? 0, after?.number ?? 0, limit],
  );
}

export interface ImportedReply {
  id: string;
  postId: string;
  authorId: string | null;
  body: string;
  /** A string where a Date would round its microseconds. */
  createdAt: Date | string;
  /** A reply of the same post, stored already or in the same call. */
  parentId?: string | null;
  likeCount?: number;
  reportCount?: number;
  /** The document's replyLiker, including its placeholder entry. */
  likers?: readonly string[];
  /** Document id, if it differs from the row's id. */
  sourceId?: string | null;
}

/** Value of replyLiker before any like [EN-04]. */
export const LIKER_PLACEHOLDER = '';

/** Returns the post of each existing reply, hidden ones included. */
export async function findReplyPosts(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await executor.rows<{ id: string; post_id: string }>(
    'SELECT id, post_id FROM replies WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.post_id]));
}

/**
 * Adds replies, numbered by time after existing ones, and counts. Older ones renumber the post's replies, so that pages
 * reload.
 */
export async function importReplies(executor: Executor, replies: readonly ImportedReply[]): Promise<void> {
  const postIds = [...new Set(replies.map(({ postId }) => postId))];
  await executor.change(
    `INSERT INTO replies (id, post_id, number, author_id, body, parent_id, like_count, report_count, likers,
                          created_at, source_id)
     SELECT row.id, "postId",
            posts.last_reply_number + row_number() OVER (PARTITION BY "postId" ORDER BY "createdAt", place),
            "authorId", row.body, "parentId", "likeCount", "reportCount", likers, "createdAt", "sourceId"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, "postId" uuid, "authorId" uuid, body text, "parentId" uuid, "likeCount" int,
             "reportCount" int, likers text[], "createdAt" timestamptz, "sourceId" text, place int)
       JOIN posts ON posts.id = "postId"`,
    [
      JSON.stringify(
        replies.map((reply, place) => ({
          likeCount: 0,
          reportCount: 0,
          likers: [LIKER_PLACEHOLDER],
          ...reply,
          place,
        })),
      ),
    ],
  );
  await renumberMixed(executor, postIds);
  await executor.change(
    `UPDATE posts SET last_reply_number = greatest(last_reply_number, total.last), reply_count = total.visible
       FROM (SELECT post_id, max(number) AS last, (count(*) FILTER (WHERE hidden_at IS NULL))::int AS visible
               FROM replies WHERE post_id = ANY ($1::uuid[]) GROUP BY post_id) AS total
      WHERE total.post_id = posts.id`,
    [postIds],
  );
}

async function renumberMixed(executor: Executor, postIds: readonly string[]): Promise<void> {
  await executor.change(
    `WITH seen AS (SELECT id, post_id, number, created_at,
                          max(created_at) OVER (PARTITION BY post_id ORDER BY number
                                                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS newest_before
                     FROM replies WHERE post_id = ANY ($1::uuid[])),
          mixed AS (SELECT DISTINCT post_id FROM seen WHERE created_at < newest_before),
          placed AS (SELECT id, max(number) OVER (PARTITION BY post_id) AS last,
                            row_number() OVER (PARTITION BY post_id ORDER BY created_at, number) AS place
                       FROM seen WHERE post_id IN (SELECT post_id FROM mixed))
     UPDATE replies SET number = placed.last + placed.place FROM placed WHERE placed.id = replies.id`,
    [postIds],
  );
}

/** Stores authors of replies whose users are not imported yet, except withdrawn ones. */
export async function noteImportedReplyAuthors(
  executor: Executor,
  notes: readonly { replyId: string; authorId: string }[],
): Promise<void> {
  await executor.change(
    `INSERT INTO imported_reply_authors (reply_id, author_id)
     SELECT reply_id, author_id FROM unnest($1::uuid[], $2::uuid[]) AS note (reply_id, author_id)
      WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE user_id = author_id)
     ON CONFLICT DO NOTHING`,
    [notes.map(({ replyId }) => replyId), notes.map(({ authorId }) => authorId)],
  );
}

/** Assigns stored replies to users that exist now. */
export async function giveImportedReplies(executor: Executor, userIds: readonly string[]): Promise<void> {
  await executor.change(
    `WITH found AS (DELETE FROM imported_reply_authors WHERE author_id = ANY ($1::uuid[])
                    RETURNING reply_id, author_id)
     UPDATE replies SET author_id = found.author_id FROM found
      WHERE replies.id = found.reply_id AND replies.author_id IS NULL`,
    [userIds],
  );
}
