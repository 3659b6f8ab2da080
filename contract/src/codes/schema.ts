import { z } from 'zod';
import { buildingHours } from '../amenities/schema.ts';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { placeReports } from '../voices/schema.ts';
import { CODE_REPORTS } from './rules.ts';

/** Upper and lower case, and `o`, `i` and `l`, as typed. */
export const printedCode = z.string().regex(/^[0-9A-Za-z]{8}$/);

/** Data about the place of a sign. */
const sign = z.strictObject({
  building: z.strictObject({ id: z.string(), name: z.string() }),
  /** Empty: the building itself. */
  spot: z.string(),
  /** Amenity of the sign, which students confirm here. */
  amenityId: z.string().nullable(),
  /** Whether a newer sign replaced this one, which then accepts nothing. */
  replaced: z.boolean(),
  /** Whether reports are rejected, by the operator or a seat counter. */
  muted: z.boolean(),
  voices: placeReports,
  hours: z.array(buildingHours),
});

const said = {
  access: 'user',
  edition: 'official',
  status: 200,
  /** False if it replaced an earlier report. */
  output: z.strictObject({ counted: z.boolean() }),
  problems: [
    'resource.missing',
    'code.replaced',
    'right.required',
    'writing.suspended',
    'place.muted',
    'limit.reached',
  ],
} as const;

/** Codes on printed signs. Reports send the code in the body: proxies log addresses. */
export const codeEndpoints = {
  'GET /api/codes/{code}': {
    id: 'readSign',
    access: 'public',
    edition: 'official',
    summary: 'What is known where a printed code hangs; null where there is no such code.',
    status: 200,
    path: z.strictObject({ code: printedCode }),
    output: z.strictObject({ sign: sign.nullable() }).meta({ id: 'Sign' }),
    shared: true,
    problems: [],
  },
  'POST /api/codes/voice': {
    ...said,
    id: 'sayVoiceByCode',
    summary:
      'Say how the place of a printed code is now; what is not said stays as it was said in the last ten minutes.',
    body: z.strictObject({ code: printedCode, voice: z.enum(CODE_REPORTS) }),
  },
  'POST /api/codes/confirmation': {
    ...said,
    id: 'confirmByCode',
    summary: 'Say that the amenity of a printed code is still there.',
    body: z.strictObject({ code: printedCode }),
  },
} as const satisfies Record<EndpointKey, Endpoint>;
