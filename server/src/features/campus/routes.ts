import type { Campus } from '@madang/campus/campus';
import type { Edition } from '@madang/contract/campus/rules';
import type { Database } from '../../database/database.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Router } from '../../http/router.ts';
import {
  type BoardRow,
  findBoard,
  listBuildings,
  presentBoard,
  presentCampus,
  readNicknames,
} from './campus.ts';

/** Mounts campus settings, legal texts and buildings. */
export function registerCampus(
  router: Router,
  dependencies: { database: Database; campus: Campus; edition: Edition },
): void {
  const { database, campus, edition } = dependencies;
  // The operator's process changes buildings; answers expire within a second.
  const everybody = (output: object) => ({ json: JSON.stringify(output), tags: () => [] });
  const settings = everybody(presentCampus(campus, edition));
  const nicknames = readNicknames(campus);
  const presentListed = (row: BoardRow) => {
    const called = edition === 'official' && nicknames.get(row.id);
    return { ...presentBoard(row, campus, edition), ...(called ? { nicknames: called } : {}) };
  };

  router.share('GET /api/campus', async () => settings);

  router.share('GET /api/legal/{document}', async ({ path }) => everybody(campus[path.document]));

  router.share('GET /api/buildings', async () =>
    everybody({ buildings: (await listBuildings(database)).map(presentListed) }),
  );

  router.share('GET /api/buildings/{buildingId}', async ({ path }) => {
    const row = await findBoard(database, path.buildingId);
    // Hidden boards are data without screen.
    if (!row || row.kind === 'hidden') throw new ProblemError('resource.missing');
    return everybody(presentBoard(row, campus, edition));
  });
}
