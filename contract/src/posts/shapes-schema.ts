import { z } from 'zod';
import { address, cursor, instant, uuid } from '../schema.ts';
import { PICTURES_MAX } from '../uploads/rules.ts';

/** What a list shows of a post. Nothing in it depends on who looks. */
export const postSummary = z
  .strictObject({
    id: uuid,
    buildingId: z.string(),
    buildingName: z.string(),
    buildingCategory: z.string(),
    /** Null when the author withdrew. */
    nickname: z.string().nullable(),
    title: z.string(),
    preview: z.string(),
    keywords: z.array(z.string()),
    /** Address of the small picture on this site. */
    thumbnail: address.nullable(),
    /** How many pictures the post has; the thumbnail is the first one's. */
    pictureCount: z.int(),
    likeCount: z.int(),
    replyCount: z.int(),
    /** The asker accepted a reply, which can be seen. */
    solved: z.boolean(),
    createdAt: instant,
    /** Among one’s own posts: a case hid it from everybody else. */
    hidden: z.literal(true).optional(),
  })
  .meta({ id: 'PostSummary' });
export type PostSummary = z.output<typeof postSummary>;

/** One item of a post's contents, in the order of the specification: first text, then the pictures there are. */
export const postContent = z
  .discriminatedUnion('format', [
    z.strictObject({ format: z.literal('text'), text: z.string() }),
    z.strictObject({
      format: z.literal('image'),
      image: address,
      width: z.int(),
      height: z.int(),
      /** What can be seen in it, in its author's words; empty where they said nothing. */
      description: z.string(),
    }),
  ])
  .meta({ id: 'PostContent' });
export type PostContent = z.output<typeof postContent>;

/** A whole post [EN-03]. */
export const post = postSummary
  .omit({ preview: true })
  .extend({
    authorId: uuid.nullable(),
    /** Grows by one with each edit. */
    revision: z.int(),
    /** When it was last edited; null as well for what was corrected at once, before anybody replied. */
    editedAt: instant.nullable(),
    /** The reply that the asker accepted, while it can be seen. */
    acceptedReplyId: uuid.nullable(),
    contents: z
      .array(postContent)
      .min(1)
      .max(1 + PICTURES_MAX),
  })
  .meta({ id: 'Post' });
export type Post = z.output<typeof post>;

/** One page of a list by keyset; `nextCursor` is null on the last one. */
export const postPage = z
  .strictObject({ posts: z.array(postSummary), nextCursor: cursor.nullable() })
  .meta({ id: 'PostPage' });
export type PostPage = z.output<typeof postPage>;

/** A popular post [EN-07]: title, text and nickname follow the post; `createdAt` is the promotion's time. */
export const hot = z
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

/** A scrap whose post cannot be seen any more. */
export const goneBookmark = z
  .strictObject({
    /** Of the post. */
    id: uuid,
    /** Its author deleted it, or it was hidden. */
    reason: z.enum(['deleted', 'hidden']),
    /** Where it stands in this page, the posts counted too. */
    index: z.int().min(0),
  })
  .meta({ id: 'GoneScrap' });
export type GoneBookmark = z.output<typeof goneBookmark>;

/** One page of scraps. */
export const bookmarkPage = postPage
  .extend({
    /** Official edition only. */
    gone: z.array(goneBookmark).optional(),
  })
  .meta({ id: 'ScrapPage' });
export type BookmarkPage = z.output<typeof bookmarkPage>;

/** A like after it was set or taken back. */
export const likeState = z.strictObject({ liked: z.boolean(), likeCount: z.int() });
