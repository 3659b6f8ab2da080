import type { Hot } from '@madang/contract/posts/schema';
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

/** The hot entry a link carries, when it is the one of this address [RT-19]. */
export function readHotState(state: unknown, id: string): Hot | undefined {
  if (typeof state !== 'object' || state === null || !('hot' in state)) return undefined;
  const hot = state.hot as Partial<Hot> | null;
  const whole = hot?.id === id && typeof hot.postId === 'string' && typeof hot.title === 'string';
  return whole && Array.isArray(hot.keywords) ? (hot as Hot) : undefined;
}
