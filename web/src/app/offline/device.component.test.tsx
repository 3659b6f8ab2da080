import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession } from '../../features/session/session.ts';
import { closeDatabase, withDatabase } from '../../lib/offline/database.ts';
import { lookForServer, noteServerTime } from '../../lib/online.ts';
import { emptyPack, makePost, makeReply, makeWholePost, me } from '../../testing/answers.ts';
import { hands, openApp } from '../../testing/open-app.tsx';
import { type Answers, CUT, refuse } from '../../testing/pretended-server.ts';
import { expectPath, expectTitles, main } from '../../testing/reading.ts';
import { postQuery } from '../../features/posts/post-queries.ts';
import { createQueryClient, followNetwork } from '../query-client.ts';
import { keepReads, wake } from './device.ts';

const post = {
  ...makeWholePost(),
  title: '2층 창가 자리 조용해요',
  authorId: '00000000-0000-7000-8000-00000000000a',
};
const replied = makeReply({
  postId: post.id,
  body: '3층이에요',
  authorId: '00000000-0000-7000-8000-00000000000b',
});
const card = makePost({ id: post.id, title: post.title, thumbnail: '/images/posts/first/small.webp' });
const other = makePost({ title: '학식 줄 짧아요', thumbnail: '/images/posts/second/small.webp' });

const answers: Answers = {
  'GET /api/posts/latest': { posts: [card, other] },
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [replied], nextAfter: null },
  'GET /api/events': { events: [] },
  'GET /api/buildings': { buildings: [] },
  'GET /api/home': { newest: [card], hottest: [other], boards: {}, hotAt: null },
  'GET /api/campus/pack': emptyPack,
  'POST /api/device/gone': { posts: [], threads: [] },
};
const cut = Object.fromEntries(
  [...Object.keys(answers), 'GET /api/session', 'GET /api/campus', 'GET /api/posts/marks'].map((name) => [
    name,
    CUT,
  ]),
) as Answers;

const DAY = 24 * 60 * 60_000;

let online = true;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  followNetwork();
});
afterEach(async () => {
  online = true;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('ok')));
  await act(lookForServer);
  await closeDatabase();
});

/** Visits with a network, which stores reads. */
type Viewer = { user?: typeof me | null; edition?: 'beta' | 'official' };
async function visit(path: string, more: Answers = {}, viewer: Viewer = {}) {
  const client = createQueryClient();
  const server = await openApp(path, { ...answers, ...more }, { client, ...viewer });
  keepReads(client);
  return { client, server };
}

async function visitOffline(path: string, more: Answers = {}) {
  online = false;
  const client = createQueryClient();
  await wake(client, path);
  const server = await openApp(path, { ...cut, ...more }, { client });
  keepReads(client);
  return { client, server };
}

/** Deleted content is checked once per minute and tab. */
const openAnotherTab = () => sessionStorage.removeItem('gone-asked');

async function findNetwork(): Promise<void> {
  online = true;
  await act(lookForServer);
}

const stored = (shelf: 'reads' | 'campus' = 'reads') => withDatabase((database) => database.getAll(shelf));
const everything = async () => JSON.stringify([await stored(), await stored('campus')]);
const expectStored = (...parts: string[]) =>
  waitFor(async () => {
    const keys = (await stored()).map(({ key }) => key);
    for (const part of parts) expect(keys).toContainEqual(expect.stringContaining(part));
  });
const expectErased = () => waitFor(async () => expect(await stored()).toEqual([]));

// Runs first: a page of another test could still fetch and store.
test('[PH-10] page reloaded within a minute: asks nothing again, unless the network was away', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  openAnotherTab();
  const second = await visit('/board/new');
  await waitFor(() => expect(second.server.asked('POST /api/device/gone')).not.toEqual([]));
  await waitFor(() => expect(sessionStorage.getItem('gone-asked')).toContain(me.id));
  const third = await visit('/board/new');
  await third.client.fetchQuery(postQuery(post.id));
  await expectStored('"post"', 'session');
  expect(third.server.asked('POST /api/device/gone')).toEqual([]);
  online = false;
  await act(lookForServer);
  await findNetwork();
  await waitFor(() => expect(third.server.asked('POST /api/device/gone')).not.toEqual([]));
});

