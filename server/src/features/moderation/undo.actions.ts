import type { CaseState } from '@madang/contract/moderation/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Job } from '../../platform/jobs/jobs.queries.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { findCase, lockCase, lockWaitingCase } from './cases.queries.ts';
import { lockCard, type DecisionsDependencies } from './decisions.actions.ts';
import { mailDecision, nextStep } from './rights.steps.ts';
import { requireStaff } from './roles.actions.ts';
import { settleDecision, takeBackDecision } from './undo.queries.ts';
import { announce, hideTarget, showTarget } from './visibility.queries.ts';

/** The time to undo a decision is over: author, reporters and complainants are notified, unless it was undone. */
export async function tellDecided(
  dependencies: { outbox: Pick<Outbox, 'add'> },
  transaction: Transaction,
  { data }: Job,
): Promise<void> {
  const { caseId, found } = data as { caseId: string; found: number };
  const before = await lockCase(transaction, caseId);
  if (!before || !(await settleDecision(transaction, caseId, found))) return;
  await mailDecision(dependencies, transaction, before);
}

/**
 * Undoes one's own decision within ten seconds, as an event of its own: nobody was notified of it. The case waits again, what
 * the decision hid or showed is as it was, and what it gave or ended too; a session that a closed account lost stays lost.
 *
 * @throws {ProblemError} `route.unknown`, `confirmation.required`, `resource.missing`, `case.outdated`.
 */
export async function undoDecision(
  dependencies: DecisionsDependencies,
  session: Session,
  caseId: string,
  revision: number,
): Promise<{ state: CaseState; revision: number }> {
  return dependencies.database.transaction(async (transaction) => {
    const staff = await requireStaff(transaction, session, transaction);
    const card = await lockCard(transaction, staff, caseId, true);
    const decided = await findCase(transaction, caseId);
    const isOwn = decided?.revision === revision && decided.decided_by === staff.userId;
    // What was reported again meanwhile has a case that waits.
    if (!isOwn || decided.undoable === null || (await lockWaitingCase(transaction, card.thing_id)))
      throw new ProblemError('case.outdated');
    for (const { id, due_at: dueAt } of await takeBackDecision(transaction, caseId, staff.userId))
      // Where the step was taken meanwhile there is no job of it any more.
      await nextStep(transaction, id, dueAt, true);
    const waiting = await findCase(transaction, caseId);
    if (!waiting) throw new ProblemError('resource.missing');
    const thing = { kind: card.kind, id: card.thing_id, postId: card.post_id };
    await (waiting.state === 'open' ? showTarget : hideTarget)(transaction, thing);
    const act = { actor: staff.userId, action: 'case undone', target: caseId, reason: null };
    await dependencies.recordAct(transaction, act);
    announce(dependencies, transaction, { ...thing, buildingId: card.building_id });
    return { state: waiting.state, revision: waiting.revision };
  });
}
