import type { Campus } from '@madang/campus/campus';
import type { Router } from '../../platform/http/router.ts';
import { HOTS_TAG, LATEST_TAG, postTag } from './cache-tags.ts';
import { readHome } from './home.queries.ts';

/** Mounts what home shows of posts, for the feature `freshHome`. */
export function registerHome(router: Router, dependencies: { campus: Campus }): void {
  const { campus } = dependencies;
  router.share('GET /api/home', async ({ reads }) => {
    const { json, ids } = await readHome(reads, campus.settings.operatorLabel);
    // Every new post changes which are the newest, whatever board it stands on.
    return { json, tags: () => [LATEST_TAG, HOTS_TAG, ...ids.map(postTag)] };
  });
}
