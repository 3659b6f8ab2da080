import type { InstallationKeys } from '../../platform/installation-keys.ts';
import type { Campus } from '@madang/campus/campus';
import {
  type Circumstances,
  HIDE_AT,
  type ReportReason,
  URGENT_REASONS,
  countingVoices,
  isTrusted,
  judge,
  mainReason,
  noteProblem,
} from '@madang/contract/moderation/rules';
import { normalizeText } from '@madang/contract/text/rules';
import type { AnswerCache } from '../../platform/cache/answer-cache.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { mailNotice } from '../accounts/index.ts';
import { lockPost } from '../posts/index.ts';
import { lockReply } from '../replies/index.ts';
import {
  type Target,
  listProtectedReasons,
  lockWaitingCase,
  markCaseHidden,
  markTold,
  openCase,
  readCampusAge,
} from './cases.queries.ts';
import {
  type StandingReport,
  countHidAlone,
  isPictureOf,
  listOwnReports,
  listStanding,
  lockSource,
  markCounted,
  putReport,
  withdrawReport,
} from './reports.queries.ts';
import { findRole, listOperators } from './roles.queries.ts';
import { announce, hideTarget } from './visibility.queries.ts';

/** Mounts reports and their withdrawal. */
export function registerReports(router: Router, dependencies: ReportsDependencies): void {
  router.handle('GET /api/posts/{id}/own-reports', async ({ session, path }) => ({
    reports: await listOwnReports(dependencies.database, session.userId, path.id),
  }));

  router.handle('PUT /api/posts/{id}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'post', id: path.id }, body),
  );

  router.handle('DELETE /api/posts/{id}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.id),
  );

  router.handle('PUT /api/posts/{id}/pictures/{uploadId}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'picture', ...path }, body),
  );

  router.handle('DELETE /api/posts/{id}/pictures/{uploadId}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.uploadId),
  );

  router.handle('PUT /api/replies/{id}/report', ({ session, path, body }) =>
    report(dependencies, session, { kind: 'reply', id: path.id }, body),
  );

  router.handle('DELETE /api/replies/{id}/report', ({ session, path }) =>
    withdraw(dependencies, session, path.id),
  );
}

/** What reports work with. */
export interface ReportsDependencies {
  database: Database;
  campus: Campus;
  cache: AnswerCache;
  outbox: Outbox;
  /** What hashes of sources are made with. */
  keys: InstallationKeys;
  /** Tell the open pages of every process; called after the commit. */
  streams: { announceVisibility(postId: string): void };
}

/** What is reported: a post, a reply, or one picture of a post. */
type ReportAddress =
  | { kind: 'post'; id: string }
  | { kind: 'reply'; id: string }
  | { kind: 'picture'; id: string; uploadId: string };

/** A thing that can be seen and reported, its post locked. */
interface ReportedTarget extends Target {
  buildingId: string;
  authorId: string | null;
  /** What the report names: the thing itself, or an upload. */
  reportedId: string;
  /** It stands on the board that only the operator writes on. */
  ofOperator: boolean;
}

/**
 * Reports a post, a reply or a picture, in the place of an earlier report of the same thing, and hides the thing where the
 * reports that count are enough [MO-01, MO-02]. A picture is a part of its post: its reports are the post's, and what is
 * hidden is the post.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `report.own`, `session.required`.
 */
export async function report(
  dependencies: ReportsDependencies,
  session: Session,
  target: ReportAddress,
  input: { reason: ReportReason; note: string },
): Promise<void> {
  const note = normalizeText(input.note).trim();
  refuseFields({ note: noteProblem(note) });
  await dependencies.database.transaction(async (transaction) => {
    // The source before the post: no other transaction holds a post while it waits for a source.
    const source = await lockSource(transaction, session.userId);
    if (source === undefined) throw new ProblemError('session.required');
    const thing = await lockThing(transaction, target);
    if (!thing) throw new ProblemError('resource.missing');
    if (thing.authorId === session.userId) throw new ProblemError('report.own');
    const waiting = await lockWaitingCase(transaction, thing.id);
    const caseId = waiting?.id ?? (await openCase(transaction, thing, thing.authorId));
    const made = { reporterId: session.userId, thingId: thing.reportedId };
    await putReport(transaction, { caseId, ...made, reason: input.reason, note });
    await weigh(dependencies, transaction, { caseId, thing, source, made });
  });
}

