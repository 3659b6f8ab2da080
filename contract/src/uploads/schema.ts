import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { address, clientUuid, uuid } from '../schema.ts';
import { boundedText } from '../text/schema.ts';
import { PICTURE_DESCRIPTION_MAX } from './rules.ts';

/** Pictures for a post, in order: own uploads with their descriptions. */
export const chosenPictures = z
  .array(z.strictObject({ uploadId: uuid, description: boundedText(PICTURE_DESCRIPTION_MAX) }))
  .max(20);
export type ChosenPicture = z.output<typeof chosenPictures>[number];

/** A picture of the user's own post, for the edit screen. */
export const ownPicture = z.strictObject({
  uploadId: uuid,
  image: address,
  width: z.int(),
  height: z.int(),
  description: z.string(),
});
export type OwnPicture = z.output<typeof ownPicture>;

export const uploadEndpoints = {
  'PUT /api/uploads/{id}': {
    id: 'upload',
    access: 'user',
    pending: true,
    summary: 'Upload one image as raw bytes, to attach to a post within a day; decoded and re-encoded here.',
    status: 201,
    path: z.strictObject({ id: clientUuid }),
    rawBody: 'image',
    output: z.strictObject({ id: clientUuid, image: address, width: z.int(), height: z.int() }),
    problems: ['image.tooLarge', 'image.costly', 'image.unreadable', 'identifier.taken', 'limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
