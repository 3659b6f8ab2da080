import { UNREAD_SHOWN_MAX } from '@madang/contract/notifications/rules';
import type { Database, Executor } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Session } from '../../sessions/sessions.ts';
import type { NotificationCounter } from '../analytics/index.ts';
import type { NotifyOfReplies } from '../replies/index.ts';
import type { NotifyOfTicket } from '../tickets/index.ts';
import {
  countUnread,
  findThreadMarks,
  findNoticeNotification,
  isFollowing,
  type OpenedRow,
  readLinesUpTo,
  readNoticesTo,
  readNoticesUpTo,
  readNotificationsOf,
  readNotificationsOfCases,
  readOneNotification,
  reads,
  sweepOldLines,
  NOTIFY_LATER,
  notifyAccepted,
  hasEnabled,
} from './inbox.ts';
import { deleteMute, putMute } from './settings.ts';
import { announce, type ReplyNotifier } from './reply-notifier.ts';
import type { InboxStreams } from './streams.ts';

export interface NotificationsDependencies {
  database: Database;
  inboxes: InboxStreams;
  counter: NotificationCounter;
  /** Settled before lines are read, so that a reply of the same moment is among them. */
  notifier: ReplyNotifier;
}

type Telling = Pick<NotificationsDependencies, 'inboxes' | 'counter'>;

/** Returns the callbacks of replies. */
export function notifyOfReplies(dependencies: Omit<NotificationsDependencies, 'database'>): NotifyOfReplies {
  return {
    answered: NOTIFY_LATER,
    afterAnswer: (postId) => dependencies.notifier.add(postId),
    async accepted(transaction, replyId) {
      const told = await notifyAccepted(transaction, replyId);
      transaction.afterCommit(() => announce(dependencies, 'accepted', told));
    },
  };
}

/** Returns a thread's viewer state and marks its lines as read [NO-01]. */
export async function openThread(
  dependencies: NotificationsDependencies,
  userId: string,
  postId: string,
): Promise<{ muted: boolean; followed: boolean; unread: number }> {
  const unread = await readThread(dependencies, userId, postId);
  return { ...(await findThreadMarks(dependencies.database, userId, postId)), unread };
}

/** Marks a post's lines as read; returns the unread count of the others. */
export async function readThread(
  dependencies: NotificationsDependencies,
  userId: string,
  postId: string,
): Promise<number> {
  const { database, notifier } = dependencies;
  await notifier.settle(postId);
  const before = await countUnread(database, userId);
  const opened = await readNotificationsOf(database, userId, postId);
  noteOpened(dependencies, userId, opened);
  if (before > UNREAD_SHOWN_MAX) return countUnread(database, userId);
  // Without a line that arrives now: the page would take it for one of another post, and leave it unread.
  return Math.max(0, before - opened.length);
}

/** Marks all lines about cases as read. */
export async function readCaseNotifications(
  dependencies: NotificationsDependencies,
  userId: string,
): Promise<void> {
  const opened = await readNotificationsOfCases(dependencies.database, userId);
  noteOpened(dependencies, userId, opened);
}

/** Marks a line, or a notice and all earlier ones, as read; ignores unknown ids. Returns the unread count. */
export async function readLine(
  dependencies: NotificationsDependencies,
  { userId }: Session,
  id: string,
): Promise<number> {
  const { database } = dependencies;
  const opened = await readOneNotification(database, userId, id);
  const notice = opened.length === 0 ? await findNoticeNotification(database, userId, id) : undefined;
  if (notice?.unread) {
    await readNoticesTo(database, userId, id);
    opened.push({ kind: 'notice' });
  }
  noteOpened(dependencies, userId, opened);
  return countUnread(database, userId);
}

/** Marks everything up to a time as read; returns the unread count. */
export async function readAll(
  { database, inboxes, notifier }: NotificationsDependencies,
  { userId }: Session,
  upTo: string,
): Promise<number> {
  await notifier.settle();
  await database.transaction(async (transaction) => {
    await readLinesUpTo(transaction, userId, upTo);
    await readNoticesUpTo(transaction, userId, upTo);
    transaction.afterCommit(() => inboxes.announce(userId));
  });
  return countUnread(database, userId);
}

/**
 * Mutes a thread and marks its lines as read. Idempotent.
 *
 * @throws {ProblemError} `resource.missing`.
 */
export async function muteThread(
  { database, inboxes, notifier }: NotificationsDependencies,
  { userId }: Session,
  postId: string,
): Promise<void> {
  await notifier.settle(postId);
  await database.transaction(async (transaction) => {
    if (!(await putMute(transaction, userId, postId))) throw new ProblemError('resource.missing');
    await readNotificationsOf(transaction, userId, postId);
    transaction.afterCommit(() => inboxes.announce(userId));
  });
}

/** Unmutes a thread. */
export async function unmuteThread(
  { database }: { database: Executor },
  { userId }: Session,
  postId: string,
): Promise<void> {
  await deleteMute(database, userId, postId);
}

/** Counts opened lines and updates the student's other pages. */
function noteOpened({ inboxes, counter }: Telling, userId: string, opened: readonly OpenedRow[]): void {
  if (opened.length === 0) return;
  for (const { kind } of opened) counter.addLines('lineOpened', kind, 1);
  inboxes.announce(userId);
}

/**
 * Notifies all who joined a ticket: one unread line each [NO-01]. Signals through the database, for operator commands and
 * jobs.
 */
export const notifyOfTicket: NotifyOfTicket = async (transaction, ticketId, { asked, but }) => {
  await transaction.rows(
    `WITH line AS (
       INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, said, at)
       SELECT gen_random_uuid(), person.id, 'ticket', posts.id, posts.id, 1, CASE WHEN $2::boolean THEN 'asked' END, clock_timestamp()
         FROM ticket_joins JOIN posts ON posts.id = ticket_id JOIN users person ON person.id = ticket_joins.user_id
        WHERE ticket_id = $1 AND person.id IS DISTINCT FROM $3::uuid AND ${hasEnabled('ticket', 'person.id')}
          AND ${reads('person.id', 'posts.author_id')} AND ${isFollowing('person.id', 'posts.id')}
        ORDER BY person.id FOR KEY SHARE OF person
       ON CONFLICT (user_id, kind, about_id) WHERE read_at IS NULL
       DO UPDATE SET said = excluded.said, things = 1, at = excluded.at
       RETURNING xmax = 0 AS made),
     counted AS (
       INSERT INTO analytics_events (kind, screen, at, count)
       SELECT 'lineMade', 'ticket', date_trunc('minute', now()), count(*) FROM line WHERE made HAVING count(*) > 0)
     SELECT pg_notify('madang_live', 'database inbox-post ' || $1::uuid)`,
    [ticketId, asked, but],
  );
};

/** Deletes expired lines in batches; safe in parallel. */
export async function sweepInboxes(database: Database): Promise<void> {
  let more: boolean;
  do more = await sweepOldLines(database);
  while (more);
}
