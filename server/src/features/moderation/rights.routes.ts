import type { Router } from '../../platform/http/router.ts';
import { confirmRequest, writeRequest, type RightsDependencies } from './rights.actions.ts';
import { presentTransparency } from './transparency.present.ts';
import { countCases, countRequests } from './transparency.queries.ts';

/**
 * Mounts the form for people whose rights are hurt [MO-12], and what everybody may know of what moderation does [MO-13]. Who
 * is signed in makes no difference, and is noted nowhere.
 */
export function registerRights(router: Router, dependencies: RightsDependencies): void {
  const { campus, database } = dependencies;

  router.handle('POST /api/rights', ({ body, exchange }) =>
    writeRequest(dependencies, exchange.clientAddress, body),
  );

  router.handle('POST /api/rights/confirmation', ({ body }) => confirmRequest(dependencies, body.token));

  router.share('GET /api/transparency', async () => {
    const { timeZone } = campus.settings;
    const counts = presentTransparency(
      await countCases(database, timeZone),
      await countRequests(database, timeZone),
    );
    return { json: JSON.stringify(counts), tags: () => [] };
  });
}
