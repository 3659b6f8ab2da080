import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codesOn } from '../../../testing/mailed-codes.ts';
import { makeUser } from '../../../testing/makers.ts';
import { download, listsOf, upload } from '../../../testing/own-data.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { unpack } from '../../../testing/unpack.ts';

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startTestApp({ edition: 'official' });
});
afterEach(() => testApp.close());

test('stopped reader: no picture is read beyond the buffer, and all resources are released', async () => {
  const user = await makeUser(testApp);
  const ids = Array.from({ length: 200 }, () => uuidv7());
  for (const id of ids)
    await testApp.database.change(`INSERT INTO uploads (id, owner_id, width, height) VALUES ($1, $2, 1, 1)`, [
      id,
      user.id,
    ]);
  let read = 0;
  const noise = Buffer.from(Array.from({ length: 1 << 20 }, () => Math.floor(Math.random() * 256)));
  const original = testApp.images.get;
  testApp.images.get = async () => {
    read += 1;
    return noise;
  };
  try {
    const response = await download(user);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    let before = -1;
    while (before !== read) {
      before = read;
      await sleep(300);
    }
    // The sockets' buffers hold some megabytes; two hundred exceed any buffer.
    expect(read).toBeLessThan(60);
    await reader?.cancel();
    expect((await user.browser.call('GET /api/profile', {})).status).toBe(200);
  } finally {
    testApp.images.get = original;
  }
});

test('beta edition: omits empty lists of the official one, but none with entries', async () => {
  const beta = await startTestApp();
  const user = await makeUser(beta);
  const lists = async () => Object.keys(listsOf(await unpack((await download(user)).body)));
  const own = await lists();
  expect(own).toEqual([
    'format',
    'version',
    'profile',
    'consents',
    'sessions',
    'mailedLinks',
    'waitingMails',
    'posts',
    'uploads',
    'likes',
    'importedLikes',
    'scraps',
    'points',
    'replies',
    'likedReplies',
    'operatorActs',
  ]);
  await beta.database.change(`INSERT INTO pins SELECT id, 'main-hall', 0 FROM users`);
  expect((await lists()).filter((name) => !own.includes(name))).toEqual(['pins']);
});

test('many rows come page by page, each once and in order', async () => {
  const user = await makeUser(testApp);
  await testApp.database.change(
    `INSERT INTO posts (id, building_id, author_id, title, body, in_latest, created_at)
     SELECT gen_random_uuid(), 'main-hall', $1, n::text, repeat('가', 2000), true, now() - n * interval '1 minute'
       FROM generate_series(1, 1501) n`,
    [user.id],
  );
  const { posts } = listsOf(await unpack((await download(user)).body));
  expect(posts?.map(({ title }) => Number(title))).toEqual(
    Array.from({ length: 1501 }, (_, index) => 1501 - index),
  );
});

test('unreadable picture: aborts the download; a deleted one is omitted', async () => {
  const user = await makeUser(testApp);
  const [gone, kept] = [await upload(user, 'red'), await upload(user, 'lime')];
  await testApp.images.remove(`posts/${user.id}/${gone}`);
  const files = await unpack((await download(user)).body);
  expect([...files.keys()]).toEqual(['data.json', `images/${kept}.webp`]);
  expect(listsOf(files).uploads).toHaveLength(2);

  const original = testApp.images.get;
  testApp.images.get = () => Promise.reject(new Error('the disk is gone'));
  await expect(download(user).then((response) => response.arrayBuffer())).rejects.toThrow('terminated');
  testApp.images.get = original;
  expect((await download(user)).status).toBe(200);
});

test('HEAD: makes no archive; without a session there is none', async () => {
  const user = await makeUser(testApp);
  const head = await user.browser.send('HEAD', '/api/profile/data');
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect((await testApp.browser().send('GET', '/api/profile/data')).status).toBe(401);
});

test('five downloads a day, then an answer with a retry time', async () => {
  await testApp.close();
  testApp = await startTestApp({ limited: true });
  const user = await makeUser(testApp);
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    const response = await download(user);
    statuses.push(response.status);
    await response.arrayBuffer();
    if (time === 5) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('[PH-11] browser that stores no file: gets the address by mail, without secret or data', async () => {
  const user = await makeUser(testApp);
  const mail = await codesOn(testApp).mailAfter(user.email, async () => {
    expect((await user.browser.call('POST /api/profile/data/mail', {})).status).toBe(202);
  });
  expect(mail.text).toContain(`${testApp.origin}/mypage/viewprofile\n`);
  expect(mail.text).not.toContain('token');
  expect((await testApp.browser().call('POST /api/profile/data/mail', {})).status).toBe(401);
});
