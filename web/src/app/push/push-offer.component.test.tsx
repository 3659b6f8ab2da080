import 'fake-indexeddb/auto';
import { act, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endSession } from '../../features/session/session.ts';
import { closeDatabase, readOwner } from '../../lib/offline/database.ts';
import { makeReply, me } from '../../testing/answers.ts';
import { hands } from '../../testing/open-app.tsx';
import { pretendPush } from '../../testing/pretended-push.ts';
import { type Answers, CUT } from '../../testing/pretended-server.ts';
import { inbox, on, post, SOME_ID, startPush, stopPush, subscribed } from '../../testing/push-start.ts';
import { expectAlert } from '../../testing/reading.ts';
import { isAboveTaken, putAbove } from '../top-line.tsx';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

// Preloads the module: tests without an offer do not wait for it.
beforeAll(() => import('./push-offer.tsx'));
beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(async () => {
  stopPush();
  // Top lines are outside the app, which the tests close.
  if (offer()) await hands.click(later());
  await closeDatabase();
});

/** Time in which nothing further must happen. */
const rest = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)));

const offer = () => screen.queryByRole('complementary', { name: '댓글 알림 안내' });
const findOffer = () => screen.findByRole('complementary', { name: '댓글 알림 안내' });
const later = () => screen.getByRole('button', { name: '나중에' });

test('[NO-04] push offer: follows the first answer to an own post in the inbox; only a tap asks the browser', async () => {
  const push = pretendPush();
  const { server } = await startPush('/notifications');
  await findOffer();
  expect(push.asked).toBe(0);
  await hands.dblClick(screen.getByRole('button', { name: '알림 받기' }));
  await expectAlert('이제 새 소식이 오면 이 기기로 알려 드려요.');
  await waitFor(() => expect(offer()).toBeNull());
  expect([push.asked, server.asked('PUT /api/profile/push/device').length]).toEqual([1, 1]);
  expect((await readOwner())?.push?.endpoint).toBe(push.subscription?.endpoint);
});

test('[NO-04] on an own post: offered after another student’s answer, not after an own reply', async () => {
  pretendPush();
  const own = { ...post, authorId: me.id };
  const replies = (authorId: string) => ({
    replies: [makeReply({ postId: post.id, authorId })],
    nextAfter: null,
  });
  await startPush(`/post/${post.id}`, {
    'GET /api/posts/{id}': own,
    'GET /api/posts/{id}/replies': replies(me.id),
  });
  await screen.findByText('3층이에요');
  await rest();
  expect(offer()).toBeNull();
  await startPush(`/post/${post.id}`, { 'GET /api/posts/{id}/replies': replies(SOME_ID) });
  await screen.findByText('3층이에요');
  await rest();
  expect(offer()).toBeNull();
  await startPush(`/post/${post.id}`, {
    'GET /api/posts/{id}': own,
    'GET /api/posts/{id}/replies': replies(SOME_ID),
  });
  await findOffer();
});

test('[NO-04] 나중에 and a refusal: remembered on the device', async () => {
  const push = pretendPush({ answer: 'default' });
  await startPush('/notifications');
  await findOffer();
  await hands.click(later());
  expect(offer()).toBeNull();
  await startPush('/notifications');
  await screen.findByText('다른학생: 2층이요');
  await rest();
  expect(offer()).toBeNull();
  localStorage.clear();
  const { server } = await startPush('/notifications');
  await findOffer();
  await hands.click(screen.getByRole('button', { name: '알림 받기' }));
  await waitFor(() => expect(offer()).toBeNull());
  expect([push.asked, server.asked('PUT /api/profile/push/device')]).toEqual([1, []]);
  await startPush('/notifications');
  await rest();
  expect(offer()).toBeNull();
});

