import { ProblemError } from '../../platform/http/problem.ts';

/** Where a page ends: the sort key of its last row. Times are integer microseconds, never a JavaScript Date. */
export interface PageEnd {
  likeCount?: number;
  createdMicros: number;
  id: string;
}

/** An end before which every row stands: that of no page, so the first one follows. */
export const NEWEST: PageEnd = {
  createdMicros: 8_000_000_000_000_000,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** An opaque cursor for the page after the row in this place: `micros id`, and the likes in a list sorted by them. */
export function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/**
 * Reads a cursor back; `withLikes` says whether this list is sorted by likes.
 *
 * @throws {ProblemError} `request.malformed` for anything that {@link encodeCursor} did not make for such a list.
 */
export function decodeCursor(cursor: string, withLikes: boolean): PageEnd {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const match = /^(-?\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (\d{1,9}))?$/.exec(text);
  const [, micros, id, likes] = match ?? [];
  if (!micros || !id || (likes !== undefined) !== withLikes) throw new ProblemError('request.malformed');
  const end = {
    createdMicros: Number(micros),
    id,
    ...(likes === undefined ? {} : { likeCount: Number(likes) }),
  };
  // Base64 and numbers can be written in several ways, and large numbers are rounded.
  if (encodeCursor(placeOfEnd(end)) !== cursor) throw new ProblemError('request.malformed');
  return end;
}

/** The place that PostgreSQL writes for this end. */
export function placeOfEnd({ createdMicros, id, likeCount }: PageEnd): string {
  return [createdMicros, id, ...(likeCount === undefined ? [] : [likeCount])].join(' ');
}
