import { z } from 'zod';
import { NAME_MAX } from '../accounts/rules.ts';
import { email, token } from '../accounts/schema.ts';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { boundedText } from '../text/schema.ts';
import { POST_ADDRESS_MAX, RIGHTS_GROUNDS, RIGHTS_REASON_MAX } from './rights-rules.ts';
import { CASE_GROUNDS } from './rules.ts';

export const rightsGround = z.enum(RIGHTS_GROUNDS);

const count = z.int().min(0);

/** What happened within a month to cases of one ground. */
const monthOfCases = z.strictObject({
  ground: z.enum(CASE_GROUNDS),
  opened: count,
  hidden: count,
  upheld: count,
  /** Shown again, by a decision or because the time was over. */
  restored: count,
  appealed: count,
});

export const transparency = z
  .strictObject({
    /** The months of the campus in which something happened, newest first; of the last twelve. */
    months: z.array(
      z.strictObject({
        month: z.string().regex(/^\d{4}-\d{2}$/),
        cases: z.array(monthOfCases),
        /** Requests of people whose rights are hurt: how many were confirmed, and what became of them in this month. */
        rights: z.strictObject({
          received: count,
          declined: count,
          hidden: count,
          upheld: count,
          ended: count,
        }),
      }),
    ),
  })
  .meta({ id: 'Transparency' });
export type Transparency = z.output<typeof transparency>;

/** What everybody may do and see, signed in or not [RO-01]. */
export const rightsEndpoints = {
  'POST /api/rights': {
    id: 'requestRemoval',
    access: 'public',
    edition: 'official',
    summary:
      'Ask for the removal of a post or reply that hurts one’s rights. It counts once its mail is confirmed; the answer is the same whether there is such a post or not.',
    status: 202,
    body: z.strictObject({
      name: boundedText(NAME_MAX),
      email,
      /** Of the post: whole, a path, or its id. */
      address: boundedText(POST_ADDRESS_MAX),
      /** The number of the reply, where it is about one. */
      reply: z.int().min(1).max(1_000_000).nullable(),
      ground: rightsGround,
      reason: boundedText(RIGHTS_REASON_MAX),
    }),
    problems: ['limit.reached'],
  },
  'POST /api/rights/confirmation': {
    id: 'confirmRemovalRequest',
    access: 'public',
    edition: 'official',
    summary: 'Confirm such a request by the token of its mail.',
    status: 204,
    body: z.strictObject({ token }),
    problems: ['token.spent', 'rights.again', 'rights.full', 'limit.reached'],
  },
  'GET /api/transparency': {
    id: 'readTransparency',
    access: 'public',
    edition: 'official',
    summary: 'How many cases there were by month and ground, and what became of them.',
    status: 200,
    shared: true,
    output: transparency,
    problems: [],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
