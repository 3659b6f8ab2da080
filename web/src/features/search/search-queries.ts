import { ask } from '../../platform/api.ts';
import { listPages, postListsKey } from '../../parts/post/post-queries.ts';

export type SearchOrder = 'relevant' | 'recent';

/** A search is counted: who comes back to what was found is shown that, and not searched for anew. */
const FRESH_FOR = 5 * 60_000;

/** What is asked, as it stands in the address. */
export interface Search {
  query: string;
  order: SearchOrder;
}

export function readSearch(address: URLSearchParams): Search {
  const order = address.get('order') === 'recent' ? 'recent' : 'relevant';
  return { query: address.get('query') ?? '', order };
}

export function searchPath({ query, order }: Search): string {
  return `/search?${new URLSearchParams({ query, ...(order === 'recent' ? { order } : {}) })}`;
}

export function foundPostsQuery({ query, order }: Search) {
  return {
    ...listPages([...postListsKey, 'search', query, order], (at) =>
      ask('GET /api/search', { query: { query, order, ...at } }),
    ),
    staleTime: FRESH_FOR,
  };
}
