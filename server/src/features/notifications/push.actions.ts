import { NIL, v7 as uuidv7 } from 'uuid';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import { addJob, type Job } from '../../platform/jobs/jobs.queries.ts';
import { isRecipient, type Recipient } from '../../platform/push/encrypt.ts';
import { serviceOf } from '../../platform/push/push-services.ts';
import type { Session, Sessions } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { browserOf } from './push-browser.ts';
import { sweepPushes } from './push-deliveries.queries.ts';
import { listToPush, pushTo } from './push-notices.queries.ts';
import { kindsOf } from './push-results.ts';
import { openPushOf, putPushDevice, sweepPushDevices } from './push-settings.queries.ts';
import { labelOf } from './push-texts.ts';

/** The kind of job that pushes a notice; the database adds it. */
export const PUSH_NOTICE = 'pushNotice';

/** So many students in one transaction, and after so many seconds the next: as fast as they are sent, so that answers wait for no notice. */
const BATCH = 1_000;
const BATCH_EVERY = 5;

/**
 * Notifies the browser of a session from now on. Its endpoint is nobody else's any more: whose browser it is, is who is signed in.
 *
 * @throws {ProblemError} `input.invalid` where nothing could be sent there, `session.required`.
 */
export async function subscribeDevice(
  { database, sessions, services }: { database: Database; sessions: Sessions; services: readonly string[] },
  session: Session,
  { endpoint, userAgent, ...recipient }: Recipient & { endpoint: string; userAgent: string },
): Promise<void> {
  refuseFields({
    endpoint: serviceOf(endpoint, services) === null ? 'unknown' : null,
    p256dh: isRecipient(recipient) ? null : 'invalid',
  });
  const { userId, id: sessionId } = session;
  await database.transaction(async (transaction) => {
    const lives = (await lockUser(transaction, userId)) && (await sessions.hold(transaction, session));
    if (!lives) throw new ProblemError('session.required');
    const device = { id: uuidv7(), sessionId, userId, endpoint, ...recipient, ...browserOf(userAgent) };
    await putPushDevice(transaction, device);
  });
}

/** Takes note that a push was opened; twice is once. */
export async function openPush(
  { database, counter }: { database: Database; counter: NotificationCounter },
  { userId }: Session,
  id: string,
): Promise<void> {
  const kinds = await database.transaction((transaction) => openPushOf(transaction, userId, id));
  if (kinds.length > 0) counter.addLines('pushOpened', labelOf(kinds), 1);
}

/** Pushes a notice to those who have a device, a part after the other: whom it reached already is passed over. */
export async function pushNotice(transaction: Transaction, { key, data }: Job): Promise<void> {
  const noticeId = key ?? '';
  const { after } = (data ?? { after: NIL }) as { after: string };
  const userIds = await listToPush(transaction, after, BATCH);
  await pushTo(transaction, noticeId, userIds);
  if (userIds.length === BATCH)
    await addJob(transaction, {
      kind: PUSH_NOTICE,
      key: noticeId,
      data: { after: userIds.at(-1) },
      inSeconds: BATCH_EVERY,
    });
}

/** Lets go of pushes and devices whose time is over. */
export async function sweepPush(
  { counter }: { counter: NotificationCounter },
  transaction: Transaction,
): Promise<void> {
  await sweepPushDevices(transaction);
  const gaveUp = await sweepPushes(transaction);
  transaction.afterCommit(() => {
    for (const kinds of kindsOf(gaveUp)) counter.addLines('pushRefused', labelOf(kinds), 1);
  });
}
