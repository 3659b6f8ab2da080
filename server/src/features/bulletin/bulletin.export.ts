import type { Executor } from '../../platform/database/database.ts';
import type { BulletinKind } from './bulletin.queries.ts';

export interface ExportedNotice {
  id: string;
  document_id: string;
  title: string;
  body: string;
  created_micros: number;
}

/** What is shown of a kind in the order of the ids, a page after the given one, the nil UUID for the first. */
export function exportEntries(
  executor: Executor,
  kind: BulletinKind,
  after: string,
  limit: number,
): Promise<ExportedNotice[]> {
  return executor.rows<ExportedNotice>(
    `SELECT id, coalesce(source_id, id::text) AS document_id, title, body,
            (extract(epoch FROM shown_at) * 1000000)::bigint AS created_micros
       FROM bulletin_entries WHERE kind = $1 AND state = 'shown' AND id > $2 ORDER BY id LIMIT $3`,
    [kind, after, limit],
  );
}
