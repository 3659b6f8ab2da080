import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';

/** What needs a role. To everybody else these calls do not exist. */
export const staffEndpoints = {
  'POST /api/moderation/confirmation': {
    id: 'confirmPassword',
    access: 'role',
    feature: 'moderation',
    summary: 'Give the password again: for fifteen minutes this session may use its role.',
    status: 204,
    body: z.strictObject({ password: z.string().max(1000).meta({ format: 'password' }) }),
    problems: ['account.reauthentication', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
