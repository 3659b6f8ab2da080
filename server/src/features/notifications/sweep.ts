import type { Database } from '../../platform/database/database.ts';
import { sweepOldLines } from './notifications.queries.ts';

/** Removes lines that are too old, a part after the other. Any process may do it, several at once too. */
export async function sweepInboxes(database: Database): Promise<void> {
  let more: boolean;
  do more = await sweepOldLines(database);
  while (more);
}
