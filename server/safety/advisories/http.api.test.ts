import { USER_HEADER } from '@madang/contract/user-header';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makePostBody, makeUser, PASSWORD } from '../../testing/makers.ts';
import { askRaw, sendRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';

// Covers "HTTP" in docs/advisories.md, except the request targets.

const EVIL = 'https://evil.example';

const testApp = await startTestApp();
const user = await makeUser(testApp);
const postId = await makePost(user);

const port = () => Number(new URL(testApp.origin).port);
const host = () => new URL(testApp.origin).host;

test('[ADV-46] a foreign page changes nothing by a request without a content type', async () => {
  const foreign = [{ Origin: EVIL }, { Origin: 'null' }, { Origin: '' }, { 'Sec-Fetch-Site': 'cross-site' }];
  const calls: [string, string, string][] = [
    ['PUT', `/api/posts/${postId}/like`, ''],
    ['POST', '/api/buildings/main-hall/posts', JSON.stringify(makePostBody())],
    ['POST', '/api/profile/withdrawal', JSON.stringify({ password: PASSWORD })],
    ['DELETE', '/api/session', ''],
  ];
  for (const headers of foreign) {
    for (const [method, path, body] of calls) {
      const given = {
        Cookie: user.browser.cookie,
        'Content-Length': String(Buffer.byteLength(body)),
        ...headers,
      };
      const { status, answer } = await askRaw(testApp.origin, `${method} ${path}`, given, body);
      expect([path, headers, status]).toEqual([path, headers, 403]);
      expect(answer).toContain('origin.foreign');
    }
  }
  const { body } = await user.browser.call('GET /api/posts/{id}', { path: { id: postId } });
  expect(body.likeCount).toBe(0);
  expect((await user.browser.call('GET /api/session', {})).body.user?.id).toBe(user.id);
});

test('[ADV-47] the parameters of one request never appear in another', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => makePost(user)));
  const asked = Array.from({ length: 240 }, (_, index) => ids[index % ids.length] ?? '');
  const answers = await Promise.all(
    asked.map(async (id, index) => {
      // In between, requests that fail at other steps: path, query, session, method.
      if (index % 4 === 1) await user.browser.send('GET', '/api/posts/none');
      if (index % 4 === 2) await user.browser.send('GET', `/api/posts/${uuidv7()}/replies?after=x`);
      if (index % 4 === 3) await testApp.browser().send('DELETE', `/api/posts/${ids[0]}/like`);
      return (await user.browser.call('GET /api/posts/{id}', { path: { id } })).body.id;
    }),
  );
  expect(answers).toEqual(asked);
});

