// What the contract says of posts, written by PostgreSQL itself: lists and posts are by far the most asked answers, and
// turning rows into JSON was most of their cost (docs/performance.md). A statement stands whole where it is run and puts
// one of these texts where it selects the JSON (docs/architecture.md#sql). They read the tables `posts` and `buildings`;
// $1 is the operator's name.
import { PAGE_SIZE } from '@madang/contract/posts/rules';
import { INSTANT, type JsonPage } from '../../platform/database/json-rows.ts';
import { ProblemError } from '../../platform/http/problem.ts';

/** The reply that the asker accepted, while it can be seen. A value and no EXISTS, which might be read as a whole table. */
export const ACCEPTED = `(SELECT accepted.id FROM replies accepted
   WHERE accepted.id = posts.accepted_reply_id AND accepted.post_id = posts.id AND accepted.hidden_at IS NULL)`;

/** A picture's address names the upload alone, the third part of its key: the second is its owner. */
const PICTURES = `
  'thumbnail', '/images/posts/' || split_part(posts.image_path, '/', 3) || '/small.webp',
  'pictureCount', CASE WHEN posts.image_path IS NULL THEN 0 ELSE greatest(posts.picture_count, 1) END`;

/**
 * What a card and a whole post share. The operator wrote what stands on the facility notice board. Nicknames are read
 * where they live, so that a changed one shows at once, and not by a join: where PostgreSQL expects few posts of few
 * people it would read all people to join them, and sort the posts again after.
 */
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

/**
 * The pictures of a post in their order, each as the given JSON of its columns. What a server of the version before wrote
 * stands in the post itself alone.
 */
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

/** What a list shows of a post [SC-15, SC-17]. */
export const CARD = `json_build_object(${SHARED},
  'preview', posts.preview)`;

/** The same for its author, of a post that was hidden. */
export const HIDDEN_CARD = `json_build_object(${SHARED},
  'preview', posts.preview, 'hidden', true)`;

/** A whole post [EN-03]. */
export const WHOLE_POST = `json_build_object(${SHARED},
  'authorId', posts.author_id,
  'revision', posts.revision,
  'editedAt', to_char(posts.edited_at AT TIME ZONE 'UTC', ${INSTANT}),
  'acceptedReplyId', ${ACCEPTED},
  'contents', CASE WHEN posts.image_path IS NULL
    THEN json_build_array(json_build_object('format', 'text', 'text', posts.body))
    ELSE array_to_json(ARRAY[json_build_object('format', 'text', 'text', posts.body)]
      || ${picturesAs(`json_build_object('format', 'image', ${PICTURE_FIELDS})`)}) END)`;

/** The pictures of a post as its author's edit screen needs them. */
export const OWN_PICTURES = `array_to_json(${picturesAs(`json_build_object('uploadId', upload_id, ${PICTURE_FIELDS})`)})`;

/** A picture of a post for the operator, and for documents. */
export interface StoredPicture {
  path: string;
  description: string;
}

/** Where the pictures of a post lie in the image store, with what is said of each: for the operator. */
export const STORED_PICTURES = `array_to_json(${picturesAs(`json_build_object(
  'path', 'posts/' || split_part(posts.image_path, '/', 2) || '/' || upload_id::text, 'description', description)`)})`;

/** A popular post: everything but its entry's id and time follows the post [EN-07]. */
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

/** Where a page ends: the sort key of its last row. Times are integer microseconds, never a JavaScript Date. */
export interface PageEnd {
  likeCount?: number;
  createdMicros: number;
  id: string;
}

/** An end before which every row stands: that of no page, so the first one follows. */
export const NEWEST: PageEnd = {
  createdMicros: 8_000_000_000_000_000,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

/** An opaque cursor for the page after the row in this place: `micros id`, and the likes in a list sorted by them. */
export function encodeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

/**
 * Reads a cursor back; `withLikes` says whether this list is sorted by likes.
 *
 * @throws {ProblemError} `request.malformed` for anything that {@link encodeCursor} did not make for such a list.
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
  // Base64 and numbers can be written in several ways, and large numbers are rounded.
  if (encodeCursor(placeOfEnd(end)) !== cursor) throw new ProblemError('request.malformed');
  return end;
}

/** The place that PostgreSQL writes for this end. */
export function placeOfEnd({ createdMicros, id, likeCount }: PageEnd): string {
  return [createdMicros, id, ...(likeCount === undefined ? [] : [likeCount])].join(' ');
}

/** JSON of one page of a list, `name` being its field. */
export function presentPage({ items, places }: JsonPage, name: 'posts' | 'hots' = 'posts'): string {
  return `{"${name}":[${items}],"nextCursor":${presentCursor(places)}}`;
}

/** Returns the cursor of the next page as JSON. */
export function presentCursor(places: readonly string[]): string {
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
