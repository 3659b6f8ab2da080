import { reasonProblem } from '@madang/contract/operate/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Executor, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { requireStaff, type RecordAct } from '../moderation/index.ts';

/** What every act of an operator works with. */
export interface ActDependencies {
  database: Database;
  cache: AnswerCache;
  recordAct: RecordAct;
}

/** What an act is called in the audit log; the same names as the operator command's. */
export interface Deed {
  action: string;
  target: string;
  reason?: string | null;
}

/**
 * Anyone who calls is an operator who gave the password lately. Inside a transaction with `hold` they stay one before the
 * commit.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`.
 */
export async function requireOperator(
  executor: Executor,
  session: Session,
  hold?: Transaction,
): Promise<string> {
  const staff = await requireStaff(executor, session, hold);
  if (!staff.operator) throw new ProblemError('route.unknown');
  return staff.userId;
}

/**
 * Does an operator's work and writes it down with the person, both in one transaction or not at all [MO-09]. Answers of all
 * processes are made again. Work that answers false changed nothing, and leaves no line.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, and what the work refuses.
 */
export function actAsOperator<Result>(
  { database, cache, recordAct }: ActDependencies,
  session: Session,
  { action, target, reason = null }: Deed,
  work: (transaction: Transaction, actorId: string) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const actor = await requireOperator(transaction, session, transaction);
    const result = await work(transaction, actor);
    if (result === false) return result;
    await recordAct(transaction, { actor, action, target, reason });
    transaction.afterCommit(() => cache.invalidateAll());
    return result;
  });
}

/**
 * The reason of an act as the audit log keeps it; null where none is given.
 *
 * @throws {ProblemError} `input.invalid`.
 */
export function readReason(given: string, needed: boolean): string | null {
  const reason = normalizeText(given).trim();
  refuseFields({ reason: reasonProblem(reason, needed) });
  return reason || null;
}
