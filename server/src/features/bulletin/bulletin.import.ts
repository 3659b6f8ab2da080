import type { Executor } from '../../platform/database/database.ts';

export interface ImportedNotice {
  id: string;
  title: string;
  body: string;
  createdAt: Date;
}

/** Adds events as they are; their images are put into the store by the caller. */
export async function importEvents(
  executor: Executor,
  events: readonly (ImportedNotice & { hasImage: boolean })[],
): Promise<void> {
  await executor.change(
    `INSERT INTO events (id, title, body, has_image, created_at)
     SELECT id, title, body, "hasImage", "createdAt" FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, title text, body text, "hasImage" boolean, "createdAt" timestamptz)`,
    [JSON.stringify(events)],
  );
}

/** Adds notices as they are. */
export async function importNotices(executor: Executor, notices: readonly ImportedNotice[]): Promise<void> {
  await executor.change(
    `INSERT INTO notices (id, title, body, created_at)
     SELECT id, title, body, "createdAt" FROM jsonb_to_recordset($1::text::jsonb) AS row
            (id uuid, title text, body text, "createdAt" timestamptz)`,
    [JSON.stringify(notices)],
  );
}
