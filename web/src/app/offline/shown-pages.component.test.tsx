import 'fake-indexeddb/auto';
import { SHOWN } from '@madang/contract/offline/rules';
import { act, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endSession, sessionQuery } from '../../features/session/session.ts';
import { closeDatabase, withDatabase } from '../../lib/offline/database.ts';
import { forgetDrawn, giveAnswers } from '../../lib/api.ts';
import { lookForServer } from '../../lib/online.ts';
import { makePost, makeWholePost, me } from '../../testing/answers.ts';
import { openApp } from '../../testing/open-app.tsx';
import { type Answers, CUT } from '../../testing/pretended-server.ts';
import { expectTitles } from '../../testing/reading.ts';
import { createQueryClient, followNetwork } from '../query-client.ts';
import { keepReads, wake } from './device.ts';

const card = makePost({ title: '축제 주점 어디예요' });
const other = makePost({ title: '총학 부스 어디예요' });
const blockedId = '00000000-0000-7000-8000-00000000000b';
const folded = { ...makeWholePost(), title: '차단한 사람의 글', authorId: blockedId };
const call = 'GET /api/posts/latest';
const makePage = (answers: Record<string, unknown>, now = Date.now()) =>
  JSON.stringify({ now, scripts: [], answers });
const page = makePage({ [call]: { posts: [card] } });
const cut = Object.fromEntries(
  [call, 'GET /api/session', 'GET /api/campus', 'GET /api/posts/marks', 'GET /api/events'].map((name) => [
    name,
    CUT,
  ]),
) as Answers;

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
  localStorage.clear();
  forgetDrawn();
});

/** Renders a server-rendered page of the latest posts, not refetched by the app. */
async function openRendered() {
  document.body.insertAdjacentHTML('beforeend', '<script type="application/json" id="shared"></script>');
  const element = document.getElementById('shared');
  if (element) element.textContent = page;
  giveAnswers({ [call]: { posts: [card] } }, true);
  const client = createQueryClient();
  await openApp('/board/new', { [call]: CUT, 'POST /api/device/gone': CUT }, { client });
  return client;
}

/** Visits once, which stores session and campus. */
async function visit(answers: Answers = {}) {
  const client = createQueryClient();
  await openApp(
    '/board/event',
    { 'GET /api/events': { events: [] }, 'POST /api/device/gone': { posts: [], threads: [] }, ...answers },
    { client },
  );
  keepReads(client);
  await expectStored('events');
  return client;
}

async function openOffline() {
  online = false;
  const client = createQueryClient();
  await wake(client, '/board/new');
  await openApp('/board/new', cut, { client });
}

const save = (shown: object) => localStorage.setItem(`${SHOWN}/board/new`, JSON.stringify(shown));
const savedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('shown '));
const readStored = async () => JSON.stringify(await withDatabase((database) => database.getAll('reads')));
const expectStored = (part: string) => waitFor(async () => expect(await readStored()).toContain(part));

test('[PH-02] list included in the page: stored without a request of the app', async () => {
  keepReads(await openRendered());
  await expectStored(card.title);
  await waitFor(() => expect(document.getElementById('shared')).toBeNull());
});

test('[PH-02] offline line: gives the time of a list that came with the page', async () => {
  await openRendered();
  await expectTitles([card.title]);
  online = false;
  await act(lookForServer);
  await screen.findByText(/^오프라인입니다\. \d\d:\d\d에 본 내용이에요\.$/);
});

test('visitor without a network: sees only the message, no stored content', async () => {
  await openApp('/login', { 'POST /api/device/gone': CUT }, { user: null });
  online = false;
  await act(lookForServer);
  const line = await screen.findByText(/^오프라인입니다/);
  expect(line.textContent?.trim()).toBe('오프라인입니다.');
});

test('[PH-02] page left before it was stored: opens without a network', async () => {
  await visit();
  save({ userId: me.id, page });
  await openOffline();
  await expectTitles([card.title]);
  expect(savedKeys()).toEqual([]);
});

test('[PH-02] unstored reads of the app are saved when the page is left', async () => {
  const client = await visit();
  act(
    () => void client.setQueryData(['posts', 'latest'], { pages: [{ posts: [card] }], pageParams: [null] }),
  );
  window.dispatchEvent(new Event('pagehide'));
  expect(savedKeys()).toHaveLength(1);
  await openOffline();
  await expectTitles([card.title]);
  expect(savedKeys()).toEqual([]);
});

test('[PH-02] saved page: does not replace newer reads', async () => {
  await visit();
  save({ userId: me.id, page });
  const newer = makePage({ [call]: { posts: [other] } }, Date.now() + 5);
  localStorage.setItem(`${SHOWN}/board/new?`, JSON.stringify({ userId: me.id, page: newer }));
  await openOffline();
  await expectTitles([other.title]);
});

test('[PH-05] [SF-41] saved page: not stored for another student', async () => {
  await visit();
  save({ userId: '00000000-0000-7000-8000-0000000000ff', page });
  await openOffline();
  await screen.findByText(/아직 본 적이 없는/);
  expect(savedKeys()).toEqual([]);
});

test('[SF-41] [SF-48] answers of the page’s user are not stored for another student who signs in', async () => {
  vi.spyOn(window.location, 'reload').mockReturnValue();
  const client = await visit();
  const user = { ...me, id: '018f0000-0000-7000-8000-000000000999' };
  act(() => {
    client.setQueryData(['posts', 'latest'], { pages: [{ posts: [card] }], pageParams: [null] });
    client.setQueryData(sessionQuery.queryKey, { user });
  });
  window.dispatchEvent(new Event('pagehide'));
  expect(savedKeys()).toEqual([]);
  await waitFor(async () =>
    expect(await withDatabase((database) => database.get('owner', 'owner'))).toMatchObject({
      userId: user.id,
    }),
  );
  expect(await readStored()).toBe('[]');
});

test('saved page of another format: ignored', async () => {
  await visit();
  localStorage.setItem('shown /board/new', JSON.stringify({ userId: me.id, page }));
  await openOffline();
  await screen.findByText(/아직 본 적이 없는/);
  expect(savedKeys()).toEqual([]);
});

test('[PH-09] ended session: erases saved pages', async () => {
  const client = await visit();
  save({ userId: me.id, page });
  act(() => endSession(client));
  await waitFor(() => expect(savedKeys()).toEqual([]));
});

test('[PH-10] saved page: stores nothing by blocked people', async () => {
  await visit();
  const answers = { [`GET /api/posts/${folded.id}`]: folded, [call]: { posts: [card] } };
  save({ userId: me.id, blocked: [blockedId], page: makePage(answers) });
  await openOffline();
  await expectStored(card.title);
  expect(await readStored()).not.toContain(folded.title);
});
