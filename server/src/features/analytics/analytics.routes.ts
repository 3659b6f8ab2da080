import type { Router } from '../../platform/http/router.ts';
import type { Tally } from './tally.ts';

/** Mounts the beacon that counts views, unless the browser asks not to be counted. */
export function registerAnalytics(router: Router, tally: Tally): void {
  router.handle('POST /api/views', async ({ body, exchange }) => {
    const refused = exchange.header('dnt') === '1' || exchange.header('sec-gpc') === '1';
    if (!refused) tally.addView(body.screen);
  });
}
