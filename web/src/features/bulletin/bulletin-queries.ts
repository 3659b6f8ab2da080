import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

/** Stale time of the lists in milliseconds. */
export const BULLETIN_FRESH_FOR = 60_000;

export const eventsQuery = queryOptions({
  queryKey: ['events'],
  ...ask('GET /api/events', undefined, ({ events }) => events),
  staleTime: BULLETIN_FRESH_FOR,
});
