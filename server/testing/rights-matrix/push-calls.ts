import { randomUUID } from 'node:crypto';
import { signedIn } from './rows.ts';

/** The calls of pushes, on a server without keys. */
export const pushCalls = {
  'GET /api/profile/push': { expected: signedIn(200) },
  'PUT /api/profile/push': {
    expected: signedIn(200),
    json: () => ({
      kinds: { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true },
      budget: 6,
      quiet: null,
      texts: false,
    }),
  },
  // This server has no keys: no push service is known.
  'PUT /api/profile/push/device': {
    expected: signedIn(422),
    json: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/x',
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
    }),
  },
  // Nobody's device and push: nothing is changed.
  'DELETE /api/profile/push/devices/{id}': {
    expected: signedIn(204),
    path: () => `/api/profile/push/devices/${randomUUID()}`,
  },
  'PUT /api/push/{id}/opened': {
    expected: signedIn(204),
    path: () => `/api/push/${randomUUID()}/opened`,
  },
} as const;
