import { randomUUID } from 'node:crypto';
import { signedIn } from './rows.ts';

/** Calls of pushes, on a server without keys. */
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
  // Without keys the server accepts no push service.
  'PUT /api/profile/push/device': {
    expected: signedIn(422),
    json: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/x',
      p256dh: 'B'.repeat(87),
      auth: 'a'.repeat(22),
    }),
  },
  // An unknown device and push: nothing changes.
  'DELETE /api/profile/push/devices/{id}': {
    expected: signedIn(204),
    path: () => `/api/profile/push/devices/${randomUUID()}`,
  },
  'PUT /api/push/{id}/opened': {
    expected: signedIn(204),
    path: () => `/api/push/${randomUUID()}/opened`,
  },
} as const;
