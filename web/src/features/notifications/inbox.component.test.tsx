import type { InboxNotification, NotificationSettings } from '@madang/contract/notifications/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mainHall, makeNotice, makePost, makeWholePost, me } from '../../testing/answers.ts';
import { hands, openApp, press } from '../../testing/open-app.tsx';
import { type Answers, hold } from '../../testing/pretended-server.ts';
import { expectAlert, expectPath, field, main } from '../../testing/reading.ts';

const official = { edition: 'official' } as const;
const notice = makeNotice();
const post = {
  id: makePost().id,
  title: '몇 층이 조용한가요',
  buildingId: 'main-hall',
  buildingName: '본관',
};
const answers: Answers = {
  'GET /api/events': { events: [] },
  'GET /api/buildings': { buildings: [mainHall] },
  'GET /api/posts/{id}': { ...makeWholePost(), ...post },
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/notices/{id}': notice,
  'GET /api/posts/{id}/reply-marks': { liked: [], muted: false },
  'GET /api/posts/{id}/hidden': { post: null, replies: [] },
  'GET /api/posts/{id}/own-reports': { reports: [] },
  'GET /api/profile/cases': { cases: [] },
  'GET /api/profile/sanctions': { sanctions: [] },
  'PUT /api/notifications/{id}/read': { unread: 0 },
};
/** My page also links to the alert settings. */
const bell = () => within(screen.getByRole('banner')).getByRole('link', { name: /^알림/ });
const lines = () =>
  within(main().getByRole('list'))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

const common = { id: 'line', at: '2020-11-20T03:00:00.000Z', unread: true };
const answer = {
  ...common,
  kind: 'answer',
  to: 'post',
  post,
  replyNumber: 3,
  nickname: '다른학생',
  preview: '2층이요',
} as const;
const ticket = { kind: 'ticket', ticketId: post.id, number: 12, title: '3층 히터' } as const;
const LATER = '2026-11-27T03:00:00.000Z';
const about = { ...common, kind: 'case', caseId: 'case', title: '가려질 글' } as const;

