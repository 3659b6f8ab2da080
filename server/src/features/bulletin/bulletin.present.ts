import type { Event, Notice } from '@madang/contract/bulletin/schema';
import { UNMARKED, type ShownRow } from './bulletin.queries.ts';

/** An event as the operator wrote it [EN-06]. */
export function presentEvent(row: ShownRow): Event {
  const { id, picture_mark: mark } = row;
  return {
    ...presentText(row),
    image: mark === null ? null : imageAddress(id),
    poster: mark === null || mark === UNMARKED ? null : `/EventImg/${id}.${mark}.webp`,
  };
}

/** A notice as the operator wrote it [EN-06]; without an image nothing is said of one. */
export function presentNotice(row: ShownRow): Notice {
  return { ...presentText(row), ...(row.picture_mark === null ? {} : { image: imageAddress(row.id) }) };
}

const imageAddress = (id: string) => `/EventImg/${id}.png`;

function presentText({ id, title, body, shown_at: shownAt }: ShownRow) {
  return { id, title, body, createdAt: shownAt.toISOString() };
}
