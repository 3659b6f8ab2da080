import 'fake-indexeddb/auto';
import type { Me } from '@madang/contract/accounts/schema';
import type { Edition } from '@madang/contract/campus/rules';
import { act, screen, waitFor, within } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../app/query-client.ts';
import { closeDatabase } from '../../lib/offline/database.ts';
import { listUnsent } from '../../lib/offline/unsent.ts';
import { lookForServer } from '../../lib/online.ts';
import { makeReply, makeWholePost, me } from '../../testing/answers.ts';
import { fill, openApp, press } from '../../testing/open-app.tsx';
import { type Answer, type Answers, CUT, refuse } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, main } from '../../testing/reading.ts';
import { sessionQuery } from '../session/session.ts';
import { outboxModule } from './use-optimistic.ts';
import { fillPost, openWrite, submit, writeAnswers } from '../../testing/write-form.ts';

const post = makeWholePost();
const send = 'POST /api/posts/{id}/replies' as const;
const answers: Answers = {
  'GET /api/buildings': { buildings: [] },
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  [send]: CUT,
};

beforeEach(async () => {
  await closeDatabase();
  globalThis.indexedDB = new IDBFactory();
});

/** Simulates a lost network, also in `navigator.onLine`. */
async function cut(): Promise<void> {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await lookForServer();
}
async function comeBack(): Promise<void> {
  vi.mocked(vi.spyOn(navigator, 'onLine', 'get')).mockReturnValue(true);
  await lookForServer();
}
/** Opens the app with the outbox started after the first screen. */
async function open(path: string, more: Answers = {}, user: Me = me, edition: Edition = 'official') {
  const client = createQueryClient();
  outboxModule.here = await outboxModule.read();
  outboxModule.here.followOutbox(client);
  return openApp(path, { ...answers, ...more }, { client, user, edition });
}
const openPost = (more: Answers = {}) => open(`/post/${post.id}`, more);
const box = () => screen.findByLabelText<HTMLTextAreaElement>('댓글을 입력하세요');
const stored = () => listUnsent(me.id);
/** Writes a reply that gets no answer and is stored. */
async function write(text: string): Promise<void> {
  fill(await box(), text);
  await press('보내기');
  await waitFor(async () => expect((await stored()).map((unsent) => unsent.text)).toContain(text));
}

test('[PH-03] reply without a network: waits below its post, and is sent once with its id later', async () => {
  const server = await openPost();
  await box();
  await cut();
  await write('지하에서 쓴 댓글');
  await expectAlert('연결되면 보낼게요.');
  expect((await box()).value).toBe('');
  await main().findByText('지하에서 쓴 댓글');
  const [waiting] = await stored();
  const tried = server.asked(send).length;
  server.answer(send, ({ body }) => makeReply({ id: body.id, postId: post.id, body: body.body }));
  await comeBack();
  await expectAlert('기다리던 글 1개를 보냈어요.');
  expect(
    server
      .asked(send)
      .slice(tried)
      .map(({ body }) => body.id),
  ).toEqual([waiting?.id]);
  expect(new Set(server.asked(send).map(({ body }) => body.id)).size).toBe(1);
  expect(await stored()).toEqual([]);
});

test.each(['beta', 'official'] as const)(
  '[PH-03] a waiting reply stands in its thread in the %s edition, and can be dropped there',
  async (edition) => {
    await open(`/post/${post.id}`, {}, me, edition);
    await box();
    await main().findByText('아직 댓글이 없습니다.');
    await cut();
    await write('연결이 없을 때');
    const waiting = await main().findByText('연결이 없을 때');
    expect(waiting.parentElement?.textContent).toContain('연결되면 보낼게요');
    expect(main().queryByText('아직 댓글이 없습니다.')).toBeNull();
    await press('지우기');
    await waitFor(() => expect(main().queryByText('연결이 없을 때')).toBeNull());
    expect(await stored()).toEqual([]);
  },
);

