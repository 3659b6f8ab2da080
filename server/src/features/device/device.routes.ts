import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { findGone } from './gone.queries.ts';

/** Mounts what a phone asks about that it holds [PH-10]. */
export function registerDevice(router: Router, { database }: { database: Database }): void {
  router.handle('POST /api/device/gone', ({ session, body }) => findGone(database, session.userId, body));
}
