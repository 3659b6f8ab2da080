import type { CampusAmenity, CampusHours } from '@madang/campus/parse-amenities';
import { campusClock, campusDay } from '@madang/contract/amenities/open-hours';
import { parseFloor, parseHours } from '@madang/contract/amenities/rules';
import type { Amenity, BuildingHours } from '@madang/contract/amenities/schema';
import type { Executor } from '../../platform/database/database.ts';
import { listAmenities, listHours } from './amenities.queries.ts';
import { doubtedSince, type Voice } from './judge-voices.ts';
import { listPicturedVoices } from './voices.queries.ts';

/** Cached answers with amenities in them; an operator's act invalidates everything. */
export const AMENITIES_TAG = 'amenities';

/** An amenity as everybody reads it, with what students say of it. */
export function presentAmenity(row: CampusAmenity, voices: readonly Voice[], timeZone: string): Amenity {
  const doubted = row.gone === '' ? doubtedSince(voices) : null;
  return {
    id: row.id,
    buildingId: row.building,
    kind: row.kind,
    floor: row.floor,
    spot: row.spot,
    hours: row.hours === '' ? null : parseHours(row.hours),
    stepFree: row.stepFree === '' ? null : row.stepFree === 'yes',
    source: row.source,
    confirmedOn: row.confirmed || null,
    goneOn: row.gone || null,
    doubtedOn: doubted && campusDay(campusClock(doubted.getTime(), timeZone)),
  };
}

/** All amenities by building, from the lowest floor to the highest, and all opening hours. */
export async function readAmenities(
  executor: Executor,
  timeZone: string,
): Promise<{ amenities: Amenity[]; hours: BuildingHours[] }> {
  const rows = await listAmenities(executor);
  const voices = await listPicturedVoices(executor);
  const voicesOf = (id: string) => voices.filter(({ amenityId }) => amenityId === id);
  const level = ({ floor }: CampusAmenity) => parseFloor(floor) ?? 0;
  const byFloor = rows.toSorted((one, other) =>
    one.building === other.building ? level(one) - level(other) : 0,
  );
  return {
    amenities: byFloor.map((row) => presentAmenity(row, voicesOf(row.id), timeZone)),
    hours: (await listHours(executor)).map(presentHours),
  };
}

function presentHours({ building, from, to, hours, source }: CampusHours): BuildingHours {
  return {
    buildingId: building,
    from: from || null,
    to: to || null,
    hours: parseHours(hours) ?? [],
    source,
  };
}
