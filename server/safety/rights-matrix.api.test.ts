import { randomUUID } from 'node:crypto';
import type { EndpointKey } from '@madang/contract/endpoint';
import { endpoints, type Endpoints } from '@madang/contract/endpoints';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { importEntries } from '../src/features/bulletin/index.ts';
import { EventReader } from '../testing/event-reader.ts';
import { makePost, makePostBody, makeReply, makeUser, PASSWORD, type MadeUser } from '../testing/makers.ts';
import { giveRole } from '../testing/moderation.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

/**
 * Who asks. `author` wrote the post that the calls are about, whose own things they touch; `hidden` had their
 * post hidden by the operator, which takes the post away and no right of theirs.
 */
const roles = [
  'visitor',
  'withdrawn',
  'outsider, unverified',
  'outsider, verified',
  'student, unverified',
  'student with the right',
  'author',
  'hidden author',
  'moderator',
  'operator',
] as const;
type Role = (typeof roles)[number];

const everybody = (status: number) => () => status;
const signedIn = (status: number) => (role: Role) => (isOut(role) ? 401 : status);
const withRight = (status: number) => (role: Role) => {
  if (isOut(role)) return 401;
  return ['student with the right', 'author', 'hidden author', 'moderator', 'operator'].includes(role)
    ? status
    : 403;
};
/** For whose post or reply it is; everybody else can see it and is refused. */
const owner = (status: number) => (role: Role) => {
  if (isOut(role)) return 401;
  return role === 'author' ? status : 403;
};
/** To everybody else it is an unknown address. */
const withRole = (status: number) => (role: Role) =>
  role === 'moderator' || role === 'operator' ? status : 404;
/** To moderators too. */
const operatorOnly = (status: number) => (role: Role) => (role === 'operator' ? status : 404);
/** Nobody reports themselves. */
const reporting = (role: Role) => (isOut(role) ? 401 : role === 'author' ? 409 : 204);
const isOut = (role: Role) => role === 'visitor' || role === 'withdrawn';

type Cell = (role: Role) => number;
interface Row {
  expected: Cell;
  json?: (asker: Asker) => unknown;
  path?: (asker: Asker) => string;
  bytes?: () => Promise<Uint8Array>;
}
interface Asker {
  role: Role;
  browser: TestBrowser;
  email: string;
}

let testApp: TestApp;
let postId: string;
let hiddenPostId: string;
let hiddenReplyId: string;
const hiddenCaseId = randomUUID();
/** Of the author as well: deleted and brought back. */
let deletedPostId: string;
let replyId: string;
let questionId: string;
/** To the question. */
let answerId: string;
let author: MadeUser;
/** Of the author as well: a post with a picture. */
let picturedId: string;
const pictureId = uuidv7();
const [eventId, noticeId, hotId, hiddenHotId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'blue' } })
    .jpeg()
    .toBuffer();
const post = (name: string) => () => name.replace('{id}', postId);
const ownPost = (name: string) => () => name.replace('{id}', deletedPostId);
const reply = (name: string) => () => name.replace('{id}', replyId);