test('[PH-02] post known only from a list: shows the list’s data, and a message instead of replies', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  await visitOffline('/board/new');
  await hands.click(await main().findByRole('link', { name: new RegExp(post.title) }));
  await main().findByText('연결되면 댓글을 불러올게요.');
  main().getByRole('heading', { level: 1, name: post.title });
  expect(screen.queryByText(/아직 본 적이 없는/)).toBeNull();
  expect(within(main().getByRole('region', { name: '댓글' })).queryByRole('status')).toBeNull();
});

test('[PH-02] without a network a list and a post open as last seen, with their time', async () => {
  await visit('/board/new');
  await expectTitles([card.title, other.title]);
  await expectStored('latest', 'session');
  await visit(`/post/${post.id}`);
  await screen.findByText(replied.body);
  await expectStored('"post"', 'replies');

  await visitOffline('/board/new');
  await expectTitles([card.title, other.title]);
  expect((await screen.findByText(/에 본 내용이에요/)).textContent).toMatch(
    /^오프라인입니다\. \d\d:\d\d에 본 내용이에요\.$/,
  );
  await visitOffline(`/post/${post.id}`);
  await screen.findByText(replied.body);
  await screen.findByText(/에 본 내용이에요/);
});

test('[PH-02] with the network everything reloads by itself, and the offline line disappears', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  const { server } = await visitOffline('/board/new');
  await expectTitles([card.title, other.title]);
  server.answer('GET /api/session', { user: me });
  server.answer('GET /api/posts/latest', { posts: [makePost({ title: '방금 쓴 글' })] });
  server.answer('GET /api/posts/marks', { liked: [], scrapped: [] });
  server.answer('POST /api/device/gone', { posts: [], threads: [] });
  await findNetwork();
  await expectTitles(['방금 쓴 글']);
  expect(screen.queryByText(/오프라인입니다/)).toBeNull();
});

test('[PH-02] a screen that this phone never loaded: shows a message', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  await visitOffline(`/post/${post.id}`);
  await screen.findByText('오프라인입니다. 이 휴대폰에서는 아직 본 적이 없는 내용이에요.');
});

test('[PH-02] network lost during a visit: shows the last seen state', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  await visit(`/post/${post.id}`, { 'GET /api/posts/latest': CUT });
  await screen.findByText(replied.body);
  await visit('/board/new', { 'GET /api/posts/latest': CUT });
  await expectTitles([card.title, other.title]);
  // An error answer is shown, not replaced by old data.
  await visit('/board/new', { 'GET /api/posts/latest': refuse('server.failed') });
  await screen.findByRole('alert');
  expect(screen.queryByText(card.title)).toBeNull();
});

test('[PH-02] [PH-05] stores nothing of the account, of a role or of other screens', async () => {
  const role = { operator: true, boards: [] };
  await visit('/mypage', { 'GET /api/session': { user: me, role }, 'GET /api/profile': { user: me } });
  await expectStored('session');
  const text = JSON.stringify(await stored());
  for (const secret of [me.email, me.name, 'operator', 'profile']) expect(text).not.toContain(secret);
});

test.each<[string, Answers]>([
  ['silence', { 'GET /api/session': CUT }],
  ['a server that is down', { 'GET /api/session': refuse('server.unavailable') }],
])('[PH-09] %s: neither ends the session nor erases anything', async (_, more) => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  const before = (await stored()).length;
  const { server } = await visitOffline('/board/new', more);
  await expectTitles([card.title, other.title]);
  server.answer('POST /api/device/gone', { posts: [], threads: [] });
  await findNetwork();
  await expectTitles([card.title, other.title]);
  await expectPath('/board/new');
  expect(await stored()).toHaveLength(before);
});

test('[PH-09] session ended by the server: erases everything', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  const { server } = await visitOffline('/board/new');
  await expectTitles([card.title, other.title]);
  server.answer('GET /api/session', { user: null });
  server.answer('POST /api/device/gone', refuse('session.required'));
  await findNetwork();
  await screen.findByLabelText('이메일');
  await expectErased();
});

test('[PH-09] [PH-05] 401 on any call: erases everything, and nothing is written afterwards', async () => {
  const { client } = await visit('/board/new');
  await expectStored('latest', 'session');
  act(() => endSession(client));
  await expectErased();
  act(() => void client.setQueryData(['post', post.id], post));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(await stored()).toEqual([]);
});

