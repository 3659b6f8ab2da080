import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { POST_TITLE_MAX } from '../posts/rules.ts';
import { postSummary } from '../posts/schema.ts';
import { boundedText } from '../text/schema.ts';
import { PLAIN_MAX, QUERY_MAX, SIMILAR_MAX } from './rules.ts';

/** Maximum of a title during typing, possibly still too long. */
const TYPED_TITLE_MAX = 5 * POST_TITLE_MAX;

/** Cursor of a search; long: contains the shown ranked posts. */
const searchCursor = z
  .string()
  .min(1)
  .max(1_400)
  .regex(/^[A-Za-z0-9_-]+$/);

/** A place whose name has every query word, or a building by nickname. */
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
    summary:
      'Finds posts with all words of the query in title, body or building name; if there are none, with some words or synonyms. A page may be short or empty and still have a next one, as each call reads a limited number of posts.',
    query: z.strictObject({
      query: boundedText(QUERY_MAX),
      order: z.enum(['relevant', 'recent']).default('relevant'),
      /** Only posts of this building or board. */
      board: z
        .string()
        .regex(/^[A-Za-z0-9-]{1,60}$/)
        .optional(),
      /** Literal words of the query: neither building names nor corrected. */
      plain: boundedText(PLAIN_MAX).optional(),
      cursor: searchCursor.optional(),
    }),
    output: z.strictObject({
      /** Searched words, separated by spaces; empty if the query has none. */
      searched: z.string(),
      /** True if particles were removed after no result: see `searched`. */
      shortened: z.boolean(),
      /** True if `searched` has probable names of places, after no result. */
      corrected: z.boolean().optional(),
      /** True if `searched` has fewer words or synonyms, after no result. */
      reduced: z.boolean().optional(),
      /** `beginnings`: one letter only matches place names and title beginnings. */
      scope: z.enum(['texts', 'beginnings']),
      /** First page only. */
      places: z.array(place),
      /** Words of `searched` that are building nicknames, matching their boards' posts. */
      boards: z
        .array(z.strictObject({ words: z.string(), names: z.array(z.string()).min(1) }))
        .min(1)
        .optional(),
      /** First page only: number of posts found, and whether there are more. */
      total: z.strictObject({ count: z.int().min(0), more: z.boolean() }).optional(),
      posts: z.array(postSummary),
      nextCursor: searchCursor.nullable(),
    }),
    problems: ['request.malformed', 'limit.reached'],
  },
  'GET /api/search/similar': {
    id: 'findSimilarQuestions',
    summary: 'Lists the questions that share words with a title, most similar first.',
    query: z.strictObject({ title: boundedText(TYPED_TITLE_MAX) }),
    output: z.strictObject({ posts: z.array(postSummary).max(SIMILAR_MAX) }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
