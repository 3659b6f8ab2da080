import type { Campus } from '@madang/campus/campus';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { pinBuildings } from './pins.actions.ts';
import { readPins } from './pins.present.ts';

/** Mounts the buildings that students pin to home. */
export function registerPins(router: Router, dependencies: { database: Database; campus: Campus }): void {
  const { database, campus } = dependencies;
  router.handle('PUT /api/profile/pins', async ({ session, body }) => {
    await pinBuildings(dependencies, session, body.buildingIds);
    return { pins: await readPins(database, campus, session.userId) };
  });
}
