import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshMark } from '../../testing/fresh-mark.ts';
import { makePost, makePostBody, makeUser } from '../../testing/makers.ts';
import { askRaw } from '../../testing/raw-request.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { AnswerCache } from './answer-cache.ts';
import { createLog } from '../log/log.ts';
import { CacheStep } from './cache.ts';

// A shared answer comes from the cache once its address is known, indistinguishable from its route's.

interface Line {
  requestId: string;
  method: string;
  path: string;
  status: number;
}

const lines: Line[] = [];
const collector = {
  write(text: string) {
    const line = JSON.parse(text) as Line & { msg: string };
    if (line.msg === 'answered') lines.push(line);
  },
};

const testApp = await startTestApp({ log: createLog('info', collector) });
const user = await makeUser(testApp);
const postId = await makePost(user, 'main-hall', { body: '콘센트도 자리마다 있어요. '.repeat(100) });
let fromCache: { mock: { results: { value: unknown }[] } };
beforeEach(() => {
  fromCache = vi.spyOn(CacheStep.prototype, 'answerFromCache');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Neither sessions nor cached answers expire meanwhile. */
const stopClock = () => vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });

/** Returns the answer as the client saw it, without its unique parts, and whether it was cached. */
async function get(request: string, headers: Record<string, string> = {}) {
  const [before, told] = [fromCache.mock.results.length, lines.length];
  const { status, answer } = await askRaw(testApp.origin, request, {
    Cookie: user.browser.cookie,
    ...headers,
  });
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [, ...fields] = head.split('\r\n');
  const requestId = /x-request-id: (\S+)/i.exec(head)?.[1] ?? '';
  const own = /^(?:x-request-id|date):/;
  const names = fields.map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()));
  return {
    isCached: fromCache.mock.results.slice(before).some(({ value }) => value === true),
    requestId,
    told: lines.slice(told),
    seen: {
      status,
      headers: names.filter((field) => !own.test(field)).sort(),
      body: body.replaceAll(requestId, ''),
    },
  };
}

const post = () => `/api/posts/${postId}`;
const warm = (path: string) => user.browser.send('GET', path);

const shared: [string, () => string][] = [
  ['a list', () => '/api/posts/latest'],
  ['a list with a query', () => '/api/buildings/main-hall/posts?order=popular'],
  ['a post', post],
  ['replies', () => `${post()}/replies`],
  ['what visitors may have', () => '/api/campus'],
  ['the same as an absolute address', () => `${testApp.origin}/api/posts/latest`],
  ['the same in other letters', () => '/api/posts/%6Catest?a=%20#b'],
];

test.for(shared)('%s: the cached answer is the route’s, its line in the log too', async ([, addressOf]) => {
  stopClock();
  await get(`GET ${addressOf()}`);
  const cached = await get(`GET ${addressOf()}`);
  // A duplicate header bypasses the cache.
  const routed = await get(`GET ${addressOf()}`, { 'accept-encoding': '', 'Accept-Encoding': '' });
  expect([cached.isCached, routed.isCached]).toEqual([true, false]);
  expect(cached.seen).toEqual(routed.seen);
  expect(cached.seen.status).toBe(200);
  expect(cached.seen.headers).toEqual(
    expect.arrayContaining([
      'cache-control: private, no-cache',
      'content-type: application/json',
      'vary: Accept-Encoding',
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      expect.stringMatching(/^etag: W\/"[\w-]{27}"$/),
    ]),
  );
  for (const { told, requestId } of [cached, routed]) {
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ requestId, method: 'GET', status: 200 });
  }
  expect(cached.requestId).not.toBe(routed.requestId);
  expect(cached.told[0]?.path).toBe(routed.told[0]?.path);
});

test('an ETag answers 304 both ways, and only its own', async () => {
  stopClock();
  const etag = (await warm(post())).headers.get('etag') ?? '';
  const cached = await get(`GET ${post()}`, { 'If-None-Match': etag });
  const routed = await get(`GET ${post()}`, {
    'If-None-Match': etag,
    'accept-encoding': '',
    'Accept-Encoding': '',
  });
  expect([cached.isCached, routed.isCached]).toEqual([true, false]);
  expect(cached.seen).toEqual(routed.seen);
  expect([cached.seen.status, cached.seen.body]).toEqual([304, '']);
  expect(cached.seen.headers).toEqual(expect.arrayContaining([`etag: ${etag}`]));
  expect((await get(`GET ${post()}`, { 'If-None-Match': '"other"' })).seen.status).toBe(200);
});

test('compressed form: decodes to the same bytes, for clients that accept it', async () => {
  stopClock();
  const read = async (accepted: string) => {
    const answer = await user.browser.send('GET', post(), { headers: { 'Accept-Encoding': accepted } });
    const length = Number(answer.headers.get('content-length'));
    return { encoding: answer.headers.get('content-encoding'), length, text: await answer.text() };
  };
  const whole = await read('identity');
  expect(whole).toMatchObject({ encoding: null, length: Buffer.byteLength(whole.text) });
  for (const accepted of ['gzip', 'deflate, gzip;q=0.5, br', 'GZIP']) {
    const small = await read(accepted);
    expect(small).toMatchObject({ encoding: 'gzip', text: whole.text });
    expect(small.length).toBeLessThan(whole.length / 2);
  }
  for (const refused of ['gzip;q=0', 'br, gzip; q=0.0', 'gzipped'])
    expect(await read(refused)).toEqual(whole);
});

