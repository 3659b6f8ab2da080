import { request } from 'node:http';
import { connect } from 'node:net';
import { USER_HEADER } from '@madang/contract/user-header';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import { type MadeUser, makePicture, makePost, makeUser } from '../testing/makers.ts';
import { askRaw, sendRaw } from '../testing/raw-request.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestBrowser } from '../testing/test-browser.ts';

let testApp: TestApp;
afterEach(async () => {
  vi.restoreAllMocks();
  await testApp.close();
});

test('[SF-44] session: has one request in progress and a hundred waiting, delaying no other session', async () => {
  testApp = await startTestApp({ limited: true });
  const greedy = await makeUser(testApp);
  const other = await makeUser(testApp);
  const post = await makePost(greedy);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const running = { now: 0, most: 0 };
  const first = testApp.database.first.bind(testApp.database);
  vi.spyOn(testApp.database, 'first').mockImplementation(async (sql, values) => {
    if (!sql.includes('replies')) return first(sql, values);
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await released;
    running.now -= 1;
    return first(sql, values);
  });
  const read = ({ browser }: MadeUser, after: number) =>
    browser.send('GET', `/api/posts/${post}/replies?after=${after}`);
  const answers = Array.from({ length: 150 }, (_, number) => read(greedy, number + 1));
  const refused: Response[] = [];
  for (const answer of answers) void answer.then((one) => void (one.status === 429 && refused.push(one)));
  await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(49);
  expect(refused.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
  expect(running).toEqual({ now: 1, most: 1 });
  expect((await other.browser.send('GET', '/api/profile')).status).toBe(200);
  release();
  const statuses = await Promise.all(answers.map(async (answer) => (await answer).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(101);
  expect(running).toEqual({ now: 0, most: 1 });
  expect((await read(greedy, 200)).status).toBe(200);
});

test('[SF-44] a request pipelined behind another gets no answer, and holds nothing of its student', async () => {
  testApp = await startTestApp({ limited: true });
  const user = await makeUser(testApp);
  const post = await makePost(user);
  const { host, port } = new URL(testApp.origin);
  const head = (request: string, more = '') =>
    `${request} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${testApp.origin}\r\nCookie: ${user.browser.cookie}\r\n${USER_HEADER}: ${user.id}\r\n${more}\r\n`;
  const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  const path = `/api/posts/${post}/replies`;
  // A student may have eight large bodies in memory.
  for (let times = 0; times < 9; times += 1) {
    const { answer } = await sendRaw(Number(port), (line) =>
      line(`${head(`GET ${path}/live`)}${head(`POST ${path}`, chunked)}`),
    );
    expect(answer.match(/HTTP\/1\.1 /g) ?? []).toHaveLength(0);
  }
  const body = { id: uuidv7(), body: '가'.repeat(10_000) };
  const { status } = await user.browser.call('POST /api/posts/{id}/replies', { path: { id: post }, body });
  expect(status).not.toBe(503);
});

test('[CA-04] request after its session ended: refused, reply or picture, and nothing is stored', async () => {
  testApp = await startTestApp();
  const user = await makeUser(testApp);
  const post = await makePost(user);
  const picture = await makePicture(20, 20, '#4c8a5e', 'jpeg');
  const reply = Buffer.from(JSON.stringify({ id: uuidv7(), body: '늦은 댓글' }));
  for (const [method, path, type, bytes] of [
    ['POST', `/api/posts/${post}/replies`, 'application/json', reply],
    ['PUT', `/api/uploads/${uuidv7()}`, 'image/jpeg', picture],
  ] as const) {
    const cookie = `madang=${await testApp.app.sessions.begin(testApp.database, user.id)}`;
    const headers = {
      Cookie: cookie,
      Origin: testApp.origin,
      [USER_HEADER]: user.id,
      'Content-Type': type,
      'Content-Length': bytes.length,
    };
    const sent = request(testApp.origin + path, { method, headers });
    const status = new Promise((resolve) => sent.on('response', (answer) => resolve(answer.statusCode)));
    sent.write(bytes.subarray(0, 10));
    // The session is resolved once the server waits for the rest, because a later request of it was answered.
    await fetch(`${testApp.origin}/api/profile`, { headers: { Cookie: cookie } });
    const out = {
      method: 'DELETE',
      headers: { Cookie: cookie, Origin: testApp.origin, [USER_HEADER]: user.id },
    };
    expect((await fetch(`${testApp.origin}/api/session`, out)).status).toBe(204);
    sent.end(bytes.subarray(10));
    expect([path, await status]).toEqual([path, 401]);
  }
  const stored = await testApp.database.rows(
    'SELECT 1 FROM replies WHERE post_id = $1 UNION ALL SELECT 1 FROM uploads WHERE owner_id = $2',
    [post, user.id],
  );
  expect(stored).toEqual([]);
});

test('session: may open twenty streams, which use no turn of its requests', async () => {
  testApp = await startTestApp({ limited: true });
  const user = await makeUser(testApp);
  const address = `${testApp.origin}/api/posts/${await makePost(user)}/replies/live`;
  const open = () => EventReader.open(address, user.browser.cookie);
  const streams = await Promise.all(Array.from({ length: 20 }, open));
  expect(streams.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  expect((await open()).status).toBe(429);
  expect((await user.browser.send('GET', '/api/profile')).status).toBe(200);
  streams[0]?.cut();
  await expect.poll(async () => (await open()).status).toBe(200);
});

/** Another session of the same student. */
async function signInAgain({ email }: MadeUser): Promise<TestBrowser> {
  const browser = testApp.browser();
  await browser.ask('POST /api/session', { body: { email, password: 'correct horse' } });
  return browser;
}

/** Blocks the writes of one student until released. */
function holdPicturesOf({ id }: MadeUser): () => void {
  const { put } = testApp.images;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  testApp.images.put = async (key, bytes) => {
    if (key.includes(id)) await released;
    return put.call(testApp.images, key, bytes);
  };
  return release;
}

const makePng = () => makePicture(8, 8);

const upload = (browser: TestBrowser, rawBody: Uint8Array) =>
  browser.call('PUT /api/uploads/{id}', { path: { id: uuidv7() }, rawBody });

test('[SF-44] student: sends two pictures over all sessions, eight wait; own reads and others do not', async () => {
  testApp = await startTestApp({ limited: true });
  const greedy = await makeUser(testApp);
  const other = await makeUser(testApp);
  const picture = await makePng();
  const browsers = [greedy.browser, await signInAgain(greedy)] as const;
  const release = holdPicturesOf(greedy);
  const answers = Array.from({ length: 15 }, (_, number) => upload(browsers[number % 2 ? 1 : 0], picture));
  const refused: number[] = [];
  for (const answer of answers)
    void answer.then(({ status }) => void (status !== 201 && refused.push(status)));
  await expect.poll(() => refused, { timeout: 10_000 }).toEqual([429, 429, 429, 429, 429]);
  expect((await greedy.browser.send('GET', '/api/profile')).status).toBe(200);
  expect((await upload(other.browser, picture)).status).toBe(201);
  release();
  expect((await Promise.all(answers)).filter(({ status }) => status === 201)).toHaveLength(10);
});

test('[SF-44] an account without a verified address has one upload in progress over all sessions', async () => {
  testApp = await startTestApp({ limited: true });
  const unverified = await makeUser(testApp, { verified: false, right: false });
  const picture = await makePng();
  const browsers = [unverified.browser, await signInAgain(unverified)] as const;
  const release = holdPicturesOf(unverified);
  const answers = browsers.map((browser) => upload(browser, picture));
  const refused = await Promise.race(answers);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await upload((await makeUser(testApp)).browser, picture)).status).toBe(201);
  release();
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([201, 503]);
});

/** Sends the head of a request without the declared body. */
const sendHead = (user: MadeUser | null, request: string, size: number) =>
  askRaw(testApp.origin, request, {
    Origin: testApp.origin,
    'Content-Type': 'application/json',
    'Content-Length': String(size),
    ...(user && { Cookie: user.browser.cookie, [USER_HEADER]: user.id }),
  });

test('[SF-20] call without session, room or timely turn: refused before its body is sent', async () => {
  testApp = await startTestApp({ limited: true });
  const user = await makeUser(testApp);
  const picture = `PUT /api/uploads/${uuidv7()}`;
  expect((await sendHead(null, picture, 5_000_000)).status).toBe(401);
  expect((await sendHead(user, picture, 50_000_000)).status).toBe(413);
  await upload(user.browser, await makePng());
  await testApp.database.change('UPDATE uploads SET bytes = $2 WHERE owner_id = $1', [user.id, 30_000_000]);
  expect((await sendHead(user, picture, 5_000_000)).status).toBe(429);
  const nickname = { nickname: user.nickname };
  const rename = () => user.browser.call('PUT /api/profile/nickname', { body: nickname });
  while ((await rename()).status !== 429);
  expect((await sendHead(user, 'PUT /api/profile/nickname', 100)).status).toBe(429);
});

test('[SF-20] large bodies that do not end: limited per student, leaving room for others', async () => {
  testApp = await startTestApp();
  const [greedy, other] = [await makeUser(testApp), await makeUser(testApp)];
  const { hostname, port } = new URL(testApp.origin);
  const head = [
    'PUT /api/profile/nickname HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Origin: ${testApp.origin}`,
    `Cookie: ${greedy.browser.cookie}`,
    'Content-Type: application/json',
    `Content-Length: ${256 * 1024}`,
  ];
  const sockets = Array.from({ length: 8 }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const sendLarge = async ({ browser }: MadeUser) => {
    const { status } = await browser.call('PUT /api/profile/nickname', {
      body: { nickname: 'x'.repeat(20_000) },
    });
    return status;
  };
  await expect.poll(() => sendLarge(greedy)).toBe(503);
  expect(await sendLarge(other)).toBe(422);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => sendLarge(greedy)).toBe(422);
});
