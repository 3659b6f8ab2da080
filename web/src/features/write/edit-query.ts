import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';

/** Returns the query of an own post's editable parts; refetched on each visit, as replies freeze the title. */
export function editQuery(id: string) {
  return queryOptions({
    queryKey: ['edit', id],
    ...ask('GET /api/posts/{id}/edit', { path: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
