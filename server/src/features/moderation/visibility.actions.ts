import { decisionProblem, type CaseGround } from '@madang/contract/moderation/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockPost } from '../posts/index.ts';
import { findReplyEvenHidden } from '../replies/index.ts';
import {
  findCase,
  findDecidable,
  lockWaitingCase,
  openCase,
  type CaseRow,
  type Target,
} from './cases.queries.ts';
import { settle, type DecisionsDependencies } from './decisions.actions.ts';
import { requireStaff } from './roles.actions.ts';
import { announce, showTarget } from './visibility.queries.ts';

interface LockedTarget extends Target {
  authorId: string | null;
  buildingId: string;
  hidden: boolean;
}

/**
 * Hides a post or reply for everybody but its author, or shows it again, straight from its menu: an operator's act with a
 * reason that the author reads. It is the decision of the thing's case, which is opened where there is none, so it can be
 * undone and appealed. An own report does not stand in the way: a campus may have one operator alone.
 *
 * @returns what {@link undoDecision} needs; null where a thing without a case is shown again.
 * @throws {ProblemError} `input.invalid`, `route.unknown`, `confirmation.required`, `resource.missing`,
 *   `case.own`, `case.outdated`: it is hidden already, or shown.
 */
export async function setVisibility(
  dependencies: DecisionsDependencies,
  session: Session,
  target: Pick<Target, 'kind' | 'id'>,
  input: { hidden: boolean; ground: CaseGround; text: string },
): Promise<{ decision: { caseId: string; revision: number } | null }> {
  const text = normalizeText(input.text).trim();
  refuseFields({ text: decisionProblem(text) });
  return dependencies.database.transaction(async (transaction) => {
    const staff = await requireStaff(transaction, session, transaction);
    if (!staff.operator) throw new ProblemError('route.unknown');
    const thing = await lockThing(transaction, target);
    if (!thing) throw new ProblemError('resource.missing');
    if (thing.authorId === staff.userId) throw new ProblemError('case.own');
    if (thing.hidden === input.hidden) throw new ProblemError('case.outdated');
    const row = await caseOf(transaction, thing, input.hidden);
    if (row)
      await settle(transaction, row, {
        state: row.state === 'appealed' ? 'final' : input.hidden ? 'upheld' : 'restored',
        outcome: input.hidden ? 'upheld' : 'restored',
        ground: input.ground,
        deciderId: staff.userId,
        text,
      });
    else await showTarget(transaction, thing);
    await dependencies.recordAct(transaction, {
      actor: staff.userId,
      action: `${thing.kind} ${input.hidden ? 'hide' : 'restore'}`,
      target: thing.id,
      reason: text,
    });
    announce(dependencies, transaction, thing);
    return { decision: row ? { caseId: row.id, revision: row.revision + 1 } : null };
  });
}

/** The post before its reply, as everything else takes them; nothing where its author deleted it. */
async function lockThing(
  transaction: Transaction,
  { kind, id }: Pick<Target, 'kind' | 'id'>,
): Promise<LockedTarget | undefined> {
  const postId = kind === 'post' ? id : (await findReplyEvenHidden(transaction, id))?.post_id;
  const post = postId === undefined ? undefined : await lockPost(transaction, postId);
  if (!post || post.deleted) return undefined;
  const place = { postId: post.id, buildingId: post.building_id };
  if (kind === 'post') return { kind, id, ...place, authorId: post.author_id, hidden: post.hidden };
  const reply = await findReplyEvenHidden(transaction, id);
  if (!reply || reply.deleted_at) return undefined;
  return { kind, id, ...place, authorId: reply.author_id, hidden: reply.hidden_at !== null };
}

/** The case whose decision this is. What is hidden without one, by the operator's command, has none. */
async function caseOf(
  transaction: Transaction,
  thing: LockedTarget,
  hidden: boolean,
): Promise<CaseRow | undefined> {
  if (!hidden) return findDecidable(transaction, thing.id, false);
  const waiting = await lockWaitingCase(transaction, thing.id);
  return waiting ?? findCase(transaction, await openCase(transaction, thing, thing.authorId));
}
