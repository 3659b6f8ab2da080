import { TABLE_TEXT_MAX } from '@madang/contract/admin/rules';
import { STAFF_ACCESS, type Access, type Endpoint } from '@madang/contract/endpoint';
import { USER_HEADER } from '@madang/contract/user-header';
import { endpoints } from '@madang/contract/endpoints';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EndpointName } from '../src/http/router.ts';
import { makePost, makePostBody, makeReply, makeUser, PASSWORD } from '../testing/makers.ts';
import { caseOf, makeStaff, report } from '../testing/moderation.ts';
import { startTestApp } from '../testing/test-app.ts';
import { ticketTexts } from '../testing/tickets.ts';
import { threadTime } from '../testing/thread-time.ts';

/** Pieces that are slow to process, repeated up to a field's maximum length. */
const ALPHABETS = {
  marks: 'a\u0301\u0316',
  'as many marks as a text may have': `a${'\u0301\u0316'.repeat(15)}`,
  'one run of marks': '\u0301\u0316',
  'marks only by compatibility': '\uff9e\u0316',
  'marks with signs between that search leaves out': `${'\u0301\u0316'.repeat(15)}\u200b`,
  dots: '….',
  joiners: '\u200d',
  'half Hangul': '\u1100\u1161',
  spaces: ' \n\u3000',
  links: 'http://a…',
  'percent-encoded marks in a host': 'http://a%CC%81%CC%96',
  brackets: '「[("\'',
  'emoji sequences': '👨‍👩‍👧‍👦🇰🇷👍🏽',
  'letters that become eighteen': '\ufdfa',
  'letters that are all different': Array.from({ length: 10_000 }, (_, at) =>
    String.fromCodePoint(0xac00 + at),
  ).join(''),
} as const;

/** Content of another author, for replies and reports. */
const testApp = await startTestApp({ edition: 'official' });
const student = await makeUser(testApp);
const operator = await makeStaff(testApp);
await operator.browser.call('POST /api/moderation/confirmation', { body: { password: PASSWORD } });
const postId = await makePost(operator, 'question');

const replyId = (await makeReply(operator, postId)).id;

const hidden = await makePost(student, 'question');
await report(operator, 'post', hidden, 'personalData');

const caseId: string = (await caseOf(testApp, hidden))?.id ?? '';

/** A valid call: its path, and its body or query. */
type Call = readonly [path: string, input: object];
const newPost = () => makePostBody({ pictures: [] });
const described = [{ uploadId: uuidv7(), description: '그림' }];
const reason = '까닭';
const person = () => `/api/operate/people/${student.id}`;

const PLACE = { building: 'main-hall', kind: '카페', floor: '1', spot: '로비' };

