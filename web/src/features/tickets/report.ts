import { FLOOR_MAX, TICKET_SPOT_MAX, type TicketKind } from '@madang/contract/tickets/rules';
import type { Pack } from '../campus/campus-queries.ts';
import { type DraftPicture, isPictures } from '../pictures/draft-pictures.ts';

/** Report being written, as stored on the device. */
export interface Report {
  buildingId: string;
  /** Empty if not on the list. */
  amenityId: string;
  floor: string;
  spot: string;
  kind: TicketKind | '';
  text: string;
  pictures: readonly DraftPicture[];
  /** Id and content of the last attempt. */
  attempt: { id: string; content: string } | null;
}

const NOTHING: Report = {
  buildingId: '',
  amenityId: '',
  floor: '',
  spot: '',
  kind: '',
  text: '',
  pictures: [],
  attempt: null,
};
const TEXTS = ['buildingId', 'amenityId', 'floor', 'spot', 'kind', 'text'] as const;

export function isReport(value: unknown): value is Report {
  const report = (value ?? {}) as Record<string, unknown>;
  return TEXTS.every((name) => typeof report[name] === 'string') && isPictures(report['pictures']);
}

/** Returns the content of a report: equal content is the same report. */
export const contentOf = (report: Report): string =>
  JSON.stringify([...TEXTS.map((name) => report[name]), ...report.pictures.map(({ id }) => id)]);

/** Returns the fields that an amenity fills in. */
export const placeOf = ({ id, buildingId, floor, spot }: Pack['amenities'][number]) => ({
  buildingId,
  amenityId: id,
  floor: floor.slice(0, FLOOR_MAX),
  spot: spot.slice(0, TICKET_SPOT_MAX),
});

/** Returns an empty report of the place in an address, as far as known [TK-06]. */
export function beginReport(query: URLSearchParams, { buildings, amenities }: Pack): Report {
  const [at, named, said] = ['building', 'amenity', 'spot'].map((name) => query.get(name) ?? '');
  const amenity = amenities.find(({ id }) => id === named);
  if (amenity) return { ...NOTHING, ...placeOf(amenity) };
  const buildingId = buildings.find(({ id }) => id === at)?.id;
  return buildingId ? { ...NOTHING, buildingId, spot: (said ?? '').slice(0, TICKET_SPOT_MAX) } : NOTHING;
}

/** Returns the draft at the given place; a draft of the same place keeps its input. */
export function continueReport(draft: Report, { buildingId, amenityId, floor, spot }: Report): Report {
  const isThere = amenityId === '' ? draft.spot.includes(spot) : draft.amenityId === amenityId;
  const isSame = buildingId === '' || (buildingId === draft.buildingId && isThere);
  return isSame ? draft : { ...draft, buildingId, amenityId, floor, spot };
}
