import { randomUUID } from 'node:crypto';
import { type Endpoint, type EndpointKey, STAFF_ACCESS, writesAsUser } from '@madang/contract/endpoint';
import { NO_USER, USER_HEADER } from '@madang/contract/user-header';
import { endpoints, type Endpoints } from '@madang/contract/endpoints';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { listTables } from '../src/database/table-lines.ts';
import { importEntries } from '../src/features/bulletin/index.ts';
import { EventReader } from '../testing/event-reader.ts';
import { makePost, makePostBody, makeReply, makeUser, PASSWORD } from '../testing/makers.ts';
import { giveRole } from '../testing/moderation.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import {
  type Asker,
  isOut,
  picture,
  type Role,
  roles,
  type Row,
  withRight,
  world,
} from '../testing/rights-matrix/rows.ts';
import { staffCalls } from '../testing/rights-matrix/staff-calls.ts';
import { studentCalls } from '../testing/rights-matrix/student-calls.ts';
import { ticketCalls } from '../testing/rights-matrix/ticket-calls.ts';

let testApp: TestApp;

/** Expected status of every endpoint by role. */
const matrix: { [Name in keyof Endpoints]: Row } = { ...studentCalls, ...ticketCalls, ...staffCalls };

beforeAll(async () => {
  testApp = await startTestApp({ edition: 'official' });
  const { terms, privacy } = testApp.campus;
  world.versions = { termsVersion: terms.version, privacyVersion: privacy.version };
  const author = await makeUser(testApp);
  world.postId = await makePost(author);
  world.hiddenPostId = await makePost(author);
  ({ id: world.hiddenReplyId } = await makeReply(author, world.hiddenPostId));
  world.deletedPostId = await makePost(author);
  ({ id: world.replyId } = await makeReply(author, world.postId));
  world.questionId = await makePost(author, 'question');
  await author.browser.call('PUT /api/uploads/{id}', {
    path: { id: world.pictureId },
    rawBody: await picture(),
  });
  world.picturedId = await makePost(author, 'main-hall', { uploadId: world.pictureId });
  ({ id: world.answerId } = await makeReply(author, world.questionId));
  const entry = (id: string) => ({ id, title: '알림', body: '본문', createdAt: new Date() });
  await importEntries(testApp.database, 'event', [entry(world.eventId)]);
  await importEntries(testApp.database, 'notice', [entry(world.noticeId)]);
  for (const [id, of] of [
    [world.hotId, world.postId],
    [world.hiddenHotId, world.hiddenPostId],
  ])
    await testApp.database.change('INSERT INTO hots (id, post_id) VALUES ($1, $2)', [id, of]);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [world.hiddenPostId]);
  await testApp.database.change(
    `INSERT INTO amenities VALUES ('voiced-cafe', 'main-hall', '카페', '1', '로비', '', '', '답사', '', '', '{}')`,
  );
  await testApp.database.change(
    `INSERT INTO printed_codes (code, building_id, amenity_id, spot) VALUES ('k3x8mq2v', 'main-hall', 'voiced-cafe', '로비')`,
  );
  await testApp.database.change(
    `INSERT INTO rooms VALUES ('locked-room', 'main-hall', '201호', '2', '40', 'yes', '답사')`,
  );
  // Today's meal, so that it is always served.
  await testApp.database.change(
    `INSERT INTO meals (id, amenity_id, day, meal, corner, dish, from_time, to_time, source, place)
     SELECT $1, 'voiced-cafe', (now() AT TIME ZONE $2::text)::date, 'lunch', '', '제육덮밥', '00:00', '24:00', '', 0`,
    [world.mealId, testApp.campus.settings.timeZone],
  );
  world.ticketId = uuidv7();
  const ticket = {
    id: world.ticketId,
    buildingId: 'main-hall',
    amenityId: null,
    kind: 'device',
    floor: '3',
  } as const;
  const reported = { ...ticket, spot: '302호', text: '화면이 안 나와요', pictures: [] };
  await author.browser.call('POST /api/tickets', { body: reported });
  // Another student joined the ticket, so it cannot be withdrawn.
  const waiting = await makeUser(testApp);
  await waiting.browser.call('PUT /api/tickets/{id}/join', { path: { id: world.ticketId } });
  await testApp.database.change(
    `INSERT INTO cases (id, kind, thing_id, post_id, author_id, state, ground, hidden_at)
     VALUES ($1, 'post', $2, $2, $3, 'upheld', 'spam', now())`,
    [world.hiddenCaseId, world.hiddenPostId, author.id],
  );
});
// Otherwise the reports of all roles would hide the posts of the calls.
afterEach(async () => {
  for (const table of ['reports', 'rights_requests']) await testApp.database.change(`DELETE FROM ${table}`);
});