test('[NO-01] each kind of notification: describes its event, and opens the right place', async () => {
  for (const [line, said, to] of [
    [{ ...answer, count: 1 }, '내 글에 새 댓글다른학생: 2층이요몇 층이 조용한가요', `/post/${post.id}`],
    [{ ...answer, count: 5 }, '내 글에 새 댓글 5개다른학생: 2층이요몇 층이 조용한가요', `/post/${post.id}`],
    [{ ...answer, to: 'reply', count: 1 }, '내 댓글에 새 답글다른학생: 2층이요', `/post/${post.id}`],
    [{ ...answer, to: 'reply', count: 2 }, '참여한 글에 새 댓글 2개다른학생: 2층이요', `/post/${post.id}`],
    [
      { ...answer, to: 'followed', count: 1 },
      '팔로우한 글에 새 댓글 1개다른학생: 2층이요',
      `/post/${post.id}`,
    ],
    [{ ...answer, to: 'followed', count: 3 }, '팔로우한 글에 새 댓글 3개다른학생', `/post/${post.id}`],
    [
      { ...common, kind: 'accepted', post, replyNumber: 2 },
      '내 답변이 채택되었습니다몇 층이 조용한가요본관',
      `/post/${post.id}`,
    ],
    [
      { ...common, kind: 'alert', post, word: '콘센트' },
      '‘콘센트’ 새 글몇 층이 조용한가요본관',
      `/post/${post.id}`,
    ],
    [
      { ...common, ...ticket, step: 'repairing', asked: false },
      '고장 신고 #12 · 수리 중3층 히터',
      `/post/${post.id}`,
    ],
    [
      { ...common, ...ticket, step: 'fixed', asked: true },
      '고장 신고 #12 · 정말 고쳐졌나요\\?3층 히터',
      `/post/${post.id}`,
    ],
    [
      { ...common, kind: 'notice', noticeId: notice.id, title: '도서관 점검' },
      '새 공지사항도서관 점검',
      `/board/notice/${notice.id}`,
    ],
    [{ ...about, thing: 'post', state: 'hidden' }, '내 글이 가려졌습니다가려질 글', '/mypage/cases'],
    [{ ...about, thing: 'reply', state: 'hidden' }, '내 댓글이 가려졌습니다가려질 글', '/mypage/cases'],
    [{ ...about, thing: 'post', state: 'upheld' }, '내 글을 가려 두기로 했습니다가려질 글', '/mypage/cases'],
    [
      { ...about, thing: 'reply', state: 'upheld' },
      '내 댓글을 가려 두기로 했습니다가려질 글',
      '/mypage/cases',
    ],
    [{ ...about, thing: 'post', state: 'restored' }, '내 글이 다시 보입니다가려질 글', '/mypage/cases'],
    [{ ...about, thing: 'post', state: 'appealed' }, '이의 제기를 받았습니다가려질 글', '/mypage/cases'],
    [{ ...about, thing: 'post', state: 'final' }, '이의 제기 결과가 나왔습니다가려질 글', '/mypage/cases'],
    [
      { ...common, kind: 'sanction', sanction: 'noBoard', board: '법학관', endsAt: LATER, over: false },
      '법학관 글쓰기 제한2026/11/27 12:00까지',
      '/mypage/cases',
    ],
    [
      { ...common, kind: 'sanction', sanction: 'warning', board: null, endsAt: LATER, over: true },
      '주의 · 끝났습니다2026/11/27 12:00까지',
      '/mypage/cases',
    ],
    [
      { ...common, kind: 'report', postId: post.id, thing: 'post', outcome: 'upheld' },
      '신고한 글을 가렸습니다알려 주셔서 고맙습니다',
      `/post/${post.id}`,
    ],
    [
      { ...common, kind: 'report', postId: post.id, thing: 'reply', outcome: 'restored' },
      '신고한 댓글을 살펴보고 그대로 두기로 했습니다',
      `/post/${post.id}`,
    ],
  ] satisfies [InboxNotification, string, string][]) {
    const server = await openApp(
      '/notifications',
      { ...answers, 'GET /api/notifications': { lines: [line], nextCursor: null, unread: 1 } },
      official,
    );
    await waitFor(() => expect(lines()[0]).toMatch(new RegExp(`^안 읽음 ${said}`)));
    await screen.findByText('안 읽은 알림 1개');
    await hands.click(within(main().getByRole('list')).getByRole('link'));
    await waitFor(() => expect(window.location.pathname).toBe(to));
    // Posts and notices are marked by their pages, cases here.
    const read = server
      .asked('PUT /api/notifications/{id}/read')
      .filter(({ path }) => path['id'] === line.id);
    const byLine = ['case', 'sanction', 'report', 'ticket'].includes(line.kind);
    expect([said, read.length]).toEqual([said, byLine ? 1 : 0]);
    server.answer('GET /api/notifications', hold({ lines: [], nextCursor: null, unread: 0 }).answer);
    await press('뒤로');
    await expectPath('/notifications');
    await waitFor(() => expect(lines()[0]).toMatch(new RegExp(`^${said}`)));
  }
});

