import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { postSummary } from '../posts/schema.ts';
import { clientUuid, idPath, instant, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { ALERT_WORD_MAX, ALERTS_MAX, PREVIEW_MAX, PREVIEW_POSTS } from './rules.ts';

/** A word that the student wants to be told of. */
const alert = z
  .strictObject({
    id: uuid,
    /** As it was typed, without space around it. */
    word: z.string(),
    /** Only posts of this building or board; null for all. */
    building: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    paused: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'Alert' });
export type Alert = z.output<typeof alert>;

const boardId = z.string().regex(/^[A-Za-z0-9-]{1,60}$/);
const word = boundedText(ALERT_WORD_MAX);
const base = { access: 'user', edition: 'official', status: 200 } as const;

/** The words that a student waits for: each is their own, and nothing of it is in a shared answer. */
export const alertEndpoints = {
  'GET /api/profile/alerts': {
    ...base,
    id: 'listAlerts',
    summary: 'The keyword alerts, the newest first.',
    output: z.strictObject({ alerts: z.array(alert).max(ALERTS_MAX) }),
    problems: [],
  },
  'PUT /api/profile/alerts/{id}': {
    ...base,
    id: 'addAlert',
    summary:
      'Add a keyword alert under an id of the caller; the same id with the same content answers as the first time did.',
    path: z.strictObject({ id: clientUuid }),
    body: z.strictObject({ word, buildingId: boardId.nullable() }),
    output: alert,
    problems: ['alert.full', 'alert.same', 'identifier.taken', 'limit.reached'],
  },
  'PUT /api/profile/alerts/{id}/pause': {
    ...base,
    id: 'pauseAlert',
    summary: 'Pause a keyword alert; saying it again changes nothing.',
    path: idPath,
    output: alert,
    problems: ['limit.reached'],
  },
  'DELETE /api/profile/alerts/{id}/pause': {
    ...base,
    id: 'resumeAlert',
    summary: 'Let a keyword alert tell again of posts that are new from now on; twice is once.',
    path: idPath,
    output: alert,
    problems: ['limit.reached'],
  },
  'DELETE /api/profile/alerts/{id}': {
    ...base,
    id: 'removeAlert',
    summary: 'Remove a keyword alert; its lines stay. Saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
  'GET /api/alerts/preview': {
    ...base,
    id: 'previewAlert',
    summary: 'What a keyword alert would have told of in the last 30 days.',
    query: z.strictObject({ word, building: boardId.optional() }),
    output: z.strictObject({
      count: z.int().min(0).max(PREVIEW_MAX),
      /** There are more than that. */
      more: z.boolean(),
      /** The newest of them. */
      posts: z.array(postSummary).max(PREVIEW_POSTS),
    }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
