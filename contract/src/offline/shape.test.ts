import { expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../endpoints.ts';
import { SHAPE } from './rules.ts';

/** Every call whose answer phones store (`kept-queries.ts` of the web app). */
const KEPT = [
  'GET /api/session',
  'GET /api/campus',
  'GET /api/campus/pack',
  'GET /api/buildings',
  'GET /api/buildings/{buildingId}',
  'GET /api/home',
  'GET /api/events',
  'GET /api/notices',
  'GET /api/buildings/{buildingId}/posts',
  'GET /api/posts/latest',
  'GET /api/festival/posts',
  'GET /api/keywords/{keywordId}/{categoryId}/posts',
  'GET /api/hots',
  'GET /api/posts/{id}',
  'GET /api/posts/{id}/replies',
  'GET /api/posts/marks',
  'GET /api/notifications',
] as const;

it('[PH-02] shape of cached answers: a change needs a new version against reading old data', () => {
  const schemas = KEPT.map((name) => z.toJSONSchema(endpoints[name].output));
  let digest = 0;
  for (const letter of JSON.stringify(schemas))
    digest = (Math.imul(digest, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  expect(SHAPE.split('.')[1]).toBe(digest.toString(36));
});
