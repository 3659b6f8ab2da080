import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { requireOperator } from './operator-actions.ts';
import { saveEntry, withdrawEntry, type EntriesDependencies } from './entries.actions.ts';
import { presentEntry } from './entries.present.ts';
import { stages } from './shown.ts';
import { listEntries, readEntry } from './whole-entries.ts';

/** Mounts events, notices and facility notices as operators write and plan them. */
export function registerEntries(router: Router, dependencies: EntriesDependencies): void {
  const { database, images } = dependencies;

  router.handle('GET /api/operate/bulletin/{kind}', async ({ session, path }) => {
    await requireOperator(database, session);
    return { entries: await listEntries(database, path.kind) };
  });

  router.handle('GET /api/operate/bulletin/{kind}/{id}', async ({ session, path }) => {
    await requireOperator(database, session);
    return presentEntry(await readEntry(database, path.kind, path.id));
  });

  router.stream('GET /api/operate/bulletin/{kind}/{id}/picture', async ({ session, path, exchange }) => {
    await requireOperator(database, session);
    const { plan, shown } = await readEntry(database, path.kind, path.id);
    const mark = shown ? shown.mark : plan.picture_mark;
    const { pictureKey, pictureType } = stages[path.kind];
    const bytes = mark === null ? null : await images.get(pictureKey(path.id, mark));
    if (!bytes) throw new ProblemError('resource.missing');
    exchange.send(200, { 'Cache-Control': 'no-store', 'Content-Type': pictureType }, bytes);
  });

  router.handle('PUT /api/operate/bulletin/{kind}/{id}', ({ session, path, body }) =>
    saveEntry(dependencies, session, path.kind, path.id, body),
  );

  router.handle('DELETE /api/operate/bulletin/{kind}/{id}', ({ session, path }) =>
    withdrawEntry(dependencies, session, path.kind, path.id),
  );
}
