import type { Campus } from '@madang/campus/campus';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { hasMeals, MEALS_TAG } from '../meals/index.ts';
import { HOTS_TAG, LATEST_TAG, postTag } from './cache-tags.ts';
import { readHome } from './home.queries.ts';

/** Mounts what home shows of posts, for the feature `freshHome`. */
export function registerHome(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database, campus } = dependencies;
  router.share('GET /api/home', async () => {
    const { operatorLabel, timeZone } = campus.settings;
    const { json, ids } = await readHome(database, operatorLabel, await hasMeals(database, timeZone));
    // Every new post changes which are the newest, whatever board it stands on.
    return { json, tags: () => [LATEST_TAG, HOTS_TAG, MEALS_TAG, ...ids.map(postTag)] };
  });
}