/** Every call that takes a text. */
const CALLS: { [Name in EndpointName]?: () => Call | Promise<Call> } = {
  'POST /api/accounts': () => {
    const { terms, privacy } = testApp.campus;
    const versions = { termsVersion: terms.version, privacyVersion: privacy.version };
    const email = `${uuidv7()}@example.com`;
    return ['/api/accounts', { name: '김고대', nickname: '새내기', email, password: PASSWORD, ...versions }];
  },
  'POST /api/session': () => ['/api/session', { email: 'nobody@example.com', password: PASSWORD }],
  'POST /api/password-reset': () => ['/api/password-reset', { email: 'nobody@example.com' }],
  'PUT /api/profile/nickname': () => ['/api/profile/nickname', { nickname: '고운이름' }],
  'PUT /api/profile/email': () => ['/api/profile/email', { email: student.email, password: 'not the one' }],
  'POST /api/buildings/{buildingId}/posts': () => [
    '/api/buildings/question/posts',
    { ...newPost(), again: true, pictures: described },
  ],
  'PUT /api/posts/{id}': async () => [
    `/api/posts/${await makePost(student, 'question')}`,
    { revision: 1, title: '제목', body: '본문', keywords: [], pictures: described },
  ],
  'POST /api/posts/{id}/replies': () => [
    `/api/posts/${postId}/replies`,
    { id: uuidv7(), body: '답', again: true },
  ],
  'PUT /api/replies/{id}': async () => [
    `/api/replies/${(await makeReply(student, postId)).id}`,
    { revision: 1, body: '답' },
  ],
  'GET /api/search': () => ['/api/search', { query: '자리' }],
  'GET /api/search/similar': () => ['/api/search/similar', { title: '자리' }],
  'PUT /api/posts/{id}/report': () => [`/api/posts/${postId}/report`, { reason: 'spam', note: '' }],
  'PUT /api/posts/{id}/pictures/{uploadId}/report': () => [
    `/api/posts/${postId}/pictures/${uuidv7()}/report`,
    { reason: 'spam', note: '' },
  ],
  'PUT /api/replies/{id}/report': () => [`/api/replies/${replyId}/report`, { reason: 'spam', note: '' }],
  'POST /api/cases/{id}/appeal': () => [`/api/cases/${caseId}/appeal`, { text: '다시 봐 주세요' }],
  'POST /api/rights': () => [
    '/api/rights',
    {
      name: '홍길동',
      email: `${uuidv7()}@example.com`,
      address: `/post/${postId}`,
      reply: null,
      ground: 'privacy',
      reason,
    },
  ],
  ...ticketTexts,
  'GET /api/alerts/preview': () => ['/api/alerts/preview', { word: '도서관' }],
  'POST /api/moderation/cases/{id}/decision': () => [
    `/api/moderation/cases/${caseId}/decision`,
    { revision: 1_000, outcome: 'upheld', ground: 'spam', text: '광고입니다', sanction: null },
  ],
  'PUT /api/moderation/posts/{id}/visibility': () => [
    `/api/moderation/posts/${uuidv7()}/visibility`,
    { hidden: true, ground: 'spam', text: '광고입니다' },
  ],
  'PUT /api/moderation/replies/{id}/visibility': () => [
    `/api/moderation/replies/${uuidv7()}/visibility`,
    { hidden: true, ground: 'spam', text: '광고입니다' },
  ],
  'PUT /api/operate/bulletin/{kind}/{id}': () => [
    `/api/operate/bulletin/notice/${uuidv7()}`,
    {
      version: null,
      title: '공지',
      body: '본문',
      uploadId: null,
      keepPicture: false,
      beginsAt: null,
      endsAt: null,
    },
  ],
  'POST /api/operate/people/search': () => ['/api/operate/people/search', { who: '아무개' }],
  'PUT /api/operate/people/{id}/right': () => [`${person()}/right`, { right: 'granted', reason }],
  'PUT /api/operate/people/{id}/role': () => [
    `${person()}/role`,
    { role: 'moderator', boardId: 'nowhere', held: true, reason },
  ],
  'POST /api/operate/people/{id}/sanctions': () => [
    `${person()}/sanctions`,
    { kind: 'warning', boardId: null, days: 1, ground: 'spam', text: '광고' },
  ],
  'POST /api/operate/people/{id}/withdrawal': () => [
    `/api/operate/people/${uuidv7()}/withdrawal`,
    { reason },
  ],
  'POST /api/operate/sanctions/{id}/end': () => [`/api/operate/sanctions/${uuidv7()}/end`, { reason }],
  'POST /api/operate/buildings': () => [
    '/api/operate/buildings',
    { id: 'main-hall', name: '새 건물', category: '인문', info: '설명', reason },
  ],
  'PUT /api/operate/buildings/{buildingId}': () => [
    '/api/operate/buildings/main-hall',
    { name: '새 이름', category: null, info: '설명', reason },
  ],
  'POST /api/operate/buildings/{buildingId}/removal': () => [
    '/api/operate/buildings/nowhere/removal',
    { reason },
  ],
  'POST /api/operate/hots': () => ['/api/operate/hots', { post: uuidv7(), reason }],
  'POST /api/operate/hots/{id}/removal': () => [`/api/operate/hots/${uuidv7()}/removal`, { reason }],
  'PUT /api/operate/amenities/{amenityId}': () => [
    '/api/operate/amenities/lobby-cafe',
    { ...PLACE, hours: 'closed', stepFree: 'yes', source: '답사', confirmed: '', gone: '', reason },
  ],
  'POST /api/operate/amenities/{amenityId}/{act}': () => [
    '/api/operate/amenities/nowhere/removal',
    { reason },
  ],
  'POST /api/operate/codes': () => [
    '/api/operate/codes',
    { building: 'main-hall', amenity: null, spot: '로비', reason },
  ],
  'POST /api/operate/codes/{code}/replacement': () => ['/api/operate/codes/00000000/replacement', { reason }],
  'POST /api/operate/voices/{buildingId}/{act}': () => ['/api/operate/voices/main-hall/unmute', { reason }],
  'PUT /api/operate/voices/{buildingId}': () => [
    '/api/operate/voices/main-hall',
    { hours: 'mon 09:00-18:00', crowd: 'free', reason },
  ],
  'PUT /api/operate/hours/{buildingId}': () => [
    '/api/operate/hours/main-hall',
    { from: '', to: '', hours: 'closed', source: '답사', reason },
  ],
  'POST /api/operate/hours/{buildingId}/removal': () => [
    '/api/operate/hours/main-hall/removal',
    { from: '', reason },
  ],
  'PUT /api/operate/meals/{amenityId}': () => [
    '/api/operate/meals/lobby-cafe',
    { monday: '2026-11-23', text: '월\n중식\n제육덮밥 5,500원', source: '식당', reason },
  ],
  'POST /api/operate/tables/{table}': () => [
    '/api/operate/tables/holidays',
    { text: 'from\tto\tname\n', apply: false, reason },
  ],
};

