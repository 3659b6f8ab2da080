import type { Body } from '@madang/contract/endpoints';
import type { Campus } from '@madang/campus/campus';
import { emailProblem, nameProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import type { FieldCode } from '@madang/contract/errors';
import {
  hidesByItself,
  OPEN_REQUESTS,
  parsePostAddress,
  REQUESTS_A_DAY,
  rightsReasonProblem,
} from '@madang/contract/moderation/rights-rules';
import { normalizeForm, normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../http/answer-cache.ts';
import type { Database, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { InstallationKeys } from '../../lib/installation-keys.ts';
import { addJob, type Job } from '../../jobs/jobs.ts';
import type { MailQueue } from '../../mail/mail-queue.ts';
import { hashSecret } from '../../sessions/sessions.ts';
import { foldMailbox, mailNotice } from '../accounts/index.ts';
import { lockPost } from '../posts/index.ts';
import {
  announce,
  type CaseRow,
  hideTarget,
  lockCase,
  lockWaitingCase,
  markHiddenByRequest,
  markOver,
  markNotified,
  openCase,
  showTarget,
} from './cases.ts';
import { countReasons } from './queue-rows.ts';
import {
  attachCase,
  closeRequests,
  countBeside,
  countWaitingWith,
  findNumberedReply,
  findRequest,
  insertRequest,
  leaveToPeople,
  listClosedWith,
  lockComplainant,
  lockConfirmations,
  lockRequest,
  lockWritten,
  mailComplainant,
  markConfirmed,
  markRequestHidden,
  type RequestedTarget,
  type RequestRow,
  wasSettledBefore,
} from './rights-rows.ts';
import { findRole, listOperators } from './roles.ts';
import { countCases, countRequests, presentTransparency } from './transparency.ts';

/** Mounts the rights form [MO-12] and statistics [MO-13], without sessions. */
export function registerRights(router: Router, dependencies: RightsDependencies): void {
  const { campus, database } = dependencies;

  router.handle('POST /api/rights', ({ body, request }) =>
    writeRequest(dependencies, request.clientAddress, body),
  );

  router.handle('POST /api/rights/confirmation', ({ body }) => confirmRequest(dependencies, body.token));

  router.share('GET /api/transparency', async () => {
    const { timeZone } = campus.settings;
    const counts = presentTransparency(
      await countCases(database, timeZone),
      await countRequests(database, timeZone),
    );
    return { json: JSON.stringify(counts), tags: () => [] };
  });
}

export const RIGHTS_JOB = 'rightsRequest';

export interface RightsDependencies {
  database: Database;
  campus: Campus;
  mailQueue: MailQueue;
  keys: InstallationKeys;
  /** Whether a host, with its port, belongs to this site. */
  isOwnHost: (host: string) => boolean;
}

/**
 * Stores a request, effective after its mail's confirmation [MO-12].
 * Reveals nothing about the target, which is not looked up.
 *
 * @throws {ProblemError} `input.invalid`, `limit.reached`.
 */
async function writeRequest(
  dependencies: RightsDependencies,
  client: string,
  written: Body<'POST /api/rights'>,
): Promise<void> {
  const { database, campus, mailQueue, keys, isOwnHost } = dependencies;
  const address = parsePostAddress(written.address, isOwnHost);
  const reason = normalizeText(written.reason).trim();
  const problems: Record<string, FieldCode | null> = {
    name: nameProblem(written.name),
    email: emailProblem(written.email),
    address: typeof address === 'string' ? address : null,
    reason: rightsReasonProblem(reason),
  };
  refuseFields(problems);
  if (typeof address === 'string') return;
  const email = normalizeEmail(written.email);
  const clientHash = keys.mac('client', `client ${client}`);
  const mailbox = foldMailbox(email, campus.settings);
  await database.transaction(async (transaction) => {
    await lockComplainant(transaction, mailbox);
    const id = await insertRequest(transaction, {
      name: normalizeForm(written.name, 'NFC').trim(),
      email,
      mailbox,
      address,
      reply: written.reply,
      ground: written.ground,
      reason,
      clientHash,
    });
    const { count, seconds } = await countWaitingWith(transaction, id);
    if (count > OPEN_REQUESTS) throw new ProblemError('limit.reached', { retryAfter: seconds });
    await mailComplainant({ mailQueue }, transaction, { id, email }, 'rights.confirm');
  });
}

/**
 * Confirms a request by the mailed secret; a job looks up the target.
 * The mailbox owner may see errors about other requests.
 *
 * @throws {ProblemError} `token.spent`, `rights.again`, `rights.full`.
 */
async function confirmRequest({ database }: RightsDependencies, token: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockConfirmations(transaction);
    const request = await lockWritten(transaction, hashSecret(token));
    if (!request) throw new ProblemError('token.spent');
    const beside = await countBeside(transaction, request);
    if (beside.same > 0) throw new ProblemError('rights.again');
    if (beside.open >= OPEN_REQUESTS) throw new ProblemError('rights.full');
    const byPeople = beside.day >= REQUESTS_A_DAY || beside.here >= OPEN_REQUESTS;
    await markConfirmed(transaction, request.id, byPeople);
    await addJob(transaction, { kind: RIGHTS_JOB, key: request.id, data: { id: request.id } });
  });
}

/** A decided case and whether its target was visible before. */
type DecidedCase = Pick<CaseRow, 'id' | 'author_id' | 'outcome'> & { was_open: boolean | null };

interface StepsDependencies {
  mailQueue: Pick<MailQueue, 'add'>;
  cache: AnswerCache;
  /** Notifies open pages of every process, after the commit. */
  streams: { announceVisibility(postId: string): void };
}

/** A request with its target and case, all locked. */
interface Step {
  request: RequestRow;
  /** Current target; undefined if missing or purged. */
  thing: (RequestedTarget & { buildingId: string; onNoticeBoard: boolean }) | undefined;
  case: CaseRow | undefined;
}

/**
 * Takes a confirmed request's next step by the database clock [MO-12]: opens a case,
 * hides the target after an undecided day, shows it thirty days later.
 * Decisions close requests; the post's lock orders both.
 */
export async function takeStep(
  dependencies: StepsDependencies,
  transaction: Transaction,
  { data }: Job,
): Promise<void> {
  const { id } = data as { id: string };
  const step = await lockStep(transaction, id);
  if (!step) return;
  const { state, due } = step.request;
  if (state === 'waiting' && !step.request.case_id && canBeDecided(step))
    return arrive(dependencies, transaction, step);
  if (state !== 'waiting' && state !== 'hidden') return;
  if (!due) return nextStep(transaction, step.request.id, step.request.due_at);
  return state === 'waiting' ? hide(dependencies, transaction, step) : end(dependencies, transaction, step);
}

/** Lock order: post, reply, case, request. */
async function lockStep(transaction: Transaction, id: string): Promise<Step | undefined> {
  const known = await findRequest(transaction, id);
  if (!known) return undefined;
  const post = await lockPost(transaction, known.post_id);
  const thing = post && (await readTarget(transaction, post, known.reply_number));
  const caseRow = known.case_id
    ? await lockCase(transaction, known.case_id)
    : thing && (await lockWaitingCase(transaction, thing.id));
  const request = await lockRequest(transaction, id);
  return request && { request, thing, case: caseRow?.waiting ? caseRow : undefined };
}

async function readTarget(
  transaction: Transaction,
  post: NonNullable<Awaited<ReturnType<typeof lockPost>>>,
  reply: number | null,
): Promise<Step['thing']> {
  const place = { buildingId: post.building_id, onNoticeBoard: post.kind === 'notice' };
  if (reply === null) {
    const { id, author_id: authorId, hidden, deleted } = post;
    return { kind: 'post', id, postId: id, authorId, hidden, deleted, ...place };
  }
  const found = await findNumberedReply(transaction, post.id, reply);
  // A hidden post hides its replies.
  return found && { ...found, hidden: found.hidden || post.hidden, ...place, onNoticeBoard: false };
}

const canBeDecided = ({ thing, case: waiting }: Step) =>
  thing !== undefined && (!thing.hidden || waiting !== undefined);

/** Adds the request to a case, which starts the day to decline. */
async function arrive(
  { mailQueue }: StepsDependencies,
  transaction: Transaction,
  { request, thing, case: waiting }: Step,
): Promise<void> {
  if (!thing) return;
  const caseId = waiting?.id ?? (await openCase(transaction, thing, thing.authorId));
  await attachCase(transaction, request.id, caseId);
  const attached = await findRequest(transaction, request.id);
  await nextStep(transaction, request.id, attached?.due_at ?? null);
  if (!(await markNotified(transaction, caseId, false))) return;
  for (const operator of await listOperators(transaction))
    await mailNotice({ mailQueue }, transaction, operator, 'case');
}

/** Hides the target, unless a moderator must decide. */
async function hide(dependencies: StepsDependencies, transaction: Transaction, step: Step): Promise<void> {
  const { request, thing, case: waiting } = step;
  if (thing && waiting && !thing.hidden) {
    const byOperator = thing.onNoticeBoard || (await isOperator(transaction, thing.authorId));
    const settledBefore = await wasSettledBefore(transaction, request);
    if (!hidesByItself({ byPeople: request.by_people, byOperator, settledBefore }))
      return leaveToPeople(transaction, request.id);
    await hideTarget(transaction, thing);
    await markHiddenByRequest(transaction, waiting.id);
    await notifyAuthor(dependencies, transaction, waiting.author_id, 'rightsHidden');
    announce(dependencies, transaction, thing);
  } else if (
    waiting &&
    (!thing || thing.deleted) &&
    (await countReasons(transaction, waiting.id)).length === 0
  )
    // Deleted by its author and without reports: nothing to decide.
    await markOver(transaction, waiting.id);
  const until = await markRequestHidden(transaction, request.id, waiting !== undefined);
  await mailComplainant(dependencies, transaction, request, 'rights.hidden');
  await nextStep(transaction, request.id, until);
}

/** Shows the target again and ends all its requests. */
async function end(dependencies: StepsDependencies, transaction: Transaction, step: Step): Promise<void> {
  const { request, thing, case: waiting } = step;
  const byRequest = thing !== undefined && waiting !== undefined && waiting.hidden_until !== null;
  if (byRequest) {
    await showTarget(transaction, thing);
    await markOver(transaction, waiting.id);
    if (!thing.deleted) await notifyAuthor(dependencies, transaction, waiting.author_id, 'rightsShown');
    announce(dependencies, transaction, thing);
  }
  const ended = await closeRequests(
    transaction,
    byRequest ? { caseId: waiting.id } : { id: request.id },
    'ended',
  );
  for (const one of ended) await mailComplainant(dependencies, transaction, one, 'rights.ended');
}

/** Mails complainants about closed requests, and the author if visibility changed. */
export async function mailDecision(
  dependencies: Pick<StepsDependencies, 'mailQueue'>,
  transaction: Transaction,
  { id, author_id: authorId, outcome, was_open: wasOpen }: DecidedCase,
): Promise<void> {
  const state = outcome === 'upheld' ? 'upheld' : 'declined';
  const closed = await listClosedWith(transaction, id);
  for (const one of closed) await mailComplainant(dependencies, transaction, one, `rights.${state}`);
  if (closed.length === 0 || wasOpen !== (outcome === 'upheld')) return;
  await notifyAuthor(dependencies, transaction, authorId, wasOpen ? 'rightsHidden' : 'rightsShown');
}

async function notifyAuthor(
  { mailQueue }: Pick<StepsDependencies, 'mailQueue'>,
  transaction: Transaction,
  authorId: string | null,
  kind: 'rightsHidden' | 'rightsShown',
): Promise<void> {
  if (authorId !== null) await mailNotice({ mailQueue }, transaction, authorId, kind);
}

async function isOperator(transaction: Transaction, authorId: string | null): Promise<boolean> {
  return authorId !== null && (await findRole(transaction, authorId))?.operator === true;
}

/** Schedules the next step of a request at its due time. */
export async function nextStep(
  transaction: Transaction,
  id: string,
  dueAt: Date | null,
  ifAbsent = false,
): Promise<void> {
  if (dueAt) await addJob(transaction, { kind: RIGHTS_JOB, key: id, data: { id }, dueAt, ifAbsent });
}
