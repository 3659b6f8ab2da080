// What the contract says of posts, written by PostgreSQL itself: lists and posts are by far the most asked answers, and
// turning rows into JSON was most of their cost (docs/performance.md). A statement stands whole where it is run and puts
// one of these texts where it selects the JSON (docs/architecture.md#sql). They read the tables `posts` and `buildings`;
// $1 is the operator's name.

import { INSTANT } from '../../platform/database/json-rows.ts';

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
