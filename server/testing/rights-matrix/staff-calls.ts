import { randomUUID } from 'node:crypto';
import type { EndpointKey } from '@madang/contract/endpoint';
import { v7 as uuidv7 } from 'uuid';
import { PASSWORD } from '../makers.ts';
import { operatorOnly, type Row, withRole, world } from './rows.ts';

export const staffCalls = {
  'POST /api/moderation/confirmation': {
    expected: withRole(204),
    json: () => ({ password: PASSWORD }),
  },
  'POST /api/moderation/confirmation/start': { expected: withRole(200) },
  // Roles need no passkey here, so none can be changed.
  'POST /api/moderation/passkey/start': { expected: () => 404 },
  'PUT /api/moderation/passkey': {
    expected: () => 404,
    json: () => ({ passkey: { id: '', rawId: '', type: 'public-key', response: {} } }),
  },
  'GET /api/moderation/cases': { expected: withRole(200) },
  'GET /api/moderation/cases/{id}': {
    expected: withRole(200),
    path: () => `/api/moderation/cases/${world.hiddenCaseId}`,
  },
  'GET /api/moderation/cases/{id}/pictures/{uploadId}': {
    // The picture is of another post.
    expected: () => 404,
    path: () => `/api/moderation/cases/${world.hiddenCaseId}/pictures/${world.pictureId}`,
  },
  'POST /api/moderation/cases/{id}/decision': {
    // Already decided.
    expected: withRole(409),
    path: () => `/api/moderation/cases/${world.hiddenCaseId}/decision`,
    json: () => ({ revision: 1, outcome: 'upheld', ground: 'spam', text: '광고입니다', sanction: null }),
  },
  'POST /api/moderation/cases/{id}/undo': {
    // No recent decision.
    expected: withRole(409),
    path: () => `/api/moderation/cases/${world.hiddenCaseId}/undo`,
    json: () => ({ revision: 1 }),
  },
  'PUT /api/moderation/posts/{id}/visibility': {
    // Already visible.
    expected: operatorOnly(409),
    path: () => `/api/moderation/posts/${world.postId}/visibility`,
    json: () => ({ hidden: false, ground: 'spam', text: '광고가 아니에요' }),
  },
  'PUT /api/moderation/replies/{id}/visibility': {
    expected: operatorOnly(409),
    path: () => `/api/moderation/replies/${world.replyId}/visibility`,
    json: () => ({ hidden: false, ground: 'spam', text: '광고가 아니에요' }),
  },
  'GET /api/operate/health': { expected: operatorOnly(200) },
  'GET /api/operate/launch': { expected: operatorOnly(200) },
  'GET /api/operate/bulletin/{kind}': {
    expected: operatorOnly(200),
    path: () => '/api/operate/bulletin/event',
  },
  'GET /api/operate/bulletin/{kind}/{id}': {
    // Does not exist.
    expected: () => 404,
    path: () => `/api/operate/bulletin/event/${uuidv7()}`,
  },
  'GET /api/operate/bulletin/{kind}/{id}/picture': {
    expected: () => 404,
    path: () => `/api/operate/bulletin/event/${uuidv7()}/picture`,
  },
  'PUT /api/operate/bulletin/{kind}/{id}': {
    expected: operatorOnly(200),
    path: () => `/api/operate/bulletin/notice/${uuidv7()}`,
    json: () => ({
      version: null,
      title: '공지',
      body: '본문',
      uploadId: null,
      keepPicture: false,
      beginsAt: null,
      endsAt: null,
    }),
  },
  'DELETE /api/operate/bulletin/{kind}/{id}': {
    expected: () => 404,
    path: () => `/api/operate/bulletin/event/${uuidv7()}`,
  },
  'GET /api/operate/numbers': { expected: operatorOnly(200) },
  'GET /api/operate/numbers/{kind}/plot': {
    expected: operatorOnly(200),
    path: () => '/api/operate/numbers/post/plot',
  },
  'POST /api/operate/people/search': { expected: operatorOnly(200), json: () => ({ who: '아무개' }) },
  'GET /api/operate/people/{id}': {
    expected: operatorOnly(404),
    path: () => `/api/operate/people/${randomUUID()}`,
  },
  'PUT /api/operate/people/{id}/right': {
    expected: operatorOnly(404),
    path: () => `/api/operate/people/${randomUUID()}/right`,
    json: () => ({ right: 'granted', reason: '' }),
  },
  'PUT /api/operate/people/{id}/role': {
    expected: operatorOnly(404),
    path: () => `/api/operate/people/${randomUUID()}/role`,
    json: () => ({ role: 'operator', boardId: null, held: true, reason: '' }),
  },
  'POST /api/operate/people/{id}/sanctions': {
    expected: operatorOnly(404),
    path: () => `/api/operate/people/${randomUUID()}/sanctions`,
    json: () => ({ kind: 'warning', boardId: null, days: 1, ground: 'spam', text: '광고' }),
  },
  'POST /api/operate/people/{id}/withdrawal': {
    expected: operatorOnly(404),
    path: () => `/api/operate/people/${randomUUID()}/withdrawal`,
    json: () => ({ reason: '본인 요청' }),
  },
  'GET /api/operate/roles': { expected: operatorOnly(200) },
  'GET /api/operate/sanctions': { expected: operatorOnly(200) },
  'POST /api/operate/sanctions/{id}/end': {
    expected: operatorOnly(404),
    path: () => `/api/operate/sanctions/${randomUUID()}/end`,
    json: () => ({ reason: '이의 인정' }),
  },
  'GET /api/operate/campus': { expected: operatorOnly(200) },
  'POST /api/operate/buildings': {
    expected: operatorOnly(409),
    // Already exists.
    json: () => ({ id: 'main-hall', name: '새 건물', category: '인문', info: '설명', reason: '' }),
  },
  'PUT /api/operate/buildings/{buildingId}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/buildings/nowhere',
    json: () => ({ name: '새 이름', category: null, info: null, reason: '' }),
  },
  'POST /api/operate/buildings/{buildingId}/removal': {
    expected: operatorOnly(404),
    path: () => '/api/operate/buildings/nowhere/removal',
    json: () => ({ reason: '' }),
  },
  'POST /api/operate/hots': {
    expected: operatorOnly(404),
    json: () => ({ post: randomUUID(), reason: '' }),
  },
  'POST /api/operate/hots/{id}/removal': {
    expected: operatorOnly(404),
    path: () => `/api/operate/hots/${randomUUID()}/removal`,
    json: () => ({ reason: '' }),
  },
  'PUT /api/operate/amenities/{amenityId}': {
    // No such building.
    expected: operatorOnly(422),
    path: () => '/api/operate/amenities/nowhere',
    json: () => ({
      building: 'nowhere',
      kind: '카페',
      floor: '1',
      spot: '로비',
      hours: null,
      stepFree: null,
      source: '답사',
      confirmed: null,
      gone: null,
      reason: '',
    }),
  },
  'POST /api/operate/amenities/{amenityId}/{act}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/amenities/nowhere/removal',
    json: () => ({ reason: '' }),
  },
  'POST /api/operate/codes': {
    expected: operatorOnly(404),
    json: () => ({ building: 'nowhere', amenity: null, spot: '', reason: '' }),
  },
  'POST /api/operate/codes/{code}/replacement': {
    expected: operatorOnly(404),
    path: () => '/api/operate/codes/00000000/replacement',
    json: () => ({ reason: '없어짐' }),
  },
  'GET /api/operate/codes/signs': { expected: operatorOnly(200) },
  'POST /api/operate/voices/{buildingId}/{act}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/voices/nowhere/mute',
    json: () => ({ reason: '' }),
  },
  'PUT /api/operate/voices/{buildingId}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/voices/nowhere',
    json: () => ({ hours: 'mon 09:00-18:00', crowd: 'free', reason: '' }),
  },
  'PUT /api/operate/hours/{buildingId}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/hours/nowhere',
    json: () => ({ from: '', to: '', hours: 'closed', source: '답사', reason: '' }),
  },
  'POST /api/operate/hours/{buildingId}/removal': {
    expected: operatorOnly(404),
    path: () => '/api/operate/hours/nowhere/removal',
    json: () => ({ from: '', reason: '' }),
  },
  'PUT /api/operate/meals/{amenityId}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/meals/nowhere',
    json: () => ({ monday: '2026-11-23', text: '월\n중식\n제육덮밥', source: '', reason: '' }),
  },
  'GET /api/operate/tables/{table}': {
    expected: operatorOnly(200),
    path: () => '/api/operate/tables/holidays',
  },
  'POST /api/operate/tables/{table}': {
    expected: operatorOnly(200),
    path: () => '/api/operate/tables/holidays',
    json: () => ({ text: 'from\tto\tname\n', apply: false, reason: '' }),
  },
  'GET /api/operate/tickets': { expected: operatorOnly(200) },
  'GET /api/operate/tickets/sheet': { expected: operatorOnly(200) },
  'POST /api/operate/tickets/{id}/step': {
    expected: operatorOnly(404),
    path: () => `/api/operate/tickets/${uuidv7()}/step`,
    json: () => ({ step: 'seen', word: '확인', reason: '' }),
  },
  'PUT /api/operate/offices/{officeId}': {
    expected: operatorOnly(404),
    path: () => '/api/operate/offices/nowhere',
    json: () => ({ name: '시설팀', email: 'office@example.com', dailyHour: '', channel: '', reason: '' }),
  },
  'POST /api/operate/offices/{officeId}/removal': {
    expected: operatorOnly(404),
    path: () => '/api/operate/offices/nowhere/removal',
    json: () => ({ reason: '이전' }),
  },
} satisfies Record<EndpointKey, Row>;
