import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

/** First page of open cases, by due time. Decided cases leave it. */
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
