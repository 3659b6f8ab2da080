import type { Router } from '../../platform/http/router.ts';
import { ROOMS_TAG, sayLocked, type RoomsDependencies } from './rooms.actions.ts';
import { campusToday, readRooms } from './rooms.present.ts';

/** Mounts the rooms that may be used, and what students say of their doors. */
export function registerRooms(router: Router, dependencies: RoomsDependencies): void {
  const { database, campus } = dependencies;
  router.share('GET /api/rooms', async () => ({
    json: JSON.stringify(await readRooms(database, campusToday(campus.settings.timeZone))),
    tags: () => [ROOMS_TAG],
  }));

  router.handle('PUT /api/rooms/{roomId}/locked', async ({ session, path }) => ({
    hidden: await sayLocked(dependencies, session, path.roomId),
  }));
}
