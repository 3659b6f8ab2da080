import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../platform/api.ts';
import { hotsKey, listPages } from './post-queries.ts';

/** Popular posts, newest promotion first. */
export const hotsQuery = listPages(hotsKey, (at) => ask('GET /api/hots', { query: at }));

export function hotQuery(id: string) {
  return queryOptions({
    queryKey: [...hotsKey, id],
    ...ask('GET /api/hots/{id}', { path: { id } }),
  });
}
