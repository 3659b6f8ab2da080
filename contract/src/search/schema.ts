import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { POST_TITLE_MAX } from '../posts/rules.ts';
import { postSummary } from '../posts/schema.ts';
import { boundedText } from '../text/schema.ts';
import { PLAIN_MAX, QUERY_MAX, SIMILAR_MAX } from './rules.ts';

/** A title is looked up while it is typed, and may be too long then. */
const TYPED_TITLE_MAX = 5 * POST_TITLE_MAX;

/** Where a search goes on: it also says what was shown of the posts that are ordered together, and so is long. */
const searchCursor = z
  .string()
  .min(1)
  .max(1_400)
  .regex(/^[A-Za-z0-9_-]+$/);

/** A place of the campus whose name holds every word of the query, or a building that a word of it is a nickname of. */
const place = z
  .strictObject({
    kind: z.enum(['building', 'keyword']),
    /** The building's id, or the keyword's number as in `/api/keywords/{keywordId}`. */
    id: z.string(),
    name: z.string(),
  })
  .meta({ id: 'Place' });

export const searchEndpoints = {
  'GET /api/search': {
    id: 'search',
    access: 'user',
    edition: 'official',
    summary:
      'Posts that hold every word of the query, in title or body or in what their building is called; where there are none, those that hold some of them, or other words for the same. A page may hold few posts or none and still have a next one: a call reads so many posts at most.',
    status: 200,
    query: z.strictObject({
      query: boundedText(QUERY_MAX),
      order: z.enum(['relevant', 'recent']).default('relevant'),
      /** Only posts of this building or board. */
      board: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,60}$/)
        .optional(),
      /** Words of the query that stand for themselves: neither names of buildings nor mistaken. */
      plain: boundedText(PLAIN_MAX).optional(),
      cursor: searchCursor.optional(),
    }),
    output: z.strictObject({
      /** The words that were searched, joined by spaces; empty where the query has none. */
      searched: z.string(),
      /** Nothing was found, so that particles were cut off the words: `searched` is what is left. */
      shortened: z.boolean(),
      /** Nothing was found, so that names of places which were probably meant stand in `searched`. */
      corrected: z.boolean().optional(),
      /** No post holds all words, so that fewer of them, or other words for the same, were searched: `searched` is what is left. */
      reduced: z.boolean().optional(),
      /** `beginnings`: for a query of one letter, only names of places and the beginnings of titles. */
      scope: z.enum(['texts', 'beginnings']),
      /** Of the first page alone. */
      places: z.array(place),
      /** Words of `searched` that buildings are called by: they count as words of all posts on the boards of these names. */
      boards: z
        .array(z.strictObject({ words: z.string(), names: z.array(z.string()).min(1) }))
        .min(1)
        .optional(),
      /** Of the first page alone: how many posts were found, and whether there are more. */
      total: z.strictObject({ count: z.int().min(0), more: z.boolean() }).optional(),
      posts: z.array(postSummary),
      nextCursor: searchCursor.nullable(),
    }),
    problems: ['request.malformed', 'limit.reached'],
  },
  'GET /api/search/similar': {
    id: 'findSimilarQuestions',
    access: 'user',
    edition: 'official',
    summary: 'Questions that share words with a title, the most alike first.',
    status: 200,
    query: z.strictObject({ title: boundedText(TYPED_TITLE_MAX) }),
    output: z.strictObject({ posts: z.array(postSummary).max(SIMILAR_MAX) }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
