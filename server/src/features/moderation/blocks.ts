import type { OwnBlock } from '@madang/contract/moderation/schema';
import { BLOCKS_MAX } from '@madang/contract/moderation/rules';
import { v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';

/** Mounts the endpoints of blocked users. */
export function registerBlocks(router: Router, dependencies: { database: Database }): void {
  const { database } = dependencies;

  router.handle('PUT /api/posts/{id}/block', ({ session, path }) =>
    block(dependencies, session, { kind: 'post', id: path.id }),
  );

  router.handle('DELETE /api/posts/{id}/block', ({ session, path }) =>
    deleteBlockOf(database, session.userId, { kind: 'post', id: path.id }),
  );

  router.handle('PUT /api/replies/{id}/block', ({ session, path }) =>
    block(dependencies, session, { kind: 'reply', id: path.id }),
  );

  router.handle('DELETE /api/replies/{id}/block', ({ session, path }) =>
    deleteBlockOf(database, session.userId, { kind: 'reply', id: path.id }),
  );

  router.handle('GET /api/profile/blocks', async ({ session }) => ({
    blocks: (await listBlocks(database, session.userId)).map(presentBlock),
  }));

  router.handle('DELETE /api/profile/blocks/{id}', ({ session, path }) =>
    deleteBlock(database, session.userId, path.id),
  );
}

/**
 * Blocks a visible post's or reply's author; idempotent [MO-11].
 * Locks only the blocker, so that the blocked user never waits.
 *
 * @throws {ProblemError} `resource.missing`, `block.own`, `block.nobody` (operator or withdrawn), `block.full`,
 * `session.required`.
 */
async function block(
  { database }: { database: Database },
  session: Session,
  { kind, id }: { kind: WrittenKind; id: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    // Serializes blocks, so that parallel calls respect the limit.
    if (!(await lockUser(transaction, session.userId))) throw new ProblemError('session.required');
    const written = await transaction.first<WriterRow>(WRITERS[kind], [id]);
    if (!written || written.hidden) throw new ProblemError('resource.missing');
    const { author_id: authorId } = written;
    if (authorId === session.userId) throw new ProblemError('block.own');
    if (authorId === null) throw new ProblemError('block.nobody');
    const blocked = await findBlocked(transaction, session.userId);
    if (blocked.includes(authorId)) return;
    if (blocked.length >= BLOCKS_MAX) throw new ProblemError('block.full');
    if (!(await insertBlock(transaction, session.userId, authorId))) throw new ProblemError('block.nobody');
  });
}

/** Returns a block for its owner, without user id. */
function presentBlock({ id, nickname, created_at: createdAt }: BlockRow): OwnBlock {
  return { id, nickname, blockedAt: createdAt.toISOString() };
}

/** Author of a post or reply, even if hidden or deleted. */
interface WriterRow {
  author_id: string | null;
  hidden: boolean;
}

type WrittenKind = 'post' | 'reply';

/** Notice board posts belong to the operator. */
const WRITERS: Record<WrittenKind, string> = {
  post: `
    SELECT CASE buildings.kind WHEN 'notice' THEN NULL ELSE posts.author_id END AS author_id,
           posts.hidden_at IS NOT NULL AS hidden
      FROM posts JOIN buildings ON buildings.id = posts.building_id WHERE posts.id = $1`,
  reply: `
    SELECT replies.author_id, replies.hidden_at IS NOT NULL OR posts.hidden_at IS NOT NULL AS hidden
      FROM replies JOIN posts ON posts.id = replies.post_id WHERE replies.id = $1`,
};

export const BLOCKED_BY = 'SELECT blocked_id FROM blocks WHERE user_id = $1 ORDER BY created_at, id';

/** Returns the ids of blocked users. */
export async function findBlocked(executor: Executor, userId: string): Promise<string[]> {
  const rows = await executor.rows<{ blocked_id: string }>(BLOCKED_BY, [userId]);
  return rows.map(({ blocked_id }) => blocked_id);
}

/** Inserts a block with the present nickname; idempotent. False if withdrawn. */
async function insertBlock(transaction: Transaction, userId: string, blockedId: string): Promise<boolean> {
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

/** Removes the block of a post's or reply's author. */
async function deleteBlockOf(
  executor: Executor,
  userId: string,
  { kind, id }: { kind: WrittenKind; id: string },
): Promise<void> {
  await executor.change(
    `DELETE FROM blocks USING (${WRITERS[kind]}) AS written WHERE user_id = $2 AND blocked_id = written.author_id`,
    [id, userId],
  );
}

async function deleteBlock(executor: Executor, userId: string, id: string): Promise<void> {
  await executor.change('DELETE FROM blocks WHERE id = $1 AND user_id = $2', [id, userId]);
}

interface BlockRow {
  id: string;
  nickname: string;
  created_at: Date;
}

function listBlocks(executor: Executor, userId: string): Promise<BlockRow[]> {
  return executor.rows<BlockRow>(
    'SELECT id, nickname, created_at FROM blocks WHERE user_id = $1 ORDER BY created_at DESC, id DESC',
    [userId],
  );
}
