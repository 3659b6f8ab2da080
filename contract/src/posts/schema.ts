import { z } from 'zod';
import { CAMPUS_COUNTS } from '../campus/rules.ts';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { address, clientUuid, cursor, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import {
  MARKS_MAX,
  PICTURE_DESCRIPTION_MAX,
  PICTURES_MAX,
  POST_BODY_MAX,
  POST_TITLE_MAX,
  VIEW_POSTS,
} from './rules.ts';

/** A post in a list; independent of the viewer. */
export const postSummary = z
  .strictObject({
    id: uuid,
    buildingId: z.string(),
    buildingName: z.string(),
    buildingCategory: z.string(),
    /** Null if the author withdrew. */
    nickname: z.string().nullable(),
    title: z.string(),
    preview: z.string(),
    keywords: z.array(z.string()),
    /** Address of the small picture on this site. */
    thumbnail: address.nullable(),
    /** Number of pictures of the post; the thumbnail is the first one's. */
    pictureCount: z.int(),
    likeCount: z.int(),
    replyCount: z.int(),
    /** Whether the author accepted a reply that is visible. */
    solved: z.boolean(),
    createdAt: instant,
    /** True in the user's own posts if a case hid it from others. */
    hidden: z.literal(true).optional(),
  })
  .meta({ id: 'PostSummary' });
export type PostSummary = z.output<typeof postSummary>;

/** An item of a post's contents: first text, then pictures. */
const postContent = z
  .discriminatedUnion('format', [
    z.strictObject({ format: z.literal('text'), text: z.string() }),
    z.strictObject({
      format: z.literal('image'),
      image: address,
      width: z.int(),
      height: z.int(),
      /** The author's description of the picture; may be empty. */
      description: z.string(),
    }),
  ])
  .meta({ id: 'PostContent' });

/** A complete post [EN-03]. */
const post = postSummary
  .omit({ preview: true })
  .extend({
    authorId: uuid.nullable(),
    /** Increases by one with each edit. */
    revision: z.int(),
    /** Time of the last edit; null also after an early correction. */
    editedAt: instant.nullable(),
    /** The reply that the author accepted, if it is visible. */
    acceptedReplyId: uuid.nullable(),
    contents: z
      .array(postContent)
      .min(1)
      .max(1 + PICTURES_MAX),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** A page by keyset; `nextCursor` is null on the last. */
const postPage = z
  .strictObject({ posts: z.array(postSummary), nextCursor: cursor.nullable() })
  .meta({ id: 'PostPage' });
export type PostPage = z.output<typeof postPage>;

/** A popular post [EN-07] with current title, text and nickname; `createdAt` is its promotion. */
const hot = z
  .strictObject({
    id: uuid,
    postId: uuid,
    buildingId: z.string(),
    buildingName: z.string(),
    nickname: z.string().nullable(),
    title: z.string(),
    content: z.string(),
    keywords: z.array(z.string()),
    /** Address of the small picture on this site; shown in the official edition. */
    thumbnail: address.nullable(),
    pictureCount: z.int(),
    likeCount: z.int(),
    replyCount: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'Hot' });
export type Hot = z.output<typeof hot>;

/** A bookmark of a post that is no longer visible. */
const goneBookmark = z
  .strictObject({
    id: uuid,
    /** Deleted by its author, or hidden. */
    reason: z.enum(['deleted', 'hidden']),
    /** Position in this page, including the posts. */
    index: z.int().min(0),
  })
  .meta({ id: 'GoneScrap' });
export type GoneBookmark = z.output<typeof goneBookmark>;

const bookmarkPage = postPage
  .extend({
    /** Official edition only. */
    gone: z.array(goneBookmark).optional(),
  })
  .meta({ id: 'ScrapPage' });
export type BookmarkPage = z.output<typeof bookmarkPage>;

export const likeState = z.strictObject({ liked: z.boolean(), likeCount: z.int() });

const pageQuery = z.strictObject({ cursor: cursor.optional() });

const bookmarkState = z.strictObject({ scrapped: z.boolean() });

/** Pictures for a post, in order: own uploads with their descriptions. */
const chosenPictures = z
  .array(z.strictObject({ uploadId: uuid, description: boundedText(PICTURE_DESCRIPTION_MAX) }))
  .max(20);
export type ChosenPicture = z.output<typeof chosenPictures>[number];

export const postEndpoints = {
  'GET /api/buildings/{buildingId}/posts': {
    id: 'listBoardPosts',
    summary: 'Lists the posts of a board, newest or most liked first.',
    path: z.strictObject({ buildingId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    query: z.strictObject({
      order: z.enum(['recent', 'popular']).default('recent'),
      cursor: cursor.optional(),
    }),
    output: postPage,
    shared: true,
    problems: ['request.malformed'],
  },
  'POST /api/buildings/{buildingId}/posts': {
    id: 'writePost',
    pending: true,
    summary: 'Writes a post. Idempotent for the same id and content.',
    status: 201,
    path: z.strictObject({ buildingId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    body: z.strictObject({
      id: clientUuid,
      title: boundedText(POST_TITLE_MAX),
      body: boundedText(POST_BODY_MAX),
      keywords: z.array(z.string().max(100)).max(20),
      uploadId: clientUuid.nullable(),
      /** Replaces `uploadId`: up to five pictures, one in the beta edition. */
      pictures: chosenPictures.optional(),
      /** True if the user confirmed a duplicate; official edition only. */
      again: z.boolean().optional(),
    }),
    output: z.strictObject({ post, awardedPoints: z.int(), points: z.int() }),
    problems: [
      'writing.suspended',
      'right.required',
      'board.readOnly',
      'identifier.taken',
      'upload.used',
      'text.repeated',
      'pace.reached',
      'limit.reached',
    ],
  },
  'GET /api/buildings/{buildingId}/view': {
    id: 'readBuildingView',
    edition: 'official',
    summary:
      'Lists the newest solved questions that mention a building, and the newest posts of its board with a keyword.',
    path: z.strictObject({ buildingId: z.string().regex(/^[A-Za-z0-9-]{1,60}$/) }),
    output: z.strictObject({
      answered: z.array(postSummary).max(VIEW_POSTS),
      marked: z.array(postSummary).max(VIEW_POSTS),
    }),
    shared: true,
  },
  'GET /api/posts/latest': {
    id: 'listLatestPosts',
    summary: 'Lists the 30 newest posts of all boards on which students write.',
    output: z.strictObject({ posts: z.array(postSummary) }),
    shared: true,
  },
  'GET /api/home': {
    id: 'readHome',
    edition: 'official',
    summary:
      'Returns the 3 newest posts, the 2 most liked popular posts of 7 days, and the time of the newest post of each board and of the popular list.',
    output: z.strictObject({
      newest: z.array(postSummary).max(3),
      hottest: z.array(postSummary).max(2),
      /** By board id; boards without posts are absent. */
      boards: z.record(z.string(), instant),
      hotAt: instant.nullable(),
      /** Present if any cafeteria has meals this week. */
      meals: z.literal(true).optional(),
    }),
    shared: true,
  },
  'GET /api/posts/marks': {
    id: 'readMarks',
    summary:
      'Returns which of the given posts the student liked or bookmarked, and which are by blocked students.',
    query: z.strictObject({
      /** Post ids, separated by commas. */
      ids: z
        .string()
        .max(MARKS_MAX * 37)
        .transform((list) => list.split(','))
        .pipe(z.array(uuid).min(1).max(MARKS_MAX)),
    }),
    output: z.strictObject({
      liked: z.array(uuid),
      scrapped: z.array(uuid),
      /** Posts by blocked authors; absent if there are none. */
      folded: z.array(uuid).optional(),
    }),
  },
  'GET /api/posts/{id}': {
    id: 'readPost',
    summary: 'Returns a post.',
    path: idPath,
    output: post,
    shared: true,
  },
  'PUT /api/posts/{id}/like': {
    id: 'like',
    pending: true,
    summary: 'Likes a post. Idempotent.',
    path: idPath,
    output: likeState,
    problems: ['limit.reached'],
  },
  'DELETE /api/posts/{id}/like': {
    id: 'takeLikeBack',
    pending: true,
    summary: 'Unlikes a post. Idempotent.',
    path: idPath,
    output: likeState,
    problems: ['limit.reached'],
  },
  'PUT /api/posts/{id}/scrap': {
    id: 'scrap',
    pending: true,
    summary: 'Bookmarks a post. Idempotent.',
    path: idPath,
    output: bookmarkState,
    problems: ['limit.reached'],
  },
  'DELETE /api/posts/{id}/scrap': {
    id: 'removeBookmark',
    pending: true,
    summary: 'Removes a bookmark. Idempotent.',
    path: idPath,
    output: bookmarkState,
    problems: ['limit.reached'],
  },
  'GET /api/profile/posts': {
    id: 'listOwnPosts',
    summary: "Lists the student's own posts, newest first; in the official edition with hidden ones.",
    query: pageQuery,
    output: postPage,
    problems: ['request.malformed'],
  },
  'GET /api/profile/replied': {
    id: 'listRepliedPosts',
    edition: 'official',
    summary: 'Lists the posts to which the student replied, by last own reply.',
    query: pageQuery,
    output: postPage,
    problems: ['request.malformed'],
  },
  'GET /api/profile/scraps': {
    id: 'listBookmarks',
    summary:
      'Lists the bookmarked posts, newest first. In the official edition by time of the bookmark, with deleted and hidden posts in `gone`.',
    query: pageQuery,
    output: bookmarkPage,
    problems: ['request.malformed'],
  },
  'GET /api/festival/posts': {
    id: 'listFestivalPosts',
    summary:
      'Lists the festival posts, newest first: filter 0 for both keywords, 1 for the first, 2 for the second [ST-09].',
    query: pageQuery.extend({ filter: z.enum(['0', '1', '2']).default('0') }),
    output: postPage,
    shared: true,
    problems: ['request.malformed'],
  },
  'GET /api/keywords/{keywordId}/{categoryId}/posts': {
    id: 'listKeywordPosts',
    summary:
      'Lists the posts with a keyword (1 to 12) in buildings of a campus category, newest first. Category 0, in the official edition, is all.',
    path: z.strictObject({
      keywordId: z.coerce.number().int().min(1).max(12),
      categoryId: z.coerce.number().int().min(0).max(CAMPUS_COUNTS.categories.most),
    }),
    query: pageQuery,
    output: postPage,
    shared: true,
    problems: ['request.malformed'],
  },
  'GET /api/hots': {
    id: 'listHots',
    summary: 'Lists the popular posts, last promoted first.',
    query: pageQuery,
    output: z.strictObject({ hots: z.array(hot), nextCursor: cursor.nullable() }),
    shared: true,
    problems: ['request.malformed'],
  },
  'GET /api/hots/{id}': {
    id: 'readHot',
    summary: 'Returns a popular post.',
    path: idPath,
    output: hot,
    shared: true,
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

/** A picture of the user's own post, for the edit screen. */
const ownPicture = z.strictObject({
  uploadId: uuid,
  image: address,
  width: z.int(),
  height: z.int(),
  description: z.string(),
});
export type OwnPicture = z.output<typeof ownPicture>;

export const uploadEndpoints = {
  'PUT /api/uploads/{id}': {
    id: 'upload',
    pending: true,
    summary:
      'Uploads an image as raw bytes, to attach to a post within a day. The server decodes and encodes it again.',
    status: 201,
    path: z.strictObject({ id: clientUuid }),
    rawBody: 'image',
    output: z.strictObject({ id: clientUuid, image: address, width: z.int(), height: z.int() }),
    problems: ['image.tooLarge', 'image.costly', 'image.unreadable', 'identifier.taken', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;

/** The revision that was on the screen when the editing began. */
export const revision = z.int().min(1).max(1_000);

/** Edits and deletions of the user's own posts. */
export const ownContentEndpoints = {
  'GET /api/posts/{id}/edit': {
    id: 'startPostEdit',
    summary: 'Returns what the student may edit of an own post.',
    path: idPath,
    output: z.strictObject({
      revision: z.int(),
      title: z.string(),
      body: z.string(),
      keywords: z.array(z.string()),
      pictures: z.array(ownPicture).max(PICTURES_MAX),
      /** True if another user has replied or the post is popular. */
      titleFrozen: z.boolean(),
      editsLeft: z.int(),
    }),
    problems: ['right.required', 'content.foreign'],
  },
  'PUT /api/posts/{id}': {
    id: 'editPost',
    summary: 'Edits an own post. Idempotent.',
    path: idPath,
    body: z.strictObject({
      revision,
      title: boundedText(POST_TITLE_MAX),
      body: boundedText(POST_BODY_MAX),
      keywords: z.array(z.string().max(100)).max(20),
      /** The complete new list in order; absent: the pictures are unchanged. */
      pictures: chosenPictures.optional(),
    }),
    output: post,
    problems: [
      'writing.suspended',
      'right.required',
      'content.foreign',
      'edit.outdated',
      'edit.limit',
      'upload.used',
      'limit.reached',
    ],
  },
  'DELETE /api/posts/{id}': {
    id: 'deletePost',
    summary: 'Deletes an own post with its replies. Idempotent. Tickets are withdrawn instead.',
    path: idPath,
    problems: ['content.foreign', 'board.readOnly', 'limit.reached'],
  },
  'POST /api/posts/{id}/undo-deletion': {
    id: 'undoPostDeletion',
    summary: 'Restores a recently deleted own post. Idempotent.',
    path: idPath,
    problems: ['content.foreign', 'undo.late', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
