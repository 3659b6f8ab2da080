import type { Executor } from '../../platform/database/database.ts';

/** Notes whose posts these are, of users who are not there yet; who has withdrawn is not noted again. */
export async function noteImportedAuthors(
  executor: Executor,
  notes: readonly { postId: string; authorId: string }[],
): Promise<void> {
  await executor.change(
    `INSERT INTO imported_post_authors (post_id, author_id)
     SELECT post_id, author_id FROM unnest($1::uuid[], $2::uuid[]) AS note (post_id, author_id)
      WHERE NOT EXISTS (SELECT 1 FROM withdrawals WHERE user_id = author_id)
     ON CONFLICT DO NOTHING`,
    [notes.map(({ postId }) => postId), notes.map(({ authorId }) => authorId)],
  );
}

/** Gives users who have come the posts that were noted for them. */
export async function giveImportedPosts(executor: Executor, userIds: readonly string[]): Promise<void> {
  await executor.change(
    `WITH found AS (DELETE FROM imported_post_authors WHERE author_id = ANY ($1::uuid[])
                    RETURNING post_id, author_id)
     UPDATE posts SET author_id = found.author_id FROM found
      WHERE posts.id = found.post_id AND posts.author_id IS NULL`,
    [userIds],
  );
}
