import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { SCREENS } from './rules.ts';

export const analyticsEndpoints = {
  'POST /api/views': {
    access: 'public',
    summary:
      'Count one view of a screen, without whose it is; with `DNT: 1` or `Sec-GPC: 1` nothing is counted.',
    status: 204,
    body: z.strictObject({ screen: z.enum(SCREENS) }),
    problems: ['input.invalid', 'body.unsupported', 'request.malformed'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
