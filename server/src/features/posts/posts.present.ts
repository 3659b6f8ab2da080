import { PAGE_SIZE } from '@madang/contract/posts/rules';
import type { JsonPage } from '../../platform/database/json-rows.ts';
import { encodeCursor } from './cursor.ts';
import type { BookmarkPage } from './bookmarks.queries.ts';

/** JSON of one page of a list, `name` being its field. */
export function presentPage({ items, places }: JsonPage, name: 'posts' | 'hots' = 'posts'): string {
  return `{"${name}":[${items}],"nextCursor":${presentCursor(places)}}`;
}

/** JSON of one page of scraps, with those of posts that cannot be seen any more. */
export function presentBookmarks({ items, gone, places }: BookmarkPage): string {
  return `{"posts":[${items}],"gone":[${gone}],"nextCursor":${presentCursor(places)}}`;
}

function presentCursor(places: readonly string[]): string {
  const last = places.length > PAGE_SIZE ? places[PAGE_SIZE - 1] : undefined;
  return last ? `"${encodeCursor(last)}"` : 'null';
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