/** Every call of the API with what it must answer to whom. */
const matrix: { [Name in keyof Endpoints]: Row } = {
  'POST /api/accounts': {
    expected: everybody(201),
    json: () => ({
      name: '김새내기',
      email: `${randomUUID()}@korea.ac.kr`,
      nickname: '새내기',
      password: PASSWORD,
      termsVersion: testApp.campus.terms.version,
      privacyVersion: testApp.campus.privacy.version,
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
  // Nobody's link: a session is needed before it is even looked at.
  'POST /api/verification/confirmation': { expected: signedIn(410), json: () => ({ token: 'x'.repeat(43) }) },
  'POST /api/password-reset': { expected: everybody(202), json: ({ email }) => ({ email }) },
  'GET /api/password-reset': {
    expected: everybody(200),
    path: () => `/api/password-reset?purpose=reset&token=${'x'.repeat(43)}`,
  },
  'POST /api/password-reset/confirmation': {
    expected: everybody(410),
    json: () => ({ token: 'x'.repeat(43), password: PASSWORD }),
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
      termsVersion: testApp.campus.terms.version,
      privacyVersion: testApp.campus.privacy.version,
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
  'GET /api/posts/marks': { expected: signedIn(200), path: () => `/api/posts/marks?ids=${postId}` },
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
    path: () => `/api/posts/${questionId}/accepted`,
    json: () => ({ replyId: answerId }),
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
    path: () => `/api/posts/${picturedId}/pictures/${pictureId}/report`,
    json: () => ({ reason: 'spam', note: '' }),
  },
  'DELETE /api/posts/{id}/pictures/{uploadId}/report': {
    expected: signedIn(204),
    path: () => `/api/posts/${picturedId}/pictures/${pictureId}/report`,
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
    path: () => `/api/profile/blocks/${hiddenCaseId}`,
  },
  'GET /api/posts/{id}/hidden': { expected: signedIn(200), path: post('/api/posts/{id}/hidden') },
  'GET /api/profile/cases': { expected: signedIn(200) },
  'GET /api/profile/sanctions': { expected: signedIn(200) },
  'POST /api/cases/{id}/appeal': {
    expected: (role) => (isOut(role) ? 401 : role === 'hidden author' ? 200 : 404),
    path: () => `/api/cases/${hiddenCaseId}/appeal`,
    json: () => ({ text: '다시 봐 주세요' }),
  },
  // Nobody's address: what it names is not looked at.
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
  'POST /api/moderation/confirmation': {
    expected: withRole(204),
    json: () => ({ password: PASSWORD }),
  },
  'POST /api/moderation/confirmation/start': { expected: withRole(200) },
  // Where a role needs no passkey there is none to change.
  'POST /api/moderation/passkey/start': { expected: () => 404 },
  'PUT /api/moderation/passkey': {
    expected: () => 404,
    json: () => ({ passkey: { id: '', rawId: '', type: 'public-key', response: {} } }),
  },
  'GET /api/moderation/cases': { expected: withRole(200) },
  'GET /api/moderation/cases/{id}': {
    expected: withRole(200),
    path: () => `/api/moderation/cases/${hiddenCaseId}`,
  },
  'GET /api/moderation/cases/{id}/pictures/{uploadId}': {
    // Of another post.
    expected: () => 404,
    path: () => `/api/moderation/cases/${hiddenCaseId}/pictures/${pictureId}`,
  },
  'POST /api/moderation/cases/{id}/decision': {
    // It is decided already.
    expected: withRole(409),
    path: () => `/api/moderation/cases/${hiddenCaseId}/decision`,
    json: () => ({ revision: 1, outcome: 'upheld', ground: 'spam', text: '광고입니다', sanction: null }),
  },
  'POST /api/moderation/cases/{id}/undo': {
    // Nobody decided it lately.
    expected: withRole(409),
    path: () => `/api/moderation/cases/${hiddenCaseId}/undo`,
    json: () => ({ revision: 1 }),
  },
  'PUT /api/moderation/posts/{id}/visibility': {
    // It can be seen already.
    expected: operatorOnly(409),
    path: () => `/api/moderation/posts/${postId}/visibility`,
    json: () => ({ hidden: false, ground: 'spam', text: '광고가 아니에요' }),
  },
  'PUT /api/moderation/replies/{id}/visibility': {
    expected: operatorOnly(409),
    path: () => `/api/moderation/replies/${replyId}/visibility`,
    json: () => ({ hidden: false, ground: 'spam', text: '광고가 아니에요' }),
  },
  'GET /api/operate/health': { expected: operatorOnly(200) },
  'GET /api/operate/bulletin/{kind}': {
    expected: operatorOnly(200),
    path: () => '/api/operate/bulletin/event',
  },
  'GET /api/operate/bulletin/{kind}/{id}': {
    // There is none.
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
    // There is one.
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
  'GET /api/search': { expected: signedIn(200), path: () => '/api/search?query=%EC%97%B4%EB%9E%8C' },
  'GET /api/search/similar': { expected: signedIn(200), path: () => '/api/search/similar?title=%EC%97%B4' },
  'GET /api/hots': { expected: signedIn(200) },
  'GET /api/hots/{id}': { expected: signedIn(200), path: () => `/api/hots/${hotId}` },
  'GET /api/keywords/{keywordId}/{categoryId}/posts': {
    expected: signedIn(200),
    path: () => '/api/keywords/1/1/posts',
  },
  'POST /api/views': { expected: everybody(204), json: () => ({ screen: '/' }) },
  'POST /api/faults': { expected: everybody(204), json: () => ({ path: '/', release: '1.2.3' }) },
  'GET /api/notifications': { expected: signedIn(200) },
  'GET /api/notifications/live': { expected: signedIn(200) },
  // Nobody's line: it changes nothing.
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
      kinds: { answer: true, accepted: true, alert: true, notice: true, case: true },
    }),
  },
  'PUT /api/profile/pins': { expected: signedIn(200), json: () => ({ buildingIds: ['main-hall'] }) },
  'GET /api/profile/alerts': { expected: signedIn(200) },
  'PUT /api/profile/alerts/{id}': {
    expected: signedIn(200),
    path: () => `/api/profile/alerts/${uuidv7()}`,
    json: () => ({ word: '도서관', buildingId: null }),
  },
  // Another's alert is not there.
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
  'GET /api/events/{id}': { expected: signedIn(200), path: () => `/api/events/${eventId}` },
  'GET /api/notices': { expected: signedIn(200) },
  'GET /api/notices/{id}': { expected: signedIn(200), path: () => `/api/notices/${noticeId}` },
};

beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official' });
  author = await makeUser(testApp);
  postId = await makePost(author);
  hiddenPostId = await makePost(author);
  ({ id: hiddenReplyId } = await makeReply(author, hiddenPostId));
  deletedPostId = await makePost(author);
  ({ id: replyId } = await makeReply(author, postId));
  questionId = await makePost(author, 'question');
  await author.browser.call('PUT /api/uploads/{id}', { path: { id: pictureId }, rawBody: await picture() });
  picturedId = await makePost(author, 'main-hall', { uploadId: pictureId });
  ({ id: answerId } = await makeReply(author, questionId));
  const entry = (id: string) => ({ id, title: '알림', body: '본문', createdAt: new Date() });
  await importEntries(testApp.database, 'event', [entry(eventId)]);
  await importEntries(testApp.database, 'notice', [entry(noticeId)]);
  for (const [id, of] of [
    [hotId, postId],
    [hiddenHotId, hiddenPostId],
  ])
    await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $2)', [id, of]);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [hiddenPostId]);
  await testApp.database.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, ground, hidden_at)
     VALUES ($1, 'post', $2, $2, $3, 'upheld', 'spam', now())`,
    [hiddenCaseId, hiddenPostId, author.id],
  );
});
// Those of all roles together would hide what the calls are about.
afterEach(async () => {
  for (const table of ['reports', 'rights_requests']) await testApp.database.change(`DELETE FROM ${table}`);
});
afterAll(() => testApp.close());

/** Somebody of the role who has done nothing yet. */
async function ask(role: Role): Promise<Asker> {
  if (role === 'visitor') return { role, browser: testApp.browser(), email: `${randomUUID()}@korea.ac.kr` };
  const domain = role.startsWith('outsider') ? 'example.com' : 'korea.ac.kr';
  const right = !role.startsWith('outsider') && !role.endsWith('unverified');
  const user = await makeUser(testApp, {
    email: `${randomUUID()}@${domain}`,
    verified: !role.endsWith('unverified'),
    right,
  });
  if (role === 'withdrawn') {
    const { cookie } = user.browser;
    await user.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } });
    user.browser.cookie = cookie;
  }
  if (role === 'author') {
    await testApp.database.change('UPDATE posts SET author_id = $1 WHERE id IN ($2, $3, $4, $5)', [
      user.id,
      postId,
      deletedPostId,
      questionId,
      picturedId,
    ]);
    await testApp.database.change('UPDATE replies SET author_id = $1 WHERE id = $2', [user.id, replyId]);
  }
  if (role === 'hidden author')
    for (const [table, id] of [
      ['posts', hiddenPostId],
      ['cases', hiddenCaseId],
    ])
      await testApp.database.change(`UPDATE ${table} SET author_id = $1 WHERE id = $2`, [user.id, id]);
  if (role === 'operator') await giveRole(testApp, user);
  if (role === 'moderator') await giveRole(testApp, user, ['main-hall']);
  return { role, browser: user.browser, email: user.email };
}

async function statusOf(name: EndpointKey, row: Row, asker: Asker): Promise<number> {
  const [method = '', template = ''] = name.split(' ');
  const path = row.path?.(asker) ?? template;
  if (name.endsWith('/live')) {
    const stream = await EventReader.open(testApp.origin + path, asker.browser.cookie);
    stream.cut();
    return stream.status;
  }
  const response = await asker.browser.send(method, path, {
    ...(row.json ? { json: row.json(asker) } : {}),
    ...(row.bytes ? { bytes: await row.bytes() } : {}),
  });
  return response.status;
}

test('[SF-11] the matrix has a row for every call that is mounted, and for no other', () => {
  expect(Object.keys(matrix).sort()).toEqual([...testApp.app.router.mounted].sort());
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
});

test.each(roles)(
  '[SF-11] every call answers %s as the matrix says',
  async (role) => {
    const answers: Record<string, number> = {};
    const expected: Record<string, number> = {};
    for (const [name, row] of Object.entries(matrix)) {
      answers[name] = await statusOf(name as EndpointKey, row, await ask(role));
      expected[name] = row.expected(role);
    }
    expect(answers).toEqual(expected);
    // Each call has somebody of its own.
  },
  180_000,
);

test.each(roles)('[SF-11] what is hidden is not there for %s, its author included', async (role) => {
  const status = isOut(role) ? 401 : 404;
  const calls: [string, string, unknown?][] = [
    ['GET', `/api/posts/${hiddenPostId}`],
    ['PUT', `/api/posts/${hiddenPostId}/like`],
    ['PUT', `/api/posts/${hiddenPostId}/scrap`],
    ['GET', `/api/posts/${hiddenPostId}/replies`],
    ['POST', `/api/posts/${hiddenPostId}/replies`, { id: uuidv7(), body: '보이나요' }],
    ['GET', `/api/posts/${hiddenPostId}/replies/live`],
    ['GET', `/api/hots/${hiddenHotId}`],
    ['GET', `/api/posts/${hiddenPostId}/edit`],
    ['PUT', `/api/posts/${hiddenPostId}`, { revision: 1, title: '제목', body: '본문', keywords: [] }],
    ['DELETE', `/api/posts/${hiddenPostId}`],
    ['POST', `/api/posts/${hiddenPostId}/undo-deletion`],
    ['GET', `/api/posts/${hiddenPostId}/reply-marks`],
    ['PUT', `/api/posts/${hiddenPostId}/accepted`, { replyId: null }],
    ['PUT', `/api/posts/${hiddenPostId}/report`, { reason: 'spam', note: '' }],
    ['PUT', `/api/replies/${hiddenReplyId}/report`, { reason: 'spam', note: '' }],
    ['PUT', `/api/replies/${hiddenReplyId}/like`],
    ['DELETE', `/api/replies/${hiddenReplyId}/like`],
  ];
  const { browser } = await ask(role);
  for (const [method, path, json] of calls) {
    const response = await browser.send(method, path, json === undefined ? {} : { json });
    expect([method, path, response.status]).toEqual([method, path, status]);
  }
});

test.each(roles)('[SF-11] only boards that take posts take them from %s', async (role) => {
  const right = withRight(201)(role) === 201;
  const questions = isOut(role) ? 401 : 201;
  const boards: [string, number, string[]?][] = [
    ['question', questions],
    ['festival', isOut(role) ? 401 : right ? 201 : 403, ['사진']],
    ['buildingNotice', isOut(role) ? 401 : 403],
    ['freedom', isOut(role) ? 401 : 404],
    ['feedback', isOut(role) ? 401 : 404],
    ['nowhere', isOut(role) ? 401 : 404],
  ];
  const { browser } = await ask(role);
  for (const [board, status, keywords] of boards) {
    const response = await browser.send('POST', `/api/buildings/${board}/posts`, {
      json: makePostBody({ keywords: keywords ?? [], body: randomUUID() }),
    });
    expect([board, response.status]).toEqual([board, status]);
  }
});
