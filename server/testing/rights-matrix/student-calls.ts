import { randomUUID } from 'node:crypto';
import type { EndpointKey } from '@madang/contract/endpoint';
import { v7 as uuidv7 } from 'uuid';
import { makePostBody, PASSWORD } from '../makers.ts';
import { everybody, isOut, owner, picture, reporting, type Row, signedIn, withRight, world } from './rows.ts';

const post = (name: string) => () => name.replace('{id}', world.postId);
const ownPost = (name: string) => () => name.replace('{id}', world.deletedPostId);
const reply = (name: string) => () => name.replace('{id}', world.replyId);

export const studentCalls = {
  'POST /api/accounts': {
    expected: everybody(201),
    json: () => ({
      name: '김새내기',
      email: `${randomUUID()}@korea.ac.kr`,
      nickname: '새내기',
      password: PASSWORD,
      ...world.versions,
    }),
  },
  'GET /api/session': { expected: everybody(200) },
  'POST /api/session': {
    expected: (role) => (role === 'visitor' || role === 'withdrawn' ? 401 : 201),
    json: ({ email }) => ({ email, password: PASSWORD }),
  },
  'DELETE /api/session': { expected: signedIn(204) },
  'POST /api/verification': {
    expected: (role) => (isOut(role) ? 401 : role.endsWith('unverified') ? 202 : 409),
  },
  'POST /api/profile/data/mail': { expected: signedIn(202) },
  // Unknown link: the session is checked first.
  'POST /api/verification/confirmation': { expected: signedIn(410), json: () => ({ token: 'x'.repeat(43) }) },
  'POST /api/verification/code': { expected: signedIn(410), json: () => ({ code: '123456' }) },
  'POST /api/password-reset': { expected: everybody(202), json: ({ email }) => ({ email }) },
  'GET /api/password-reset': {
    expected: everybody(200),
    path: () => `/api/password-reset?purpose=reset&token=${'x'.repeat(43)}`,
  },
  'POST /api/password-reset/confirmation': {
    expected: everybody(410),
    json: () => ({ token: 'x'.repeat(43), password: PASSWORD }),
  },
  // Unknown browser: it requested no code.
  'POST /api/password-reset/code': {
    expected: everybody(410),
    json: () => ({ code: '123456', password: PASSWORD }),
  },
  'POST /api/profile/email/undo': {
    expected: everybody(410),
    json: () => ({ token: 'x'.repeat(43), password: PASSWORD }),
  },
  'GET /api/profile': { expected: signedIn(200) },
  'GET /api/profile/data': { expected: signedIn(200) },
  'POST /api/profile/consents': {
    expected: signedIn(200),
    json: () => ({
      ...world.versions,
    }),
  },
  'GET /api/profile/posts': { expected: signedIn(200) },
  'GET /api/profile/replied': { expected: signedIn(200) },
  'GET /api/profile/scraps': { expected: signedIn(200) },
  'PUT /api/profile/nickname': { expected: signedIn(200), json: () => ({ nickname: '고운이름' }) },
  'PUT /api/profile/password': {
    expected: signedIn(204),
    json: () => ({ oldPassword: PASSWORD, password: PASSWORD }),
  },
  'PUT /api/profile/email': {
    expected: signedIn(200),
    json: () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD }),
  },
  'POST /api/profile/withdrawal': { expected: signedIn(204), json: () => ({ password: PASSWORD }) },
  'GET /api/campus': { expected: everybody(200) },
  'GET /api/campus/pack': { expected: signedIn(200) },
  'GET /api/legal/{document}': { expected: everybody(200), path: () => '/api/legal/terms' },
  'GET /api/buildings': { expected: signedIn(200) },
  'GET /api/buildings/{buildingId}': { expected: signedIn(200), path: () => '/api/buildings/main-hall' },
  'GET /api/buildings/{buildingId}/posts': {
    expected: signedIn(200),
    path: () => '/api/buildings/main-hall/posts',
  },
  'POST /api/buildings/{buildingId}/posts': {
    expected: withRight(201),
    path: () => '/api/buildings/main-hall/posts',
    json: () => makePostBody({ body: randomUUID() }),
  },
  'GET /api/posts/latest': { expected: signedIn(200) },
  'GET /api/posts/marks': { expected: signedIn(200), path: () => `/api/posts/marks?ids=${world.postId}` },
  'POST /api/device/gone': {
    expected: signedIn(200),
    json: () => ({ posts: [world.postId], threads: [{ postId: world.postId, replies: [1] }] }),
  },
  'GET /api/posts/{id}': { expected: signedIn(200), path: post('/api/posts/{id}') },
  'PUT /api/posts/{id}/like': { expected: signedIn(200), path: post('/api/posts/{id}/like') },
  'DELETE /api/posts/{id}/like': { expected: signedIn(200), path: post('/api/posts/{id}/like') },
  'PUT /api/posts/{id}/scrap': { expected: signedIn(200), path: post('/api/posts/{id}/scrap') },
  'DELETE /api/posts/{id}/scrap': { expected: signedIn(200), path: post('/api/posts/{id}/scrap') },
  'GET /api/posts/{id}/edit': { expected: owner(200), path: post('/api/posts/{id}/edit') },
  'PUT /api/posts/{id}': {
    expected: owner(200),
    path: post('/api/posts/{id}'),
    json: () => ({ revision: 1, title: makePostBody().title, body: '본문', keywords: [] }),
  },
  'DELETE /api/posts/{id}': { expected: owner(204), path: ownPost('/api/posts/{id}') },
  'POST /api/posts/{id}/undo-deletion': {
    expected: owner(204),
    path: ownPost('/api/posts/{id}/undo-deletion'),
  },
  'PUT /api/replies/{id}': {
    expected: owner(200),
    path: reply('/api/replies/{id}'),
    json: () => ({ revision: 1, body: '다시 가 봤어요' }),
  },
  'DELETE /api/replies/{id}': { expected: owner(204), path: reply('/api/replies/{id}') },
  'POST /api/replies/{id}/undo-deletion': {
    expected: owner(204),
    path: reply('/api/replies/{id}/undo-deletion'),
  },
  'GET /api/posts/{id}/reply-marks': { expected: signedIn(200), path: post('/api/posts/{id}/reply-marks') },
  'PUT /api/replies/{id}/like': { expected: signedIn(200), path: reply('/api/replies/{id}/like') },
  'DELETE /api/replies/{id}/like': { expected: signedIn(200), path: reply('/api/replies/{id}/like') },
  'PUT /api/posts/{id}/accepted': {
    expected: owner(200),
    path: () => `/api/posts/${world.questionId}/accepted`,
    json: () => ({ replyId: world.answerId }),
  },
  'GET /api/posts/{id}/own-reports': { expected: signedIn(200), path: post('/api/posts/{id}/own-reports') },
  'PUT /api/posts/{id}/report': {
    expected: reporting,
    path: post('/api/posts/{id}/report'),
    json: () => ({ reason: 'spam', note: '' }),
  },
  'DELETE /api/posts/{id}/report': { expected: signedIn(204), path: post('/api/posts/{id}/report') },
  'PUT /api/posts/{id}/pictures/{uploadId}/report': {
    expected: reporting,
    path: () => `/api/posts/${world.picturedId}/pictures/${world.pictureId}/report`,
    json: () => ({ reason: 'spam', note: '' }),
  },
  'DELETE /api/posts/{id}/pictures/{uploadId}/report': {
    expected: signedIn(204),
    path: () => `/api/posts/${world.picturedId}/pictures/${world.pictureId}/report`,
  },
  'PUT /api/replies/{id}/report': {
    expected: reporting,
    path: reply('/api/replies/{id}/report'),
    json: () => ({ reason: 'spam', note: '' }),
  },
  'DELETE /api/replies/{id}/report': { expected: signedIn(204), path: reply('/api/replies/{id}/report') },
  'PUT /api/posts/{id}/block': { expected: reporting, path: post('/api/posts/{id}/block') },
  'DELETE /api/posts/{id}/block': { expected: signedIn(204), path: post('/api/posts/{id}/block') },
  'PUT /api/replies/{id}/block': { expected: reporting, path: reply('/api/replies/{id}/block') },
  'DELETE /api/replies/{id}/block': { expected: signedIn(204), path: reply('/api/replies/{id}/block') },
  'GET /api/profile/blocks': { expected: signedIn(200) },
  'DELETE /api/profile/blocks/{id}': {
    expected: signedIn(204),
    path: () => `/api/profile/blocks/${world.hiddenCaseId}`,
  },
  'GET /api/posts/{id}/hidden': { expected: signedIn(200), path: post('/api/posts/{id}/hidden') },
  'GET /api/profile/cases': { expected: signedIn(200) },
  'GET /api/profile/sanctions': { expected: signedIn(200) },
  'POST /api/cases/{id}/appeal': {
    expected: (role) => (isOut(role) ? 401 : role === 'hidden author' ? 200 : 404),
    path: () => `/api/cases/${world.hiddenCaseId}/appeal`,
    json: () => ({ text: '다시 봐 주세요' }),
  },
  // Unknown address: the named target is not checked.
  'POST /api/rights': {
    expected: everybody(202),
    json: () => ({
      name: '홍길동',
      email: `${randomUUID()}@example.com`,
      address: `/post/${randomUUID()}`,
      reply: null,
      ground: 'privacy',
      reason: '제 이름이 적혀 있습니다.',
    }),
  },
  'POST /api/rights/confirmation': { expected: everybody(410), json: () => ({ token: 'x'.repeat(43) }) },
  'GET /api/transparency': { expected: everybody(200) },
  'GET /api/posts/{id}/replies': { expected: signedIn(200), path: post('/api/posts/{id}/replies') },
  'POST /api/posts/{id}/replies': {
    expected: signedIn(201),
    path: post('/api/posts/{id}/replies'),
    json: () => ({ id: uuidv7(), body: '저도요' }),
  },
  'GET /api/posts/{id}/replies/live': { expected: signedIn(200), path: post('/api/posts/{id}/replies/live') },
  'PUT /api/uploads/{id}': {
    expected: signedIn(201),
    path: () => `/api/uploads/${uuidv7()}`,
    bytes: picture,
  },
  'GET /api/festival/posts': { expected: signedIn(200), path: () => '/api/festival/posts?filter=0' },
  'GET /api/home': { expected: signedIn(200) },
  'GET /api/buildings/{buildingId}/view': {
    expected: signedIn(200),
    path: () => '/api/buildings/main-hall/view',
  },
  'GET /api/search': { expected: signedIn(200), path: () => '/api/search?query=%EC%97%B4%EB%9E%8C' },
  'GET /api/search/similar': { expected: signedIn(200), path: () => '/api/search/similar?title=%EC%97%B4' },
  'GET /api/hots': { expected: signedIn(200) },
  'GET /api/hots/{id}': { expected: signedIn(200), path: () => `/api/hots/${world.hotId}` },
  'GET /api/keywords/{keywordId}/{categoryId}/posts': {
    expected: signedIn(200),
    path: () => '/api/keywords/1/1/posts',
  },
  'POST /api/views': { expected: everybody(204), json: () => ({ screen: '/' }) },
  'POST /api/faults': { expected: everybody(204), json: () => ({ path: '/', release: '1.2.3' }) },
  'GET /api/notifications': { expected: signedIn(200) },
  'GET /api/notifications/live': { expected: signedIn(200) },
  'GET /api/places/now': { expected: signedIn(200) },
  'GET /api/voices': { expected: signedIn(200) },
  'GET /api/voices/live': { expected: signedIn(200) },
  'PUT /api/voices': {
    expected: withRight(204),
    json: () => ({ buildingId: 'main-hall', crowd: 'free', quiet: true }),
  },
  'GET /api/codes/{code}': { expected: everybody(200), path: () => '/api/codes/k3x8mq2v' },
  'POST /api/codes/voice': { expected: withRight(200), json: () => ({ code: 'k3x8mq2v', voice: 'free' }) },
  'POST /api/codes/confirmation': { expected: withRight(200), json: () => ({ code: 'k3x8mq2v' }) },
  // Unknown notification: nothing changes.
  'PUT /api/notifications/{id}/read': {
    expected: signedIn(200),
    path: () => `/api/notifications/${randomUUID()}/read`,
  },
  'PUT /api/notifications/read': {
    expected: signedIn(200),
    json: () => ({ upTo: new Date().toISOString() }),
  },
  'PUT /api/posts/{id}/read': { expected: signedIn(200), path: post('/api/posts/{id}/read') },
  'PUT /api/posts/{id}/mute': { expected: signedIn(204), path: post('/api/posts/{id}/mute') },
  'DELETE /api/posts/{id}/mute': { expected: signedIn(204), path: post('/api/posts/{id}/mute') },
  'PUT /api/posts/{id}/follow': { expected: signedIn(204), path: post('/api/posts/{id}/follow') },
  'DELETE /api/posts/{id}/follow': { expected: signedIn(204), path: post('/api/posts/{id}/follow') },
  'GET /api/profile/notification-settings': { expected: signedIn(200) },
  'PUT /api/profile/notification-settings': {
    expected: signedIn(200),
    json: () => ({
      on: true,
      kinds: { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true },
    }),
  },
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
  'GET /api/amenities/voices': { expected: signedIn(200) },
  'PUT /api/amenities/{amenityId}/voice': {
    expected: withRight(200),
    path: () => '/api/amenities/voiced-cafe/voice',
    json: () => ({ there: true }),
  },
  'DELETE /api/amenities/{amenityId}/voice': {
    expected: signedIn(200),
    path: () => '/api/amenities/voiced-cafe/voice',
  },
  'GET /api/rooms': { expected: signedIn(200) },
  'PUT /api/rooms/{roomId}/locked': {
    expected: withRight(200),
    path: () => '/api/rooms/locked-room/locked',
  },
  'GET /api/meals': { expected: signedIn(200) },
  'PUT /api/meals/{id}/sold-out': {
    expected: withRight(200),
    path: () => `/api/meals/${world.mealId}/sold-out`,
  },
  'DELETE /api/meals/{id}/sold-out': {
    expected: signedIn(200),
    path: () => `/api/meals/${world.mealId}/sold-out`,
  },
  'PUT /api/profile/pins': { expected: signedIn(200), json: () => ({ buildingIds: ['main-hall'] }) },
  'GET /api/profile/alerts': { expected: signedIn(200) },
  'PUT /api/profile/alerts/{id}': {
    expected: signedIn(200),
    path: () => `/api/profile/alerts/${uuidv7()}`,
    json: () => ({ word: '도서관', buildingId: null }),
  },
  // Another user's alert is not found.
  'PUT /api/profile/alerts/{id}/pause': {
    expected: (role) => (isOut(role) ? 401 : 404),
    path: () => `/api/profile/alerts/${randomUUID()}/pause`,
  },
  'DELETE /api/profile/alerts/{id}/pause': {
    expected: (role) => (isOut(role) ? 401 : 404),
    path: () => `/api/profile/alerts/${randomUUID()}/pause`,
  },
  'DELETE /api/profile/alerts/{id}': {
    expected: signedIn(204),
    path: () => `/api/profile/alerts/${randomUUID()}`,
  },
  'GET /api/alerts/preview': {
    expected: signedIn(200),
    path: () => '/api/alerts/preview?word=%EB%8F%84%EC%84%9C%EA%B4%80',
  },
  'GET /api/events': { expected: signedIn(200) },
  'GET /api/events/{id}': { expected: signedIn(200), path: () => `/api/events/${world.eventId}` },
  'GET /api/notices': { expected: signedIn(200) },
  'GET /api/notices/{id}': { expected: signedIn(200), path: () => `/api/notices/${world.noticeId}` },
} satisfies Record<EndpointKey, Row>;
