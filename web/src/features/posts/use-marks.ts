import { useQueries } from '@tanstack/react-query';
import type { Output } from '../../lib/api.ts';
import { marksQuery } from './post-queries.ts';

/** Returns the liked and collapsed posts of a list, fetched page by page. */
export function useMarks(pages: readonly (readonly string[])[]): Collected {
  return useQueries({ queries: pages.map(marksQuery), combine: collect });
}

interface Collected {
  liked: ReadonlySet<string>;
  /** Posts of blocked authors. */
  folded: ReadonlySet<string>;
}

function collect(results: readonly { data: Output<'GET /api/posts/marks'> | undefined }[]): Collected {
  return {
    liked: new Set(results.flatMap(({ data }) => data?.liked ?? [])),
    folded: new Set(results.flatMap(({ data }) => data?.folded ?? [])),
  };
}
