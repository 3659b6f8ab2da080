import type { Executor, Transaction } from '../../platform/database/database.ts';

/** Lets one student's writes come one after the other, whatever they write and on which process. */
export async function lockWrites(transaction: Transaction, userId: string): Promise<void> {
  await transaction.first('SELECT pg_advisory_xact_lock(hashtextextended($1, 31))', [userId]);
}

export const ACCOUNT_AGE =
  'SELECT extract(epoch FROM now() - created_at)::float8 AS age FROM users WHERE id = $1';

/** For how many seconds there has been the account. */
export async function readAccountAge(executor: Executor, userId: string): Promise<number> {
  return (await executor.first<{ age: number }>(ACCOUNT_AGE, [userId]))?.age ?? 0;
}

export type WrittenOf = 'post' | 'reply';

const COUNTS: Record<WrittenOf, string> = {
  post: 'SELECT count(*)::int AS count FROM posts WHERE author_id = $1 AND id <> $2',
  reply: 'SELECT count(*)::int AS count FROM replies WHERE author_id = $1 AND id <> $2',
};

/** How many a user wrote beside this one, hidden and deleted ones included. */
export async function countWritten(
  executor: Executor,
  of: WrittenOf,
  userId: string,
  besideId: string,
): Promise<number> {
  return (await executor.first<{ count: number }>(COUNTS[of], [userId, besideId]))?.count ?? 0;
}

/** The newest texts of a user that a new one is compared with, at most. */
const COMPARED_MAX = 300;

const RECENT = `
  WHERE author_id = $1 AND created_at > now() - make_interval(mins => $3) AND id <> $2 AND deleted_at IS NULL
  ORDER BY created_at DESC LIMIT ${COMPARED_MAX}`;

export const SAID_LATELY: Record<WrittenOf, string> = {
  post: `
    SELECT 1 FROM (SELECT id FROM posts ${RECENT}) AS recent JOIN post_texts ON post_id = recent.id
     WHERE replace(text, ' ', '') = $4 LIMIT 1`,
  reply: `SELECT 1 FROM (SELECT text_hash FROM replies ${RECENT}) AS recent WHERE text_hash = $4 LIMIT 1`,
};

/**
 * Whether a user wrote the same lately, beside this one. Deleted texts are not compared, nor those whose form for comparison an
 * older version of the program did not write.
 *
 * @param said the text of a post as it is searched, without spaces; the hash of a reply.
 */
export async function wasSaidLately(
  executor: Executor,
  of: WrittenOf,
  userId: string,
  { besideId, minutes, said }: { besideId: string; minutes: number; said: string | Buffer },
): Promise<boolean> {
  return (await executor.first(SAID_LATELY[of], [userId, besideId, minutes, said])) !== undefined;
}

/** On which board a post stands. */
export async function findBoardOf(executor: Executor, postId: string): Promise<string> {
  const row = await executor.first<{ building_id: string }>('SELECT building_id FROM posts WHERE id = $1', [
    postId,
  ]);
  return row?.building_id ?? '';
}
