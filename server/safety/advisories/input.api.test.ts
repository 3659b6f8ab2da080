import { endpoints } from '@madang/contract/endpoints';
import type { Endpoint } from '@madang/contract/endpoint';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { makePost, makePostBody, makeReply, PASSWORD } from '../../testing/makers.ts';
import { makeStaff } from '../../testing/moderation.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { threadTime } from '../../testing/thread-time.ts';

// Covers "Input" in docs/advisories.md.

const POSTS = '/api/buildings/main-hall/posts';

const testApp = await startTestApp({ edition: 'official' });
const user = await makeStaff(testApp);

const sendText = (method: string, path: string, text: string, type = 'application/json') =>
  user.browser.send(method, path, { bytes: Buffer.from(text), headers: { 'Content-Type': type } });

test('[ADV-26] an operator object instead of a text is no condition of a query', async () => {
  const operators = [
    { $ne: null },
    { $gt: '' },
    { $regex: '.*' },
    { $where: '1' },
    [{ $ne: null }],
    { length: 43 },
  ];
  for (const value of operators) {
    for (const json of [
      { email: value, password: PASSWORD },
      { email: user.email, password: value },
    ])
      expect((await testApp.browser().send('POST', '/api/session', { json })).status).toBe(422);
    const reset = await testApp
      .browser()
      .send('POST', '/api/password-reset/confirmation', { json: { token: value, password: 'attacker’s' } });
    expect(reset.status).toBe(422);
  }
});

test('[ADV-27] names that every object has are no buildings, documents, screens or keywords', async () => {
  const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  for (const name of inherited) {
    for (const path of [
      `/api/buildings/${name}`,
      `/api/buildings/${name}/posts`,
      `/api/legal/${name}`,
      `/api/${name}`,
    ])
      expect([path, (await user.browser.send('GET', path)).status]).toEqual([path, 404]);
    for (const path of [
      `/api/keywords/${name}/1/posts`,
      `/api/users/${name}`,
      `/campus/${name}`,
      `/EventImg/${name}`,
    ])
      expect([path, (await user.browser.send('GET', path)).status]).toEqual([path, 404]);
    expect((await user.browser.send('POST', '/api/views', { json: { screen: name } })).status).toBe(422);
    const post = await user.browser.send('POST', POSTS, { json: makePostBody({ keywords: [name] }) });
    expect(post.status).toBe(422);
    expect(
      (await user.browser.send('POST', `/api/buildings/${name}/posts`, { json: makePostBody() })).status,
    ).toBe(404);
    const polluted = `{"email":"a@example.com","password":"x","${name}":{"polluted":true}}`;
    expect((await sendText('POST', '/api/session', polluted)).status).toBe(422);
  }
  expect('polluted' in {}).toBe(false);
});

