import { ENTRY_KINDS, type EntryKind } from '@madang/contract/admin/rules';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

export const entriesKey = ['operate', 'bulletin'] as const;

export function entriesQuery(kind: EntryKind) {
  return queryOptions({
    queryKey: [...entriesKey, kind],
    ...ask('GET /api/operate/bulletin/{kind}', { path: { kind } }, ({ entries }) => entries),
    staleTime: 0,
  });
}

/** Returns the query of one entry; refetched on each visit, as it may change, begin or end. */
export function entryQuery(kind: EntryKind, id: string) {
  return queryOptions({
    queryKey: [...entriesKey, kind, id],
    ...ask('GET /api/operate/bulletin/{kind}/{id}', { path: { kind, id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Returns the kind named by an address; events by default. */
export function readKind(text: string | null | undefined): EntryKind {
  return ENTRY_KINDS.find((kind) => kind === text) ?? 'event';
}
