import type { EndpointKey } from '@madang/contract/endpoint';
import { v7 as uuidv7 } from 'uuid';
import { everybody, isOut, type Row, signedIn, withRight, world } from './rows.ts';

export const ticketCalls = {
  'GET /api/tickets': { expected: signedIn(200) },
  'GET /api/profile/tickets': { expected: signedIn(200) },
  'GET /api/tickets/{id}': { expected: signedIn(200), path: () => `/api/tickets/${world.ticketId}` },
  'POST /api/tickets': {
    expected: withRight(201),
    json: () => ({
      id: uuidv7(),
      buildingId: 'main-hall',
      amenityId: null,
      kind: 'power',
      floor: '1',
      spot: '',
      text: '콘센트가 죽었어요',
      pictures: [],
      again: true,
    }),
  },
  'DELETE /api/tickets/{id}': {
    // Another student joined it.
    expected: (role) => (isOut(role) ? 401 : role === 'author' ? 409 : 403),
    path: () => `/api/tickets/${world.ticketId}`,
  },
  'PUT /api/tickets/{id}/join': {
    expected: withRight(200),
    path: () => `/api/tickets/${world.ticketId}/join`,
  },
  'DELETE /api/tickets/{id}/join': {
    expected: signedIn(200),
    path: () => `/api/tickets/${world.ticketId}/join`,
  },
  'PUT /api/tickets/{id}/answer': {
    // No student is asked.
    expected: signedIn(409),
    path: () => `/api/tickets/${world.ticketId}/answer`,
    json: () => ({ fixed: true }),
  },
  // Unknown link.
  'GET /api/office': { expected: everybody(410), path: () => `/api/office?token=${'A'.repeat(48)}` },
  'GET /api/office/pictures/{picture}': {
    expected: everybody(410),
    path: () => `/api/office/pictures/1?token=${'A'.repeat(48)}`,
  },
  'POST /api/office': {
    expected: everybody(410),
    json: () => ({ token: 'A'.repeat(48), step: 'seen', word: '확인' }),
  },
} satisfies Record<EndpointKey, Row>;