test('[ADV-28] every call rejects lists, objects and numbers instead of texts', async () => {
  let asked = 0;
  for (const [name, given] of Object.entries(endpoints)) {
    const { body }: Endpoint = given;
    if (!body) continue;
    const [method = '', template = ''] = name.split(' ');
    const path = template
      .replace(/\{(?:id|uploadId)\}/g, () => uuidv7())
      .replace('{buildingId}', 'main-hall')
      .replace('{amenityId}', 'main-hall-vending')
      .replace('{code}', 'k3x8mq2v')
      .replace('{act}', template.includes('voices') ? 'mute' : 'undo')
      .replace('{officeId}', 'all')
      .replace('{table}', 'rooms')
      .replace('{kind}', 'event');
    for (const value of [[], {}, 7.5, true, [[user.email]], { toString: 'x', startsWith: 1 }]) {
      const json = Object.fromEntries(Object.keys(body.shape).map((key) => [key, value]));
      // An empty list is valid if the body has only lists.
      if (body.safeParse(json).success) continue;
      const response = await user.browser.send(method, path, { json });
      expect([name, value, response.status]).toEqual([name, value, 422]);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(60);
});

test('[ADV-29] brackets and prototypes in a query make no object and no long list', async () => {
  for (const query of [
    'cursor[__proto__]=b&cursor[__proto__]&cursor[length]=100000000',
    '__proto__[polluted]=1&constructor[prototype][polluted]=1',
    'cursor[]=a&cursor[]=b',
    `${'a[0]'.repeat(500)}=1`,
    Array.from({ length: 1_500 }, (_, index) => `a${index}=1`).join('&'),
  ]) {
    const response = await user.browser.send('GET', `/api/hots?${query}`);
    expect([query.slice(0, 40), response.status]).toEqual([query.slice(0, 40), 422]);
  }
  expect('polluted' in {}).toBe(false);
});

test('[ADV-30] a body nested a hundred thousand deep is refused by its depth', async () => {
  for (const depth of [13, 1_000, 40_000, 100_000]) {
    for (const text of [
      `${'['.repeat(depth)}${']'.repeat(depth)}`,
      `${'{"":'.repeat(depth / 2)}{}${'}'.repeat(depth / 2)}`,
    ]) {
      if (depth === 13 && text.startsWith('{')) continue;
      const response = await sendText('POST', '/api/session', text);
      expect([depth, await response.json()]).toEqual([
        depth,
        expect.objectContaining({ status: 400, code: 'request.malformed' }),
      ]);
    }
  }
});

test('[ADV-31] a form, however hostile, is refused without being read', async () => {
  const type = 'application/x-www-form-urlencoded';
  const nested = `a${'[a]'.repeat(50_000)}=1`;
  for (const body of [nested, 'a&'.repeat(50_000), `email=${user.email}&password=${PASSWORD}`]) {
    const response = await sendText('POST', '/api/session', body, type);
    expect([response.status, response.headers.getSetCookie()]).toEqual([415, []]);
  }
  // The server does not wait for the announced body.
  const promised = await askRaw(testApp.origin, 'POST /api/session', {
    'Content-Type': type,
    'Content-Length': '900000000',
  });
  expect(promised.status).toBe(415);
});

test('[ADV-32] another spelling of the content type leads round no rule', async () => {
  const body = JSON.stringify({ ...makePostBody(), likeCount: 100 });
  for (const type of [
    'Application/JSON',
    'application/json ;charset=utf-8',
    'application/json\t; a=b',
    'APPLICATION/JSON;',
  ])
    expect([type, (await sendText('POST', POSTS, body, type)).status]).toEqual([type, 422]);
  for (const type of [
    'application/jsonp',
    'application/json, text/plain',
    'text/json',
    'application/merge-patch+json',
    'application/x-json',
    'application/vnd.api+json',
    '',
  ])
    expect([type, (await sendText('POST', POSTS, body, type)).status]).toEqual([type, 415]);
});

test('[ADV-33] no address, however long or repetitive, keeps the pattern of addresses busy', async () => {
  const hostile = [
    `${'a.'.repeat(490)}@`,
    `a@${'a-'.repeat(490)}`,
    `a@${'a.'.repeat(490)}1`,
    `${'a'.repeat(64)}@${'a'.repeat(63)}.${'a-'.repeat(60)}`,
    `a@${'-'.repeat(900)}`,
    `${'@'.repeat(900)}`,
    `${' '.repeat(900)}x`,
  ];
  for (const email of hostile) {
    const spent: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const before = threadTime();
      const response = await testApp.browser().send('POST', '/api/password-reset', { json: { email } });
      expect(response.status).toBe(422);
      spent.push(threadTime() - before);
    }
    // Includes the client's time: the minimum of five shows the cost of one address.
    expect(Math.min(...spent)).toBeLessThan(50);
  }
});

test('[ADV-34] text that looks like SQL stays text in every field', async () => {
  const count = () => testApp.database.rows('SELECT count(*)::int AS posts FROM posts');
  const before = await count();
  const hostile = [
    `'); DROP TABLE posts; --`,
    `' OR '1'='1`,
    `$1 $$ \\'; SELECT pg_sleep(9)`,
    `%_\\`,
    `"; --`,
  ];
  for (const text of hostile) {
    for (const path of [
      `/api/buildings/${encodeURIComponent(text)}/posts`,
      `/api/posts/${encodeURIComponent(text)}`,
      `/api/users/${encodeURIComponent(text)}`,
    ])
      expect((await user.browser.send('GET', path)).status).toBe(404);
    const cursor = Buffer.from(`1 ${text}`).toString('base64url');
    expect((await user.browser.send('GET', `/api/hots?cursor=${cursor}`)).status).toBe(400);
    const marks = await user.browser.send('GET', `/api/posts/marks?ids=${encodeURIComponent(text)}`);
    expect(marks.status).toBe(422);
    const signIn = await testApp
      .browser()
      .send('POST', '/api/session', { json: { email: text, password: text } });
    expect(signIn.status).toBe(401);
  }
  expect(await count()).toEqual(before);
  for (const text of hostile) {
    const id = await makePost(user, 'main-hall', { title: text, body: text });
    const { body } = await user.browser.call('GET /api/posts/{id}', { path: { id } });
    expect([body.title, body.contents[0]]).toEqual([text.trim(), { format: 'text', text }]);
  }
});

test('[ADV-35] no list can be filtered, sorted or widened by what it does not show', async () => {
  await makePost(user);
  const before = async (path: string) => (await user.browser.send('GET', path)).text();
  const probes = [
    `email=${user.email}`,
    'filters[author][password_hash][$startsWith]=$argon2id',
    'filter={"email":"a"}',
    'sort=password_hash',
    'fields=email',
    'populate=*',
    'select=email',
    'limit=100000',
    'hidden=true',
  ];
  for (const probe of probes) {
    for (const path of [
      `${POSTS}`,
      '/api/hots',
      '/api/profile/posts',
      '/api/profile/scraps',
      '/api/festival/posts',
    ])
      expect([path, probe, (await user.browser.send('GET', `${path}?${probe}`)).status]).toEqual([
        path,
        probe,
        422,
      ]);
    for (const path of ['/api/posts/latest', '/api/buildings', '/api/campus', '/api/session'])
      expect(await before(`${path}?${probe}`)).toBe(await before(path));
  }
  expect((await user.browser.send('GET', `${POSTS}?order=password_hash`)).status).toBe(422);
});

test('[ADV-36] markup in a text is sent as JSON that no browser treats as a page', async () => {
  const markup = '<img src=x onerror=alert(1)><script>alert(2)</script>';
  const id = await makePost(user, 'main-hall', { title: markup, body: `${markup}\n<!--` });
  await makeReply(user, id, markup);
  for (const path of [`/api/posts/${id}`, `/api/posts/${id}/replies`, POSTS, '/api/posts/latest']) {
    const { headers, ...response } = await user.browser.send('GET', path).then(async (answer) => ({
      headers: answer.headers,
      text: await answer.text(),
    }));
    expect(response.text).toContain(JSON.stringify(markup).slice(1, -1));
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  // An unknown address is not repeated in the error either.
  for (const path of [
    `/api/${encodeURIComponent(markup)}`,
    `/${encodeURIComponent(markup)}`,
    `/api/posts/${encodeURIComponent(markup)}`,
  ]) {
    const response = await user.browser.send('GET', path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json',
    ]);
    expect(await response.text()).not.toMatch(/onerror|script/);
  }
});
