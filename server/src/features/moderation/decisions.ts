import type { Body } from '@madang/contract/endpoints';
import {
  type CaseGround,
  type CaseState,
  decisionProblem,
  MODERATOR_SANCTIONS,
  obstacleOf,
} from '@madang/contract/moderation/rules';
import { normalizeText } from '@madang/contract/text/rules';
import { recordAuditEntry } from '../../audit.ts';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import { lockPost } from '../posts/index.ts';
import { findReplyEvenHidden } from '../replies/index.ts';
import {
  announce,
  type CaseRow,
  findCase,
  findDecidable,
  hideTarget,
  lockCase,
  lockWaitingCase,
  markDecided,
  openCase,
  settleDecision,
  showTarget,
  takeBackDecision,
  type Target,
  notifyLater,
} from './cases.ts';
import { type CardRow, findCard } from './queue-rows.ts';
import { overturnReports } from './reports.ts';
import { closeRequests } from './rights-rows.ts';
import { mailDecision, nextStep } from './rights.ts';
import { requireStaff, type Staff } from './roles.ts';
import { endSanctionsOf, giveSanction, type SanctionsDependencies } from './sanctions.ts';

export interface DecisionsDependencies extends SanctionsDependencies {
  database: Database;
  cache: AnswerCache;
  /** Notifies open pages of every process, after the commit. */
  streams: { announceVisibility(postId: string): void };
  mailQueue: MailQueue;
}

type Decision = Body<'POST /api/moderation/cases/{id}/decision'>;

/**
 * Decides a case with its audit entry [MO-06, MO-09].
 * A stale revision fails, so only one of two parallel decisions succeeds.
 *
 * @throws {ProblemError} `input.invalid`, `route.unknown`, `confirmation.required`, `resource.missing`,
 * `case.outdated`, `case.own`, `case.other`, `role.insufficient`, `role.last`.
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
    await recordAuditEntry(transaction, {
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
 * Records an operator's command as its case's decision.
 * Call it after hiding or showing, which locks the post.
 */
export async function settleByCommand(
  transaction: Transaction,
  mailQueue: Pick<MailQueue, 'add'>,
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
  if (decided) await mailDecision({ mailQueue }, transaction, { ...decided, was_open: row.state === 'open' });
  if (hidden) return;
  await overturnReports(transaction, row.id);
  await endSanctionsOf(transaction, row.id);
}

/** Lock order: author, post, case, as in writes and reports. */
async function lockCard(
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

/** Requires an upheld case with an author, and a sufficient role. */
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
  await recordAuditEntry(transaction, {
    actor: staff.userId,
    action,
    target: card.author_id,
    reason: ground,
  });
}

/** Applies a decision; notifications wait until it cannot be undone. */
async function settle(
  transaction: Transaction,
  card: Pick<CardRow, 'id' | 'kind' | 'thing_id' | 'post_id' | 'revision'>,
  decided: Parameters<typeof markDecided>[2],
): Promise<void> {
  const thing = { kind: card.kind, id: card.thing_id, postId: card.post_id };
  await markDecided(transaction, card.id, { ...decided, undoable: true });
  const state = decided.outcome === 'upheld' ? 'upheld' : 'declined';
  await closeRequests(transaction, { caseId: card.id }, state);
  await notifyLater(transaction, card.id, card.revision);
  if (decided.outcome === 'upheld') return hideTarget(transaction, thing);
  await showTarget(transaction, thing);
  await overturnReports(transaction, card.id);
  await endSanctionsOf(transaction, card.id);
}

interface LockedTarget extends Target {
  authorId: string | null;
  buildingId: string;
  hidden: boolean;
}

/**
 * Hides a post or reply from all but its author, or shows it.
 * Records a decision, which can be undone and appealed. Own reports do not prevent it:
 * a campus may have one operator.
 *
 * @returns input of {@link undoDecision}; null without a case.
 * @throws {ProblemError} `input.invalid`, `route.unknown`, `confirmation.required`, `resource.missing`,
 * `case.own`, `case.outdated` if already hidden or shown.
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
    const thing = await lockTarget(transaction, target);
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
    await recordAuditEntry(transaction, {
      actor: staff.userId,
      action: `${thing.kind} ${input.hidden ? 'hide' : 'restore'}`,
      target: thing.id,
      reason: text,
    });
    announce(dependencies, transaction, thing);
    return { decision: row ? { caseId: row.id, revision: row.revision + 1 } : null };
  });
}

/** Lock order: post, then reply. Undefined if its author deleted it. */
async function lockTarget(
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

/** Returns the case to decide; none if a command hid the target. */
async function caseOf(
  transaction: Transaction,
  thing: LockedTarget,
  hidden: boolean,
): Promise<CaseRow | undefined> {
  if (!hidden) return findDecidable(transaction, thing.id, false);
  const waiting = await lockWaitingCase(transaction, thing.id);
  return waiting ?? findCase(transaction, await openCase(transaction, thing, thing.authorId));
}

/** Sends a decision's notifications, unless it was undone. */
export async function notifyDecided(
  dependencies: { mailQueue: Pick<MailQueue, 'add'> },
  transaction: Transaction,
  { data }: Job,
): Promise<void> {
  const { caseId, found } = data as { caseId: string; found: number };
  const before = await lockCase(transaction, caseId);
  if (!before || !(await settleDecision(transaction, caseId, found))) return;
  await mailDecision(dependencies, transaction, before);
}

/**
 * Undoes the own decision within ten seconds and records an event.
 * Restores case, visibility, sanctions and requests, but not a closed account's sessions.
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
    // A later report has opened another case.
    if (!isOwn || decided.undoable === null || (await lockWaitingCase(transaction, card.thing_id)))
      throw new ProblemError('case.outdated');
    for (const { id, due_at: dueAt } of await takeBackDecision(transaction, caseId, staff.userId))
      // Schedules the job again if it ran meanwhile.
      await nextStep(transaction, id, dueAt, true);
    const waiting = await findCase(transaction, caseId);
    if (!waiting) throw new ProblemError('resource.missing');
    const thing = { kind: card.kind, id: card.thing_id, postId: card.post_id };
    await (waiting.state === 'open' ? showTarget : hideTarget)(transaction, thing);
    const act = { actor: staff.userId, action: 'case undone', target: caseId, reason: null };
    await recordAuditEntry(transaction, act);
    announce(dependencies, transaction, { ...thing, buildingId: card.building_id });
    return { state: waiting.state, revision: waiting.revision };
  });
}
