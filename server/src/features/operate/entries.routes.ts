import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { requireOperator } from './operator-actions.ts';
import { readEntry, saveEntry, withdrawEntry, type EntriesDependencies } from './entries.actions.ts';
import { presentEntry } from './entries.present.ts';
import { listEntries } from './entries.queries.ts';
import { pictureKey } from './entry-pictures.ts';

/** Mounts events, notices and facility notices as operators write and plan them. */
export function registerEntries(router: Router, dependencies: EntriesDependencies): void {
  const { database, images } = dependencies;

  router.handle('GET /api/operate/bulletin/{kind}', async ({ session, path }) => {
    await requireOperator(database, session);
    return { entries: (await listEntries(database, path.kind)).map(presentEntry) };
  });

  router.handle('GET /api/operate/bulletin/{kind}/{id}', async ({ session, path }) => {
    await requireOperator(database, session);
    return presentEntry(await readEntry(database, path.kind, path.id));
  });

  router.stream('GET /api/operate/bulletin/{kind}/{id}/picture', async ({ session, path, exchange }) => {
    await requireOperator(database, session);
    const { kind, id, picture_mark: mark } = await readEntry(database, path.kind, path.id);
    const isPost = kind === 'facility-notice';
    const key = mark === null ? null : pictureKey(kind, id, mark);
    const bytes = key === null ? null : await images.get(isPost ? `${key}/large.webp` : key);
    if (!bytes) throw new ProblemError('resource.missing');
    const type = isPost ? 'image/webp' : 'image/png';
    exchange.send(200, { 'Cache-Control': 'no-store', 'Content-Type': type }, bytes);
  });

  router.handle('PUT /api/operate/bulletin/{kind}/{id}', ({ session, path, body }) =>
    saveEntry(dependencies, session, path.kind, path.id, body),
  );

  router.handle('DELETE /api/operate/bulletin/{kind}/{id}', ({ session, path }) =>
    withdrawEntry(dependencies, session, path.kind, path.id),
  );
}
