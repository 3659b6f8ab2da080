import type { Campus } from '@madang/campus/campus';
import type { Feature } from '@madang/contract/campus/rules';
import type { Database } from '../../platform/database/database.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import type { Router } from '../../platform/http/router.ts';
import { presentBoard, presentCampus } from './campus.present.ts';
import { findBoard, listBuildings } from './campus.queries.ts';

/** Mounts the campus settings, the legal texts and the buildings. */
export function registerCampus(
  router: Router,
  parts: { database: Database; campus: Campus; features: readonly Feature[] },
): void {
  const { database, campus } = parts;
  const settings = presentCampus(campus, parts.features);

  router.handle('GET /api/campus', async () => settings);

  router.handle('GET /api/legal/{document}', async ({ path }) => campus[path.document]);

  router.handle('GET /api/buildings', async () => ({
    buildings: (await listBuildings(database)).map((row) => presentBoard(row, campus)),
  }));

  router.handle('GET /api/buildings/{buildingId}', async ({ path }) => {
    const row = await findBoard(database, path.buildingId);
    // Boards without a screen are data only: to a browser they do not exist.
    if (!row || row.kind === 'hidden') throw new ProblemError('resource.missing');
    return presentBoard(row, campus);
  });
}
