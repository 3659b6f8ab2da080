import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { address, clientUuid } from '../schema.ts';

export const uploadEndpoints = {
  'PUT /api/uploads/{id}': {
    id: 'upload',
    access: 'user',
    summary: 'Upload one image as raw bytes, to attach to a post within a day; decoded and re-encoded here.',
    status: 201,
    path: z.strictObject({ id: clientUuid }),
    rawBody: 'image',
    output: z.strictObject({ id: clientUuid, image: address, width: z.int(), height: z.int() }),
    problems: ['image.tooLarge', 'image.unreadable', 'identifier.taken', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
