import type { Executor } from '../../platform/database/database.ts';

export interface NoticeRow {
  id: string;
  title: string;
  body: string;
  created_at: Date;
}

export interface EventRow extends NoticeRow {
  has_image: boolean;
}

/** Lists of the operator stay short; this only bounds what one answer can grow to. */
const LIST_MAX = 200;

/** Events, newest first. */
export function listEvents(executor: Executor): Promise<EventRow[]> {
  return executor.rows<EventRow>(
    `SELECT id, title, body, has_image, created_at FROM events ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}`,
  );
}

/** One event. */
export function findEvent(executor: Executor, id: string): Promise<EventRow | undefined> {
  return executor.first<EventRow>('SELECT id, title, body, has_image, created_at FROM events WHERE id = $1', [
    id,
  ]);
}

/** The ids of all events with an image. */
export async function listIllustrated(executor: Executor): Promise<string[]> {
  const rows = await executor.rows<{ id: string }>('SELECT id FROM events WHERE has_image ORDER BY id');
  return rows.map(({ id }) => id);
}

/** Notices, newest first. */
export function listNotices(executor: Executor): Promise<NoticeRow[]> {
  return executor.rows<NoticeRow>(
    `SELECT id, title, body, created_at FROM notices ORDER BY created_at DESC, id DESC LIMIT ${LIST_MAX}`,
  );
}

/** One notice. */
export function findNotice(executor: Executor, id: string): Promise<NoticeRow | undefined> {
  return executor.first<NoticeRow>('SELECT id, title, body, created_at FROM notices WHERE id = $1', [id]);
}