test('[PH-03] pending writes: listed in order, can be deleted or edited at their origin', async () => {
  await openPost();
  await box();
  await cut();
  for (const text of ['첫째', '둘째']) await write(text);
  const lead = { name: '보낼 글 2개' };
  await screen.findByRole('link', lead);
  await open('/mypage/outbox');
  await waitFor(() => expect(main().getAllByRole('listitem')).toHaveLength(2));
  await screen.findByText(/^오프라인입니다\.$/);
  expect(screen.queryByRole('link', lead)).toBeNull();
  const [first, second] = main().getAllByRole('listitem');
  expect([first?.textContent, second?.textContent]).toEqual([
    expect.stringContaining('첫째'),
    expect.stringContaining('둘째'),
  ]);
  within(second as HTMLElement)
    .getByRole('button', { name: '지우기' })
    .click();
  await waitFor(() => expect(main().getAllByRole('listitem')).toHaveLength(1));
  within(main().getByRole('listitem')).getByRole('button', { name: '고쳐 쓰기' }).click();
  await expectPath(`/post/${post.id}`);
  await waitFor(async () => expect((await box()).value).toBe('첫째'));
  expect(await stored()).toEqual([]);
});

test('[PH-03] refused write: stays with its reason, and later ones are sent', async () => {
  const server = await openPost();
  await box();
  await cut();
  for (const text of ['거절될 댓글', '나갈 댓글']) await write(text);
  server.answer(send, ({ body }) =>
    body.body === '거절될 댓글'
      ? refuse('writing.suspended')
      : makeReply({ id: body.id, postId: post.id, body: body.body }),
  );
  await comeBack();
  await waitFor(async () =>
    expect((await stored()).map(({ refusal }) => refusal)).toEqual(['writing.suspended']),
  );
  await open('/mypage/outbox');
  await main().findByText('거절될 댓글');
  main().getByText(/^보내지 못했어요\. /);
});

test('[PH-03] likes: the last state wins, whatever was pressed before', async () => {
  const put = 'PUT /api/posts/{id}/like' as const;
  const remove = 'DELETE /api/posts/{id}/like' as const;
  const server = await openPost({ [put]: CUT, [remove]: CUT });
  const heart = () => screen.findByRole('button', { name: /^좋아요/ });
  await box();
  await cut();
  for (const pressed of ['true', 'false', 'true']) {
    (await heart()).click();
    await waitFor(async () => expect((await heart()).getAttribute('aria-pressed')).toBe(pressed));
    await waitFor(async () => expect(await stored()).toMatchObject([{ kind: 'wish' }]));
  }
  // Another student's like of the same post does not replace this one.
  expect((await stored()).map(({ id }) => id)).toEqual([`${me.id} posts/${post.id}/like`]);
  server.answer(put, { liked: true, likeCount: post.likeCount + 1 });
  const tried = [server.asked(put).length, server.asked(remove).length];
  await comeBack();
  await waitFor(async () => expect(await stored()).toEqual([]));
  expect([server.asked(put).length, server.asked(remove).length]).toEqual([(tried[0] ?? 0) + 1, tried[1]]);
});

test('[PH-04] full device: shows a message and keeps the typed text', async () => {
  await openPost();
  await box();
  await cut();
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  fill(await box(), '자리 없는 댓글');
  await press('보내기');
  await expectAlert('담아 두지도 못했지만');
  expect((await box()).value).toBe('자리 없는 댓글');
});

test('[PH-05] [SF-41] pending writes: visible only to their student', async () => {
  await openPost();
  await box();
  await cut();
  await write('남의 댓글');
  const other = { ...me, id: '018f0000-0000-7000-8000-000000000999' };
  await open('/mypage/outbox', {}, other);
  await main().findByText('보내기를 기다리는 글이 없어요.');
  expect(await stored()).toHaveLength(1);
});

