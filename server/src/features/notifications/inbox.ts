// Lock order: lines by id; within a statement by student id.
import type { SanctionKind } from '@madang/contract/moderation/rules';
import {
  INBOX_PAGE,
  LINE_DAYS,
  type NotificationKind,
  UNREAD_SHOWN_MAX,
} from '@madang/contract/notifications/rules';
import type { InboxNotification } from '@madang/contract/notifications/schema';
import { firstParagraph } from '@madang/contract/text/rules';
import type { TicketStep } from '@madang/contract/tickets/rules';
import type { Executor, Transaction } from '../../database/database.ts';
import { encodeCursor, type PageEnd } from '../posts/index.ts';

/** SQL condition: true if the person has this notification kind enabled. */
export const hasEnabled = (kind: NotificationKind, person: string): string =>
  `NOT EXISTS (SELECT FROM inboxes WHERE user_id = ${person} AND (NOT told OR '${kind}' = ANY (off_kinds)))`;

/** SQL condition: true if the person does not block the author. */
export const reads = (person: string, author: string): string =>
  `NOT EXISTS (SELECT FROM blocks WHERE user_id = ${person} AND blocked_id = ${author})`;

/** SQL condition: true if the person did not mute the thread. */
export const isFollowing = (person: string, post: string): string =>
  `NOT EXISTS (SELECT FROM inbox_mutes WHERE user_id = ${person} AND post_id = ${post})`;

/** SQL condition: the person does not block the post's author. */
export const FOLLOWER_IS_NOTIFIED = reads('person.id', 'posts.author_id');

/** Kind of the job that notifies the remaining followers of a post. */
export const NOTIFY_FOLLOWERS_JOB = 'tellFollowers';

/** Followers notified with a reply; a job notifies the rest. */
const FOLLOWERS_AT_ONCE = 20;
/** Replies per batch. */
const REPLIES_AT_ONCE = 500;

/** A written inbox line: its owner, and whether it is new. */
export interface NotifiedRow {
  user_id: string;
  made: boolean;
}

/**
 * Waits until no reply is being hidden and no user blocked, as the triggers do for batches, but not longer than a reader may
 * wait. The rest of the transaction reads through indexes, also where a table has grown since the statement was planned.
 */
export const LOCK_ANSWER_LINES = `
  SELECT set_config('lock_timeout', '1s', true), set_config('enable_seqscan', 'off', true),
         pg_advisory_xact_lock(hashtextextended('answer lines', 0))`;

/** CTE of `insertStatement`: the reply waits for {@link NOTIFY_OF_REPLIES}. */
export const NOTIFY_LATER = `
       waiting AS (INSERT INTO unnotified_replies (reply_id) SELECT id FROM written)`;

/** Columns of the people who are notified of a reply. */
export const NOTIFIED = `
         SELECT person.id AS user_id, posts.id AS post_id, written.id AS reply_id,
                (written.hidden_at IS NULL AND posts.hidden_at IS NULL)::int AS shown
           FROM written JOIN posts ON posts.id = written.post_id AND posts.purged_at IS NULL
           LEFT JOIN replies answered ON answered.id = written.answers_id`;

/** SQL condition: the person wants to be notified of the answer. */
export const WANTS_ANSWER = `
            ${hasEnabled('answer', 'person.id')} AND ${reads('person.id', 'written.author_id')}
            AND ${isFollowing('person.id', 'posts.id')}`;

/** CTEs that notify `people` of the replies in {@link NOTIFIED}, one unread line for each post; end with `told`. */
export const NOTIFY_PEOPLE = `
       held AS MATERIALIZED (
         SELECT id FROM inbox_lines
          WHERE id = ANY (ARRAY(SELECT (SELECT id FROM inbox_lines
                                         WHERE user_id = person.user_id AND kind = 'answer' AND about_id = person.post_id
                                           AND read_at IS NULL)
                                  FROM (SELECT DISTINCT user_id, post_id FROM people) AS person))
          ORDER BY id FOR NO KEY UPDATE),
       line AS (
         INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at)
         SELECT gen_random_uuid(), user_id, 'answer', post_id, post_id, sum(shown), clock_timestamp()
           FROM people, (SELECT count(*) FROM held) AS locked GROUP BY user_id, post_id
         ON CONFLICT (user_id, kind, about_id) WHERE read_at IS NULL
         DO UPDATE SET things = inbox_lines.things + excluded.things, at = excluded.at
         RETURNING id, user_id, post_id, xmax = 0 AS made),
       answers AS (INSERT INTO inbox_answers (line_id, reply_id)
                   SELECT line.id, reply_id FROM line JOIN people USING (user_id, post_id)),
       told AS (SELECT user_id, made FROM line)`;

