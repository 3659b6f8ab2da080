import { z } from 'zod';
import type { DeclaredEndpoint, EndpointKey } from '../endpoint.ts';
import { SCREENS } from '../screens.ts';

export const analyticsEndpoints = {
  'POST /api/views': {
    id: 'countView',
    access: 'public',
    summary: 'Counts a view of a screen, without the user. With `DNT: 1` or `Sec-GPC: 1` nothing is counted.',
    headers: {
      DNT: '`1`: the view is not counted.',
      'Sec-GPC': '`1`: the view is not counted.',
    },
    body: z.strictObject({ screen: z.enum(SCREENS.map(({ path }) => path)) }),
  },
  'POST /api/faults': {
    id: 'reportFault',
    access: 'public',
    edition: 'official',
    summary:
      "Reports a failed page: screen, release and the server's problem code. Stored only as counts and one log line.",
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
} as const satisfies Record<EndpointKey, DeclaredEndpoint>;
