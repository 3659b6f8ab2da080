import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { SCREENS } from '../screens.ts';

export const analyticsEndpoints = {
  'POST /api/views': {
    id: 'countView',
    access: 'public',
    summary:
      'Count one view of a screen, without whose it is; with `DNT: 1` or `Sec-GPC: 1` nothing is counted.',
    status: 204,
    headers: {
      DNT: '`1`: the view is not counted.',
      'Sec-GPC': '`1`: the view is not counted.',
    },
    body: z.strictObject({ screen: z.enum(SCREENS.map(({ path }) => path)) }),
    problems: [],
  },
  'POST /api/faults': {
    id: 'reportFault',
    access: 'public',
    edition: 'official',
    summary:
      'Report that a page failed: where and in which release, and after which refusal of the server. Nothing is kept but counts by screen and release, and a line of the log.',
    status: 204,
    body: z.strictObject({
      // Identifies the screen; never stored.
      path: z.string().startsWith('/').max(2_000),
      release: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/),
      requestId: z
        .string()
        .regex(/^[\w-]{1,64}$/)
        .optional(),
    }),
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