/**
 * Notifies post authors, answered authors and first followers of the replies that wait, under {@link LOCK_ANSWER_LINES}; a
 * job notifies the other followers. Returns the lines and whether more replies wait.
 */
export const NOTIFY_OF_REPLIES = `
  WITH taken AS (DELETE FROM unnotified_replies
                  WHERE ctid = ANY (ARRAY(SELECT ctid FROM unnotified_replies WHERE at <= now()
                                           ORDER BY at, reply_id LIMIT ${REPLIES_AT_ONCE}))
                 RETURNING reply_id),
       written AS MATERIALIZED (SELECT replies.* FROM taken JOIN replies ON replies.id = taken.reply_id FOR KEY SHARE OF replies),
       others AS (
         INSERT INTO jobs (id, kind, key, data, due_at)
         SELECT gen_random_uuid(), '${NOTIFY_FOLLOWERS_JOB}', written.id::text, jsonb_build_object('after', last.user_id), now()
           FROM written, LATERAL (SELECT user_id FROM follows WHERE post_id = written.post_id
                                   ORDER BY user_id OFFSET ${FOLLOWERS_AT_ONCE - 1} LIMIT 1) AS last),
       people AS MATERIALIZED (${NOTIFIED}
           JOIN users person ON person.id = ANY (ARRAY[posts.author_id, answered.author_id]
                || ARRAY(SELECT user_id FROM follows WHERE post_id = posts.id ORDER BY user_id LIMIT ${FOLLOWERS_AT_ONCE}))
          WHERE person.id IS DISTINCT FROM written.author_id AND ${WANTS_ANSWER}
            AND (person.id IS NOT DISTINCT FROM answered.author_id OR ${FOLLOWER_IS_NOTIFIED})
          ORDER BY person.id FOR KEY SHARE OF person),
       ${NOTIFY_PEOPLE}
  SELECT (SELECT count(*) FROM taken) = ${REPLIES_AT_ONCE} AS more, coalesce((SELECT json_agg(told) FROM told), '[]') AS told`;

/** Notifies the author of an accepted reply once, its post locked. */
export function notifyAccepted(transaction: Transaction, replyId: string): Promise<NotifiedRow[]> {
  return transaction.rows<NotifiedRow>(
    `INSERT INTO inbox_lines (id, user_id, kind, about_id, post_id, things, at)
     SELECT gen_random_uuid(), person.id, 'accepted', replies.id, replies.post_id, 1, clock_timestamp()
       FROM replies JOIN posts ON posts.id = replies.post_id JOIN users person ON person.id = replies.author_id
      WHERE replies.id = $1 AND person.id IS DISTINCT FROM posts.author_id
        AND ${hasEnabled('accepted', 'person.id')} AND ${reads('person.id', 'posts.author_id')}
        AND ${isFollowing('person.id', 'posts.id')}
        FOR KEY SHARE OF person
     ON CONFLICT DO NOTHING RETURNING user_id, true AS made`,
    [replyId],
  );
}

/** The student's notices: published after sign-up and within the retention time. */
const NOTICES = `
  notices.told_at > now() - interval '${LINE_DAYS} days'
  AND notices.told_at >= (SELECT created_at FROM users WHERE id = $1) AND ${hasEnabled('notice', '$1')}`;

/** Time up to which the notices were read. */
const NOTICES_READ = `coalesce((SELECT notices_read_at FROM inboxes WHERE user_id = $1), '-infinity')`;

export const COUNT_UNREAD = `
  SELECT (SELECT count(*) FROM (SELECT FROM inbox_lines WHERE user_id = $1 AND read_at IS NULL AND things > 0
                                 LIMIT ${UNREAD_SHOWN_MAX + 1}) AS line)
         + (SELECT count(*) FROM (SELECT FROM bulletin_entries AS notices WHERE ${NOTICES} AND notices.told_at > ${NOTICES_READ}
                                   LIMIT ${UNREAD_SHOWN_MAX + 1}) AS notice) AS unread`;

/** Returns the unread lines, at most one above the bell's maximum. */
export async function countUnread(executor: Executor, userId: string): Promise<number> {
  const row = await executor.first<{ unread: number }>(COUNT_UNREAD, [userId]);
  return Math.min(row?.unread ?? 0, UNREAD_SHOWN_MAX + 1);
}

