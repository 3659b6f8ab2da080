import { z } from 'zod';

/** Building blocks of several features' schemas. */

/** Any UUID, in lower case as PostgreSQL prints it. */
export const uuid = z.guid().toLowerCase();

/** The client's own name for a new post, reply or upload: version 7 (RFC 9562), an idempotency key. */
export const clientUuid = z.uuidv7().toLowerCase();

/** An instant in UTC, ISO 8601 with milliseconds; not in a year 0, which PostgreSQL does not know. */
export const instant = z.iso.datetime({ precision: 3 }).refine((text) => !text.startsWith('0000'));

/** The address of a picture on this site: a path. */
export const address = z.string().meta({ format: 'uri-reference' });

/** Where the next page of a list starts; opaque to the caller. */
export const cursor = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9_-]+$/);

/** The address of one resource. */
export const idPath = z.strictObject({ id: uuid });
