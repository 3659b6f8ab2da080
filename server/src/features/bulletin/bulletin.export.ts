import type { Executor } from '../../platform/database/database.ts';

export interface ExportedNotice {
  id: string;
  document_id: string;
  title: string;
  body: string;
  created_micros: number;
}

const COLUMNS = `id, coalesce(source_id, id::text) AS document_id, title, body,
  (extract(epoch FROM created_at) * 1000000)::bigint AS created_micros`;

/** Events in the order of their ids, a page after the given one, the nil UUID for the first. */
export function exportEvents(executor: Executor, after: string, limit: number): Promise<ExportedNotice[]> {
  return executor.rows<ExportedNotice>(`SELECT ${COLUMNS} FROM events WHERE id > $1 ORDER BY id LIMIT $2`, [
    after,
    limit,
  ]);
}

/** Notices in the order of their ids, a page after the given one, the nil UUID for the first. */
export function exportNotices(executor: Executor, after: string, limit: number): Promise<ExportedNotice[]> {
  return executor.rows<ExportedNotice>(`SELECT ${COLUMNS} FROM notices WHERE id > $1 ORDER BY id LIMIT $2`, [
    after,
    limit,
  ]);
}
