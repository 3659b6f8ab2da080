import type { CampusAmenity, CampusHours } from '@madang/campus/parse-amenities';
import { parseFloor, parseHours } from '@madang/contract/amenities/rules';
import type { Amenity, BuildingHours } from '@madang/contract/amenities/schema';
import type { Executor } from '../../platform/database/database.ts';
import { listAmenities, listHours } from './amenities.queries.ts';

/** Cached answers with amenities in them; an operator's act invalidates everything. */
export const AMENITIES_TAG = 'amenities';

/** An amenity as everybody reads it. */
export function presentAmenity(row: CampusAmenity): Amenity {
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
  };
}

/** All amenities by building, from the lowest floor to the highest, and all opening hours. */
export async function readAmenities(
  executor: Executor,
): Promise<{ amenities: Amenity[]; hours: BuildingHours[] }> {
  const rows = await listAmenities(executor);
  const level = ({ floor }: CampusAmenity) => parseFloor(floor) ?? 0;
  const byFloor = rows.toSorted((one, other) =>
    one.building === other.building ? level(one) - level(other) : 0,
  );
  return {
    amenities: byFloor.map(presentAmenity),
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
