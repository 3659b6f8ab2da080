import type { Router } from '../../platform/http/router.ts';
import { listBoards, listBuildings } from '../campus/index.ts';
import { listHotRows } from '../posts/index.ts';
import { buildingAdd, buildingEdit, buildingRemove, hotAdd, hotRemove } from './campus.actions.ts';
import { presentOperatedCampus } from './campus.present.ts';
import { performAction, requireOperator, type ActionDependencies } from './operator-actions.ts';

const HOTS_MAX = 100;

/** Mounts what operators do about buildings and the popular list. */
export function registerOperatedCampus(router: Router, dependencies: ActionDependencies): void {
  const { database, campus } = dependencies;

  router.handle('GET /api/operate/campus', async ({ session }) => {
    await requireOperator(database, session);
    return presentOperatedCampus(
      campus,
      await listBuildings(database),
      await listHotRows(database, HOTS_MAX),
      await listBoards(database),
    );
  });
  router.handle('POST /api/operate/buildings', ({ session, body }) =>
    performAction(dependencies, session, buildingAdd, body),
  );
  router.handle('PUT /api/operate/buildings/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, buildingEdit, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/buildings/{buildingId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, buildingRemove, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/hots', ({ session, body }) =>
    performAction(dependencies, session, hotAdd, { id: body.post, reason: body.reason }),
  );
  router.handle('POST /api/operate/hots/{id}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, hotRemove, { ...path, ...body }),
  );
}
