import type { Executor } from '../../platform/database/database.ts';

export interface ExportedUser {
  id: string;
  /** The id that its document has. */
  document_id: string;
  email: string;
  name: string;
  nickname: string;
  university: boolean;
  writing_right: boolean;
  points: number;
}

/** How many users there are. */
export async function countUsers(executor: Executor): Promise<number> {
  const row = await executor.first<{ count: number }>('SELECT count(*) AS count FROM users');
  return row?.count ?? 0;
}

/** Users in the order of their ids, a page after the given one, the nil UUID for the first. */
export function exportUsers(executor: Executor, after: string, limit: number): Promise<ExportedUser[]> {
  return executor.rows<ExportedUser>(
    `SELECT users.id, coalesce(users.source_id, users.id::text) AS document_id, accounts.email, users.name,
            users.nickname, users.university, users.writing_right, users.points
       FROM users JOIN accounts USING (id)
      WHERE users.id > $1 ORDER BY users.id LIMIT $2`,
    [after, limit],
  );
}
