import { PLAIN_MAX, QUERY_MAX, queryProblem } from '@madang/contract/search/rules';
import { copy } from '../../copy.ko.ts';
import { ask } from '../../lib/api.ts';
import { describeTooLong } from '../campus/problem-text.ts';
import { listPages, postListsKey } from '../posts/post-queries.ts';

export type SearchOrder = 'relevant' | 'recent';

/** Each search is counted: returning to results shows them again without a new search. */
const FRESH_FOR = 5 * 60_000;

/** Search parameters of the address. */
export interface Search {
  query: string;
  order: SearchOrder;
  /** Plain words: neither building names nor typing errors. */
  plain: string;
}

export function readSearch(address: URLSearchParams): Search {
  const order = address.get('order') === 'recent' ? 'recent' : 'relevant';
  return {
    query: address.get('query') ?? '',
    order,
    plain: (address.get('plain') ?? '').slice(0, PLAIN_MAX),
  };
}

export function searchPath({ query, order, plain }: Search): string {
  const address = { query, ...(order === 'recent' ? { order } : {}), ...(plain ? { plain } : {}) };
  return `/search?${new URLSearchParams(address)}`;
}

export function foundPostsQuery({ query, order, plain }: Search) {
  return {
    ...listPages([...postListsKey, 'search', query, order, plain], (at) =>
      ask('GET /api/search', { query: { query, order, ...(plain ? { plain } : {}), ...at } }),
    ),
    staleTime: FRESH_FOR,
  };
}

/** Returns why a query cannot be searched; undefined if valid. */
export function describeQuery(query: string): string | undefined {
  const problem = queryProblem(query);
  if (problem === null) return undefined;
  return problem === 'required' ? copy['search.required'] : describeTooLong(query.trim(), QUERY_MAX);
}
