import { get, request } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, inject, test } from 'vitest';
import { openSmtp } from '../src/mail/mailer.ts';
import { openReplies } from '../testing/event-reader.ts';
import {
  type MadeUser,
  makePicture,
  makePost,
  makeReply,
  makeUser,
  PASSWORD,
  signUp,
} from '../testing/makers.ts';
import { startSmtp } from '../testing/smtp.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let testApp: TestApp;
afterEach(() => testApp.close());

test('[SF-22] HTTPS: every answer requires it, and the cookie is bound to the host', async () => {
  testApp = await startTestApp({ siteOrigin: 'https://madang.example' });
  const { email } = await makeUser(testApp);
  const { port } = new URL(testApp.origin);
  const headersOf = (path: string) =>
    new Promise<NodeJS.Dict<string | string[]>>((resolve) => {
      get({ host: '127.0.0.1', port, path, headers: { Host: 'madang.example' } }, (response) => {
        response.resume();
        resolve(response.headers);
      });
    });
  for (const path of ['/', '/api/session', '/api/nothing', '/health/live', '/images/none'])
    expect(await headersOf(path)).toMatchObject({
      'strict-transport-security': expect.stringContaining('max-age='),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  const cookie = await new Promise<string | undefined>((resolve) => {
    const headers = {
      'Content-Type': 'application/json',
      Origin: 'https://madang.example',
      Host: 'madang.example',
    };
    const asked = request(
      { host: '127.0.0.1', port, path: '/api/session', method: 'POST', headers },
      (response) => {
        response.resume();
        resolve(response.headers['set-cookie']?.[0]);
      },
    );
    asked.end(JSON.stringify({ email, password: PASSWORD }));
  });
  expect(cookie).toMatch(
    /^__Host-madang=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
});

if (inject('engine') === 'postgres') {
  test('[SF-26] locked writers: a write is 503, reading goes on; streams hold no connection', async () => {
    testApp = await startTestApp();
    const author = await makeUser(testApp);
    const postId = await makePost(author);
    const quietId = await makePost(author);
    const users = [];
    for (let number = 0; number < 30; number += 1) users.push(await makeUser(testApp));
    const streams = await Promise.all(Array.from({ length: 60 }, () => openReplies(author, quietId)));
    // Three times the pool's connections, and all streams are served.
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    expect((await author.browser.send('GET', '/api/posts/latest')).status).toBe(200);
    await makeReply(author, quietId);
    await Promise.all(streams.map((stream) => stream.until(() => stream.replies.length === 1)));
    const other = await testApp.another();
    let release = () => {};
    let locked = false;
    const held = other.database.transaction(async (transaction) => {
      await transaction.first('SELECT 1 FROM posts WHERE id = $1 FOR UPDATE', [postId]);
      locked = true;
      await new Promise<void>((resolve) => (release = resolve));
    });
    await expect.poll(() => locked, { timeout: 20_000 }).toBe(true);
    // Lock waits time out: each student retries while the lock is held.
    let isHeld = true;
    const like = async ({ browser }: MadeUser) => {
      for (;;) {
        const { status } = await browser.call('PUT /api/posts/{id}/like', { path: { id: postId } });
        if (!isHeld) return status;
      }
    };
    const likes = Promise.allSettled(users.map(like));
    try {
      let refused: Response | undefined;
      const write = async () => {
        refused = await author.browser.send('PUT', `/api/posts/${quietId}/like`);
        return refused.status;
      };
      await expect.poll(write, { timeout: 30_000 }).toBe(503);
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await author.browser.send('GET', '/api/posts/latest')).status).toBe(200);
      for (const health of ['live', 'ready'])
        expect((await fetch(`${testApp.origin}/health/${health}`)).status).toBe(200);
    } finally {
      isHeld = false;
      release();
      await held;
      for (const stream of streams) stream.cut();
    }
    const statuses = (await likes).map((ended) =>
      ended.status === 'fulfilled' ? ended.value : String(ended.reason),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    const likeCount = statuses.filter((status) => status === 200).length;
    const { body } = await author.browser.call('GET /api/posts/{id}', { path: { id: postId } });
    expect(body.likeCount).toBe(likeCount);
    expect(likeCount).toBeGreaterThan(0);
  });
}

test('[SF-27] mail server that hangs or is down: sign-up within 1 s, one mail later', async () => {
  const signUpTimed = async (email: string) => {
    const asked = Date.now();
    const { status } = await signUp(testApp, email);
    return { status, took: Date.now() - asked };
  };
  // Duration of a sign-up with a working local mail server, added to the limit of one second.
  testApp = await startTestApp();
  const { took: usual } = await signUpTimed('usual@korea.ac.kr');
  await testApp.close();
  const lines = new Set<Socket>();
  // Accepts connections and never answers.
  const hanging = createServer((socket) => {
    lines.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const { port } = hanging.address() as AddressInfo;
  testApp = await startTestApp({
    mailer: openSmtp(`smtp://127.0.0.1:${port}`, 'no-reply@madang.example', 'madang.example'),
  });
  const signUpInTime = async (email: string) => {
    const { status, took } = await signUpTimed(email);
    return { status, within: took < 1_000 + usual };
  };
  expect(await signUpInTime('hanging@korea.ac.kr')).toEqual({ status: 201, within: true });
  await expect.poll(() => lines.size).toBe(1);
  // Now the mail server is down.
  await new Promise<void>((resolve) => {
    hanging.close(() => resolve());
    for (const socket of lines) socket.destroy();
  });
  expect(await signUpInTime('down@korea.ac.kr')).toEqual({ status: 201, within: true });
  const back = await startSmtp(() => false, port);
  // A mail that is no longer in the outbox is never sent again.
  await expect.poll(() => testApp.database.rows('SELECT id FROM outbox'), { timeout: 20_000 }).toEqual([]);
  expect(back.received.flatMap(({ recipients }) => recipients).toSorted()).toEqual([
    'down@korea.ac.kr',
    'hanging@korea.ac.kr',
  ]);
  await back.close();
});

test('[SF-28] [SF-45] failing image store: text posts go on, an image is 503 without row or file', async () => {
  testApp = await startTestApp();
  const author = await makeUser(testApp);
  const rawBody = await makePicture(8, 8, 'red', 'jpeg');
  const { put } = testApp.images;
  const kept: string[] = [];
  let stored = 0;
  testApp.images.put = async (key, bytes) => {
    stored += 1;
    // The first width is stored, the second fails.
    if (stored % 2 === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    kept.push(key);
    return put.call(testApp.images, key, bytes);
  };
  const id = uuidv7();
  const refused = await author.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  expect([refused.status, refused.problem?.code]).toEqual([503, 'server.unavailable']);
  expect(await testApp.database.rows('SELECT id FROM uploads')).toEqual([]);
  for (const key of kept) expect(await testApp.images.get(key)).toBeNull();
  await makePost(author);
  testApp.images.put = put;
  const again = await author.browser.call('PUT /api/uploads/{id}', { path: { id }, rawBody });
  expect(again.status).toBe(201);
  await makePost(author, 'main-hall', { uploadId: id });
});