test('[ADV-50] an invalid Host is answered at once and blocks no other request', async () => {
  for (const Host of [
    '',
    '/',
    '@',
    '[',
    '[::1',
    'a b',
    '?',
    '#',
    'evil/../x',
    `${host()}/x`,
    ':',
    '%00',
    'a'.repeat(900),
  ]) {
    const { status } = await askRaw(testApp.origin, 'GET /api/campus', { Host });
    expect([Host, [400, 403].includes(status)]).toEqual([Host, true]);
  }
  const none = await sendRaw(port(), (line) => line('GET /api/campus HTTP/1.1\r\nConnection: close\r\n\r\n'));
  expect(none.status).toBe(400);
  const two = await sendRaw(port(), (line) =>
    line(`GET /api/campus HTTP/1.1\r\nHost: ${host()}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
  );
  expect([400, 403]).toContain(two.status);
  expect((await askRaw(testApp.origin, 'GET /api/campus')).status).toBe(200);
});

test('[ADV-52] a body with two lengths is refused, and what it hides is no second request', async () => {
  const hidden = `GET /api/session HTTP/1.1\r\nHost: ${host()}\r\nCookie: ${user.browser.cookie}\r\n\r\n`;
  const head = `POST /api/session HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\n`;
  for (const lengths of [
    'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n',
    'Content-Length: 0\r\nContent-Length: 5\r\n',
    'Transfer-Encoding: chunked, identity\r\n',
    'Transfer-Encoding : chunked\r\n',
    'Transfer-Encoding: xchunked\r\n',
    'Content-Length: 5, 5\r\n',
    'Content-Length: +5\r\n',
    'Content-Length: 0x5\r\n',
  ]) {
    const { answer } = await sendRaw(port(), (line) => line(`${head}${lengths}\r\n0\r\n\r\n${hidden}`));
    expect([lengths, answer.startsWith('HTTP/1.1 400 ')]).toEqual([lengths, true]);
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).not.toContain(user.email);
  }
});

test('[ADV-53] a chunked body meets its limit before anything is done with it', async () => {
  const chunk = (size: number) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`;
  const send = (target: string, type: string, chunks: number) =>
    askRaw(
      testApp.origin,
      target,
      {
        Cookie: user.browser.cookie,
        [USER_HEADER]: user.id,
        'Content-Type': type,
        'Transfer-Encoding': 'chunked',
        Origin: testApp.origin,
      },
      `${chunk(65_536).repeat(chunks)}0\r\n\r\n`,
    );
  const id = uuidv7();
  expect((await send('POST /api/session', 'application/json', 5)).status).toBe(413);
  expect((await send('PUT /api/profile/nickname', 'application/json', 5)).status).toBe(413);
  expect((await send(`PUT /api/uploads/${id}`, 'image/png', 161)).status).toBe(413);
  expect(await testApp.database.rows('SELECT id FROM uploads WHERE id = $1', [id])).toEqual([]);
  // Below the size limit, the content decides.
  expect((await send('POST /api/session', 'application/json', 1)).status).toBe(400);
});

test('[ADV-54] no header of a request comes back in the answer', async () => {
  const headers = {
    Vary: 'X-Evil',
    'X-Evil': 'x-evil-value',
    'Cache-Control': 'public',
    ETag: '"x-evil-tag"',
    Origin: EVIL,
  };
  for (const path of ['/api/session', '/campus/buildings/main-hall.svg', '/api/none', '/health/live']) {
    const answer = await user.browser.send('GET', path, { headers });
    expect(JSON.stringify([...answer.headers]).toLowerCase()).not.toMatch(/x-evil|evil\.example/);
    expect([null, 'Accept-Encoding']).toContain(answer.headers.get('vary'));
  }
});

test('[ADV-55] other sites cannot read an answer, whether preflighted or not', async () => {
  for (const Origin of [EVIL, 'null', `${testApp.origin}.evil.example`, `http://evil@${host()}`]) {
    for (const path of [
      '/api/session',
      '/api/profile',
      '/api/campus',
      `/api/posts/${postId}`,
      '/api/openapi.json',
    ]) {
      const asked = await user.browser.send('GET', path, { headers: { Origin } });
      expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(asked.headers.get('cross-origin-resource-policy')).toBe('same-origin');
      const before = await user.browser.send('OPTIONS', path, {
        headers: {
          Origin,
          'Access-Control-Request-Method': 'PUT',
          'Access-Control-Request-Headers': 'content-type',
          'Access-Control-Request-Private-Network': 'true',
        },
      });
      expect(before.status).toBe(403);
      expect([...before.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  }
});

test('[ADV-57] the extensions of chunks are no way round the limits of a body', async () => {
  const head = `POST /api/session HTTP/1.1\r\nHost: ${host()}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const { answer } = await sendRaw(port(), (line) => {
    line(`${head}1;`);
    for (let part = 0; part < 64; part += 1) line('a'.repeat(16_384));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('[ADV-58] an error answer is not cached', async () => {
  const picture = `/images/posts/${uuidv7()}/large.webp`;
  for (const path of [
    '/campus/none.svg',
    '/campus/buildings/none.svg',
    '/assets/none.js',
    '/EventImg/none.png',
    picture,
    '/none',
  ]) {
    const { status, headers } = await user.browser.send('GET', path, {
      headers: { 'If-None-Match': '*', 'Accept-Encoding': 'none', Range: 'bytes=0-' },
    });
    expect([path, status, headers.get('cache-control')]).toEqual([path, 404, 'no-store']);
  }
  // A visitor may not see it either, and no shared cache stores an answer for one user.
  const visitor = await testApp.browser().send('GET', picture);
  expect([visitor.status, visitor.headers.get('cache-control')]).toEqual([401, 'no-store']);
});
