import type { Executor } from '../../database/database.ts';
import { type BulletinKind, UNMARKED } from './bulletin.ts';

export interface ExportedNotice {
  id: string;
  document_id: string;
  title: string;
  body: string;
  created_micros: number;
}

/** Returns shown entries after the id (nil UUID for the first). */
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

export interface ImportedNotice {
  id: string;
  title: string;
  body: string;
  /** Whether it has an image; the caller stores it. */
  hasImage?: boolean;
  /** Text, since a Date would round microseconds. */
  createdAt: Date | string;
  /** The document's own id if it differs from the row's. */
  sourceId?: string | null;
}

/** Returns those ids that belong to entries, of any kind and state. */
export async function findEntryIds(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>(
    'SELECT id FROM bulletin_entries WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Adds events or notices without notifications. */
export async function importEntries(
  executor: Executor,
  kind: BulletinKind,
  entries: readonly ImportedNotice[],
): Promise<void> {
  await executor.change(
    `INSERT INTO bulletin_entries (id, kind, state, title, body, picture_mark, shown_at, changed_at, source_id)
     SELECT id, $1, 'shown', title, body, CASE WHEN "hasImage" THEN '${UNMARKED}' END, "createdAt", "createdAt", "sourceId"
       FROM jsonb_to_recordset($2::text::jsonb) AS row
            (id uuid, title text, body text, "hasImage" boolean, "createdAt" timestamptz, "sourceId" text)`,
    [kind, JSON.stringify(entries)],
  );
}
