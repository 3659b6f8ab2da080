import type { Campus } from '@madang/campus/campus';
import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { mondayOf } from '@madang/contract/meals/rules';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { MEALS_TAG } from '../meals/index.ts';
import { HOTS_TAG, LATEST_TAG, postTag } from './cache-tags.ts';
import { readHome } from './home.queries.ts';

/** Mounts what home shows of posts, for the feature `freshHome`. */
export function registerHome(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database, campus } = dependencies;
  router.share('GET /api/home', async () => {
    const { operatorLabel, timeZone } = campus.settings;
    const monday = mondayOf(campusDay(campusClock(Date.now(), timeZone)));
    const { json, ids } = await readHome(database, operatorLabel, monday);
    // Every new post changes which are the newest, whatever board it stands on.
    return { json, tags: () => [LATEST_TAG, HOTS_TAG, MEALS_TAG, ...ids.map(postTag)] };
  });
}
