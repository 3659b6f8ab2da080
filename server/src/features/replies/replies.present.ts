import type { JsonPage } from '../../platform/database/json-rows.ts';
import { REPLIES_PAGE } from './replies.queries.ts';

/** JSON of a page of replies; a reply's place is its number. */
export function presentReplies({ items, places }: JsonPage): string {
  const nextAfter = places.length > REPLIES_PAGE ? places[REPLIES_PAGE - 1] : undefined;
  return `{"replies":[${items}],"nextAfter":${nextAfter ?? 'null'}}`;
}
