import type { Executor } from '../src/database/database.ts';

/** Returns the visible entries up to migration 34, which has separate tables for events and notices. */
export function readOldBulletin(executor: Executor): Promise<unknown[]> {
  return executor.rows(
    `SELECT id, 'event' AS kind, title, body, CASE WHEN has_image THEN coalesce(image_mark, 'unmarked') END AS picture_mark,
            created_at::text AS shown_at, NULL AS told_at, source_id FROM events
     UNION ALL
     SELECT id, 'notice', title, body, CASE WHEN has_image THEN coalesce(image_mark, 'unmarked') END, created_at::text,
            told_at::text, source_id FROM notices ORDER BY id`,
  );
}

/** Returns the visible entries of the current schema. */
export function readBulletin(executor: Executor): Promise<unknown[]> {
  return executor.rows(
    `SELECT id, kind, title, body, picture_mark, shown_at::text, told_at::text, source_id FROM bulletin_entries
      WHERE state = 'shown' AND kind <> 'facility-notice' ORDER BY id`,
  );
}
