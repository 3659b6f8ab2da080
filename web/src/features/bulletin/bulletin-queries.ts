import type { Event, Notice } from '@madang/contract/bulletin/schema';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

/** Stale time of the lists in milliseconds. */
const BULLETIN_FRESH_FOR = 60_000;

export const eventsQuery = queryOptions({
  queryKey: ['events'],
  ...ask('GET /api/events', undefined, ({ events }) => events),
  staleTime: BULLETIN_FRESH_FOR,
});

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  ...ask('GET /api/notices', undefined, ({ notices }) => notices),
  staleTime: BULLETIN_FRESH_FOR,
});

export function eventQuery(id: string) {
  return queryOptions({
    queryKey: [...eventsQuery.queryKey, id],
    ...ask('GET /api/events/{id}', { path: { id } }),
  });
}

export function noticeQuery(id: string) {
  return queryOptions({
    queryKey: [...noticesQuery.queryKey, id],
    ...ask('GET /api/notices/{id}', { path: { id } }),
  });
}

/**
 * Returns the entry in a link's state [RT-20] if it matches the address. History outlives reloads and deploys, so this only
 * bridges the load.
 */
export function readBulletinState<Entry extends Event | Notice>(
  state: unknown,
  id: string,
): Entry | undefined {
  if (typeof state !== 'object' || state === null || !('entry' in state)) return undefined;
  const entry = state.entry as Partial<Entry> | null;
  const whole = entry?.id === id && typeof entry.title === 'string' && typeof entry.body === 'string';
  return whole && typeof entry.createdAt === 'string' ? (entry as Entry) : undefined;
}
