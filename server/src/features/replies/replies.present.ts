import type { JsonRow } from '../../platform/database/json-rows.ts';

/** JSON of a page of replies out of a page and one row more; a reply's place is its number. */
export function presentReplies(rows: readonly JsonRow[], page: number): string {
  const shown = rows.slice(0, page);
  const nextAfter = rows.length > page ? (shown.at(-1)?.place ?? 'null') : 'null';
  return `{"replies":[${shown.map(({ json }) => json).join(',')}],"nextAfter":${nextAfter}}`;
}
