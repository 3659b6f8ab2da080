import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api.ts';

/** How long the lists are taken as they are. */
export const BULLETIN_FRESH_FOR = 60_000;

export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: async ({ signal }) => (await call('GET /api/events', undefined, { signal })).events,
  staleTime: BULLETIN_FRESH_FOR,
});
