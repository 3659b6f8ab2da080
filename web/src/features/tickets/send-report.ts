import type { OwnTicket } from '@madang/contract/tickets/schema';
import { copy } from '../../copy.ko.ts';
import { floodText } from '../campus/flood-text.ts';
import { describeSending, sendWithPictures, type Uploads } from '../pictures/uploads.tsx';
import { call, isRefusal } from '../../lib/api.ts';
import { makeUuid } from '../../lib/request.ts';
import { contentOf, type Report } from './report.ts';

// One chunk with other parts loaded during writing.
export { UploadBar } from '../pictures/uploads.tsx';
export { Similar } from './similar.tsx';

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
