import { v7 as uuidv7 } from 'uuid';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { freshMark } from '../testing/fresh-mark.ts';
import {
  makePost,
  makePostBody,
  makeReply,
  makeUser,
  PASSWORD,
  type MadeUser,
  userAt,
} from '../testing/makers.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

// Cached answers with a stopped clock: nothing expires, only writes invalidate. Browsers send no fresh-write cookie
// unless a test sets it.

/** Fresh-write cookie that bypasses the cache. */
const testApp = await startTestApp();

const { settings } = testApp.campus;

const keyword = `${settings.keywords[0]} ${settings.placeWord}`;

const festivalKeyword: string = settings.festivalKeywords[0] ?? '';

const reader = await makeUser(testApp);
const mark = await freshMark(testApp, reader);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const stopClock = () => vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });

async function read(user: MadeUser, path: string, mark = ''): Promise<string> {
  const { cookie } = user.browser;
  const answer = await user.browser.send('GET', path, { headers: { Cookie: cookie + mark } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

/** Creates one of everything that a write may affect, and the addresses. */
async function makeScene() {
  const writer = await makeUser(testApp);
  const post = await makePost(writer, 'main-hall', { keywords: [keyword] });
  const festivalPost = await makePost(writer, 'festival', { keywords: [festivalKeyword] });
  await makeReply(writer, post);
  // One post needs one more like to become popular; one is popular.
  const hotPost = await makePost(writer, 'main-hall', { keywords: [keyword] });
  await testApp.database.change(
    'UPDATE posts SET like_base = $2, like_count = $2 WHERE id = ANY ($1::uuid[])',
    [[post, hotPost], testApp.campus.settings.hotThreshold - 1],
  );
  await writer.browser.call('PUT /api/posts/{id}/like', { path: { id: hotPost } });
  const row = await testApp.database.first<{ id: string }>('SELECT id FROM hots WHERE post_id = $1', [
    hotPost,
  ]);
  const addresses: Record<string, string> = {
    latest: '/api/posts/latest',
    recent: '/api/buildings/main-hall/posts',
    popular: '/api/buildings/main-hall/posts?order=popular',
    post: `/api/posts/${post}`,
    'hot post': `/api/posts/${hotPost}`,
    replies: `/api/posts/${post}/replies`,
    keyword: '/api/keywords/1/1/posts',
    festival: '/api/festival/posts',
    'festival filter': '/api/festival/posts?filter=1',
    'festival board': '/api/buildings/festival/posts',
    'festival popular': '/api/buildings/festival/posts?order=popular',
    hots: '/api/hots',
    hot: `/api/hots/${row?.id}`,
  };
  return { writer, post, hotPost, festivalPost, addresses };
}

type Scene = Awaited<ReturnType<typeof makeScene>>;

const like = ({ browser }: MadeUser, id: string) =>
  browser.call('PUT /api/posts/{id}/like', { path: { id } });
const unlike = ({ browser }: MadeUser, id: string) =>
  browser.call('DELETE /api/posts/{id}/like', { path: { id } });

const LISTS = ['latest', 'recent', 'popular', 'keyword'];
const FESTIVAL = ['festival', 'festival filter', 'festival board', 'festival popular'];
const ALL = [...LISTS, 'post', 'hot post', 'replies', ...FESTIVAL, 'hots', 'hot'];

/** Writes of a user, and the addresses they affect. */
const writes: [string, (scene: Scene) => Promise<unknown>, string[]][] = [
  ['a post with a keyword', ({ writer }) => makePost(writer, 'main-hall', { keywords: [keyword] }), LISTS],
  [
    'a festival post',
    ({ writer }) => makePost(writer, 'festival', { keywords: [festivalKeyword] }),
    ['latest', ...FESTIVAL],
  ],
  ['a reply', ({ writer, post }) => makeReply(writer, post), [...LISTS, 'post', 'replies']],
  [
    'a reply to a popular post',
    ({ writer, hotPost }) => makeReply(writer, hotPost),
    [...LISTS, 'hot post', 'hots', 'hot'],
  ],
  [
    'the like that makes a post popular',
    ({ writer, post }) => like(writer, post),
    [...LISTS, 'post', 'hots'],
  ],
  ['a like of a popular post', ({ hotPost }) => like(reader, hotPost), [...LISTS, 'hot post', 'hots', 'hot']],
  [
    'a like that is taken back, below the threshold again',
    ({ writer, hotPost }) => unlike(writer, hotPost),
    [...LISTS, 'hot post', 'hots', 'hot'],
  ],
  [
    'a like of a festival post',
    ({ writer, festivalPost }) => like(writer, festivalPost),
    ['latest', ...FESTIVAL],
  ],
  [
    'another nickname',
    ({ writer }) =>
      writer.browser.call('PUT /api/profile/nickname', {
        body: { nickname: `새이름${Date.now() % 10_000}` },
      }),
    ALL,
  ],
  [
    'a withdrawal',
    ({ writer }) => writer.browser.call('POST /api/profile/withdrawal', { body: { password: PASSWORD } }),
    ALL,
  ],
];

test.for(writes)(
  '%s is seen at once wherever it shows, by the writer and by others',
  async ([, write, shown]) => {
    const scene = await makeScene();
    stopClock();
    const before = new Map<string, string>();
    for (const [name, path] of Object.entries(scene.addresses))
      before.set(name, await read(reader, path, mark));
    const spy = vi.spyOn(testApp.database, 'first');
    // Everything is cached, otherwise the rest would prove nothing.
    for (const [name, path] of Object.entries(scene.addresses))
      expect(await read(reader, path)).toBe(before.get(name));
    expect(spy.mock.calls.filter(([sql]) => /posts/.test(sql))).toEqual([]);
    spy.mockRestore();

    await write(scene);
    const after = new Map<string, string>();
    const withdrawn = (await scene.writer.browser.send('GET', '/api/posts/latest')).status === 401;
    for (const [name, path] of Object.entries(scene.addresses))
      after.set(name, await read(withdrawn ? reader : scene.writer, path));
    for (const [name, path] of Object.entries(scene.addresses))
      expect([name, after.get(name)]).toEqual([name, await read(reader, path, mark)]);
    expect(ALL.filter((name) => after.get(name) !== before.get(name))).toEqual(
      ALL.filter((name) => shown.includes(name)),
    );
  },
);

test('bypass of the cache: needs a mark that this installation gave to this session', async () => {
  const other = await makeUser(testApp);
  const post = await makePost(other);
  const path = `/api/posts/${post}`;
  stopClock();
  const before = await read(reader, path);
  // Written directly to the database, so the server invalidates nothing.
  await testApp.database.change(`UPDATE posts SET title = 'again' WHERE id = $1`, [post]);
  for (const forged of [
    '; madang-fresh=1',
    '; madang-fresh=',
    `; madang-fresh=${Date.now() + 5_000}.${'A'.repeat(43)}`,
    await freshMark(testApp, reader, Date.now() - 1),
    await freshMark(testApp, other),
  ])
    expect([forged, (await read(reader, path, forged)) === before]).toEqual([forged, true]);
  expect(await read(reader, path, mark)).toContain('again');
});

describe.runIf(inject('engine') === 'postgres')('on another process', () => {
  let other: TestApp;
  let there: MadeUser;
  beforeAll(async () => {
    other = await testApp.another();
    there = userAt(other, reader);
  });

  const replies = (post: string) => `/api/posts/${post}/replies`;
  const fillThere = async (post: string) => {
    await read(there, replies(post), mark);
    return read(there, replies(post));
  };

  test('write: invalidates cached answers by its notification, whatever their age', async () => {
    const { post } = await makeScene();
    stopClock();
    const before = await fillThere(post);
    const { id } = await makeReply(reader, post);
    while ((await read(there, replies(post))) === before) await sleep(5);
    expect(await read(there, replies(post))).toContain(id);
  });

  test('lost notification of a write: cached answers expire within a second', async () => {
    const { post } = await makeScene();
    vi.spyOn(testApp.database, 'notify').mockResolvedValue();
    stopClock();
    const before = await fillThere(post);
    const { id } = await makeReply(reader, post);
    await sleep(100);
    vi.setSystemTime(Date.now() + 999);
    expect(await read(there, replies(post))).toBe(before);
    vi.setSystemTime(Date.now() + 1);
    expect(await read(there, replies(post))).toContain(id);
  });

  test('fresh-write mark: the browser that wrote reads its write from another process at once', async () => {
    const { post } = await makeScene();
    vi.spyOn(testApp.database, 'notify').mockResolvedValue();
    stopClock();
    const before = await fillThere(post);
    const id = uuidv7();
    const answer = await reader.browser.send('POST', replies(post), { json: { id, body: '자리 있어요' } });
    const given = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('madang-fresh='));
    expect(given).toMatch(/^madang-fresh=\d{13}\.[\w-]{43}; Max-Age=5; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await read(there, replies(post))).toBe(before);
    expect(await read(there, replies(post), `; ${given?.split(';', 1)[0]}`)).toContain(id);
    // The answer to the writer is cached for all users.
    expect(await read(there, replies(post))).toContain(id);
  });

  test('retried write whose answer was lost: visible on the other process at once', async () => {
    const { post } = await makeScene();
    vi.spyOn(testApp.database, 'notify').mockResolvedValue();
    stopClock();
    const board = '/api/buildings/main-hall/posts';
    await fillThere(post);
    await read(there, board, mark);
    const reply = { id: uuidv7(), body: '한 번 더 말해요' };
    const written = makePostBody();
    for (const user of [reader, there]) {
      expect((await user.browser.send('POST', replies(post), { json: reply })).status).toBe(201);
      expect((await user.browser.send('POST', board, { json: written })).status).toBe(201);
    }
    expect(await read(there, replies(post))).toContain(reply.id);
    expect(await read(there, board)).toContain(written.id);
  });
});
