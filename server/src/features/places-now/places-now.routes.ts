import type { Campus } from '@madang/campus/campus';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { PLACES_TAG, readPlacesNow } from './places-now.present.ts';

/** Mounts where to go now. */
export function registerPlacesNow(
  router: Router,
  { database, campus }: { database: Database; campus: Campus },
): void {
  router.share('GET /api/places/now', async () => ({
    json: JSON.stringify(await readPlacesNow(database, campus)),
    tags: () => [PLACES_TAG],
  }));
}
