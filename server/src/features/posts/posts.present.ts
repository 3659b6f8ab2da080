import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { JsonPage } from '../../platform/database/json-rows.ts';
import { encodeCursor } from './cursor.ts';

/** JSON of one page of a list, `name` being its field. */
export function presentPage({ items, places }: JsonPage, name: 'posts' | 'hots' = 'posts'): string {
  const last = places.length > PAGE_SIZE ? places[PAGE_SIZE - 1] : undefined;
  return `{"${name}":[${items}],"nextCursor":${last ? `"${encodeCursor(last)}"` : 'null'}}`;
}

/** JSON of a list that has no further page. */
export function presentList({ items }: JsonPage): string {
  return `{"posts":[${items}]}`;
}

/** JSON of a post as written, and what it brought. */
export function presentWritten(written: { post: string; awardedPoints: number; points: number }): string {
  const { post, awardedPoints, points } = written;
  return `{"post":${post},"awardedPoints":${awardedPoints},"points":${points}}`;
}