test('[NO-01] empty inbox: links to alerts; mark all reads up to what was shown', async () => {
  await openApp(
    '/notifications',
    { ...answers, 'GET /api/notifications': { lines: [], nextCursor: null, unread: 0 } },
    official,
  );
  await main().findByText(/^아직 알림이 없습니다\./);
  main().getByRole('link', { name: '키워드 알림' });
  expect(screen.queryByRole('button', { name: '모두 읽음' })).toBeNull();
  const held = hold({ unread: 0 });
  const server = await openApp(
    '/notifications',
    {
      ...answers,
      'GET /api/notifications': { lines: [{ ...answer, count: 1 }], nextCursor: null, unread: 44 },
      'PUT /api/notifications/read': held.answer,
    },
    official,
  );
  await main().findByText('안 읽은 알림 44개');
  await hands.dblClick(screen.getByRole('button', { name: '모두 읽음' }));
  held.release();
  await expectAlert('모두 읽었습니다.');
  await main().findByText('안 읽은 알림이 없습니다.');
  expect(server.asked('PUT /api/notifications/read').map(({ body }) => body)).toEqual([{ upTo: answer.at }]);
  expect(lines()[0]).not.toContain('안 읽음');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('[NO-01] only home and my page have the bell, with the unread count up to 99', async () => {
  for (const [path, unread, name, text] of [
    ['/', 0, '알림', ''],
    ['/', 1, '알림, 안 읽은 알림 1개', '1'],
    ['/mypage', 99, '알림, 안 읽은 알림 99개', '99'],
    ['/mypage', 100, '알림, 안 읽은 알림 99+개', '99+'],
  ] as const) {
    await openApp(path, { ...answers, 'GET /api/session': { user: me, unread } }, official);
    await waitFor(() =>
      expect([bell().getAttribute('aria-label'), bell().textContent]).toEqual([name, text]),
    );
  }
  await openApp('/keyword', answers, official);
  await screen.findByRole('link', { name: /^팀플/ });
  expect(screen.queryByRole('link', { name: /^알림/ })).toBeNull();
  await openApp('/notifications', answers, { ...official, user: null });
  await expectPath('/login?next=%2Fnotifications');
  expect(screen.queryByRole('link', { name: /^알림/ })).toBeNull();
});

test('[NO-01] thread: muted in its menu, unmuted in the settings', async () => {
  const settings: NotificationSettings = {
    on: true,
    kinds: { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true },
    muted: [post],
  };
  const muting: Answers = {
    ...answers,
    'GET /api/posts/{id}/reply-marks': { liked: [], muted: false, followed: false },
    'PUT /api/posts/{id}/mute': undefined,
    'DELETE /api/posts/{id}/mute': undefined,
    'GET /api/profile/notification-settings': settings,
  };
  const openMenu = async () =>
    hands.click(await within(screen.getByRole('banner')).findByRole('button', { name: '더보기' }));
  // Unfollowed posts of others send no notifications.
  await openApp(`/post/${post.id}`, muting, official);
  await openMenu();
  await screen.findByRole('button', { name: '이 글 팔로우' });
  expect(screen.queryByRole('button', { name: '이 글 알림 끄기' })).toBeNull();
  const followed = { liked: [], muted: false, followed: true };
  const server = await openApp(
    `/post/${post.id}`,
    { ...muting, 'GET /api/posts/{id}/reply-marks': followed },
    official,
  );
  await openMenu();
  const held = hold(undefined);
  server.answer('PUT /api/posts/{id}/mute', held.answer);
  await hands.dblClick(await screen.findByRole('button', { name: '이 글 알림 끄기' }));
  held.release();
  await expectAlert('이 글에 달리는 댓글은 알리지 않습니다.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.asked('PUT /api/posts/{id}/mute').map(({ path }) => path['id'])).toEqual([post.id]);
  await openMenu();
  await screen.findByRole('button', { name: '이 글 알림 켜기' });

  const there = await openApp('/mypage/notifications', muting, official);
  await press(`‘${post.title}’ 알림 켜기`);
  await expectAlert('이 글에 달리는 댓글을 다시 알려 드립니다.');
  await main().findByText(/^알림을 끈 글이 없습니다/);
  expect(there.asked('DELETE /api/posts/{id}/mute')).toHaveLength(1);
});

test('[NO-01] kinds and all notifications can be turned off; of quick taps the last wins', async () => {
  const kinds = { answer: true, accepted: true, alert: true, ticket: true, notice: true, case: true };
  const held = hold({ on: true, kinds, muted: [] });
  const server = await openApp(
    '/mypage/notifications',
    {
      ...answers,
      'GET /api/profile/notification-settings': { on: true, kinds, muted: [] },
      'PUT /api/profile/notification-settings': held.answer,
    },
    official,
  );
  await screen.findByLabelText('공지사항');
  for (let tap = 0; tap < 5; tap += 1) await hands.click(field('내 글과 댓글, 팔로우한 글에 달린 댓글'));
  await hands.click(field('키워드가 든 새 글'));
  await hands.click(field('알림 받기'));
  held.release();
  const sent = () => server.asked('PUT /api/profile/notification-settings').map(({ body }) => body);
  await waitFor(() =>
    expect(sent().at(-1)).toEqual({ on: false, kinds: { ...kinds, answer: false, alert: false } }),
  );
  expect(sent()).toHaveLength(2);
  expect([field('알림 받기').checked, field('내 글과 댓글, 팔로우한 글에 달린 댓글').checked]).toEqual([
    false,
    false,
  ]);
  expect(field('공지사항').closest('fieldset')?.disabled).toBe(true);
  screen.getByText(/^꺼져 있는 동안에는/);
});
