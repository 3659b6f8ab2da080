import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { instant } from '../schema.ts';

/** Whether the service is well, as an operator sees it on a phone. */
export const health = z
  .strictObject({
    /** The moment of the answer, by the server's clock. */
    at: instant,
    mail: z.strictObject({
      /** Mails that wait to be sent, failed ones included. */
      waiting: z.int(),
      /** Failed at least once, and wait for another attempt. */
      delayed: z.int(),
      /** Since when the longest waiting one waits. */
      oldestAt: instant.nullable(),
    }),
    /** Kinds of work that failed. */
    jobs: z.array(z.strictObject({ kind: z.string(), delayed: z.int(), givenUp: z.int() })),
    /** Bytes of the disk that holds the data folder; null where it cannot be read. */
    disk: z.strictObject({ free: z.int(), all: z.int() }).nullable(),
    /** When the newest backup was taken. */
    backupAt: instant.nullable(),
    /** Answers with a fault of ours, of today on the campus. */
    errors: z.int(),
  })
  .meta({ id: 'Health' });
export type Health = z.output<typeof health>;

/** What operators alone may call. To everybody else these calls do not exist. */
export const operateEndpoints = {
  'GET /api/operate/health': {
    id: 'readHealth',
    access: 'operator',
    edition: 'official',
    summary:
      'Mails that wait, work that failed, room on the disk, the newest backup and the errors of today.',
    status: 200,
    output: health,
    problems: ['confirmation.required'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
