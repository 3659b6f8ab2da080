import type { Executor } from '../../platform/database/database.ts';

export interface ImportedNotice {
  id: string;
  title: string;
  body: string;
  /** A text where a Date would round its microseconds. */
  createdAt: Date | string;
  /** The document's own id, where it is not the row's. */
  sourceId?: string | null;
}

/** Which of the ids are events'. */
export async function findEventIds(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>('SELECT id FROM events WHERE id = ANY ($1::uuid[])', [
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Which of the ids are notices'. */
export async function findNoticeIds(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await executor.rows<{ id: string }>('SELECT id FROM notices WHERE id = ANY ($1::uuid[])', [
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

/** Adds events as they are; their images are put into the store by the caller. */
export async function importEvents(
  executor: Executor,
  events: readonly (ImportedNotice & { hasImage: boolean })[],
): Promise<void> {
  await executor.change(
    `INSERT INTO events (id, title, body, has_image, created_at, source_id)
     SELECT id, title, body, "hasImage", "createdAt", "sourceId" FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, title text, body text, "hasImage" boolean, "createdAt" timestamptz, "sourceId" text)`,
    [JSON.stringify(events)],
  );
}

/** Adds notices as they are. */
export async function importNotices(executor: Executor, notices: readonly ImportedNotice[]): Promise<void> {
  await executor.change(
    `INSERT INTO notices (id, title, body, created_at, source_id)
     SELECT id, title, body, "createdAt", "sourceId" FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, title text, body text, "createdAt" timestamptz, "sourceId" text)`,
    [JSON.stringify(notices)],
  );
}
