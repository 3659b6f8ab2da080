import {
  ASK_AFTER_DAYS,
  mayFollow,
  REOPEN_AT,
  wordProblem,
  type GivenStep,
} from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { normalizeText } from '@madang/contract/text/rules';
import type { Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockAuthor } from '../posts/index.ts';
import { mailOfficeOf } from './offices.actions.ts';
import { readOwnTicket, type TellOfTicket, type TicketsDependencies } from './tickets.actions.ts';
import { TICKETS_TAG } from './tickets.present.ts';
import {
  findJoin,
  forgetAnswers,
  insertStep,
  listToAsk,
  lockTicket,
  markAsked,
  putAnswer,
  type StepRow,
  type TicketRow,
} from './tickets.queries.ts';

/** A step as it is given. */
export interface Step {
  step: GivenStep;
  word: string;
  by: 'operator' | 'office';
  /** The account of who does it; null for an office, and on the command line. */
  actorId: string | null;
}

/**
 * Moves a ticket to a later step, with a word, and tells everybody who waits for it [TK-02]. The caller invalidates `TICKETS_TAG`.
 *
 * @throws {ProblemError} `resource.missing`, `ticket.step`, `input.invalid`.
 */
export async function moveTicket(
  transaction: Transaction,
  tell: TellOfTicket,
  id: string,
  { step, word: given, by, actorId }: Step,
): Promise<void> {
  const word = normalizeText(given).trim();
  refuseFields({ word: wordProblem(word) });
  const row = await lockTicket(transaction, id);
  if (!row) throw new ProblemError('resource.missing');
  if (!mayFollow(row.step, step)) throw new ProblemError('ticket.step');
  await writeStep(transaction, tell, id, { step, word, by }, actorId);
}

async function writeStep(
  transaction: Transaction,
  tell: TellOfTicket,
  id: string,
  step: Omit<StepRow, 'at'>,
  actorId: string | null,
): Promise<void> {
  await insertStep(transaction, id, step);
  await tell(transaction, id, { asked: false, but: actorId });
}

/**
 * Takes what a student who waits says of a ticket that is said to be fixed; enough who say no open it again, and its office is mailed
 * again [TK-02].
 *
 * @throws {ProblemError} `resource.missing`, `ticket.step` where nobody asked them, `session.required`.
 */
export async function answerTicket(
  dependencies: TicketsDependencies,
  session: Session,
  id: string,
  fixed: boolean,
): Promise<OwnTicket> {
  const { userId } = session;
  return dependencies.database.transaction(async (transaction) => {
    if (!(await lockAuthor(transaction, userId))) throw new ProblemError('session.required');
    const row = await lockTicket(transaction, id);
    if (!row) throw new ProblemError('resource.missing');
    const isAsked = row.step === 'fixed' && row.asked_at !== null;
    if (!isAsked || !(await findJoin(transaction, id, userId))) throw new ProblemError('ticket.step');
    const broken = await putAnswer(transaction, id, userId, fixed);
    if (broken >= REOPEN_AT) await reopen(transaction, dependencies, row, userId);
    return readOwnTicket(transaction, userId, id);
  });
}

async function reopen(
  transaction: Transaction,
  dependencies: TicketsDependencies,
  { id, building_id: buildingId }: TicketRow,
  userId: string,
): Promise<void> {
  await forgetAnswers(transaction, id);
  const step = { step: 'received', word: '', by: 'students' } as const;
  await writeStep(transaction, dependencies.tell, id, step, userId);
  await mailOfficeOf(transaction, dependencies, { id, buildingId });
  transaction.afterCommit(() => dependencies.cache.invalidate([TICKETS_TAG]));
}

/** So many tickets in one transaction. */
const BATCH = 100;

/** Asks, once, everybody who waits for what was fixed three days ago whether that is so [TK-02]. */
export async function askIfFixed(transaction: Transaction, tell: TellOfTicket): Promise<void> {
  for (const id of await listToAsk(transaction, ASK_AFTER_DAYS, BATCH)) {
    const row = await lockTicket(transaction, id);
    if (row?.step !== 'fixed' || row.asked_at !== null) continue;
    await markAsked(transaction, id);
    await tell(transaction, id, { asked: true, but: null });
  }
}
