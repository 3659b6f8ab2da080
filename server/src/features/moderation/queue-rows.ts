import type { CaseGround, CaseState, ReportReason } from '@madang/contract/moderation/rules';
import type { Executor } from '../../database/database.ts';
import { mailboxOfColumn } from '../accounts/index.ts';
import type { Staff } from './roles.ts';

export const QUEUE_PAGE = 30;

export interface CardRow {
  id: string;
  kind: 'post' | 'reply';
  thing_id: string;
  post_id: string;
  author_id: string | null;
  state: CaseState;
  ground: CaseGround | null;
  opened_at: Date;
  due_at: Date | null;
  revision: number;
  building_id: string;
  board: string;
  title: string;
  body: string;
  reporters: number;
  requests: number;
  own: boolean;
  reported: boolean;
  decided_before: boolean;
  place: string;
}

/** SQL for cards; $1 user, $2 whether operator, $3 a moderator's boards. */
const cardOf = (cases: string) => `
  SELECT cases.id, cases.kind, cases.thing_id, cases.post_id, cases.author_id, cases.state, cases.ground, cases.opened_at,
         cases.due_at, cases.revision, posts.building_id, buildings.name AS board, posts.title,
         coalesce(replies.body, posts.body) AS body,
         (SELECT count(DISTINCT reporter_id)::int FROM reports
           WHERE case_id = cases.id AND withdrawn_at IS NULL) AS reporters,
         (SELECT count(*)::int FROM rights_requests WHERE case_id = cases.id) AS requests,
         cases.author_id IS NOT DISTINCT FROM $1::uuid AS own,
         EXISTS (SELECT FROM reports WHERE case_id = cases.id AND reporter_id = $1)
           OR (SELECT ${mailboxOfColumn('email')} FROM accounts WHERE accounts.id = $1)
              IN (SELECT ${mailboxOfColumn('rights_requests.email')} FROM rights_requests WHERE case_id = cases.id) AS reported,
         cases.state = 'appealed' AND cases.decided_by IS NOT DISTINCT FROM $1::uuid
           AND EXISTS (SELECT FROM roles
                        WHERE roles.user_id NOT IN (cases.decided_by, coalesce(cases.author_id, cases.decided_by))
                          AND (roles.role = 'operator' OR roles.building_id = posts.building_id)
                          AND NOT EXISTS (SELECT FROM reports
                                           WHERE case_id = cases.id AND reporter_id = roles.user_id)) AS decided_before,
         concat_ws(' ', (extract(epoch FROM cases.due_at) * 1000000)::bigint, cases.id) AS place
    FROM ${cases} JOIN posts ON posts.id = cases.post_id JOIN buildings ON buildings.id = posts.building_id
    LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
   WHERE ($2::boolean OR posts.building_id = ANY ($3::text[]))`;

/** SQL for pending cases after the cursor, one more than a page. */
const waiting = (board = '') => `
  (SELECT * FROM cases
    WHERE ${board} due_at IS NOT NULL
      AND (due_at, id) > (timestamptz 'epoch' + $4::bigint * interval '1 microsecond', $5::uuid)
    ORDER BY due_at, id LIMIT ${QUEUE_PAGE + 1}) AS cases`;

export const QUEUE = `${cardOf(waiting())} ORDER BY cases.due_at, cases.id`;

/** Merges pages of the moderator's boards, without scanning others. */
export const BOARDS_QUEUE = `${cardOf(`
  (SELECT cases.* FROM unnest($3::text[]) AS board, LATERAL ${waiting('building_id = board AND')}
    ORDER BY due_at, id LIMIT ${QUEUE_PAGE + 1}) AS cases`)} ORDER BY cases.due_at, cases.id`;

