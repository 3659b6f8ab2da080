import { ENTRY_KINDS, type EntryKind } from '@madang/contract/admin/rules';
import type { Entry } from '@madang/contract/admin/schema';
import { formatDateTime } from '@madang/contract/time/rules';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { copy, fillCopy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { eventsQuery } from '../bulletin/bulletin-queries.ts';
import { postListsKey } from '../posts/post-queries.ts';

const entriesKey = ['operate', 'bulletin'] as const;

export function entriesQuery(kind: EntryKind) {
  return queryOptions({
    queryKey: [...entriesKey, kind],
    ...ask('GET /api/operate/bulletin/{kind}', { path: { kind } }, ({ entries }) => entries),
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

export const kindTexts: Record<EntryKind, string> = {
  event: copy['operate.bulletin.event'],
  notice: copy['operate.bulletin.notice'],
  'facility-notice': copy['operate.bulletin.facility'],
};

export const newTexts: Record<EntryKind, string> = {
  event: copy['operate.bulletin.new.event'],
  notice: copy['operate.bulletin.new.notice'],
  'facility-notice': copy['operate.bulletin.new.facility'],
};

const stateTexts: Record<Entry['state'], string> = {
  planned: copy['operate.bulletin.planned'],
  shown: copy['operate.bulletin.shown'],
  ended: copy['operate.bulletin.ended'],
  withdrawn: copy['operate.bulletin.withdrawn'],
};

/** Returns state, begin and end of an entry as text, in campus time. */
export function describeEntry({ state, beginsAt, shownAt, endsAt }: Entry, timeZone: string): string {
  const say = (text: string, instant: string | null): string[] =>
    instant === null ? [] : [fillCopy(text, { time: formatDateTime(new Date(instant), timeZone) })];
  return [
    stateTexts[state],
    ...(state === 'planned' ? say(copy['operate.bulletin.begins'], beginsAt) : []),
    ...say(copy['operate.bulletin.since'], shownAt),
    ...(state === 'withdrawn' ? [] : say(copy['operate.bulletin.ends'], endsAt)),
  ].join(' · ');
}

/** Invalidates the queries that show entries, for operators and users. */
export function forgetEntries(client: QueryClient): void {
  for (const queryKey of [entriesKey, eventsQuery.queryKey, ['notices'], postListsKey])
    void client.invalidateQueries({ queryKey });
}
