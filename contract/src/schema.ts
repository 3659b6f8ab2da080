import { z } from 'zod';

/** Building blocks of several features' schemas. */

/** Any UUID, in lower case as PostgreSQL prints it. */
export const uuid = z.guid().toLowerCase();

/** Client-generated id: UUID version 7 (RFC 9562), an idempotency key. */
export const clientUuid = z.uuidv7().toLowerCase();

/** A UTC instant, ISO 8601 with milliseconds. PostgreSQL rejects year 0. */
export const instant = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'));

/** Path of a picture on this site. */
export const address = z.string().meta({ format: 'uri-reference' });

/** Start of the next page of a list; opaque to the client. */
export const cursor = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+$/);

export const idPath = z.strictObject({ id: uuid });
