import { freeRooms } from '@madang/contract/rooms/free-rooms';
import { copy, fillCopy } from '../../copy.ko.ts';
import type { Pack } from '../../parts/campus/campus-queries.ts';
import { countByBuilding, filterBuildings, type PlaceFilter } from '../../parts/place/place-filter.ts';
import { isKnown, type RoomsToday } from '../../parts/place/rooms-query.ts';

/** The buildings with a room that is free now, without steps where that is asked for, as the map shows what it finds. */
export function findRooms(pack: Pack, today: RoomsToday, filter: PlaceFilter, clock: number) {
  const free = isKnown(today, clock) ? freeRooms(today, pack.hours, clock) : [];
  const rooms = free.map(({ room }) => room).filter(({ stepFree }) => !filter.stepFree || stepFree === true);
  const marks = countByBuilding(rooms, copy['map.rooms']);
  const { found } = filterBuildings(pack, { ...filter, stepFree: false }, clock);
  return {
    amenities: null,
    buildings: found.filter(({ id }) => marks.has(id)),
    withSteps: [],
    marks,
    says: fillCopy(copy['map.found'], { what: copy['map.rooms'], n: rooms.length }),
  };
}
