import type { CaseState, CaseGround } from '@madang/contract/moderation/rules';
import type { Executor } from '../../platform/database/database.ts';

/** How many of the newest cases a student is shown. */
const OWN_CASES = 50;

/** A case as its author reads it, of the tables `cases`, `posts` and `replies`. */
export interface OwnCaseRow {
  id: string;
  kind: 'post' | 'reply';
  thing_id: string;
  post_id: string;
  author_id: string | null;
  state: CaseState;
  ground: CaseGround;
  hidden_at: Date;
  decided_at: Date | null;
  appealed_at: Date | null;
  hidden_until: Date | null;
  title: string;
  body: string;
  /** By this case: another one about the same thing may say something else. */
  hidden: boolean;
  decision: string | null;
  appeal: string | null;
  /** Of a reply. */
  number: number | null;
  parent_id: string | null;
}

/** Of its one appeal, or of the decision that stands: not of one that was undone. */
const textOf = (event: string) => `
  (SELECT text FROM case_events WHERE case_id = cases.id AND ${event} LIMIT 1)`;

const OWN_CASE = `
  SELECT cases.id, cases.kind, cases.thing_id, cases.post_id, cases.author_id, cases.state, cases.ground, cases.hidden_at,
         cases.decided_at, cases.appealed_at, cases.hidden_until, posts.title, coalesce(replies.body, posts.body) AS body,
         cases.state IN ('hidden', 'appealed') OR cases.outcome IS NOT DISTINCT FROM 'upheld' AS hidden,
         ${textOf("kind IN ('upheld', 'restored') AND at = cases.decided_at")} AS decision, ${textOf("kind = 'appealed'")} AS appeal,
         replies.number, replies.parent_id
    FROM cases JOIN posts ON posts.id = cases.post_id
    LEFT JOIN replies ON cases.kind = 'reply' AND replies.id = cases.thing_id`;

/** It was hidden once, and what it is about is there: its author did not delete it. */
const PRESENT = `
  cases.hidden_at IS NOT NULL AND posts.deleted_at IS NULL
  AND (cases.kind = 'post' OR replies.id IS NOT NULL AND replies.deleted_at IS NULL)`;

/** What reports or a moderator hid of a post, and is hidden still. */
export const HIDDEN_THINGS = `${OWN_CASE}
  WHERE cases.post_id = $1 AND ${PRESENT}
    AND (cases.state IN ('hidden', 'upheld', 'appealed') OR cases.state = 'final' AND cases.outcome = 'upheld')
    AND CASE cases.kind WHEN 'post' THEN posts.hidden_at ELSE replies.hidden_at END IS NOT NULL
  ORDER BY replies.number`;

export function listHidden(executor: Executor, postId: string): Promise<OwnCaseRow[]> {
  return executor.rows<OwnCaseRow>(HIDDEN_THINGS, [postId]);
}

/** Whether the post can be seen. */
export async function isVisible(executor: Executor, postId: string): Promise<boolean> {
  return (
    (await executor.first('SELECT id FROM posts WHERE id = $1 AND hidden_at IS NULL', [postId])) !== undefined
  );
}

export const OWN_CASES_OF = `${OWN_CASE}
  WHERE cases.author_id = $1 AND ${PRESENT} ORDER BY cases.opened_at DESC, cases.id DESC LIMIT ${OWN_CASES}`;

/** The newest cases about what a user wrote. */
export function listOwnCases(executor: Executor, userId: string): Promise<OwnCaseRow[]> {
  return executor.rows<OwnCaseRow>(OWN_CASES_OF, [userId]);
}

/** One of them. */
export function findOwnCase(executor: Executor, userId: string, id: string): Promise<OwnCaseRow | undefined> {
  return executor.first<OwnCaseRow>(
    `${OWN_CASE} WHERE cases.author_id = $1 AND cases.id = $2 AND ${PRESENT}`,
    [userId, id],
  );
}
