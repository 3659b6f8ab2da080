import { appealProblem, mayAppeal } from '@madang/contract/moderation/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockPost } from '../posts/index.ts';
import { findCase, lockCase, markAppealed } from './cases.queries.ts';
import { findOwnCase, type OwnCaseRow } from './own-cases.queries.ts';

/**
 * Takes an author's one answer to a case: it waits for a decision again [MO-04]. The same text sent again changes nothing.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `appeal.late`.
 */
export async function appeal(
  { database }: { database: Database },
  session: Session,
  caseId: string,
  given: string,
): Promise<OwnCaseRow> {
  const text = normalizeText(given).trim();
  refuseFields({ text: appealProblem(text) });
  return database.transaction(async (transaction) => {
    const known = await findCase(transaction, caseId);
    if (known) await lockPost(transaction, known.post_id);
    const locked = await lockCase(transaction, caseId);
    const own = await findOwnCase(transaction, session.userId, caseId);
    if (!locked || !own) throw new ProblemError('resource.missing');
    if (own.appeal === text) return own;
    if (!mayAppeal(locked)) throw new ProblemError('appeal.late');
    await markAppealed(transaction, caseId, session.userId, text);
    const appealed = await findOwnCase(transaction, session.userId, caseId);
    if (!appealed) throw new ProblemError('server.failed');
    return appealed;
  });
}
