import type { Event, Notice } from '@madang/contract/bulletin/schema';
import type { EventRow, NoticeRow } from './bulletin.queries.ts';

/** An event as the operator wrote it [EN-06]. */
export function presentEvent(row: EventRow): Event {
  return { ...presentNotice(row), image: row.has_image ? `/EventImg/${row.id}.png` : null };
}

/** A notice as the operator wrote it [EN-06]. */
export function presentNotice(row: NoticeRow): Notice {
  return { id: row.id, title: row.title, body: row.body, createdAt: row.created_at.toISOString() };
}
