import type { Executor } from '../../platform/database/database.ts';

/** Notes whose replies these are, of users who are not there yet; who has withdrawn is not noted again. */
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

/** Gives users who have come the replies that were noted for them. */
export async function giveImportedReplies(executor: Executor, userIds: readonly string[]): Promise<void> {
  await executor.change(
    `WITH found AS (DELETE FROM imported_reply_authors WHERE author_id = ANY ($1::uuid[])
                    RETURNING reply_id, author_id)
     UPDATE replies SET author_id = found.author_id FROM found
      WHERE replies.id = found.reply_id AND replies.author_id IS NULL`,
    [userIds],
  );
}