/** Returns the unread counts of several students. */
export async function countUnreadOf(
  executor: Executor,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await executor.rows<{ id: string; unread: number }>(
    `SELECT asked.id, counted.unread FROM unnest($1::uuid[]) AS asked (id),
            LATERAL (${COUNT_UNREAD.replaceAll('$1', 'asked.id')}) AS counted`,
    [userIds],
  );
  return new Map(rows.map(({ id, unread }) => [id, Math.min(unread, UNREAD_SHOWN_MAX + 1)]));
}

/** SQL: marks the student's visible unread lines as read; returns their kinds. */
const readWhere = (condition: string): string => `
  WITH opened AS (SELECT id FROM inbox_lines WHERE user_id = $1 AND read_at IS NULL AND things > 0 AND ${condition}
                   ORDER BY id FOR NO KEY UPDATE)
  UPDATE inbox_lines SET read_at = now() FROM opened WHERE inbox_lines.id = opened.id AND read_at IS NULL
  RETURNING inbox_lines.kind`;

/** An opened line. */
export interface OpenedRow {
  kind: NotificationKind;
}

/** Only the currently accepted reply has a visible line of this kind. */
export const READ_THREAD = readWhere(
  `kind IN ('answer', 'alert', 'accepted', 'ticket')
   AND about_id = ANY (ARRAY[$2::uuid, (SELECT accepted_reply_id FROM posts WHERE posts.id = $2)])`,
);

