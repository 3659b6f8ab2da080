import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';

/** What may be edited of an own post: asked again each time, since others may have replied meanwhile. */
export function editQuery(id: string) {
  return queryOptions({
    queryKey: ['edit', id],
    ...ask('GET /api/posts/{id}/edit', { path: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  });
}