const FIRST = { createdMicros: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Returns the role's pending cases by due time, one more than a page. */
export function listQueue(
  executor: Executor,
  { userId, operator, boards }: Staff,
  after: { createdMicros: number; id: string } | null,
): Promise<CardRow[]> {
  const { createdMicros, id } = after ?? FIRST;
  return executor.rows<CardRow>(operator ? QUEUE : BOARDS_QUEUE, [
    userId,
    operator,
    boards,
    createdMicros,
    id,
  ]);
}

/** Returns a pending or decided case that this role may see. */
export function findCard(
  executor: Executor,
  { userId, operator, boards }: Staff,
  id: string,
): Promise<CardRow | undefined> {
  return executor.first<CardRow>(`${cardOf('cases')} AND cases.id = $4`, [userId, operator, boards, id]);
}

/** Shown replies around a reported one, and newest of a post. */
const AROUND = 5;
const NEWEST = 20;

export interface ThreadRow {
  id: string;
  number: number;
  author_id: string | null;
  body: string;
  hidden: boolean;
}

const REPLY = 'SELECT id, number, author_id, body, hidden_at IS NOT NULL AS hidden FROM replies';

/** Returns a reply's neighbors and parent, or a post's newest replies, in order. */
export function listThread(
  executor: Executor,
  postId: string,
  reply: { number: number; parentId: string | null } | null,
): Promise<ThreadRow[]> {
  if (reply)
    return executor.rows<ThreadRow>(
      `${REPLY} WHERE post_id = $1 AND (number BETWEEN $2::int - ${AROUND} AND $2::int + ${AROUND} OR id = $3)
        ORDER BY number`,
      [postId, reply.number, reply.parentId],
    );
  return executor.rows<ThreadRow>(
    `SELECT * FROM (${REPLY} WHERE post_id = $1 ORDER BY number DESC LIMIT ${NEWEST}) AS newest ORDER BY number`,
    [postId],
  );
}

/** Current target of a case, deleted or not. */
export interface SubjectRow {
  body: string;
  keywords: string[];
  post_body: string;
  post_author_id: string | null;
  hidden: boolean;
  deleted: boolean;
  created_at: Date;
  edited_at: Date | null;
  number: number | null;
  parent_id: string | null;
}

export function findSubject(executor: Executor, caseId: string): Promise<SubjectRow | undefined> {
  return executor.first<SubjectRow>(
    `SELECT coalesce(replies.body, posts.body) AS body, posts.keywords, posts.body AS post_body,
            posts.author_id AS post_author_id, coalesce(replies.created_at, posts.created_at) AS created_at,
            CASE cases.kind WHEN 'post' THEN posts.edited_at ELSE replies.edited_at END AS edited_at,
            CASE cases.kind WHEN 'post' THEN posts.hidden_at ELSE replies.hidden_at END IS NOT NULL AS hidden,
            CASE cases.kind WHEN 'post' THEN posts.deleted_at ELSE replies.deleted_at END IS NOT NULL AS deleted,
            replies.number, replies.parent_id
       FROM cases JOIN posts ON posts.id = cases.post_id
       LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id
      WHERE cases.id = $1`,
    [caseId],
  );
}

/** Counts a student's posts, replies and case outcomes. */
export async function countAuthor(
  executor: Executor,
  userId: string,
): Promise<{ posts: number; replies: number; upheld: number; restored: number }> {
  const row = await executor.first<{ posts: number; replies: number; upheld: number; restored: number }>(
    `SELECT (SELECT count(*)::int FROM posts WHERE author_id = $1) AS posts,
            (SELECT count(*)::int FROM replies WHERE author_id = $1) AS replies,
            (SELECT count(*)::int FROM cases WHERE author_id = $1 AND outcome = 'upheld') AS upheld,
            (SELECT count(*)::int FROM cases WHERE author_id = $1 AND outcome = 'restored') AS restored`,
    [userId],
  );
  return row ?? { posts: 0, replies: 0, upheld: 0, restored: 0 };
}

/** Returns the reporters per reason, most first. */
export function countReasons(
  executor: Executor,
  caseId: string,
): Promise<{ reason: ReportReason; reporters: number }[]> {
  return executor.rows(
    `SELECT reason, count(DISTINCT reporter_id)::int AS reporters FROM reports
      WHERE case_id = $1 AND withdrawn_at IS NULL GROUP BY reason ORDER BY 2 DESC, 1`,
    [caseId],
  );
}

/** Returns reporters' notes sorted by text, since their order must reveal nothing. */
export async function listNotes(executor: Executor, caseId: string): Promise<string[]> {
  const rows = await executor.rows<{ note: string }>(
    `SELECT note FROM reports WHERE case_id = $1 AND withdrawn_at IS NULL AND note <> '' ORDER BY note`,
    [caseId],
  );
  return rows.map(({ note }) => note);
}

/** Returns a post's pictures in order, also removed ones, and whether reported. */
export function listPictures(
  executor: Executor,
  caseId: string,
): Promise<{ id: string; owner_id: string; reported: boolean }[]> {
  return executor.rows(
    `SELECT uploads.id, uploads.owner_id,
            EXISTS (SELECT FROM reports
                     WHERE case_id = cases.id AND thing_id = uploads.id AND withdrawn_at IS NULL) AS reported
       FROM cases JOIN uploads ON uploads.post_id = cases.post_id
       LEFT JOIN post_images ON upload_id = uploads.id
      WHERE cases.id = $1 ORDER BY removed_at NULLS FIRST, position, uploads.created_at, uploads.id`,
    [caseId],
  );
}

/** Returns the events of a case, oldest first, without actors. */
export function listEvents(
  executor: Executor,
  caseId: string,
): Promise<
  {
    kind: 'opened' | 'hidden' | 'upheld' | 'restored' | 'appealed';
    at: Date;
    ground: CaseGround | null;
    text: string | null;
  }[]
> {
  return executor.rows('SELECT kind, at, ground, text FROM case_events WHERE case_id = $1 ORDER BY at, id', [
    caseId,
  ]);
}
