import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { idPath, uuid } from '../schema.ts';
import { REPORT_REASONS } from './rules.ts';

export const reason = z.enum(REPORT_REASONS);

/** Lengths only bound the work; the rules themselves are in `rules.ts`. */
const reportBody = z.strictObject({ reason, note: z.string().max(5_000) });

/** A picture by its upload: its place in the post may change. */
const picturePath = idPath.extend({ uploadId: uuid });

const REPORT_PROBLEMS = ['report.own', 'limit.reached'] as const;

/** What every student may do: report, and take that back. */
export const moderationEndpoints = {
  'GET /api/posts/{id}/own-reports': {
    id: 'listOwnReports',
    access: 'user',
    feature: 'moderation',
    summary: 'What the student has reported of a post: the post itself, its pictures and its replies.',
    status: 200,
    path: idPath,
    output: z.strictObject({
      /** Each by the id of the post, reply or upload. */
      reports: z.array(z.strictObject({ thingId: uuid, reason, note: z.string() })),
    }),
    problems: [],
  },
  'PUT /api/posts/{id}/report': {
    id: 'reportPost',
    access: 'user',
    feature: 'moderation',
    summary: 'Report a post; saying it again replaces the earlier report.',
    status: 204,
    path: idPath,
    body: reportBody,
    problems: REPORT_PROBLEMS,
  },
  'DELETE /api/posts/{id}/report': {
    id: 'withdrawPostReport',
    access: 'user',
    feature: 'moderation',
    summary: 'Withdraw the report of a post; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/posts/{id}/pictures/{uploadId}/report': {
    id: 'reportPicture',
    access: 'user',
    feature: 'moderation',
    summary: 'Report one picture of a post; saying it again replaces the earlier report.',
    status: 204,
    path: picturePath,
    body: reportBody,
    problems: REPORT_PROBLEMS,
  },
  'DELETE /api/posts/{id}/pictures/{uploadId}/report': {
    id: 'withdrawPictureReport',
    access: 'user',
    feature: 'moderation',
    summary: 'Withdraw the report of a picture; saying it again changes nothing.',
    status: 204,
    path: picturePath,
    problems: ['limit.reached'],
  },
  'PUT /api/replies/{id}/report': {
    id: 'reportReply',
    access: 'user',
    feature: 'moderation',
    summary: 'Report a reply; saying it again replaces the earlier report.',
    status: 204,
    path: idPath,
    body: reportBody,
    problems: REPORT_PROBLEMS,
  },
  'DELETE /api/replies/{id}/report': {
    id: 'withdrawReplyReport',
    access: 'user',
    feature: 'moderation',
    summary: 'Withdraw the report of a reply; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