/** Marks the lines that lead to a post as read. */
export function readNotificationsOf(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<OpenedRow[]> {
  return executor.rows<OpenedRow>(READ_THREAD, [userId, postId]);
}

/** Marks the lines about cases and sanctions as read. */
export function readNotificationsOfCases(executor: Executor, userId: string): Promise<OpenedRow[]> {
  return executor.rows<OpenedRow>(readWhere(`kind IN ('case', 'sanction')`), [userId]);
}

/** Marks one line as read. */
export function readOneNotification(executor: Executor, userId: string, id: string): Promise<OpenedRow[]> {
  return executor.rows<OpenedRow>(readWhere('id = $2'), [userId, id]);
}

/** Marks all lines up to a time as read, compared in milliseconds. */
export async function readLinesUpTo(executor: Executor, userId: string, upTo: string): Promise<void> {
  await executor.rows(readWhere(`date_trunc('milliseconds', at) <= $2::timestamptz`), [userId, upTo]);
}

/** Returns whether a notice is unread; undefined if not in the inbox. */
export function findNoticeNotification(
  executor: Executor,
  userId: string,
  id: string,
): Promise<{ unread: boolean } | undefined> {
  return executor.first(
    `SELECT told_at > ${NOTICES_READ} AS unread FROM bulletin_entries AS notices WHERE id = $2 AND ${NOTICES}`,
    [userId, id],
  );
}

/** Marks notices up to one of them as read. */
export async function readNoticesTo(executor: Executor, userId: string, id: string): Promise<void> {
  await putNoticesRead(executor, userId, '(SELECT told_at FROM bulletin_entries WHERE id = $2::uuid)', id);
}

/** Marks notices up to a time, at most now, as read. */
export async function readNoticesUpTo(executor: Executor, userId: string, upTo: string): Promise<void> {
  const newest = `(SELECT max(told_at) FROM bulletin_entries WHERE date_trunc('milliseconds', told_at) <= $2::timestamptz)`;
  await putNoticesRead(executor, userId, newest, upTo);
}

async function putNoticesRead(
  executor: Executor,
  userId: string,
  time: string,
  value: string,
): Promise<void> {
  await executor.change(
    `INSERT INTO inboxes (user_id, notices_read_at) SELECT users.id, read.time FROM users, (SELECT ${time} AS time) AS read WHERE users.id = $1 AND read.time IS NOT NULL
     FOR KEY SHARE OF users
     ON CONFLICT (user_id) DO UPDATE SET notices_read_at = greatest(inboxes.notices_read_at, excluded.notices_read_at)`,
    [userId, value],
  );
}

/** Returns whether the student muted or follows a thread. */
export async function findThreadMarks(
  executor: Executor,
  userId: string,
  postId: string,
): Promise<{ muted: boolean; followed: boolean }> {
  const marks = await executor.first<{ muted: boolean; followed: boolean }>(
    `SELECT EXISTS (SELECT FROM inbox_mutes WHERE user_id = $1 AND post_id = $2) AS muted,
            EXISTS (SELECT FROM follows WHERE user_id = $1 AND post_id = $2) AS followed`,
    [userId, postId],
  );
  return marks ?? { muted: false, followed: false };
}

/** Returns which of these students have a line about the post. */
export async function listNotified(
  executor: Executor,
  postId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await executor.rows<{ user_id: string }>(
    'SELECT DISTINCT user_id FROM inbox_lines WHERE post_id = $1 AND user_id = ANY ($2::uuid[])',
    [postId, userIds],
  );
  return rows.map(({ user_id }) => user_id);
}

/** Lines per statement. */
const SWEEP = 1_000;

/** Deletes old lines; returns whether more may remain. */
export async function sweepOldLines(executor: Executor): Promise<boolean> {
  const gone = await executor.change(
    `DELETE FROM inbox_lines WHERE id IN (
       SELECT id FROM inbox_lines WHERE at < now() - interval '${LINE_DAYS} days'
        ORDER BY at LIMIT ${SWEEP} FOR UPDATE SKIP LOCKED)`,
  );
  return gone === SWEEP;
}

/** An inbox line; columns of other kinds are null. */
export interface InboxRow {
  id: string;
  kind: 'answer' | 'accepted' | 'alert' | 'notice' | 'case' | 'sanction' | 'report' | 'dish' | 'ticket';
  at: Date;
  micros: number;
  unread: boolean;
  things: number;
  about_id: string;
  word: string | null;
  post_id: string | null;
  title: string;
  building_id: string | null;
  building_name: string | null;
  /** Number of the accepted reply or of the oldest answer. */
  reply_number: number | null;
  to_reply: boolean | null;
  own_post: boolean | null;
  nickname: string | null;
  reply_body: string | null;
  thing: 'post' | 'reply' | null;
  /** State of a case when the line was made. */
  state: 'hidden' | 'upheld' | 'restored' | 'appealed' | 'final' | null;
  /** Outcome of a report. */
  outcome: 'upheld' | 'restored' | null;
  /** Ticket: its number, current step and whether the student is asked. */
  ticket_number: number | null;
  ticket_step: TicketStep | null;
  asked: boolean | null;
  sanction: SanctionKind | null;
  board_name: string | null;
  ends_at: Date | null;
  over: boolean | null;
}

/** SQL condition: sorts before the position ($2, $3). */
const before = (time: string, id: string): string =>
  `(${time}, ${id}) < (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::uuid)`;

// Both sources are cut to one page before the joins.
export const INBOX = `
  SELECT line.id, line.kind, line.at, (extract(epoch FROM line.at) * 1000000)::bigint AS micros, line.unread, line.things,
         line.about_id, line.word, line.post_id, coalesce(line.title, posts.title) AS title, buildings.id AS building_id,
         buildings.name AS building_name, coalesce(accepted.number, answers.oldest) AS reply_number,
         answers.to_reply, posts.author_id = $1 AS own_post, answers.nickname, answers.body AS reply_body, told.kind AS thing,
         CASE line.kind WHEN 'case' THEN coalesce(line.said, told.state) END AS state,
         CASE line.kind WHEN 'report' THEN line.said END AS outcome,
         given.kind AS sanction, given.board_name, given.ends_at, given.ends_at <= now() AS over,
         ticket.number AS ticket_number, ticket.step AS ticket_step, line.said = 'asked' AS asked
    FROM (SELECT * FROM (
            (SELECT id, kind, at, read_at IS NULL AS unread, things, about_id, word, post_id, said, building_id, NULL::text AS title
               FROM inbox_lines WHERE user_id = $1 AND things > 0 AND ${before('at', 'id')}
              ORDER BY at DESC, id DESC LIMIT ${INBOX_PAGE + 1})
            UNION ALL
            (SELECT id, 'notice', told_at, told_at > ${NOTICES_READ}, 1, id, NULL, NULL, NULL, NULL, notices.title
               FROM bulletin_entries AS notices WHERE ${NOTICES} AND ${before('told_at', 'id')}
              ORDER BY told_at DESC, id DESC LIMIT ${INBOX_PAGE + 1})) AS both_kinds
           ORDER BY at DESC, id DESC LIMIT ${INBOX_PAGE + 1}) AS line
    LEFT JOIN posts ON posts.id = line.post_id
    LEFT JOIN buildings ON buildings.id = coalesce(line.building_id, posts.building_id)
    LEFT JOIN replies accepted ON line.kind = 'accepted' AND accepted.id = line.about_id
    LEFT JOIN tickets ticket ON line.kind = 'ticket' AND ticket.post_id = line.about_id
    LEFT JOIN cases told ON line.kind IN ('case', 'report') AND told.id = line.about_id
    LEFT JOIN LATERAL (
         SELECT kind, ends_at, (SELECT name FROM buildings WHERE id = building_id) AS board_name
           FROM sanctions WHERE line.kind = 'sanction' AND id = line.about_id LIMIT 1) AS given ON true
    LEFT JOIN LATERAL (
         SELECT min(replies.number) OVER () AS oldest, answered.author_id IS NOT DISTINCT FROM $1::uuid AS to_reply,
                users.nickname, replies.body
           FROM inbox_answers JOIN replies ON replies.id = inbox_answers.reply_id
           LEFT JOIN replies answered ON answered.id = replies.answers_id
           LEFT JOIN users ON users.id = replies.author_id
          WHERE line.kind = 'answer' AND inbox_answers.line_id = line.id AND replies.hidden_at IS NULL
            AND ${reads('$1::uuid', 'replies.author_id')}
          ORDER BY replies.number DESC LIMIT 1) AS answers ON true
   ORDER BY line.at DESC, line.id DESC`;

/** Returns a page of the inbox plus one line, newest first. */
export function listInbox(
  executor: Executor,
  userId: string,
  { createdMicros, id }: PageEnd,
): Promise<InboxRow[]> {
  return executor.rows<InboxRow>(INBOX, [userId, createdMicros, id]);
}

/** Characters of an answer in its line. */
const PREVIEW = 80;

export function presentInbox(
  rows: readonly InboxRow[],
  unread: number,
): { lines: InboxNotification[]; nextCursor: string | null; unread: number } {
  const shown = rows.slice(0, INBOX_PAGE);
  const last = rows.length > INBOX_PAGE ? shown.at(-1) : undefined;
  return {
    lines: shown.flatMap((row) => presentLine(row) ?? []),
    nextCursor: last ? encodeCursor(`${last.micros} ${last.id}`) : null,
    unread,
  };
}

/** Returns null if the target was deleted while the line was read. */
function presentLine(row: InboxRow): InboxNotification | null {
  const { id, title, unread } = row;
  const common = { id, at: row.at.toISOString(), unread };
  if (row.kind === 'notice') return { kind: 'notice', ...common, noticeId: id, title };
  if (row.kind === 'case') {
    const { thing, state } = row;
    return thing && state ? { kind: 'case', ...common, caseId: row.about_id, thing, state, title } : null;
  }
  if (row.kind === 'report') {
    const { thing, outcome, post_id: postId } = row;
    return thing && outcome && postId ? { kind: 'report', ...common, postId, thing, outcome } : null;
  }
  if (row.kind === 'sanction') {
    const { sanction, board_name: board, ends_at: endsAt, over } = row;
    return sanction && endsAt
      ? { kind: 'sanction', ...common, sanction, board, endsAt: endsAt.toISOString(), over: over === true }
      : null;
  }
  if (row.kind === 'dish') {
    const { word, building_id: buildingId, building_name: name } = row;
    return word && buildingId && name
      ? { kind: 'dish', ...common, word, building: { id: buildingId, name } }
      : null;
  }
  if (row.kind === 'ticket') {
    const { about_id: ticketId, ticket_number: number, ticket_step: step } = row;
    return number && step
      ? { kind: 'ticket', ...common, ticketId, number, title, step, asked: row.asked === true }
      : null;
  }
  const post = {
    id: row.post_id ?? '',
    title,
    buildingId: row.building_id ?? '',
    buildingName: row.building_name ?? '',
  };
  if (row.kind === 'alert') return { kind: 'alert', ...common, post, word: row.word ?? '' };
  const replyNumber = row.reply_number;
  if (replyNumber === null) return null;
  if (row.kind === 'accepted') return { kind: 'accepted', ...common, post, replyNumber };
  return {
    kind: 'answer',
    ...common,
    count: row.things,
    to: presentTo(row),
    post,
    replyNumber,
    nickname: row.nickname,
    preview: firstParagraph(row.reply_body ?? '', PREVIEW),
  };
}

/** Among several answers in an own thread, only the last is known. */
function presentTo({ to_reply, things, own_post }: InboxRow): 'post' | 'reply' | 'followed' {
  if (to_reply && (things === 1 || !own_post)) return 'reply';
  return own_post ? 'post' : 'followed';
}
