import { createHash } from 'node:crypto';
import type { Entry } from '@madang/contract/operate/entry-schema';
import type { EntryRow } from './entries.queries.ts';

/** An entry as operators see it. */
export function presentEntry(row: EntryRow): Entry {
  const { kind, id, state, title, body, picture_mark: mark } = row;
  const there = {
    kind,
    id,
    state,
    title,
    body,
    picture: mark === null ? null : `/api/operate/bulletin/${kind}/${id}/picture?of=${mark}`,
    beginsAt: row.begins_at?.toISOString() ?? null,
    shownAt: row.shown_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
  };
  // Of all there is: a change by the operator command makes another one too.
  const version = createHash('sha256').update(JSON.stringify(there)).digest('base64url').slice(0, 22);
  return { ...there, version };
}