/** Returns a new user of the role without any content. */
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
    await testApp.database.change('UPDATE posts SET author_id = $1 WHERE id IN ($2, $3, $4, $5, $6)', [
      user.id,
      world.postId,
      world.deletedPostId,
      world.questionId,
      world.picturedId,
      world.ticketId,
    ]);
    await testApp.database.change('UPDATE replies SET author_id = $1 WHERE id = $2', [
      user.id,
      world.replyId,
    ]);
  }
  if (role === 'hidden author')
    for (const [table, id] of [
      ['posts', world.hiddenPostId],
      ['cases', world.hiddenCaseId],
    ])
      await testApp.database.change(`UPDATE ${table} SET author_id = $1 WHERE id = $2`, [user.id, id]);
  if (role === 'operator') await giveRole(testApp, user);
  if (role === 'moderator') await giveRole(testApp, user, ['main-hall']);
  return { role, browser: user.browser, email: user.email };
}

async function statusOf(name: EndpointKey, row: Row, asker: Asker, headers = {}): Promise<number> {
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
    headers,
  });
  return response.status;
}

test('[SF-11] matrix: has a row for every mounted call, and no other', () => {
  expect(Object.keys(matrix).sort()).toEqual([...testApp.app.router.mounted].sort());
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
});

test.each(roles)(
  '[RO-01] [RO-07] [SF-11] every call for %s: answers as the rights matrix states',
  async (role) => {
    const answers: Record<string, number> = {};
    const expected: Record<string, number> = {};
    const reader = await ask(role);
    for (const [name, row] of Object.entries(matrix)) {
      const endpoint: Endpoint = endpoints[name as keyof Endpoints];
      // A read, or a rejection without a session, changes nothing. Each new author takes over the posts.
      const changesNothing =
        !role.endsWith('author') &&
        (name.startsWith('GET ') || (isOut(role) && endpoint.access !== 'public'));
      const asker = changesNothing ? reader : await ask(role);
      answers[name] = await statusOf(name as EndpointKey, row, asker);
      expected[name] = row.expected(role);
    }
    expect(answers).toEqual(expected);
  },
  180_000,
);

/** Returns a hash of each table, without tables that the server writes by itself. */
async function readTables(): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {};
  for (const { name } of await listTables(testApp.database))
    if (!/^(?:analytics|jobs|places_now|push_sender|sessions)/.test(name)) {
      const sql = `SELECT md5(string_agg(row::text, chr(10) ORDER BY row::text)) AS rows
                     FROM (SELECT to_jsonb(one) - 'seen_on' AS row FROM ${name} AS one) AS every`;
      found[name] = (await testApp.database.first<{ rows: string | null }>(sql))?.rows ?? null;
    }
  return found;
}

test('[SF-11] [SF-48] every call that writes as the user refuses another one’s id, and writes nothing', async () => {
  const [author, operator] = [await ask('author'), await ask('operator')];
  const { id } = await makeUser(testApp);
  const before = await readTables();
  const writes = Object.entries(endpoints).filter(([name, endpoint]) => writesAsUser(name, endpoint));
  expect(writes.length).toBeGreaterThan(90);
  for (const [name, endpoint] of writes as [keyof Endpoints, Endpoint][]) {
    const asker = STAFF_ACCESS.has(endpoint.access) ? operator : author;
    for (const named of [id, NO_USER])
      expect([name, await statusOf(name, matrix[name], asker, { [USER_HEADER]: named })]).toEqual([
        name,
        409,
      ]);
  }
  expect(await readTables()).toEqual(before);
}, 60_000);

test.each(roles)('[SF-11] [SF-16] hidden content: missing for %s, its author included', async (role) => {
  const status = isOut(role) ? 401 : 404;
  const calls: [string, string, unknown?][] = [
    ['GET', `/api/posts/${world.hiddenPostId}`],
    ['PUT', `/api/posts/${world.hiddenPostId}/like`],
    ['PUT', `/api/posts/${world.hiddenPostId}/scrap`],
    ['GET', `/api/posts/${world.hiddenPostId}/replies`],
    ['POST', `/api/posts/${world.hiddenPostId}/replies`, { id: uuidv7(), body: '보이나요' }],
    ['GET', `/api/posts/${world.hiddenPostId}/replies/live`],
    ['GET', `/api/hots/${world.hiddenHotId}`],
    ['GET', `/api/posts/${world.hiddenPostId}/edit`],
    ['PUT', `/api/posts/${world.hiddenPostId}`, { revision: 1, title: '제목', body: '본문', keywords: [] }],
    ['DELETE', `/api/posts/${world.hiddenPostId}`],
    ['POST', `/api/posts/${world.hiddenPostId}/undo-deletion`],
    ['GET', `/api/posts/${world.hiddenPostId}/reply-marks`],
    ['PUT', `/api/posts/${world.hiddenPostId}/accepted`, { replyId: null }],
    ['PUT', `/api/posts/${world.hiddenPostId}/report`, { reason: 'spam', note: '' }],
    ['PUT', `/api/replies/${world.hiddenReplyId}/report`, { reason: 'spam', note: '' }],
    ['PUT', `/api/replies/${world.hiddenReplyId}/like`],
    ['DELETE', `/api/replies/${world.hiddenReplyId}/like`],
  ];
  const { browser } = await ask(role);
  for (const [method, path, json] of calls) {
    const response = await browser.send(method, path, json === undefined ? {} : { json });
    expect([method, path, response.status]).toEqual([method, path, status]);
  }
});

test.each(roles)('[SF-11] boards that accept posts from %s: only those of the matrix', async (role) => {
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
