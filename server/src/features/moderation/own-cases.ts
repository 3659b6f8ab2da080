import { appealProblem, mayAppeal } from '@madang/contract/moderation/rules';
import type { OwnCase, OwnSanction } from '@madang/contract/moderation/schema';
import { normalizeText } from '@madang/contract/text/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError, refuseFields } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import type { Session } from '../../platform/sessions/sessions.ts';
import { lockPost } from '../posts/index.ts';
import { findCase, lockCase, markAppealed } from './cases.queries.ts';
import { type OwnCaseRow, findOwnCase, isVisible, listHidden, listOwnCases } from './own-cases.queries.ts';
import { type SanctionRow, listRunning } from './sanctions.queries.ts';

/** What own cases work with. */
export interface OwnCasesDependencies {
  database: Database;
  /** Reads the lines of the student's inbox that tell of cases: they are on the screen now. */
  readCaseNotifications: (userId: string) => Promise<void>;
}

/** Mounts what authors are notified of what was hidden, what others see in its place, and appeals. */
export function registerOwnCases(router: Router, dependencies: OwnCasesDependencies): void {
  const { database, readCaseNotifications } = dependencies;

  router.handle('GET /api/posts/{id}/hidden', async ({ session, path }) => {
    const all = await listHidden(database, path.id);
    // Of what a link lets wait nobody else knows that it is there.
    const rows = all.filter(({ ground, author_id }) => ground !== 'link' || author_id === session.userId);
    const own = (row: OwnCaseRow) => (row.author_id === session.userId ? presentOwnCase(row) : null);
    const post = rows.find(({ kind }) => kind === 'post');
    if (post) return { post: { own: own(post) }, replies: [] };
    // A post that was deleted hides nothing. Its screen asks, so this is no error.
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
    // Before the list, so that nothing is read which does not stand in it.
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

/** A case for the author of what it is about: neither who reported nor who decided. */
function presentOwnCase(row: OwnCaseRow): OwnCase {
  return {
    id: row.id,
    kind: row.kind,
    thingId: row.thing_id,
    postId: row.post_id,
    title: row.title,
    body: row.body,
    // A thing that was hidden has no open case.
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

/** A sanction for who has it; who gave it stands in the audit log only. */
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
 * Takes an author's one answer to a case: it waits for a decision again [MO-04]. The same text sent again changes nothing.
 *
 * @throws {ProblemError} `input.invalid`, `resource.missing`, `appeal.late`.
 */
export async function appeal(
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
