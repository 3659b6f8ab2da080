import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { EventReader } from '../../testing/event-reader.ts';
import { makePost, makePostBody, makeReply, makeUser, type MadeUser } from '../../testing/makers.ts';
import { operate } from '../../testing/operate.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';

// Covers "Rights and live streams" in docs/advisories.md.

const testApp = await startTestApp();
const author = await makeUser(testApp);
const reader = await makeUser(testApp);

const addressOf = (postId: string) => `${testApp.origin}/api/posts/${postId}/replies/live`;

test('[ADV-60] no reply ends its event and begins another', async () => {
  const postId = await makePost(author);
  const stream = await EventReader.open(`${addressOf(postId)}?after=0`, reader.browser.cookie);
  const hostile = [
    'a\n\nevent: removed\ndata: {"id":"x"}\n\n',
    'a\r\n\r\nid: 999999\r\nretry: 1\r\ndata: forged\r\n\r\n',
    'a\r\revent: reset\rdata: x\r\r',
    'a\u2028\u2029\u0085event: reset',
    ': comment\nid: 7',
  ];
  for (const body of hostile) await makeReply(author, postId, body);
  const last = await makeReply(author, postId, 'the last one');
  await stream.until(() => stream.replies.some(({ id }) => id === last.id));
  stream.cut();
  expect(stream.events.map(({ name, id }) => [name, id])).toEqual(
    Array.from({ length: hostile.length + 1 }, (_, index) => ['reply', String(index + 1)]),
  );
  const expected = hostile.map((body) => body.replaceAll(/\r\n?/g, '\n'));
  expect(stream.replies.map(({ body }) => body)).toEqual([...expected, 'the last one']);
});

test('[ADV-61] a live stream sends nothing without a session', async () => {
  const postId = await makePost(author);
  await makeReply(author, postId, 'for students only');
  for (const cookie of ['', 'madang=', `madang=${'A'.repeat(43)}`, 'other=1']) {
    const stream = await EventReader.open(`${addressOf(postId)}?after=0`, cookie, 0);
    expect(stream.status).toBe(401);
    await stream.until(() => stream.closed);
    expect(stream.events).toEqual([]);
  }
  for (const method of ['POST', 'PUT', 'OPTIONS', 'PATCH']) {
    const { status, answer } = await askRaw(
      testApp.origin,
      `${method} /api/posts/${postId}/replies/live?after=0`,
      {
        'Content-Length': '0',
      },
    );
    expect([method, status]).toEqual([method, 405]);
    expect(answer).not.toContain('for students only');
  }
});

test('[ADV-62] a stream ends with its session, however that ended', async () => {
  const postId = await makePost(author);
  const endings: ((user: MadeUser) => Promise<unknown>)[] = [
    async ({ email }) =>
      expect(await operate(testApp, 'student', 'reset-password', email)).toMatchObject({ code: 0 }),
    ({ id }) => testApp.database.change('DELETE FROM sessions WHERE user_id = $1', [id]),
    ({ browser }) => browser.call('DELETE /api/session', {}),
  ];
  for (const end of endings) {
    const user = await makeUser(testApp);
    const stream = await EventReader.open(addressOf(postId), user.browser.cookie);
    expect(stream.status).toBe(200);
    await end(user);
    await stream.until(() => stream.closed, 4_000);
    await makeReply(author, postId, 'not for them any more');
    await sleep(50);
    expect(stream.replies).toEqual([]);
    expect((await EventReader.open(addressOf(postId), user.browser.cookie)).status).toBe(401);
  }
});

test('[ADV-63] a write to an unreadable target reveals nothing of it', async () => {
  const secret = 'a title that was hidden';
  const postId = await makePost(author, 'main-hall', { title: secret, body: secret });
  const reply = await makeReply(author, postId, secret);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [postId]);
  const calls: [string, string, unknown][] = [
    ['GET', `/api/posts/${postId}`, undefined],
    ['GET', `/api/posts/${postId}/replies`, undefined],
    ['PUT', `/api/posts/${postId}/like`, undefined],
    ['DELETE', `/api/posts/${postId}/like`, undefined],
    ['PUT', `/api/posts/${postId}/scrap`, undefined],
    ['POST', `/api/posts/${postId}/replies`, { id: uuidv7(), body: 'hello' }],
    ['GET', `/api/hots/${postId}`, undefined],
    // The id of another author's post or reply, used for a new one.
    ['POST', '/api/buildings/main-hall/posts', makePostBody({ id: postId })],
    ['POST', `/api/posts/${await makePost(author)}/replies`, { id: reply.id, body: 'hello' }],
    ['PUT', `/api/posts/${reply.id}/like`, undefined],
    ['GET', `/api/posts/marks?ids=${postId}`, undefined],
  ];
  for (const [method, path, json] of calls) {
    const response = await reader.browser.send(method, path, json === undefined ? {} : { json });
    const answer = await response.text();
    if (path.includes('/marks')) expect(JSON.parse(answer)).toEqual({ liked: [], scrapped: [] });
    else expect([method, path, [404, 409].includes(response.status)]).toEqual([method, path, true]);
    expect(answer).not.toContain(secret);
    expect(answer).not.toContain(author.nickname);
  }
});

test('[ADV-64] aborted connections and invalid packets stop no other connection', async () => {
  const postId = await makePost(author);
  const { host, port } = new URL(testApp.origin);
  const head = `Host: ${host}\r\nCookie: ${reader.browser.cookie}\r\n`;
  const socketKey = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';
  const starts = [
    `GET /api/posts/${postId}/replies/live HTTP/1.1\r\n${head}\r\n`,
    `GET /api/posts/${postId}/replies/live HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n${socketKey}\r\n\x81\xff`,
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${head}Connection: Upgrade\r\nUpgrade: websocket\r\n${socketKey}\r\n42["message",{"toString":1}]`,
    `POST /api/session HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 90\r\n\r\n{"email":`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  ];
  const sockets = await Promise.all(
    starts.flatMap((start) =>
      Array.from({ length: 10 }, async () => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => {});
        await once(socket, 'connect');
        socket.write(Buffer.from(start, 'latin1'));
        return socket;
      }),
    ),
  );
  await sleep(100);
  for (const [index, socket] of sockets.entries()) {
    if (index % 2) socket.resetAndDestroy();
    else socket.destroy();
  }
  const stream = await EventReader.open(addressOf(postId), reader.browser.cookie);
  const reply = await makeReply(author, postId);
  await stream.until(() => stream.replies.length === 1);
  expect(stream.replies[0]?.id).toBe(reply.id);
  stream.cut();
});
