import { FLOOR_MAX, TICKET_SPOT_MAX, type TicketKind } from '@madang/contract/tickets/rules';
import type { OwnTicket } from '@madang/contract/tickets/schema';
import { copy } from '../../copy.ko.ts';
import { call, isRefusal } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import type { Pack } from '../campus/campus-queries.ts';
import { floodText } from '../campus/problem-text.ts';
import { type DraftPicture, isPictures } from '../pictures/draft-pictures.ts';
import { describeSending, sendWithPictures, type Uploads } from '../pictures/uploads.tsx';

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

/** Reports refused as duplicates: sending one again confirms it. */
const confirmed = new Set<string>();

/** Sends the pictures, then the report. Equal content keeps its id over retries and reloads, avoiding duplicates. */
export function sendReport(
  report: Report,
  uploads: Uploads,
  setAttempt: (attempt: Report['attempt']) => void,
): Promise<OwnTicket> {
  const sending = sendWithPictures(uploads, async (sent) => {
    const content = contentOf({ ...report, pictures: uploads.pictures.read() });
    const attempt = report.attempt?.content === content ? report.attempt : { id: makeUuid(), content };
    setAttempt(attempt);
    const { id } = attempt;
    const { buildingId, amenityId, floor, spot, kind, text } = report;
    const place = { buildingId, amenityId: amenityId || null, floor: floor.trim(), spot: spot.trim() };
    const said = { kind: kind || 'other', text: text.normalize('NFC') } as const;
    const pictures = sent.map(({ uploadId }) => uploadId);
    const again = confirmed.has(id) ? { again: true } : {};
    try {
      return await call('POST /api/tickets', { body: { id, ...place, ...said, pictures, ...again } });
    } catch (error) {
      if (isRefusal(error, 'text.repeated')) confirmed.add(id);
      throw error;
    }
  });
  return sending.catch((error: unknown) => {
    const taken = isRefusal(error, 'identifier.taken');
    if (taken) setAttempt(null);
    const told = taken ? copy['error.post.taken'] : (describeSending(error) ?? floodText(error));
    throw Object.assign(error as Error, { told });
  });
}
