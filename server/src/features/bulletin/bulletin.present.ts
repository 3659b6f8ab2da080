import type { Event, Notice } from '@madang/contract/bulletin/schema';
import type { EventRow, NoticeRow } from './bulletin.queries.ts';

/** An event as the operator wrote it [EN-06]. */
export function presentEvent(row: EventRow): Event {
  const { id, has_image: hasImage, image_mark: mark } = row;
  return {
    ...presentText(row),
    image: hasImage ? imageAddress(id) : null,
    poster: hasImage && mark ? `/EventImg/${id}.${mark}.webp` : null,
  };
}

/** A notice as the operator wrote it [EN-06]; without an image nothing is said of one. */
export function presentNotice(row: NoticeRow): Notice {
  return { ...presentText(row), ...(row.has_image ? { image: imageAddress(row.id) } : {}) };
}

const imageAddress = (id: string) => `/EventImg/${id}.png`;

function presentText({ id, title, body, created_at: createdAt }: NoticeRow) {
  return { id, title, body, createdAt: createdAt.toISOString() };
}
