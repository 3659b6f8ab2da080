import { BLOCKS_MAX } from '@madang/contract/moderation/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { findBlocked, findWriter, insertBlock, type WrittenKind } from './blocks.queries.ts';

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