test('[PH-05] [SF-41] another student finds no data of the former one', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  const second = { ...me, id: '00000000-0000-7000-8000-0000000000ff' };
  await visit(`/post/${post.id}`, {}, { user: second });
  await screen.findByText(replied.body);
  await waitFor(async () => expect((await stored()).map(({ key }) => key).join()).toContain('"post"'));
  expect((await stored()).map(({ key }) => key).join()).not.toContain('latest');
});

test('[PH-15] only campus data stays on the phone after a logout', async () => {
  const official = { edition: 'official' } as const;
  const emergency = [{ name: '캠퍼스 안전센터', number: '02-3290-0112', note: '' }];
  const pack = { ...emptyPack, emergency };
  const { client } = await visit('/board/new', { 'GET /api/campus/pack': pack }, official);
  await waitFor(async () =>
    expect((await stored('campus')).map(({ key }) => key).toSorted()).toEqual([
      expect.stringContaining('["campus"]'),
      expect.stringContaining('["pack"]'),
    ]),
  );
  act(() => endSession(client, '/login', true));
  await expectErased();
  expect(await stored('campus')).toHaveLength(2);
  const { server } = await visitOffline('/emergency');
  await main().findByText('캠퍼스 안전센터');
  server.answer('GET /api/session', { user: null });
  await findNetwork();
  await screen.findByLabelText('이메일');
});

test('[PH-10] deleted content leaves the phone at the next contact: post, replies, cards and pictures', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  await visit(`/post/${post.id}`);
  await screen.findByText(replied.body);
  await expectStored('"post"', 'replies');
  openAnotherTab();
  const { server } = await visit('/mypage', {
    'POST /api/device/gone': { posts: [post.id], threads: [] },
    'GET /api/profile': { user: me },
  });
  await waitFor(async () => expect(await everything()).not.toContain(post.title));
  expect(server.asked('POST /api/device/gone')[0]?.body).toEqual({
    posts: expect.arrayContaining([post.id, other.id]),
    threads: [{ postId: post.id, replies: [1] }],
  });
  const text = await everything();
  expect(text).not.toContain(replied.body);
  expect(text).toContain(other.title);
  await waitFor(() => expect(server.reloaded).toEqual(['/images/posts/first/small.webp']));
});

test('[PH-10] content of blocked people is not stored, and a missing post is removed at once', async () => {
  await visit(`/post/${post.id}`, {
    'GET /api/session': { user: me, blocked: [replied.authorId ?? ''] },
  });
  await expectStored('"post"', 'replies');
  expect(await everything()).not.toContain(replied.body);
  const client = createQueryClient();
  keepReads(client);
  await openApp(
    `/post/${post.id}`,
    { ...answers, 'GET /api/posts/{id}': refuse('resource.missing') },
    { client },
  );
  await waitFor(async () => expect(await everything()).not.toContain(post.title));
});

test('[PH-02] refused storage: everything else works', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  const { client } = await visit('/board/new');
  await expectTitles([card.title, other.title]);
  act(() => endSession(client));
  await screen.findByLabelText('이메일');
});

test('[PH-02] data older than seven days or of another format is not shown, and not erased while offline', async () => {
  await visit('/board/new');
  await expectStored('latest', 'session');
  await withDatabase(async (database) => {
    for (const read of await database.getAll('reads')) {
      if (!read.key.includes('latest')) continue;
      await database.put('reads', { ...read, at: read.at - 8 * DAY });
      await database.put('reads', { ...read, key: `0 ${read.key}` });
    }
  });
  const before = (await stored()).length;
  await visitOffline('/board/new');
  await screen.findByText(/아직 본 적이 없는/);
  expect(await stored()).toHaveLength(before);
  await visit('/mypage', { 'GET /api/profile': { user: me } });
  await waitFor(async () => expect((await stored()).filter(({ key }) => key.includes('latest'))).toEqual([]));
});

test('[PH-02] phone with a clock ten days ahead: still shows its data', async () => {
  const { client, server } = await visit('/board/new');
  server.setClock(new Date(Date.now() - 10 * DAY).toISOString());
  await act(() => client.refetchQueries({ queryKey: ['posts'] }));
  await visit('/board/new');
  await expectStored('latest', 'session');
  noteServerTime(new Date().toUTCString());
  await visitOffline('/board/new');
  await expectTitles([card.title, other.title]);
  noteServerTime(new Date().toUTCString());
});
