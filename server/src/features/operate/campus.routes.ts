import type { Router } from '../../platform/http/router.ts';
import { listBoards, listBuildings } from '../campus/index.ts';
import { listHotRows } from '../posts/index.ts';
import { requireOperator } from './act-as-operator.ts';
import {
  addHot,
  addOperatedBuilding,
  changeOperatedBuilding,
  removeHot,
  removeOperatedBuilding,
  type CampusDependencies,
} from './campus.actions.ts';
import { presentOperatedCampus } from './campus.present.ts';

const HOTS_MAX = 100;

/** Mounts what operators do about buildings and the popular list. */
export function registerOperatedCampus(router: Router, dependencies: CampusDependencies): void {
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
    addOperatedBuilding(dependencies, session, body),
  );
  router.handle('PUT /api/operate/buildings/{buildingId}', ({ session, path, body }) =>
    changeOperatedBuilding(dependencies, session, path.buildingId, body),
  );
  router.handle('POST /api/operate/buildings/{buildingId}/removal', ({ session, path, body }) =>
    removeOperatedBuilding(dependencies, session, path.buildingId, body.reason),
  );
  router.handle('POST /api/operate/hots', ({ session, body }) => addHot(dependencies, session, body));
  router.handle('POST /api/operate/hots/{id}/removal', ({ session, path, body }) =>
    removeHot(dependencies, session, path.id, body.reason),
  );
}
