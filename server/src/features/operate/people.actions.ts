import type { Campus } from '@madang/campus/campus';
import { decisionProblem, type ReportReason, type SanctionKind } from '@madang/contract/moderation/rules';
import type { Right, Role } from '@madang/contract/operate/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import {
  findUser,
  lockUser,
  overrideWritingRight,
  removeUser,
  type RemovalDependencies,
} from '../accounts/index.ts';
import { findBoard } from '../campus/index.ts';
import {
  endSanction,
  findSanctioned,
  giveSanction,
  insertRole,
  takeRole,
  type SanctionsDependencies,
} from '../moderation/index.ts';
import { actAsOperator, readReason, type ActDependencies } from './act-as-operator.ts';

export type PeopleDependencies = ActDependencies &
  RemovalDependencies &
  SanctionsDependencies & { campus: Campus };

/** As the audit log names them; the operator command's words. */
const RIGHT_ACTS: Record<Right, string> = {
  granted: 'student grant',
  taken: 'student take',
  rule: 'student follow-rule',
};
const OVERRIDES: Record<Right, boolean | null> = { granted: true, taken: false, rule: null };

/**
 * Says something of a student's writing right, or gives it back to the rule [MO-15].
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `act.self`, and what {@link actAsOperator} refuses.
 */
export async function setRight(
  dependencies: PeopleDependencies,
  session: Session,
  userId: string,
  { right, reason }: { right: Right; reason: string },
): Promise<void> {
  const why = readReason(reason, right === 'taken');
  const deed = { action: RIGHT_ACTS[right], target: userId, reason: why };
  await actAsOperator(dependencies, session, deed, async (transaction, actorId) => {
    requireOther(actorId, userId);
    if (!(await findUser(transaction, userId))) throw new ProblemError('resource.missing');
    await overrideWritingRight(transaction, dependencies.campus, userId, OVERRIDES[right]);
  });
}

/**
 * Gives a role or takes it. One may take one's own, unless it is the last operator's; twice is once, without a second line in
 * the audit log [MO-15].
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `role.last`, and what {@link actAsOperator} refuses.
 */
export async function setRole(
  dependencies: PeopleDependencies,
  session: Session,
  userId: string,
  change: { role: Role; boardId: string | null; held: boolean; reason: string },
): Promise<void> {
  const { role, boardId, held } = change;
  if ((role === 'moderator') !== (boardId !== null))
    refuseFields({ boardId: boardId === null ? 'required' : 'unknown' });
  const why = readReason(change.reason, false);
  const action = `role ${held ? 'give' : 'take'} ${role}${boardId === null ? '' : ` ${boardId}`}`;
  await actAsOperator(dependencies, session, { action, target: userId, reason: why }, async (transaction) => {
    if (!(await lockUser(transaction, userId))) throw new ProblemError('resource.missing');
    if (boardId !== null && !(await findBoard(transaction, boardId))) refuseFields({ boardId: 'unknown' });
    return (held ? insertRole : takeRole)(transaction, userId, role, boardId);
  });
}

/**
 * Gives a sanction that no case brought; its text is what the student reads [MO-10, MO-15].
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `act.self`, `role.last`, and what {@link actAsOperator} refuses.
 */
export async function sanctionPerson(
  dependencies: PeopleDependencies,
  session: Session,
  userId: string,
  input: { kind: SanctionKind; boardId: string | null; days: number; ground: ReportReason; text: string },
): Promise<void> {
  const { kind, boardId, days, ground } = input;
  const text = normalizeText(input.text).trim();
  const misplaced = (kind === 'noBoard') !== (boardId !== null);
  refuseFields({
    text: decisionProblem(text),
    boardId: misplaced ? (boardId === null ? 'required' : 'unknown') : null,
  });
  const deed = { action: `sanction give ${kind}`, target: userId, reason: ground };
  await actAsOperator(dependencies, session, deed, async (transaction, actorId) => {
    requireOther(actorId, userId);
    if (!(await lockUser(transaction, userId))) throw new ProblemError('resource.missing');
    if (boardId !== null && !(await findBoard(transaction, boardId))) refuseFields({ boardId: 'unknown' });
    await giveSanction(dependencies, transaction, {
      userId,
      caseId: null,
      kind,
      buildingId: boardId,
      ground,
      text,
      days,
    });
  });
}

/**
 * Ends a sanction before its time; nobody ends their own.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `act.self`, and what {@link actAsOperator} refuses.
 */
export async function endSanctionEarly(
  dependencies: PeopleDependencies,
  session: Session,
  sanctionId: string,
  reason: string,
): Promise<void> {
  const deed = { action: 'sanction end', target: sanctionId, reason: readReason(reason, true) };
  await actAsOperator(dependencies, session, deed, async (transaction, actorId) => {
    requireOther(actorId, await findSanctioned(transaction, sanctionId));
    if (!(await endSanction(transaction, sanctionId))) throw new ProblemError('resource.missing');
  });
}

/**
 * Does what a student's own withdrawal does; they are told by mail. One's own needs one's own password, on one's own page.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `act.self`, `role.last`, and what {@link actAsOperator} refuses.
 */
export async function withdrawPerson(
  dependencies: PeopleDependencies,
  session: Session,
  userId: string,
  reason: string,
): Promise<void> {
  const deed = { action: 'student withdraw', target: userId, reason: readReason(reason, true) };
  await actAsOperator(dependencies, session, deed, async (transaction: Transaction, actorId) => {
    requireOther(actorId, userId);
    if (!(await lockUser(transaction, userId))) throw new ProblemError('resource.missing');
    await removeUser(dependencies, transaction, userId);
  });
}

function requireOther(actorId: string, userId: string | null | undefined): void {
  if (actorId === userId) throw new ProblemError('act.self');
}