test('an answer that is cached costs no query, nor does its session', async () => {
  stopClock();
  const paths = ['/api/posts/latest', post(), '/api/buildings/main-hall/posts', '/api/campus'];
  for (const path of paths) await warm(path);
  const spies = (['rows', 'first', 'change', 'transaction'] as const).map((method) =>
    vi.spyOn(testApp.database, method),
  );
  for (let turn = 0; turn < 10; turn += 1)
    for (const path of paths) expect((await user.browser.send('GET', path)).status).toBe(200);
  const sent = spies.flatMap((spy) => spy.mock.calls.map(([sql]) => String(sql)));
  // Sessions are confirmed together once a second; mails and limits have their own timers.
  const beside = /SELECT asked.id FROM unnest|rate_limit|outbox|jobs|analytics/;
  expect(sent.filter((sql) => !beside.test(sql))).toEqual([]);
});

test('[SF-46] extra parts of an address: its answer is cached only once', async () => {
  stopClock();
  const asked = vi.spyOn(AnswerCache.prototype, 'get');
  const spellings = [
    '/api/posts/latest?x=1',
    '/api/posts/lates%74',
    '/api/posts/latest?x=2&y',
    '/api/posts/latest?',
  ];
  const bodies: string[] = [];
  for (const address of spellings) bodies.push((await get(`GET ${address}`)).seen.body);
  expect(new Set(bodies).size).toBe(1);
  expect(new Set(asked.mock.calls.map(([key]) => key)).size).toBe(1);
  expect((await get(`GET ${spellings[0]}`)).isCached).toBe(true);
});

test('[SF-46] address of thousands of letters: answered, and neither remembered nor part of a key', async () => {
  stopClock();
  const asked = vi.spyOn(AnswerCache.prototype, 'get');
  const long = `/api/campus?x=${'a'.repeat(15_000)}`;
  for (let turn = 0; turn < 2; turn += 1) {
    const { isCached, seen } = await get(`GET ${long}`);
    expect([isCached, seen.status]).toEqual([false, 200]);
  }
  expect(asked).toHaveBeenCalledTimes(2);
  for (const [key] of asked.mock.calls) expect(key.length).toBeLessThan(100);
});

describe('requests that the cache leaves to checks and routes', () => {
  test('an address not requested before', async () => {
    const first = await get(`GET ${post()}?never=${Date.now()}`);
    expect([first.isCached, first.seen.status]).toEqual([false, 200]);
  });

  test('another host, a visitor, a made-up session', async () => {
    await warm(post());
    const host = await get(`GET ${post()}`, { Host: 'evil.example' });
    expect([host.isCached, host.seen.status]).toEqual([false, 403]);
    for (const cookie of ['', 'madang=', 'other=1', `madang=${'A'.repeat(43)}`]) {
      const visitor = await get(`GET ${post()}`, { Cookie: cookie });
      expect([cookie, visitor.isCached, visitor.seen.status]).toEqual([cookie, false, 401]);
      expect(JSON.parse(visitor.seen.body)).toMatchObject({ code: 'session.required' });
    }
  });

  test('a Cookie header that is there twice is read as browsers mean it', async () => {
    await warm(post());
    const twice = await get(`GET ${post()}`, { cookie: 'theme=dark' });
    expect([twice.isCached, twice.seen.status]).toEqual([false, 200]);
  });

  test('HEAD and other methods on the address of a shared answer', async () => {
    await warm('/api/buildings/main-hall/posts');
    const whole = await get('GET /api/buildings/main-hall/posts');
    const head = await get('HEAD /api/buildings/main-hall/posts');
    expect([whole.isCached, head.isCached, head.seen.status, head.seen.body]).toEqual([true, false, 200, '']);
    expect(head.told).toMatchObject([{ method: 'HEAD', status: 200 }]);
    expect(head.seen.headers).toEqual(whole.seen.headers);
    const written = await user.browser.send('POST', '/api/buildings/main-hall/posts', {
      json: makePostBody(),
    });
    expect(written.status).toBe(201);
    expect((await user.browser.send('DELETE', post())).status).toBe(405);
  });
});

test('fresh mark: reaches the route, which misses a hidden post', async () => {
  const gone = await makePost(user);
  const path = `/api/posts/${gone}`;
  await warm(path);
  await testApp.database.change('UPDATE posts SET hidden_at = now() WHERE id = $1', [gone]);
  // The mark of a fresh write bypasses the cache.
  const cookie = user.browser.cookie + (await freshMark(testApp, user));
  const cached = await get(`GET ${path}`, { Cookie: cookie });
  const routed = await get(`GET ${path}`, { Cookie: cookie, 'accept-encoding': '', 'Accept-Encoding': '' });
  expect([cached.isCached, routed.isCached]).toEqual([false, false]);
  expect(cached.seen).toEqual(routed.seen);
  expect([cached.seen.status, cached.told, routed.told]).toMatchObject([
    404,
    [{ status: 404 }],
    [{ status: 404 }],
  ]);
});

test('[CA-04] ended session: gets no cached answers; here at once, elsewhere within two seconds', async () => {
  const leaver = await makeUser(testApp);
  await leaver.browser.send('GET', '/api/posts/latest');
  const { cookie } = leaver.browser;
  await leaver.browser.call('DELETE /api/session', {});
  expect((await get('GET /api/posts/latest', { Cookie: cookie })).seen.status).toBe(401);

  const other = await makeUser(testApp);
  const asked = () => other.browser.send('GET', '/api/posts/latest');
  expect((await asked()).status).toBe(200);
  await testApp.database.change('DELETE FROM sessions WHERE user_id = $1', [other.id]);
  const ended = performance.now();
  let since = ended;
  // The last successful request was sent within the two seconds.
  for (let asking = since; (await asked()).status === 200; asking = performance.now()) {
    since = asking;
    await sleep(20);
  }
  expect(since - ended).toBeLessThan(2_000);
});
