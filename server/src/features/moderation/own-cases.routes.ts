import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { appeal } from './appeals.actions.ts';
import { presentOwnCase, presentOwnSanction } from './own-cases.present.ts';
import { isVisible, listHidden, listOwnCases, type OwnCaseRow } from './own-cases.queries.ts';
import { listRunning } from './sanctions.queries.ts';

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
    if (!(await isVisible(database, path.id))) throw new ProblemError('resource.missing');
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
