import { appealProblem, type CaseGround, type CaseState, mayAppeal } from '@madang/contract/moderation/rules';
import type { OwnCase, OwnSanction } from '@madang/contract/moderation/schema';
import { normalizeText } from '@madang/contract/text/rules';
import type { Database, Executor } from '../../database/database.ts';
import { ProblemError, refuseFields } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import type { Session } from '../../sessions/sessions.ts';
import { lockPost } from '../posts/index.ts';
import { findCase, lockCase, markAppealed } from './cases.ts';
import { listRunning, type SanctionRow } from './sanctions.ts';

export interface OwnCasesDependencies {
  database: Database;
  readCaseNotifications: (userId: string) => Promise<void>;
}

/** Mounts notices of hidden content for authors, placeholders for others, and appeals. */
export function registerOwnCases(router: Router, dependencies: OwnCasesDependencies): void {
  const { database, readCaseNotifications } = dependencies;

  router.handle('GET /api/posts/{id}/hidden', async ({ session, path }) => {
    const all = await database.rows<OwnCaseRow>(HIDDEN_TARGETS, [path.id]);
    // Only authors see held links.
    const rows = all.filter(({ ground, author_id }) => ground !== 'link' || author_id === session.userId);
    const own = (row: OwnCaseRow) => (row.author_id === session.userId ? presentOwnCase(row) : null);
    const post = rows.find(({ kind }) => kind === 'post');
    if (post) return { post: { own: own(post) }, replies: [] };
    // Screens ask about deleted posts too, so no error.
    if (!(await isVisible(database, path.id))) return { post: null, replies: [] };
    const replies = rows.map((row) => ({
      id: row.thing_id,
      number: row.number ?? 0,
      parentId: row.parent_id,
      own: own(row),
    }));
    return { post: null, replies };
  });

  router.handle('GET /api/profile/cases', async ({ session }) => {
    // Before the list, so that only listed notifications become read.
    await readCaseNotifications(session.userId);
    return { cases: (await listOwnCases(database, session.userId)).map(presentOwnCase) };
  });

  router.handle('GET /api/profile/sanctions', async ({ session }) => ({
    sanctions: (await listRunning(database, session.userId)).map(presentOwnSanction),
  }));

  router.handle('POST /api/cases/{id}/appeal', async ({ session, path, body }) =>
    presentOwnCase(await appeal(dependencies, session, path.id, body.text)),
  );
}

/** Returns the author's view of a case, without reporters and decider. */
function presentOwnCase(row: OwnCaseRow): OwnCase {
  return {
    id: row.id,
    kind: row.kind,
    thingId: row.thing_id,
    postId: row.post_id,
    title: row.title,
    body: row.body,
    // Authors never see `open` cases of hidden targets.
    state: row.state === 'open' ? 'hidden' : row.state,
    hidden: row.hidden,
    ground: row.ground,
    hiddenAt: row.hidden_at.toISOString(),
    hiddenUntil: row.hidden_until?.toISOString() ?? null,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decision: row.decision,
    appeal: row.appeal,
    mayAppeal: mayAppeal(row),
  };
}

/** Returns the user's view of a sanction, without its moderator. */
function presentOwnSanction(row: SanctionRow): OwnSanction {
  return {
    kind: row.kind,
    board: row.building_id === null ? null : { id: row.building_id, name: row.board ?? '' },
    ground: row.ground,
    text: row.text,
    givenAt: row.given_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
  };
}

/**
 * Stores the author's single appeal and reopens the case [MO-04]; idempotent for the same text.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `appeal.late`.
 */
async function appeal(
  { database }: { database: Database },
  session: Session,
  caseId: string,
  given: string,
): Promise<OwnCaseRow> {
  const text = normalizeText(given).trim();
  refuseFields({ text: appealProblem(text) });
  return database.transaction(async (transaction) => {
    const known = await findCase(transaction, caseId);
    if (known) await lockPost(transaction, known.post_id);
    const locked = await lockCase(transaction, caseId);
    const own = await findOwnCase(transaction, session.userId, caseId);
    if (!locked || !own) throw new ProblemError('resource.missing');
    if (own.appeal === text) return own;
    if (!mayAppeal(locked)) throw new ProblemError('appeal.late');
    await markAppealed(transaction, caseId, session.userId, text);
    const appealed = await findOwnCase(transaction, session.userId, caseId);
    if (!appealed) throw new ProblemError('server.failed');
    return appealed;
  });
}

/** Maximum number of own cases, newest first. */
const OWN_CASES = 50;

/** Author's view of a case, from `cases`, `posts` and `replies`. */
interface OwnCaseRow {
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
  /** By this case; other cases of the target may differ. */
  hidden: boolean;
  decision: string | null;
  appeal: string | null;
  number: number | null;
  parent_id: string | null;
}

/** SQL text of the appeal or valid decision. */
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

/** SQL condition: hidden once and not deleted by its author. */
const PRESENT = `
  cases.hidden_at IS NOT NULL AND posts.deleted_at IS NULL
  AND (cases.kind = 'post' OR replies.id IS NOT NULL AND replies.deleted_at IS NULL)`;

/** A post's targets that reports or moderators hid. */
export const HIDDEN_TARGETS = `${OWN_CASE}
  WHERE cases.post_id = $1 AND ${PRESENT}
    AND (cases.state IN ('hidden', 'upheld', 'appealed') OR cases.state = 'final' AND cases.outcome = 'upheld')
    AND CASE cases.kind WHEN 'post' THEN posts.hidden_at ELSE replies.hidden_at END IS NOT NULL
  ORDER BY replies.number`;

async function isVisible(executor: Executor, postId: string): Promise<boolean> {
  return (
    (await executor.first('SELECT id FROM posts WHERE id = $1 AND hidden_at IS NULL', [postId])) !== undefined
  );
}

export const OWN_CASES_OF = `${OWN_CASE}
  WHERE cases.author_id = $1 AND ${PRESENT} ORDER BY cases.opened_at DESC, cases.id DESC LIMIT ${OWN_CASES}`;

function listOwnCases(executor: Executor, userId: string): Promise<OwnCaseRow[]> {
  return executor.rows<OwnCaseRow>(OWN_CASES_OF, [userId]);
}

function findOwnCase(executor: Executor, userId: string, id: string): Promise<OwnCaseRow | undefined> {
  return executor.first<OwnCaseRow>(
    `${OWN_CASE} WHERE cases.author_id = $1 AND cases.id = $2 AND ${PRESENT}`,
    [userId, id],
  );
}
