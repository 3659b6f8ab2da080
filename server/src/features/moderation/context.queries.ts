import type { CaseGround, ReportReason } from '@madang/contract/moderation/rules';
import type { Executor } from '../../platform/database/database.ts';

/** How many replies before and after the one that a case is about are shown, and how many of a post. */
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

/** The replies around one, and the one that it stands under; or the newest of a post. In their order. */
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

/** What a case is about, as it stands, deleted or not. */
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

/** How much a student wrote, and how cases about that ended. */
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

/** How many students gave each reason, most first. */
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

/** What reporters wrote; sorted by the text, so that nothing is told by their order. */
export async function listNotes(executor: Executor, caseId: string): Promise<string[]> {
  const rows = await executor.rows<{ note: string }>(
    `SELECT note FROM reports WHERE case_id = $1 AND withdrawn_at IS NULL AND note <> '' ORDER BY note`,
    [caseId],
  );
  return rows.map(({ note }) => note);
}

/** The pictures of a case's post in their order, those too that an edit took out, and which of them reports name. */
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

/** What happened to a case, oldest first; not by whom. */
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
