// What the contract says of posts, written by PostgreSQL itself, field by field: lists and posts are by far
// the most asked answers, and turning rows into JSON was most of their cost (docs/performance.md).
import { instantOf, jsonObject } from '../../platform/database/json-rows.ts';

/** The board of a post that is shown. */
export const WITH_BUILDING = 'JOIN buildings ON buildings.id = posts.building_id';

/**
 * The author's nickname, read where it lives, so that a changed one shows at once. Not a join: where PostgreSQL
 * expects few posts of few students it would read all students to join them, and sort the posts again after.
 */
const NICKNAME = '(SELECT users.nickname FROM users WHERE users.id = posts.author_id)';

const image = (size: 'small' | 'large') => `'/images/' || posts.image_path || '/${size}.webp'`;

/** The fields that a card and a whole post share. `label` is the parameter with the operator's name. */
const shared = (label: string) => ({
  id: 'posts.id',
  buildingId: 'posts.building_id',
  buildingName: 'buildings.name',
  buildingCategory: 'buildings.category',
  // On the facility notice board the operator wrote it; else the student or nobody.
  nickname: `CASE buildings.kind WHEN 'notice' THEN ${label}::text ELSE ${NICKNAME} END`,
  title: 'posts.title',
  keywords: 'posts.keywords',
  thumbnail: image('small'),
  likeCount: 'posts.like_count',
  replyCount: 'posts.reply_count',
  createdAt: instantOf('posts.created_at'),
});

/** What a list shows of a post [SC-15, SC-17]. */
export const card = (label: string) => jsonObject({ ...shared(label), preview: 'posts.preview' });

const TEXT = jsonObject({ format: `'text'`, text: 'posts.body' });
const IMAGE = jsonObject({
  format: `'image'`,
  image: image('large'),
  width: 'posts.image_width',
  height: 'posts.image_height',
});

/** A whole post [EN-03]. */
export const wholePost = (label: string) =>
  jsonObject({
    ...shared(label),
    authorId: 'posts.author_id',
    contents: `CASE WHEN posts.image_path IS NULL THEN json_build_array(${TEXT}) ELSE json_build_array(${TEXT}, ${IMAGE}) END`,
  });

/** A popular post: everything but its entry's id and time follows the post [EN-07]. */
export const HOT = jsonObject({
  id: 'posts.hot_id',
  postId: 'posts.id',
  buildingId: 'posts.building_id',
  buildingName: 'buildings.name',
  nickname: NICKNAME,
  title: 'posts.title',
  content: 'posts.preview',
  keywords: 'posts.keywords',
  likeCount: 'posts.like_count',
  replyCount: 'posts.reply_count',
  createdAt: instantOf('posts.promoted_at'),
});

/**
 * SQL for the rows of a list over several boards: `page` selects the posts, ordered and cut, under what their `order`
 * is called outside of it. Boards come after the cut: joined before it, they are joined to all posts that are left
 * wherever PostgreSQL expects these to be less than a page.
 */
export const listed = (place: string, json: string, page: string, order: string) =>
  `SELECT ${place} AS place, ${json} AS json FROM (${page}) AS posts ${WITH_BUILDING} ORDER BY ${order}`;
