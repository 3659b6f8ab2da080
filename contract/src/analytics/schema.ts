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
} as const satisfies Record<EndpointKey, Endpoint>;
