import type { QueryClient } from '@tanstack/react-query';
import { eventsQuery } from '../bulletin/bulletin-queries.ts';
import { postListsKey } from '../posts/post-queries.ts';
import { entriesKey } from './entry-queries.ts';

/** Invalidates the queries that show entries, for operators and users. */
export function forgetEntries(client: QueryClient): void {
  for (const queryKey of [entriesKey, eventsQuery.queryKey, ['notices'], postListsKey])
    void client.invalidateQueries({ queryKey });
}
