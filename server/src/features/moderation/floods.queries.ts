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

export interface WrittenText {
  title: string;
  body: string;
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

export const RECENT_TEXTS: Record<WrittenOf, string> = {
  post: `
    SELECT title, body FROM posts
     WHERE author_id = $1 AND created_at > now() - make_interval(mins => $3) AND id <> $2 AND deleted_at IS NULL`,
  reply: `
    SELECT '' AS title, body FROM replies
     WHERE author_id = $1 AND created_at > now() - make_interval(mins => $3) AND id <> $2 AND deleted_at IS NULL`,
};

/** What a user wrote lately beside this one. What they deleted may be said again. */
export function listRecentTexts(
  executor: Executor,
  of: WrittenOf,
  userId: string,
  { besideId, minutes }: { besideId: string; minutes: number },
): Promise<WrittenText[]> {
  return executor.rows<WrittenText>(RECENT_TEXTS[of], [userId, besideId, minutes]);
}

/** On which board a post stands. */
export async function findBoardOf(executor: Executor, postId: string): Promise<string> {
  const row = await executor.first<{ building_id: string }>('SELECT building_id FROM posts WHERE id = $1', [
    postId,
  ]);
  return row?.building_id ?? '';
}
