import type { Router } from '../../http/router.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { registerAmenities } from './amenity-reports.ts';
import { registerPack } from './campus-pack.ts';
import { registerCodes, type CodesDependencies } from './codes.ts';
import { registerCrowdReports } from './crowd-reports.ts';
import { registerMeals } from './meals.ts';
import { registerPlacesNow } from './places-now.ts';
import { registerRooms, type RoomsDependencies } from './rooms.ts';

/** Registers amenities, rooms, meals, crowd reports, printed codes and the finder of places. */
export function registerPlaces(
  router: Router,
  dependencies: CodesDependencies & RoomsDependencies & { sessions: Sessions },
): void {
  registerPack(router, dependencies);
  registerAmenities(router, dependencies);
  registerRooms(router, dependencies);
  registerMeals(router, dependencies);
  registerCrowdReports(router, dependencies);
  registerPlacesNow(router, dependencies);
  registerCodes(router, dependencies);
}
