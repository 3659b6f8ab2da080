import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';

/** The first page of what waits, what is due first first. What is decided leaves it, so the next ones come by themselves. */
export const queueQuery = queryOptions({
  queryKey: ['moderation', 'queue'],
  ...ask('GET /api/moderation/cases', { query: {} }),
  staleTime: 0,
});

export function caseQuery(id: string) {
  return queryOptions({
    queryKey: ['moderation', 'case', id],
    ...ask('GET /api/moderation/cases/{id}', { path: { id } }),
    staleTime: 10_000,
  });
}