test('[NO-04] network failure: keeps the offer for the next tap; logout removes it', async () => {
  const push = pretendPush();
  const { server } = await startPush('/notifications', { 'PUT /api/profile/push/device': CUT });
  await findOffer();
  const take = screen.getByRole('button', { name: '알림 받기' });
  await hands.click(take);
  await expectAlert('이 브라우저에서 알림을 켜지 못했어요. 잠시 뒤에 다시 눌러 주세요.');
  expect(offer()).not.toBeNull();
  server.answer('PUT /api/profile/push/device', subscribed);
  await hands.click(take);
  await waitFor(() => expect(offer()).toBeNull());
  expect([push.asked, server.asked('PUT /api/profile/push/device').length]).toEqual([2, 2]);

  const other = await startPush('/notifications', { 'GET /api/profile/push': on });
  await findOffer();
  other.server.answer('GET /api/session', { user: null });
  act(() => endSession(other.client, '/login', true));
  await waitFor(() => expect(offer()).toBeNull());
});

test('[NO-04] browser without a push service: the offer explains it and is not repeated', async () => {
  pretendPush({ dead: true });
  await startPush('/notifications');
  await findOffer();
  await hands.click(screen.getByRole('button', { name: '알림 받기' }));
  await expectAlert(
    '이 브라우저는 알림을 받을 수 없어요. 브라우저를 업데이트하거나 Chrome, 삼성 인터넷, Safari, Firefox에서 켜 주세요.',
  );
  await waitFor(() => expect(offer()).toBeNull());
  await startPush('/notifications');
  await screen.findByText('다른학생: 2층이요');
  await rest();
  expect(offer()).toBeNull();
});

test('[NO-04] subscribed device: checks once per visit whether to offer', async () => {
  pretendPush();
  const { client, server } = await startPush('/notifications', { 'GET /api/profile/push': subscribed });
  await screen.findByText('다른학생: 2층이요');
  await waitFor(() => expect(server.asked('GET /api/profile/push')).toHaveLength(1));
  await act(() => client.refetchQueries({ queryKey: ['inbox'] }));
  await rest();
  expect(server.asked('GET /api/profile/push')).toHaveLength(1);
});

test.each([
  ['without keys of the operator', {}, { 'GET /api/profile/push': { ...on, key: null } }, undefined],
  ['where the device is notified', {}, { 'GET /api/profile/push': subscribed }, undefined],
  ['where the browser was told no', { permission: 'denied' as const }, {}, undefined],
  ['in a browser without push', null, {}, undefined],
  ['in KakaoTalk', null, {}, `${IPHONE} KAKAOTALK 11.4.2`],
  ['for an answer to a reply', {}, { 'GET /api/notifications': inbox('reply') }, undefined],
  ['while the server is away', {}, { 'GET /api/profile/push': CUT } satisfies Answers, undefined],
] as const)('[NO-04] nothing is offered %s', async (_, browser, more, agent) => {
  if (browser) pretendPush(browser);
  if (agent) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  await startPush('/notifications', more as Answers);
  await screen.findByText('다른학생: 2층이요');
  await rest();
  expect(offer()).toBeNull();
});

test('[NO-04] Safari on an iPhone: the offer leads to installation first, then asks; other lines go first', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(IPHONE);
  let free = (): void => {};
  act(() =>
    putAbove((leave) => {
      free = leave;
      return null;
    }),
  );
  await startPush('/notifications');
  await screen.findByText('다른학생: 2층이요');
  await rest();
  expect(offer()).toBeNull();
  act(free);
  await startPush('/notifications');
  await findOffer();
  await hands.click(screen.getByRole('button', { name: '방법 보기' }));
  await screen.findByRole('dialog', { name: '홈 화면에 두는 방법' });
  await hands.click(screen.getByRole('button', { name: '닫기' }));
  await waitFor(() => expect([offer(), isAboveTaken()]).toEqual([null, false]));

  localStorage.clear();
  const push = pretendPush();
  Object.assign(navigator, { standalone: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'standalone'));
  await startPush('/notifications');
  await findOffer();
  expect(screen.queryByRole('button', { name: '방법 보기' })).toBeNull();
  await hands.click(screen.getByRole('button', { name: '알림 받기' }));
  await expectAlert('이제 새 소식이 오면 이 기기로 알려 드려요.');
  expect(push.asked).toBe(1);
});
