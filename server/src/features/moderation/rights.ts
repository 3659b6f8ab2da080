import type { Campus } from '@madang/campus/campus';
import { emailProblem, nameProblem, normalizeEmail } from '@madang/contract/accounts/rules';
import type { FieldCode } from '@madang/contract/errors';
import {
  hidesByItself,
  OPEN_REQUESTS,
  parsePostAddress,
  REQUESTS_A_DAY,
  type RightsGround,
  rightsReasonProblem,
} from '@madang/contract/moderation/rights-rules';
import { normalizeForm, normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { InstallationKeys } from '../../platform/installation-keys.ts';
import { addJob, type Job } from '../../platform/jobs/jobs.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { hashSecret } from '../../platform/sessions/sessions.ts';
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
  markTold,
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

/**
 * Mounts the form for people whose rights are hurt [MO-12], and what everybody may know of what moderation does [MO-13]. Who
 * is signed in makes no difference, and is noted nowhere.
 */
export function registerRights(router: Router, dependencies: RightsDependencies): void {
  const { campus, database } = dependencies;

  router.handle('POST /api/rights', ({ body, exchange }) =>
    writeRequest(dependencies, exchange.clientAddress, body),
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

/** Which job takes the steps of a request. */
export const RIGHTS_JOB = 'rightsRequest';

/** What the form works with. */
export interface RightsDependencies {
  database: Database;
  campus: Campus;
  outbox: Outbox;
  /** What hashes of where a request came from are made with. */
  keys: InstallationKeys;
  /** Whether a host, with its port, is this site's. */
  isOwnHost: (host: string) => boolean;
}

/** What somebody whose rights are hurt writes. */
interface WrittenRequest {
  name: string;
  email: string;
  address: string;
  reply: number | null;
  ground: RightsGround;
  reason: string;
}

/**
 * Takes a request, which counts once its mail is confirmed [MO-12]. What it names is not looked for: neither the answer nor
 * its time can tell whether there is such a post.
 *
 * @throws {ProblemError} `input.invalid`, `limit.reached`.
 */
async function writeRequest(
  dependencies: RightsDependencies,
  client: string,
  written: WrittenRequest,
): Promise<void> {
  const { database, campus, outbox, keys, isOwnHost } = dependencies;
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
    await mailComplainant({ outbox }, transaction, { id, email }, 'rights.confirm');
  });
}

/**
 * Confirms a request by the secret of its mail. Only here, where somebody has shown that the mailbox is theirs, is anything
 * said about other requests of it. What the request names is still not looked at: a job does that.
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

/** A case that was decided, and whether its thing could be seen before. */
type DecidedCase = Pick<CaseRow, 'id' | 'author_id' | 'outcome'> & { was_open: boolean | null };

/** What the steps of a request work with. */
interface StepsDependencies {
  outbox: Pick<Outbox, 'add'>;
  cache: AnswerCache;
  /** Tell the open pages of every process; called after the commit. */
  streams: { announceVisibility(postId: string): void };
}

/** A request with what it names and the case about that, all locked. */
interface Step {
  request: RequestRow;
  /** The thing as it stands; undefined where there is none, or it was purged. */
  thing: (RequestedTarget & { buildingId: string; onNoticeBoard: boolean }) | undefined;
  /** Its waiting case. */
  case: CaseRow | undefined;
}

/**
 * Takes the next step of a request that is confirmed [MO-12]: gives it a case, hides what it names when nobody declined it
 * within a day, and shows that again thirty days later. Which step is due, the database's clock says. A decision closes the
 * requests of its case, so whichever of both has the post first finds the other nothing to do.
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

/** The post before the reply, the reply before the case, the case before its request, as everything else takes them. */
async function lockStep(transaction: Transaction, id: string): Promise<Step | undefined> {
  const known = await findRequest(transaction, id);
  if (!known) return undefined;
  const post = await lockPost(transaction, known.post_id);
  const thing = post && (await readThing(transaction, post, known.reply_number));
  const caseRow = known.case_id
    ? await lockCase(transaction, known.case_id)
    : thing && (await lockWaitingCase(transaction, thing.id));
  const request = await lockRequest(transaction, id);
  return request && { request, thing, case: caseRow?.waiting ? caseRow : undefined };
}

async function readThing(
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
  // Under a hidden post nobody sees it.
  return found && { ...found, hidden: found.hidden || post.hidden, ...place, onNoticeBoard: false };
}

/** It can be seen, or somebody is about to decide about it. */
const canBeDecided = ({ thing, case: waiting }: Step) =>
  thing !== undefined && (!thing.hidden || waiting !== undefined);

/** The request joins the case about its thing, and there is a day to decline it. */
async function arrive(
  { outbox }: StepsDependencies,
  transaction: Transaction,
  { request, thing, case: waiting }: Step,
): Promise<void> {
  if (!thing) return;
  const caseId = waiting?.id ?? (await openCase(transaction, thing, thing.authorId));
  await attachCase(transaction, request.id, caseId);
  const attached = await findRequest(transaction, request.id);
  await nextStep(transaction, request.id, attached?.due_at ?? null);
  if (!(await markTold(transaction, caseId, false))) return;
  for (const operator of await listOperators(transaction))
    await mailNotice({ outbox }, transaction, operator, 'case');
}

/** Nobody declined it: what it names is hidden, unless that waits for people. */
async function hide(dependencies: StepsDependencies, transaction: Transaction, step: Step): Promise<void> {
  const { request, thing, case: waiting } = step;
  if (thing && waiting && !thing.hidden) {
    const byOperator = thing.onNoticeBoard || (await isOperator(transaction, thing.authorId));
    const settledBefore = await wasSettledBefore(transaction, request);
    if (!hidesByItself({ byPeople: request.by_people, byOperator, settledBefore }))
      return leaveToPeople(transaction, request.id);
    await hideTarget(transaction, thing);
    await markHiddenByRequest(transaction, waiting.id);
    await tellAuthor(dependencies, transaction, waiting.author_id, 'rightsHidden');
    announce(dependencies, transaction, thing);
  } else if (
    waiting &&
    (!thing || thing.deleted) &&
    (await countReasons(transaction, waiting.id)).length === 0
  )
    // Its author deleted it and nobody else has said anything: there is nothing left to decide.
    await markOver(transaction, waiting.id);
  const until = await markRequestHidden(transaction, request.id, waiting !== undefined);
  await mailComplainant(dependencies, transaction, request, 'rights.hidden');
  await nextStep(transaction, request.id, until);
}

/** The time is over: what requests hid is shown again, and all of them end. */
async function end(dependencies: StepsDependencies, transaction: Transaction, step: Step): Promise<void> {
  const { request, thing, case: waiting } = step;
  const byRequest = thing !== undefined && waiting !== undefined && waiting.hidden_until !== null;
  if (byRequest) {
    await showTarget(transaction, thing);
    await markOver(transaction, waiting.id);
    if (!thing.deleted) await tellAuthor(dependencies, transaction, waiting.author_id, 'rightsShown');
    announce(dependencies, transaction, thing);
  }
  const ended = await closeRequests(
    transaction,
    byRequest ? { caseId: waiting.id } : { id: request.id },
    'ended',
  );
  for (const one of ended) await mailComplainant(dependencies, transaction, one, 'rights.ended');
}

/** Mails both sides that a decision closed requests: who asked, and whose thing it is where it was open, or is shown again. */
export async function mailDecision(
  dependencies: Pick<StepsDependencies, 'outbox'>,
  transaction: Transaction,
  { id, author_id: authorId, outcome, was_open: wasOpen }: DecidedCase,
): Promise<void> {
  const state = outcome === 'upheld' ? 'upheld' : 'declined';
  const closed = await listClosedWith(transaction, id);
  for (const one of closed) await mailComplainant(dependencies, transaction, one, `rights.${state}`);
  if (closed.length === 0 || wasOpen !== (outcome === 'upheld')) return;
  await tellAuthor(dependencies, transaction, authorId, wasOpen ? 'rightsHidden' : 'rightsShown');
}

async function tellAuthor(
  { outbox }: Pick<StepsDependencies, 'outbox'>,
  transaction: Transaction,
  authorId: string | null,
  kind: 'rightsHidden' | 'rightsShown',
): Promise<void> {
  if (authorId !== null) await mailNotice({ outbox }, transaction, authorId, kind);
}

async function isOperator(transaction: Transaction, authorId: string | null): Promise<boolean> {
  return authorId !== null && (await findRole(transaction, authorId))?.operator === true;
}

/** Sees to it that the next step of a request is taken when it is due. */
export async function nextStep(
  transaction: Transaction,
  id: string,
  dueAt: Date | null,
  ifAbsent = false,
): Promise<void> {
  if (dueAt) await addJob(transaction, { kind: RIGHTS_JOB, key: id, data: { id }, dueAt, ifAbsent });
}
