import { z } from 'zod';
import type { Endpoint, EndpointKey } from '../endpoint.ts';
import { idPath, instant, uuid } from '../schema.ts';
import {
  PUSH_BROWSERS,
  PUSH_BUDGET_MAX,
  PUSH_DEVICES_MAX,
  PUSH_ENDPOINT_MAX,
  PUSH_SYSTEMS,
} from './push-rules.ts';
import { kinds } from './schema.ts';

const hour = z.int().min(0).max(23);

const settings = {
  /** Which lines of the inbox are pushed too; a kind that makes no line is not pushed either. */
  kinds,
  /** So many a day. */
  budget: z.int().min(1).max(PUSH_BUDGET_MAX),
  /** By the campus' clock; null: at any hour. */
  quiet: z
    .strictObject({ from: hour, to: hour })
    .refine(({ from, to }) => from !== to)
    .nullable(),
  /** A push holds how the answer begins, and the title of its post. */
  texts: z.boolean(),
};

/** A browser of the student's that is notified. */
const pushDevice = z.strictObject({
  id: uuid,
  system: z.enum(PUSH_SYSTEMS),
  browser: z.enum(PUSH_BROWSERS),
  /** The one that asks. */
  here: z.boolean(),
  addedAt: instant,
  /** When the app was started on it last. */
  usedAt: instant,
});

export const pushState = z
  .strictObject({
    ...settings,
    /** What a browser subscribes with, in base64url; null where the operator has made no keys. */
    key: z.string().nullable(),
    /** None is sent, because the student opened none of the last; saving the settings asks again. */
    resting: z.boolean(),
    devices: z.array(pushDevice).max(PUSH_DEVICES_MAX),
  })
  .meta({ id: 'PushState' });
export type PushState = z.output<typeof pushState>;

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const base = { access: 'user', edition: 'official', status: 200 } as const;

/** Pushes to a student's devices. A subscription belongs to the session that made it and ends with it. */
export const pushEndpoints = {
  'GET /api/profile/push': {
    ...base,
    id: 'readPush',
    summary: 'Which devices of the student are notified, and of what.',
    output: pushState,
    problems: [],
  },
  'PUT /api/profile/push': {
    ...base,
    id: 'changePush',
    summary: 'Say what one wants to be pushed; it also asks again after none was opened.',
    body: z.strictObject(settings),
    output: pushState,
    problems: ['limit.reached'],
  },
  'PUT /api/profile/push/device': {
    ...base,
    id: 'subscribeDevice',
    summary:
      'Notify this browser, by the subscription that its push service gave it; said at each start, it keeps it. A subscription of somebody else is theirs no longer.',
    body: z.strictObject({
      /** At a known push service. */
      endpoint: z.url({ protocol: /^https$/ }).max(PUSH_ENDPOINT_MAX),
      /** The subscription's public key on P-256: 65 bytes. */
      p256dh: base64url.length(87),
      /** Its secret: 16 bytes. */
      auth: base64url.length(22),
    }),
    output: pushState,
    problems: ['limit.reached'],
  },
  'DELETE /api/profile/push/devices/{id}': {
    ...base,
    id: 'removeDevice',
    summary: 'Notify a device no more; saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
  'PUT /api/push/{id}/opened': {
    ...base,
    id: 'openPush',
    summary:
      'Say that a push was opened; the id is the mark in its address. Saying it again changes nothing.',
    status: 204,
    path: idPath,
    problems: ['limit.reached'],
  },
} as const satisfies Record<EndpointKey, Endpoint>;
