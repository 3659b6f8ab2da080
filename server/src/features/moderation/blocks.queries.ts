import { v7 as uuidv7 } from 'uuid';
import type { Executor, Transaction } from '../../platform/database/database.ts';

/** Who wrote something, also what is hidden or deleted by now. */
export interface WriterRow {
  author_id: string | null;
  hidden: boolean;
}

export type WrittenKind = 'post' | 'reply';

/** The operator stands as the author of what is on the facility notice board, no matter who put it there. */
const WRITERS: Record<WrittenKind, string> = {
  post: `
    SELECT CASE buildings.kind WHEN 'notice' THEN NULL ELSE posts.author_id END AS author_id,
           posts.hidden_at IS NOT NULL AS hidden
      FROM posts JOIN buildings ON buildings.id = posts.building_id WHERE posts.id = $1`,
  reply: `
    SELECT replies.author_id, replies.hidden_at IS NOT NULL OR posts.hidden_at IS NOT NULL AS hidden
      FROM replies JOIN posts ON posts.id = replies.post_id WHERE replies.id = $1`,
};

/** Who wrote a post or reply; undefined when there is no such thing. */
export function findWriter(
  executor: Executor,
  kind: WrittenKind,
  id: string,
): Promise<WriterRow | undefined> {
  return executor.first<WriterRow>(WRITERS[kind], [id]);
}

export const BLOCKED_BY = 'SELECT blocked_id FROM blocks WHERE user_id = $1 ORDER BY created_at, id';

/** The ids of everybody whom a user blocked. */
export async function findBlocked(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.rows<{ blocked_id: string }>(BLOCKED_BY, [userId]);
  return rows.map(({ blocked_id }) => blocked_id);
}

/** Writes a block with the nickname of now; false when that person has withdrawn meanwhile. Twice is once. */
export async function insertBlock(
  transaction: Transaction,
  userId: string,
  blockedId: string,
): Promise<boolean> {
  const person = await transaction.first<{ nickname: string }>(
    'SELECT nickname FROM users WHERE id = $1 FOR KEY SHARE',
    [blockedId],
  );
  if (!person) return false;
  await transaction.change(
    `INSERT INTO blocks (id, user_id, blocked_id, nickname) VALUES ($1, $2, $3, $4)
     ON CONFLICT ON CONSTRAINT blocks_once DO NOTHING`,
    [uuidv7(), userId, blockedId, person.nickname],
  );
  return true;
}

/** Takes back the block of anyone who wrote a post or reply. */
export async function deleteBlockOf(
  executor: Executor,
  userId: string,
  { kind, id }: { kind: WrittenKind; id: string },
): Promise<void> {
  await executor.change(
    `DELETE FROM blocks USING (${WRITERS[kind]}) AS written WHERE user_id = $2 AND blocked_id = written.author_id`,
    [id, userId],
  );
}

/** Takes back one of the user's blocks. */
export async function deleteBlock(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.change('DELETE FROM blocks WHERE id = $1 AND user_id = $2', [id, userId]);
}

export interface BlockRow {
  id: string;
  nickname: string;
  created_at: Date;
}

/** Whom the user blocked, the last one first. */
export function listBlocks(executor: Executor, userId: string): Promise<BlockRow[]> {
  return executor.rows<BlockRow>(
    'SELECT id, nickname, created_at FROM blocks WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
    [userId],
  );
}
