import { PUSH_BUDGET, PUSH_UNOPENED_MAX, QUIET_FROM, QUIET_TO } from '@madang/contract/notifications/rules';
import type { PushState } from '@madang/contract/notifications/schema';
import { NIL, v7 as uuidv7 } from 'uuid';
import type { Database, Executor, Transaction } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import { addJob, type Job } from '../../jobs/jobs.ts';
import { isRecipient, type Recipient } from '../../push/encrypt.ts';
import { serviceOf } from '../../push/push-services.ts';
import type { Session, Sessions } from '../../sessions/sessions.ts';
import { lockUser } from '../accounts/index.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import { hasEnabled } from './inbox.ts';
import { sweepPushes } from './push-deliveries.ts';
import { kindsOf } from './push-sender.ts';
import { labelOf } from './push-texts.ts';
import {
  browserOf,
  openPushOf,
  presentKinds,
  type PushDeviceRow,
  type PushSettingsRow,
  putPushDevice,
  sweepPushDevices,
} from './settings.ts';

/** Kind of the job that pushes a notice; the database adds it. */
export const PUSH_NOTICE = 'pushNotice';

/** Students per transaction, and seconds between; matches the sending rate, so answers never wait. */
const BATCH = 1_000;
const BATCH_EVERY = 5;

/**
 * Registers a session's browser for pushes. An endpoint belongs to the signed-in user.
 *
 * @throws {ProblemError} `input.invalid` for an unusable subscription, `session.required`.
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

/** Records that a push was opened; idempotent. */
export async function openPush(
  { database, counter }: { database: Database; counter: NotificationCounter },
  { userId }: Session,
  id: string,
): Promise<void> {
  const kinds = await database.transaction((transaction) => openPushOf(transaction, userId, id));
  if (kinds.length > 0) counter.addLines('pushOpened', labelOf(kinds), 1);
}

/** Pushes a notice to students with a device, in batches. */
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

/** Deletes expired pushes and devices. */
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

/** Default settings. */
const FIRST: PushSettingsRow = {
  off_kinds: [],
  budget: PUSH_BUDGET,
  quiet_from: QUIET_FROM,
  quiet_to: QUIET_TO,
  texts: false,
  unopened: 0,
};

/** Returns a student's push settings; `key` is null without pushes. */
export function presentPush(
  settings: PushSettingsRow = FIRST,
  devices: readonly PushDeviceRow[],
  { session, key }: { session: Session; key: string | null },
): PushState {
  const { off_kinds: off, budget, quiet_from: from, quiet_to: to, texts, unopened } = settings;
  return {
    kinds: presentKinds(off),
    budget,
    quiet: from === null || to === null ? null : { from, to },
    texts,
    key,
    resting: unopened >= PUSH_UNOPENED_MAX,
    devices: devices.map(({ id, session_id: sessionId, system, browser, ...at }) => ({
      id,
      system,
      browser,
      here: sessionId === session.id,
      addedAt: at.added_at.toISOString(),
      usedAt: at.used_at.toISOString(),
    })),
  };
}

/** Returns students with a device, by id, after a given one. */
export async function listToPush(executor: Executor, after: string, limit: number): Promise<string[]> {
  const rows = await executor.rows<{ user_id: string }>(
    'SELECT DISTINCT user_id FROM push_devices WHERE user_id > $1 ORDER BY user_id LIMIT $2',
    [after, limit],
  );
  return rows.map(({ user_id: userId }) => userId);
}

/** Queues a notice for those who enabled notices and registered before. */
async function pushTo(executor: Executor, noticeId: string, userIds: readonly string[]): Promise<void> {
  await executor.change(
    `INSERT INTO pushes (user_id, kind, about_id, due_at)
     SELECT user_id, 'notice', notices.id, now()
       FROM push_settings JOIN users ON users.id = user_id, bulletin_entries AS notices
      WHERE user_id = ANY ($2::uuid[]) AND notices.id = $1 AND notices.told_at >= users.created_at
        AND 'notice' <> ALL (push_settings.off_kinds) AND ${hasEnabled('notice', 'users.id')}
      ORDER BY user_id
     ON CONFLICT DO NOTHING`,
    [noticeId, userIds],
  );
}
