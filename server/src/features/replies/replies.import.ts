import type { Executor } from '../../platform/database/database.ts';

export interface ImportedReply {
  id: string;
  postId: string;
  authorId: string | null;
  body: string;
  /** A text where a Date would round its microseconds. */
  createdAt: Date | string;
  /** A reply of the same post, known already or in the same call. */
  parentId?: string | null;
  likeCount?: number;
  reportCount?: number;
  /** The document's replyLiker, its placeholder entry included. */
  likers?: readonly string[];
  /** The document's own id, where it is not the row's. */
  sourceId?: string | null;
}

/** What a post's replies carry in replyLiker before anybody likes them [EN-04]. */
export const LIKER_PLACEHOLDER = '';

/** Which of the ids are replies', hidden ones included, and of which post each is. */
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
 * Adds replies as they are, numbered by time, then by their place in the call, after those that their posts
 * have; the posts' counts follow. Where older replies come after newer ones, the post's replies take new
 * numbers in the order of their times, above all that were given out, so that open pages read them again.
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
