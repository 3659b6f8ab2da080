import {
  FLOOR_MAX,
  TICKET_KINDS,
  TICKET_SPOT_MAX,
  type TicketKind,
} from '@madang/contract/tickets/rules';
import { fillCopy, copy } from '../../copy.ko.ts';
import type { Pack } from '../../parts/campus/campus-queries.ts';
import { type DraftPicture, isPictures } from '../../parts/pictures/draft-picture.ts';
import { makeUuid } from '../../platform/make-uuid.ts';

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

type Place = Pick<Report, 'buildingId' | 'amenityId' | 'floor' | 'spot'>;

const NOWHERE: Place = { buildingId: '', amenityId: '', floor: '', spot: '' };
const TEXTS = ['buildingId', 'amenityId', 'floor', 'spot', 'kind', 'text'] as const;

export function isReport(value: unknown): value is Report {
  if (typeof value !== 'object' || value === null) return false;
  const report = value as Record<string, unknown>;
  const isKind = report['kind'] === '' || TICKET_KINDS.some((kind) => kind === report['kind']);
  return isKind && TEXTS.every((name) => typeof report[name] === 'string') && isPictures(report['pictures']);
}

/** What a report says: where that is the same, so is the report. */
export function contentOf({ pictures, attempt: _, ...said }: Report): string {
  return JSON.stringify([...TEXTS.map((name) => said[name]), ...pictures.map(({ id }) => id)]);
}

/** The id to send this content under: the same over retries and reloads, so that nothing is reported twice. */
export function nameAttempt(report: Report): { id: string; content: string } {
  const content = contentOf(report);
  return report.attempt?.content === content ? report.attempt : { id: makeUuid(), content };
}

/** What a printed code of an amenity calls its spot where nobody named it otherwise. */
const signName = ({ floor, kind, spot }: Pack['amenities'][number]): string =>
  `${fillCopy(copy['amenity.floor'], { floor })} ${kind} ${spot}`.trim();

/** The place that an address names, as far as the campus has it [TK-06]. */
export function readPlace(query: URLSearchParams, { buildings, amenities }: Pack): Place {
  const spot = [...(query.get('spot') ?? '')].slice(0, TICKET_SPOT_MAX).join('');
  const isHere = ({ buildingId }: { buildingId: string }) => buildingId === query.get('building');
  const amenity = amenities.find(
    (one) => one.id === query.get('amenity') || (spot !== '' && isHere(one) && signName(one) === spot),
  );
  if (amenity) return placeOf(amenity);
  const building = buildings.find(({ id }) => id === query.get('building'));
  return building ? { ...NOWHERE, buildingId: building.id, spot } : NOWHERE;
}

/** Where an amenity stands. */
export function placeOf({ id, buildingId, floor, spot }: Pack['amenities'][number]): Place {
  return {
    buildingId,
    amenityId: id,
    floor: floor.slice(0, FLOOR_MAX),
    spot: spot.slice(0, TICKET_SPOT_MAX),
  };
}

/** What a form begins with: the draft's words, and the place that the address names. */
export function beginReport(place: Place, draft: Report | undefined): { initial: Report; stored: Report } {
  const stored: Report = { ...place, kind: '', text: '', pictures: [], attempt: null };
  if (!draft) return { initial: stored, stored };
  // A place that is gone from the campus is not in the address either.
  return { initial: place.buildingId === '' ? draft : { ...draft, ...place }, stored };
}
