import type { Event, Notice } from '@madang/contract/bulletin/schema';
import type { EventRow, NoticeRow } from './bulletin.queries.ts';

/** An event as the operator wrote it [EN-06]. */
export function presentEvent(row: EventRow): Event {
  const { id, has_image: hasImage, image_mark: mark } = row;
  return {
    ...presentNotice(row),
    image: hasImage ? `/EventImg/${id}.png` : null,
    poster: hasImage && mark ? `/EventImg/${id}.${mark}.webp` : null,
  };
}

/** A notice as the operator wrote it [EN-06]. */
export function presentNotice(row: NoticeRow): Notice {
  return { id: row.id, title: row.title, body: row.body, createdAt: row.created_at.toISOString() };
}