test('[SF-48] pending write: stays its owner’s when another student signs in; the page reloads with a message', async () => {
  const other = { ...me, id: '018f0000-0000-7000-8000-000000000999' };
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const server = await openPost();
  await box();
  await cut();
  await write('내 이름으로만 나갈 댓글');
  server.answer('GET /api/session', { user: other });
  server.answer(send, refuse('session.otherUser'));
  await comeBack();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.queryByRole('main')).toBeNull();
  expect(new Set(server.asked(send).map(({ user }) => user))).toEqual(new Set([me.id]));
  expect(await stored()).toMatchObject([{ text: '내 이름으로만 나갈 댓글', userId: me.id }]);
  expect((await stored())[0]).not.toHaveProperty('refusal');
  expect(await listUnsent(other.id)).toEqual([]);
  const again = await open(`/post/${post.id}`, {}, other);
  await expectAlert('다른 계정으로 로그인되어 있어 보내지 않았어요.');
  expect((await box()).value).toBe('');
  expect(again.asked(send)).toEqual([]);
});

test('[SF-48] reply refused because another student is signed in: stays a draft of its author', async () => {
  const other = { ...me, id: '018f0000-0000-7000-8000-000000000999' };
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const server = await openPost({ [send]: refuse('session.otherUser') });
  server.answer('GET /api/session', { user: other });
  fill(await box(), '누구의 댓글인가요');
  await press('보내기');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  const theirs = await open(`/post/${post.id}`, {}, other);
  await expectAlert('다른 계정으로 로그인되어 있어 보내지 않았어요.');
  expect((await box()).value).toBe('');
  const ours = await openPost();
  await waitFor(async () => expect((await box()).value).toBe('누구의 댓글인가요'));
  expect([...theirs.asked(send), ...ours.asked(send)]).toEqual([]);
  expect(await stored()).toEqual([]);
});

test('[SF-48] reply without an answer: kept for its author after another login', async () => {
  const other = { ...me, id: '018f0000-0000-7000-8000-000000000999' };
  vi.spyOn(window.location, 'reload').mockReturnValue();
  const client = createQueryClient();
  outboxModule.here = await outboxModule.read();
  outboxModule.here.followOutbox(client);
  await openApp(`/post/${post.id}`, answers, { client, edition: 'official' });
  await box();
  await cut();
  fill(await box(), '먼저 온 학생의 댓글');
  await press('보내기');
  act(() => void client.setQueryData(sessionQuery.queryKey, { user: other }));
  await waitFor(async () => expect(await stored()).toHaveLength(1));
  expect(await listUnsent(other.id)).toEqual([]);
});

test.each([
  ['휴대폰에 두고 로그아웃', 1],
  ['지우고 로그아웃', 0],
])('[PH-05] logout with pending writes: asks what to do: %s', async (choice, left) => {
  const server = await openPost({ 'DELETE /api/session': undefined });
  await box();
  await cut();
  await write('아직 안 보낸 댓글');
  await open('/mypage', { 'DELETE /api/session': undefined });
  await main().findByRole('link', { name: /^보낼 글/ });
  await press('로그아웃');
  await screen.findByText(/아직 보내지 못한 글이 1개 있어요/);
  expect(server.asked('DELETE /api/session')).toEqual([]);
  await press(choice);
  await expectPath('/login');
  expect(await stored()).toHaveLength(left);
});

test('[PH-03] pending post: sent to its board with its original id', async () => {
  const put = 'POST /api/buildings/{buildingId}/posts' as const;
  await openPost();
  const server = await openWrite('/board/question', { ...answers, [put]: CUT }, { edition: 'official' });
  await fillPost('지하철에서 쓴 질문');
  await cut();
  await submit();
  await expectAlert('연결되면 보낼게요.');
  await expectPath('/board/question');
  const [waiting] = await stored();
  expect(waiting).toMatchObject({ kind: 'post', path: '/board/question' });
  server.answer(put, writeAnswers[put] as Answer<typeof put>);
  await comeBack();
  await expectAlert('기다리던 글 1개를 보냈어요.');
  const bodies = server.asked(put).map(({ body }) => body);
  expect(bodies.at(-1)).toMatchObject({ id: waiting?.id, title: '지하철에서 쓴 질문' });
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
});
