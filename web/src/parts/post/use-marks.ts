import { useQueries } from '@tanstack/react-query';
import type { Output } from '../../platform/api.ts';
import { marksQuery } from './post-queries.ts';

/** Which posts of a list the user liked, and which are folded; asked for page by page. */
export function useMarks(pages: readonly (readonly string[])[]): Collected {
  return useQueries({ queries: pages.map(marksQuery), combine: collect });
}

interface Collected {
  liked: ReadonlySet<string>;
  /** Somebody wrote them whom the user blocked. */
  folded: ReadonlySet<string>;
}

function collect(results: readonly { data: Output<'GET /api/posts/marks'> | undefined }[]): Collected {
  return {
    liked: new Set(results.flatMap(({ data }) => data?.liked ?? [])),
    folded: new Set(results.flatMap(({ data }) => data?.folded ?? [])),
  };
}