/** Withdraws a report: it counts nothing any more [MO-01]. Saying it again changes nothing. */
export async function withdraw(
  { database }: Pick<ReportsDependencies, 'database'>,
  session: Session,
  thingId: string,
): Promise<void> {
  await withdrawReport(database, { reporterId: session.userId, thingId });
}

async function lockThing(
  transaction: Transaction,
  target: ReportAddress,
): Promise<ReportedTarget | undefined> {
  if (target.kind === 'reply') {
    const reply = await lockReply(transaction, target.id);
    const post = reply && !reply.hidden ? await lockPost(transaction, reply.post_id) : undefined;
    if (!reply || !post) return undefined;
    const { id, post_id: postId, author_id: authorId } = reply;
    const place = { buildingId: post.building_id, reportedId: id, ofOperator: false };
    return { kind: 'reply', id, postId, authorId, ...place };
  }
  const post = await lockPost(transaction, target.id);
  if (!post || post.hidden) return undefined;
  const { id, author_id: authorId, building_id: buildingId } = post;
  const thing = {
    kind: 'post',
    id,
    postId: id,
    authorId,
    buildingId,
    ofOperator: post.kind === 'notice',
  } as const;
  if (target.kind === 'post') return { ...thing, reportedId: id };
  const shown = await isPictureOf(transaction, target.uploadId, id);
  return shown ? { ...thing, reportedId: target.uploadId } : undefined;
}

/** Looks at all reports of the case together, under the lock of its post. */
async function weigh(
  dependencies: ReportsDependencies,
  transaction: Transaction,
  {
    caseId,
    thing,
    source,
    made: { reporterId, thingId },
  }: {
    caseId: string;
    thing: ReportedTarget;
    source: string;
    made: { reporterId: string; thingId: string };
  },
): Promise<void> {
  const voices = await listStanding(transaction, caseId);
  const made = voices.find((voice) => voice.reporterId === reporterId && voice.thingId === thingId);
  if (!made) return;
  const circumstances = await readCircumstances(dependencies.campus, transaction, thing);
  const verdict = judge(
    made,
    voices,
    circumstances,
    await countHidAlone(transaction, dependencies.keys, source),
  );
  if (verdict !== 'stays') {
    const counting = verdict === 'hiddenByOne' ? [made] : countingVoices(voices, circumstances);
    await hideByReports(dependencies, transaction, {
      caseId,
      thing,
      counting,
      alone: verdict === 'hiddenByOne',
    });
  }
  const urgent = URGENT_REASONS.includes(made.reason) && isTrusted(made, circumstances);
  if (urgent || verdict !== 'stays') await tellOperators(dependencies, transaction, caseId, urgent);
}

async function readCircumstances(
  { settings }: Campus,
  transaction: Transaction,
  thing: ReportedTarget,
): Promise<Circumstances> {
  const { hideAt = HIDE_AT, openedOn } = settings.moderation ?? {};
  const ofOperator =
    thing.authorId !== null && (await findRole(transaction, thing.authorId))?.operator === true;
  return {
    hideAt,
    campusAgeDays: await readCampusAge(transaction, openedOn),
    protectedReasons: await listProtectedReasons(transaction, thing.id),
    byOperator: thing.ofOperator || ofOperator,
  };
}

async function hideByReports(
  dependencies: ReportsDependencies,
  transaction: Transaction,
  {
    caseId,
    thing,
    counting,
    alone,
  }: { caseId: string; thing: ReportedTarget; counting: readonly StandingReport[]; alone: boolean },
): Promise<void> {
  await hideTarget(transaction, thing);
  await markCaseHidden(transaction, caseId, mainReason(counting));
  const ids = counting.map(({ id }) => id);
  await markCounted(transaction, ids, alone ? (ids[0] ?? null) : null);
  announce(dependencies, transaction, thing);
}

/** Mails every operator that there is a case to look at, once a case [MO-03]. */
async function tellOperators(
  { outbox }: ReportsDependencies,
  transaction: Transaction,
  caseId: string,
  urgent: boolean,
): Promise<void> {
  if (!(await markTold(transaction, caseId, urgent))) return;
  for (const operator of await listOperators(transaction))
    await mailNotice({ outbox }, transaction, operator, 'case');
}
