import type { OwnBlock } from '@madang/contract/moderation/blocks-schema';
import { BLOCKS_MAX } from '@madang/contract/moderation/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import {
  type BlockRow,
  type WrittenKind,
  deleteBlock,
  deleteBlockOf,
  findBlocked,
  findWriter,
  insertBlock,
  listBlocks,
} from './blocks.queries.ts';

/** Mounts whom a student does not want to read. */
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
 * Blocks anyone who wrote a post or reply that can be seen; twice is once [MO-11]. It locks the blocker alone, so nothing that
 * the blocked person does waits for it or takes longer.
 *
 * @throws {ProblemError} `resource.missing`, `block.own`, `block.nobody` (the operator wrote it, or who has withdrawn),
 *   `block.full`, `session.required`.
 */
export async function block(
  { database }: { database: Database },
  session: Session,
  { kind, id }: { kind: WrittenKind; id: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    // One after the other, so that two at once do not get past the limit together.
    if (!(await lockUser(transaction, session.userId))) throw new ProblemError('session.required');
    const written = await findWriter(transaction, kind, id);
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

/** A block for who made it: the name that they saw, and no id of the person. */
function presentBlock({ id, nickname, created_at: createdAt }: BlockRow): OwnBlock {
  return { id, nickname, blockedAt: createdAt.toISOString() };
}
