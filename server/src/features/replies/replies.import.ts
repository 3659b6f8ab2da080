import type { Executor } from '../../platform/database/database.ts';

export interface ImportedReply {
  id: string;
  postId: string;
  authorId: string | null;
  body: string;
  createdAt: Date;
}

/**
 * Adds replies as they are, numbered by time after those that their posts have; the posts' counts follow.
 * All replies of one post must come in one call.
 */
export async function importReplies(executor: Executor, replies: readonly ImportedReply[]): Promise<void> {
  await executor.change(
    `INSERT INTO replies (id, post_id, number, author_id, body, created_at)
     SELECT row.id, "postId",
            posts.last_reply_number + row_number() OVER (PARTITION BY "postId" ORDER BY "createdAt", row.id),
            "authorId", row.body, "createdAt"
       FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, "postId" uuid, "authorId" uuid, body text, "createdAt" timestamptz)
       JOIN posts ON posts.id = "postId"`,
    [JSON.stringify(replies)],
  );
  await executor.change(
    `UPDATE posts SET last_reply_number = total.last, reply_count = total.visible
       FROM (SELECT post_id, max(number) AS last, (count(*) FILTER (WHERE hidden_at IS NULL))::int AS visible
               FROM replies WHERE post_id = ANY ($1::uuid[]) GROUP BY post_id) AS total
      WHERE total.post_id = posts.id`,
    [[...new Set(replies.map(({ postId }) => postId))]],
  );
}