/** Fields of at least this length are also tested with the longest text that can be stored. */
const LONG = 1_000;

/** Text fields of a call: the path to each, and its maximum length in code points before normalization. */
const textFields = (schema: z.core.$ZodType | undefined, way: string[] = []): [string[], number][] => {
  if (!schema) return [];
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, part]) => textFields(part, [...way, name]));
  if (def.type === 'array') return textFields(def.element, [...way, '0']);
  if (def.type === 'optional' || def.type === 'nullable') return textFields(def.innerType, way);
  const limit = z.globalRegistry.get(schema)?.['maxLength'];
  return typeof limit === 'number' ? [[way, limit]] : [];
};
const FIELDS = Object.entries(endpoints).flatMap(([name, { query, body, access }]: [string, Endpoint]) =>
  textFields(body ?? query).map(([way, limit]) => ({ name: name as EndpointName, access, way, limit })),
);

/** Returns the input with the text at this path. */
function put(input: object, way: readonly string[], text: string): object {
  const copy = structuredClone(input) as Record<string, unknown>;
  const last = way.at(-1) ?? '';
  const holder = way.slice(0, -1).reduce((part, key) => part[key] as Record<string, unknown>, copy);
  holder[last] = text;
  return copy;
}

const repeat = (piece: string, length: number) =>
  [...piece.repeat(Math.ceil(length / [...piece].length))].slice(0, length).join('');

/** Sends a call; returns the longest event-loop turn during it, in ms of processor time. */
async function ask({ name, access }: { name: string; access: Access }, [path, input]: Call) {
  const [method = ''] = name.split(' ');
  const user = STAFF_ACCESS.has(access) ? operator : student;
  const asked = method === 'GET' ? `${path}?${new URLSearchParams({ ...input }).toString()}` : path;
  const slots = watchTurns();
  const response = await fetch(testApp.origin + asked, {
    method,
    headers: {
      Origin: testApp.origin,
      // Signing in would end the session.
      Cookie: access === 'public' ? '' : user.browser.cookie,
      [USER_HEADER]: user.id,
      'Content-Type': 'application/json',
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
  });
  await response.arrayBuffer();
  return { wait: slots.longest(), status: response.status };
}

/** Starts a watch; it returns the longest turn of the event loop in milliseconds of processor time. */
function watchTurns() {
  let [longest, last, watching] = [0, threadTime(), true];
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (watching) setImmediate(look);
  };
  setImmediate(look);
  return {
    longest() {
      look();
      watching = false;
      return longest;
    },
  };
}

test('every call with a text: is tested', () => {
  expect(new Set(FIELDS.map(({ name }) => name))).toEqual(new Set(Object.keys(CALLS)));
});

test.each(FIELDS)(
  '[SF-46] $name: with any letters $way, others wait less than 50 ms',
  { timeout: 120_000 },
  async ({ name, access, way, limit }) => {
    const slow: string[] = [];
    for (const [alphabet, piece] of Object.entries(ALPHABETS))
      for (const length of limit < LONG || limit === TABLE_TEXT_MAX ? [limit] : [limit, limit / 2]) {
        let least = Infinity;
        // Other work of the process may affect one try.
        for (let tried = 0; tried < 3 && least >= 50; tried += 1) {
          const [path, input] = (await CALLS[name]?.()) ?? ['', {}];
          const { wait, status } = await ask({ name, access }, [
            path,
            put(input, way, repeat(piece, length)),
          ]);
          expect(status).toBeLessThan(500);
          least = Math.min(least, wait);
        }
        if (least >= 50) slow.push(`${length} × ${alphabet}: ${Math.round(least)} ms`);
      }
    expect(slow).toEqual([]);
  },
);
