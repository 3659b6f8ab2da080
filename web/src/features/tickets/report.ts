import { FLOOR_MAX, TICKET_SPOT_MAX, type TicketKind } from '@madang/contract/tickets/rules';
import type { Pack } from '../../parts/campus/campus-queries.ts';
import { type DraftPicture, isPictures } from '../../parts/pictures/draft-picture.ts';

/** A report that is being written, as it lies on the device. */
export interface Report {
  buildingId: string;
  /** Empty: nothing of the list. */
  amenityId: string;
  floor: string;
  spot: string;
  kind: TicketKind | '';
  text: string;
  pictures: readonly DraftPicture[];
  /** The id it was last sent under, and what was sent. */
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

/** What a report says: where that is the same, so is the report. */
export const contentOf = (report: Report): string =>
  JSON.stringify([...TEXTS.map((name) => report[name]), ...report.pictures.map(({ id }) => id)]);

/** The fields that an amenity fills in. */
export const placeOf = ({ id, buildingId, floor, spot }: Pack['amenities'][number]) => ({
  buildingId,
  amenityId: id,
  floor: floor.slice(0, FLOOR_MAX),
  spot: spot.slice(0, TICKET_SPOT_MAX),
});

/** An empty report of the place that an address names, as far as the campus has it [TK-06]. */
export function beginReport(query: URLSearchParams, { buildings, amenities }: Pack): Report {
  const [at, named, said] = ['building', 'amenity', 'spot'].map((name) => query.get(name) ?? '');
  const amenity = amenities.find(({ id }) => id === named);
  if (amenity) return { ...NOTHING, ...placeOf(amenity) };
  const buildingId = buildings.find(({ id }) => id === at)?.id;
  return buildingId ? { ...NOTHING, buildingId, spot: (said ?? '').slice(0, TICKET_SPOT_MAX) } : NOTHING;
}

/** A draft at the place that one comes from; where it is of that place already, it keeps what was typed of it. */
export function continueReport(draft: Report, { buildingId, amenityId, floor, spot }: Report): Report {
  const isThere = amenityId === '' ? draft.spot.includes(spot) : draft.amenityId === amenityId;
  const isSame = buildingId === '' || (buildingId === draft.buildingId && isThere);
  return isSame ? draft : { ...draft, buildingId, amenityId, floor, spot };
}
