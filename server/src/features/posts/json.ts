// JSON of posts, built by PostgreSQL, because converting rows was most of a request's cost (docs/performance.md).
// Statements embed these expressions (docs/architecture.md#sql), which read `posts` and `buildings`; $1 is the operator's
// name.
import { PAGE_SIZE } from '@madang/contract/posts/rules';
import { INSTANT, type JsonPage } from '../../database/json-rows.ts';
import { ProblemError } from '../../http/problem.ts';

/** SQL: the visible accepted reply. EXISTS may be planned as a table scan. */
export const ACCEPTED = `(SELECT accepted.id FROM replies accepted
   WHERE accepted.id = posts.accepted_reply_id AND accepted.post_id = posts.id AND accepted.hidden_at IS NULL)`;

/** A picture's address has only the upload: the key's owner is secret. */
const PICTURES = `
  'thumbnail', '/images/posts/' || split_part(posts.image_path, '/', 3) || '/small.webp',
  'pictureCount', CASE WHEN posts.image_path IS NULL THEN 0 ELSE greatest(posts.picture_count, 1) END`;

/** Fields of cards and posts. Facility notices show the operator. The nickname is a subquery: a join may read all users. */
const SHARED = `
  'id', posts.id,
  'buildingId', posts.building_id,
  'buildingName', buildings.name,
  'buildingCategory', buildings.category,
  'nickname', CASE buildings.kind WHEN 'notice' THEN $1::text
    ELSE (SELECT users.nickname FROM users WHERE users.id = posts.author_id) END,
  'title', posts.title,
  'keywords', posts.keywords,${PICTURES},
  'likeCount', posts.like_count,
  'replyCount', posts.reply_count,
  'solved', ${ACCEPTED} IS NOT NULL,
  'createdAt', to_char(posts.created_at AT TIME ZONE 'UTC', ${INSTANT})`;

/** SQL: a post's pictures as JSON, also of the previous version. */
const picturesAs = (json: string) => `ARRAY(
  SELECT ${json} FROM post_images WHERE post_id = posts.id ORDER BY position
) || ARRAY(
  SELECT ${json}
    FROM (SELECT split_part(posts.image_path, '/', 3) AS upload_id, posts.image_width AS width,
                 posts.image_height AS height, '' AS description) AS first
   WHERE posts.picture_count = 0 AND posts.image_path IS NOT NULL
)`;

const PICTURE_FIELDS = `
  'image', '/images/posts/' || upload_id::text || '/large.webp', 'width', width, 'height', height,
  'description', description`;

/** SQL: JSON of a post in a list [SC-15, SC-17]. */
export const CARD = `json_build_object(${SHARED},
  'preview', posts.preview)`;

/** SQL: JSON of a hidden post in its author's list. */
export const HIDDEN_CARD = `json_build_object(${SHARED},
  'preview', posts.preview, 'hidden', true)`;

/** SQL: JSON of a whole post [EN-03]. */
export const WHOLE_POST = `json_build_object(${SHARED},
  'authorId', posts.author_id,
  'revision', posts.revision,
  'editedAt', to_char(posts.edited_at AT TIME ZONE 'UTC', ${INSTANT}),
  'acceptedReplyId', ${ACCEPTED},
  'contents', CASE WHEN posts.image_path IS NULL
    THEN json_build_array(json_build_object('format', 'text', 'text', posts.body))
    ELSE array_to_json(ARRAY[json_build_object('format', 'text', 'text', posts.body)]
      || ${picturesAs(`json_build_object('format', 'image', ${PICTURE_FIELDS})`)}) END)`;

/** SQL: JSON of a post's pictures for its author's edit screen. */
export const OWN_PICTURES = `array_to_json(${picturesAs(`json_build_object('uploadId', upload_id, ${PICTURE_FIELDS})`)})`;

/** A picture of a post for the operator and for documents. */
export interface StoredPicture {
  path: string;
  description: string;
}

/** SQL: storage paths and descriptions of a post's pictures, for the operator. */
export const STORED_PICTURES = `array_to_json(${picturesAs(`json_build_object(
  'path', 'posts/' || split_part(posts.image_path, '/', 2) || '/' || upload_id::text, 'description', description)`)})`;

/** SQL: a popular post's JSON, with entry id and time [EN-07]. */
export const HOT = `json_build_object(
  'id', posts.hot_id,
  'postId', posts.id,
  'buildingId', posts.building_id,
  'buildingName', buildings.name,
  'nickname', (SELECT users.nickname FROM users WHERE users.id = posts.author_id),
  'title', posts.title,
  'content', posts.preview,
  'keywords', posts.keywords,${PICTURES},
  'likeCount', posts.like_count,
  'replyCount', posts.reply_count,
  'createdAt', to_char(posts.promoted_at AT TIME ZONE 'UTC', ${INSTANT}))`;

/** Sort key of a page's last row, in integer microseconds. */
export interface PageEnd {
  likeCount?: number;
  createdMicros: number;
  id: string;
}

/** A cursor before every row, for the first page. */
export const NEWEST: PageEnd = {
  createdMicros: 8_000_000_000_000_000,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** Returns an opaque cursor from `micros id`, with likes if sorted by them. */
export function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/**
 * Decodes a cursor; `withLikes` for lists sorted by likes.
 *
 * @throws {ProblemError} `request.malformed` unless {@link encodeCursor} made it for such a list.
 */
export function decodeCursor(cursor: string, withLikes: boolean): PageEnd {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const match = /^(-?\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?: (\d{1,9}))?$/.exec(text);
  const [, micros, id, likes] = match ?? [];
  if (!micros || !id || (likes !== undefined) !== withLikes) throw new ProblemError('request.malformed');
  const end = {
    createdMicros: Number(micros),
    id,
    ...(likes === undefined ? {} : { likeCount: Number(likes) }),
  };
  // Base64 and numbers have several spellings, and large numbers are rounded.
  if (encodeCursor(placeOfEnd(end)) !== cursor) throw new ProblemError('request.malformed');
  return end;
}

/** Returns the cursor text that PostgreSQL writes for this position. */
export function placeOfEnd({ createdMicros, id, likeCount }: PageEnd): string {
  return [createdMicros, id, ...(likeCount === undefined ? [] : [likeCount])].join(' ');
}

/** Returns the JSON of a list page in field `name`. */
export function presentPage({ items, places }: JsonPage, name: 'posts' | 'hots' = 'posts'): string {
  return `{"${name}":[${items}],"nextCursor":${presentCursor(places)}}`;
}

/** Returns the cursor of the next page as JSON. */
export function presentCursor(places: readonly string[]): string {
  const last = places.length > PAGE_SIZE ? places[PAGE_SIZE - 1] : undefined;
  return last ? `"${encodeCursor(last)}"` : 'null';
}

/** Returns the JSON of a list without further pages. */
export function presentList({ items }: JsonPage): string {
  return `{"posts":[${items}]}`;
}

/** Returns the JSON of a written post and its award. */
export function presentWritten(written: { post: string; awardedPoints: number; points: number }): string {
  const { post, awardedPoints, points } = written;
  return `{"post":${post},"awardedPoints":${awardedPoints},"points":${points}}`;
}
