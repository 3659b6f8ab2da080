import type { Router } from '../../platform/http/router.ts';
import { listSaid } from '../amenities/index.ts';
import { listBoards, listBuildings } from '../campus/index.ts';
import { hangs, listCodes, printSigns, SIGNS_POLICY } from '../codes/index.ts';
import { listHotRows } from '../posts/index.ts';
import { listLockedRooms } from '../rooms/index.ts';
import { listMutes } from '../voices/index.ts';
import { amenityPut, amenityRemove, amenityUndo, hoursPut, hoursRemove } from './amenities.actions.ts';
import { codesAdd, codesReplace } from './codes.actions.ts';
import { buildingAdd, buildingEdit, buildingRemove, hotAdd, hotRemove } from './campus.actions.ts';
import { presentOperatedCampus } from './campus.present.ts';
import { mealsPublish } from './meals.actions.ts';
import { performAction, requireOperator, type ActionDependencies } from './operator-actions.ts';
import { voicesMute, voicesPlant, voicesUnmute } from './voices.actions.ts';

const HOTS_MAX = 100;

/** Mounts what operators do about buildings, what is in them, and the popular list. */
export function registerOperatedCampus(
  router: Router,
  dependencies: ActionDependencies & { origin: string },
): void {
  const { database, campus } = dependencies;
  registerOperatedPlaces(router, dependencies);

  router.handle('GET /api/operate/campus', async ({ session }) => {
    await requireOperator(database, session);
    const presented = presentOperatedCampus(
      campus,
      await listBuildings(database),
      await listHotRows(database, HOTS_MAX),
      await listBoards(database),
      await listSaid(database),
      await listCodes(database),
    );
    return {
      ...presented,
      mutes: await listMutes(database),
      locked: await listLockedRooms(database),
    };
  });
  router.handle('POST /api/operate/buildings', ({ session, body }) =>
    performAction(dependencies, session, buildingAdd, body),
  );
  router.handle('PUT /api/operate/buildings/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, buildingEdit, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/buildings/{buildingId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, buildingRemove, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/hots', ({ session, body }) =>
    performAction(dependencies, session, hotAdd, { id: body.post, reason: body.reason }),
  );
  router.handle('POST /api/operate/hots/{id}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, hotRemove, { ...path, ...body }),
  );
  router.handle('PUT /api/operate/amenities/{amenityId}', ({ session, path, body }) =>
    performAction(dependencies, session, amenityPut, { id: path.amenityId, ...body }),
  );
  router.handle('POST /api/operate/amenities/{amenityId}/{act}', ({ session, path, body }) => {
    const action = path.act === 'undo' ? amenityUndo : amenityRemove;
    return performAction(dependencies, session, action, { id: path.amenityId, ...body });
  });
  router.handle('PUT /api/operate/hours/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, hoursPut, { id: path.buildingId, ...body }),
  );
  router.handle('PUT /api/operate/meals/{amenityId}', ({ session, path, body }) =>
    performAction(dependencies, session, mealsPublish, { id: path.amenityId, ...body }),
  );
  router.handle('POST /api/operate/hours/{buildingId}/removal', ({ session, path, body }) =>
    performAction(dependencies, session, hoursRemove, { id: path.buildingId, ...body }),
  );
}

/** What students say of places, and the signs by which they do. */
function registerOperatedPlaces(
  router: Router,
  { origin, ...dependencies }: ActionDependencies & { origin: string },
): void {
  const { database, campus } = dependencies;

  router.handle('POST /api/operate/voices/{buildingId}/{act}', ({ session, path, body }) => {
    const action = path.act === 'mute' ? voicesMute : voicesUnmute;
    return performAction(dependencies, session, action, { id: path.buildingId, ...body });
  });
  router.handle('PUT /api/operate/voices/{buildingId}', ({ session, path, body }) =>
    performAction(dependencies, session, voicesPlant, { id: path.buildingId, ...body }),
  );
  router.handle('POST /api/operate/codes', ({ session, body }) =>
    performAction(dependencies, session, codesAdd, { id: body.building, ...body }),
  );
  router.handle('POST /api/operate/codes/{code}/replacement', ({ session, path, body }) =>
    performAction(dependencies, session, codesReplace, { id: path.code, ...body }),
  );
  router.stream('GET /api/operate/codes/signs', async ({ session, query, exchange }) => {
    await requireOperator(database, session);
    const site = { product: campus.settings.product.name, origin };
    const signs = (await listCodes(database)).filter((row) => hangs(row, query));
    const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' };
    const policy = { 'Content-Security-Policy': SIGNS_POLICY };
    exchange.send(200, { ...headers, ...policy }, printSigns(site, signs, query.size ?? 'a6'));
  });
}
