import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test, vi } from 'vitest';
import { EventReader } from '../testing/event-reader.ts';
import { makePost, makeUser, type MadeUser } from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let testApp: TestApp;
afterEach(async () => {
  vi.restoreAllMocks();
  await testApp.close();
});

test('[SF-44] a session has one request under way, a hundred wait, and others wait for none of them', async () => {
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

test('a session has twenty streams open, which take no turn of its requests', async () => {
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

test('[SF-44] a session sends two pictures at once, eight wait, and neither its own reads nor others wait for them', async () => {
  testApp = await startTestApp({ limited: true });
  const greedy = await makeUser(testApp);
  const other = await makeUser(testApp);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const send = ({ browser }: MadeUser) =>
    browser.call('PUT /api/uploads/{id}', { path: { id: uuidv7() }, rawBody: picture });
  const { put } = testApp.images;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  testApp.images.put = async (key, bytes) => {
    if (key.includes(greedy.id)) await released;
    return put.call(testApp.images, key, bytes);
  };
  const answers = Array.from({ length: 15 }, () => send(greedy));
  const refused: number[] = [];
  for (const answer of answers)
    void answer.then(({ status }) => void (status !== 201 && refused.push(status)));
  await expect.poll(() => refused, { timeout: 10_000 }).toEqual([429, 429, 429, 429, 429]);
  expect((await greedy.browser.send('GET', '/api/profile')).status).toBe(200);
  expect((await send(other)).status).toBe(201);
  release();
  expect((await Promise.all(answers)).filter(({ status }) => status === 201)).toHaveLength(10);
});
