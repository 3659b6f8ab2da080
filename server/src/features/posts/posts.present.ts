import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { JsonRow } from '../../platform/database/json-rows.ts';
import { encodeCursor } from './cursor.ts';

/** JSON of one page of a list, `name` being its field, out of a page and one row more. */
export function presentPage(rows: readonly JsonRow[], name: 'posts' | 'hots' = 'posts'): string {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return `{"${name}":${presentList(shown)},"nextCursor":${last ? JSON.stringify(encodeCursor(last.place)) : 'null'}}`;
}

/** JSON of rows that are JSON each. */
export function presentList(rows: readonly JsonRow[]): string {
  return `[${rows.map(({ json }) => json).join(',')}]`;
}

/** JSON of a post as written, and what it brought. */
export function presentWritten(written: { post: string; awardedPoints: number; points: number }): string {
  const { post, awardedPoints, points } = written;
  return `{"post":${post},"awardedPoints":${awardedPoints},"points":${points}}`;
}
