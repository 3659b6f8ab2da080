import {
  decisionProblem,
  MODERATOR_SANCTIONS,
  obstacleOf,
  type CaseState,
  type CaseGround,
  type SanctionKind,
} from '@madang/contract/moderation/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { lockPost } from '../posts/index.ts';
import { findCase, findDecidable, lockCase, markDecided } from './cases.queries.ts';
import { findCard, type CardRow } from './queue.queries.ts';
import { overturnReports } from './reports.queries.ts';
import { closeRequests } from './rights.queries.ts';
import { mailDecision } from './rights.steps.ts';
import type { RecordAct } from './record-act.ts';
import { requireStaff } from './roles.actions.ts';
import type { Staff } from './roles.queries.ts';
import { giveSanction, type SanctionsDependencies } from './sanctions.actions.ts';
import { endSanctionsOf } from './sanctions.queries.ts';
import { tellLater } from './undo.queries.ts';
import { announce, hideTarget, showTarget } from './visibility.queries.ts';

/** What decisions work with. */
export interface DecisionsDependencies extends SanctionsDependencies {
  database: Database;
  cache: AnswerCache;
  /** Tell the open pages of every process; called after the commit. */
  streams: { announceVisibility(postId: string): void };
  recordAct: RecordAct;
  outbox: Outbox;
}

export interface Decision {
  /** The revision that was on the screen. */
  revision: number;
  outcome: 'upheld' | 'restored';
  ground: CaseGround;
  text: string;
  sanction: { kind: SanctionKind; days: number } | null;
}

/**
 * Decides a case as it was on the screen, with its line in the audit log in the same transaction [MO-06, MO-09]. Of two who
 * decide at once the second is told that it was decided.
 *
 * @throws {ProblemError} `input.invalid`, `route.unknown`, `confirmation.required`, `resource.missing`, `case.outdated`,
 *   `case.own`, `case.other`, `role.insufficient`, `role.last`.
 */
export async function decide(
  dependencies: DecisionsDependencies,
  session: Session,
  caseId: string,
  input: Decision,
): Promise<{ state: CaseState; revision: number }> {
  const text = normalizeText(input.text).trim();
  refuseFields({ text: decisionProblem(text) });
  return dependencies.database.transaction(async (transaction) => {
    const staff = await requireStaff(transaction, session, transaction);
    const card = await lockCard(transaction, staff, caseId, input.sanction !== null);
    if (card.due_at === null || card.revision !== input.revision) throw new ProblemError('case.outdated');
    requireNoObstacle(card);
    requireSanction(staff, card, input);
    const state = card.state === 'appealed' ? 'final' : input.outcome;
    await settle(transaction, card, {
      state,
      outcome: input.outcome,
      ground: input.ground,
      deciderId: staff.userId,
      text,
    });
    await dependencies.recordAct(transaction, {
      actor: staff.userId,
      action: `case ${input.outcome}`,
      target: caseId,
      reason: input.ground,
    });
    await sanctionAuthor(dependencies, transaction, { staff, card, input, text });
    const thing = { kind: card.kind, id: card.thing_id, postId: card.post_id };
    announce(dependencies, transaction, { ...thing, buildingId: card.building_id });
    return { state, revision: card.revision + 1 };
  });
}

/**
 * What the operator's command did to a post or reply is the decision of its case, where it has one: a case must not say
 * something else than what can be seen. Call it after hiding or showing, which locked the post.
 */
export async function settleByCommand(
  transaction: Transaction,
  outbox: Pick<Outbox, 'add'>,
  thingId: string,
  hidden: boolean,
): Promise<void> {
  const row = await findDecidable(transaction, thingId, hidden);
  if (!row) return;
  const outcome = hidden ? 'upheld' : 'restored';
  const ground = row.ground ?? 'other';
  await markDecided(transaction, row.id, { state: outcome, outcome, ground, deciderId: null, text: null });
  await closeRequests(transaction, { caseId: row.id }, outcome === 'upheld' ? 'upheld' : 'declined');
  const decided = await findCase(transaction, row.id);
  if (decided) await mailDecision({ outbox }, transaction, { ...decided, was_open: row.state === 'open' });
  if (hidden) return;
  await overturnReports(transaction, row.id);
  await endSanctionsOf(transaction, row.id);
}

/** The author before the post, the post before the case, as writes and reports take them; then the case is read as it stands. */
export async function lockCard(
  transaction: Transaction,
  staff: Staff,
  caseId: string,
  withAuthor: boolean,
): Promise<CardRow> {
  const seen = await findCard(transaction, staff, caseId);
  if (!seen) throw new ProblemError('resource.missing');
  if (withAuthor && seen.author_id) await lockUser(transaction, seen.author_id);
  await lockPost(transaction, seen.post_id);
  await lockCase(transaction, caseId);
  const card = await findCard(transaction, staff, caseId);
  if (!card) throw new ProblemError('resource.missing');
  return card;
}

function requireNoObstacle(card: CardRow): void {
  const obstacle = obstacleOf(card);
  if (obstacle) throw new ProblemError(obstacle === 'decided' ? 'case.other' : 'case.own');
}

/** A sanction comes with what was upheld, for who wrote it, as far as the role goes. */
function requireSanction(staff: Staff, card: CardRow, { outcome, sanction }: Decision): void {
  if (!sanction) return;
  if (outcome !== 'upheld' || card.author_id === null) refuseFields({ sanction: 'invalid' });
  if (!staff.operator && !MODERATOR_SANCTIONS.includes(sanction.kind))
    throw new ProblemError('role.insufficient');
}

async function sanctionAuthor(
  dependencies: DecisionsDependencies,
  transaction: Transaction,
  {
    staff,
    card,
    input: { sanction, ground },
    text,
  }: { staff: Staff; card: CardRow; input: Decision; text: string },
): Promise<void> {
  if (!sanction || card.author_id === null) return;
  const buildingId = sanction.kind === 'noBoard' ? card.building_id : null;
  const given = { userId: card.author_id, caseId: card.id, buildingId, ground, text, ...sanction };
  await giveSanction(dependencies, transaction, given);
  const action = `sanction ${sanction.kind} ${sanction.days}`;
  await dependencies.recordAct(transaction, {
    actor: staff.userId,
    action,
    target: card.author_id,
    reason: ground,
  });
}

/** What a decision does at once; who it concerns is notified when it cannot be undone any more. */
export async function settle(
  transaction: Transaction,
  card: Pick<CardRow, 'id' | 'kind' | 'thing_id' | 'post_id' | 'revision'>,
  decided: Parameters<typeof markDecided>[2],
): Promise<void> {
  const thing = { kind: card.kind, id: card.thing_id, postId: card.post_id };
  await markDecided(transaction, card.id, { ...decided, undoable: true });
  const state = decided.outcome === 'upheld' ? 'upheld' : 'declined';
  await closeRequests(transaction, { caseId: card.id }, state);
  await tellLater(transaction, card.id, card.revision);
  if (decided.outcome === 'upheld') return hideTarget(transaction, thing);
  await showTarget(transaction, thing);
  await overturnReports(transaction, card.id);
  await endSanctionsOf(transaction, card.id);
}
