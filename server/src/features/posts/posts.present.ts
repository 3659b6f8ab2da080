import type { Hot, Post, PostPage, PostSummary } from '@madang/contract/posts/schema';
import { PAGE_SIZE } from '@madang/contract/posts/rules';
import { firstParagraph } from '@madang/contract/text/rules';
import type { HotRow } from './browse.queries.ts';
import { encodeCursor } from './cursor.ts';
import type { PostRow } from './posts.queries.ts';

/** Who wrote it, as shown: on the facility notice board the operator, else the student or nobody. */
function presentAuthor(row: PostRow, operatorLabel: string): string | null {
  return row.building_kind === 'notice' ? operatorLabel : row.nickname;
}

function imageAddress(path: string, size: 'small' | 'large'): string {
  return `/images/${path}/${size}.webp`;
}

/** What a list shows of a post [SC-15, SC-17]. */
export function presentSummary(row: PostRow, operatorLabel: string): PostSummary {
  return {
    id: row.id,
    buildingId: row.building_id,
    buildingName: row.building_name,
    buildingCategory: row.building_category,
    nickname: presentAuthor(row, operatorLabel),
    title: row.title,
    preview: firstParagraph(row.body),
    keywords: row.keywords,
    thumbnail: row.image_path && imageAddress(row.image_path, 'small'),
    likeCount: row.like_count,
    replyCount: row.reply_count,
    createdAt: row.created_at.toISOString(),
  };
}

/** A whole post [EN-03]. */
export function presentPost(row: PostRow, operatorLabel: string): Post {
  const { preview: _, ...summary } = presentSummary(row, operatorLabel);
  const { image_path: path, image_width: width, image_height: height } = row;
  const image =
    path !== null && width !== null && height !== null
      ? [{ format: 'image' as const, image: imageAddress(path, 'large'), width, height }]
      : [];
  return { ...summary, authorId: row.author_id, contents: [{ format: 'text', text: row.body }, ...image] };
}

/** One page of a list out of a page and one row more. */
export function presentPage(
  rows: readonly PostRow[],
  order: 'recent' | 'popular',
  operatorLabel: string,
): PostPage {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const more = rows.length > shown.length;
  return {
    posts: shown.map((row) => presentSummary(row, operatorLabel)),
    nextCursor:
      more && last
        ? encodeCursor({
            createdMicros: last.created_micros,
            id: last.id,
            ...(order === 'popular' ? { likeCount: last.like_count } : {}),
          })
        : null,
  };
}

/** A popular post: everything but its id and time follows the post [EN-07]. */
export function presentHot(row: HotRow): Hot {
  return {
    id: row.hot_id,
    postId: row.id,
    buildingId: row.building_id,
    buildingName: row.building_name,
    nickname: row.nickname,
    title: row.title,
    content: firstParagraph(row.body),
    keywords: row.keywords,
    likeCount: row.like_count,
    replyCount: row.reply_count,
    createdAt: row.promoted_at.toISOString(),
  };
}

/** One page of popular posts out of a page and one row more. */
export function presentHotPage(rows: readonly HotRow[]): { hots: Hot[]; nextCursor: string | null } {
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const more = rows.length > shown.length && last;
  return {
    hots: shown.map(presentHot),
    nextCursor: more ? encodeCursor({ createdMicros: last.promoted_micros, id: last.hot_id }) : null,
  };
}
