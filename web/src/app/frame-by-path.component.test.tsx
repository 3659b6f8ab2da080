import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  board,
  legalText,
  mainHall,
  makeEvent,
  makeHot,
  makeNotice,
  makePost,
  makeWholePost,
  me,
} from '../testing/answers.ts';
import { hands, openApp } from '../testing/open-app.tsx';
import type { Answers } from '../testing/pretended-server.ts';
import { expectPath, main, path } from '../testing/reading.ts';

const [event, notice, hot, post] = [makeEvent(), makeNotice(), makeHot(), makeWholePost()];
const posts = { posts: [makePost()], nextCursor: null };
const boards = [
  mainHall,
  { ...mainHall, id: 'hana-square', name: '하나스퀘어' },
  board('question', 'question', '질문 게시판'),
  board('buildingNotice', 'notice', '시설 공지'),
  board('festival', 'festival', '축제 게시판'),
];

/** Campus with one entry of each kind. */
const campus: Answers = {
  'GET /api/buildings': { buildings: boards.slice(0, 2) },
  'GET /api/buildings/{buildingId}': ({ path }) =>
    boards.find(({ id }) => id === path['buildingId']) ?? mainHall,
  'GET /api/buildings/{buildingId}/posts': posts,
  'GET /api/posts/latest': { posts: posts.posts },
  'GET /api/posts/{id}': post,
  'GET /api/posts/{id}/replies': { replies: [], nextAfter: null },
  'GET /api/festival/posts': posts,
  'GET /api/keywords/{keywordId}/{categoryId}/posts': posts,
  'GET /api/hots': { hots: [hot], nextCursor: null },
  'GET /api/hots/{id}': hot,
  'GET /api/events': { events: [event] },
  'GET /api/events/{id}': event,
  'GET /api/notices': { notices: [notice] },
  'GET /api/notices/{id}': notice,
  'GET /api/profile': { user: me },
  'GET /api/profile/posts': posts,
  'GET /api/profile/scraps': posts,
  'GET /api/legal/{document}': ({ path }) => legalText(path['document']),
};

const tabBar = () => screen.queryAllByRole('navigation').length;
const pen = () => screen.queryAllByRole('link', { name: '글쓰기' }).length;
const header = () => within(screen.getByRole('banner'));
const logo = () => header().queryByRole('link', { name: /마당/ });
const name = () => screen.findByRole('heading', { level: 1 });

test('[FR-06] no footer on search, write, posts, keyword results, subpages of my page, events and notices', async () => {
  for (const page of [
    '/search',
    '/write',
    `/post/${post.id}`,
    `/hotpost/${hot.id}`,
    '/keyword/1/1',
    '/mypage/viewprofile',
    '/mypage/viewprofile/changeEmail',
    '/mypage/viewprofile/changepassword',
    '/mypage/viewprofile/changenickname',
    '/mypage/viewprofile/changeemail',
    '/mypage/viewprofile/changePassword',
    '/mypage/viewprofile/changeNickname',
    '/mypage/scrap',
    '/mypage/myposts',
    '/mypage/cancelmembership',
    '/board/event',
    `/board/event/${event.id}`,
    '/board/notice',
    `/board/notice/${notice.id}`,
    '/board/new',
    '/board/hot',
  ]) {
    await openApp(page, campus);
    await name();
    expect([page, tabBar(), pen(), path()]).toEqual([page, 0, 0, page]);
  }
  // Other pages have one, so the list above proves something.
  for (const [page, bars, pens] of [
    ['/', 1, 0],
    ['/mypage', 1, 0],
    ['/building/main-hall', 0, 1],
    ['/board/festival', 0, 1],
  ] as const) {
    await openApp(page, campus);
    await name();
    expect([page, tabBar(), pen()]).toEqual([page, bars, pens]);
  }
});

test('[FR-06] logged out: no page has a footer, including login and sign-up', async () => {
  for (const page of [
    '/',
    '/login',
    '/signup',
    '/sendPasswordResetEmail',
    '/verify',
    '/reset',
    '/terms',
    '/privacy',
  ]) {
    await openApp(page, campus, { user: null });
    await name();
    expect([page, tabBar(), pen(), path()]).toEqual([page, 0, 0, page]);
  }
  // A page with a footer first shows the login, which has none.
  await openApp('/building', campus, { user: null });
  await screen.findByLabelText('비밀번호');
  expect([tabBar(), pen()]).toEqual([0, 0]);
});

test('[FR-01] [FR-02] [FR-03] [FR-04] header: hidden, or names keyword, building or board', async () => {
  await openApp('/search', campus);
  await screen.findByRole('searchbox');
  expect(screen.queryByRole('banner')).toBeNull();
  for (const [page, ...texts] of [
    ['/keyword/12/1', '추천 장소', '인문'],
    ['/keyword/1/2', '비대면 장소', '이공'],
    ['/keyword/6/3', '콘센트 장소', '의과·자연'],
    ['/building/main-hall', '본관'],
    ['/building/hana-square', '하나스퀘어'],
    ['/board/new', '최신글'],
    ['/board/hot', '인기글'],
    ['/board/event', '이벤트'],
    [`/board/event/${event.id}`, '이벤트'],
    ['/board/notice', '공지사항'],
    [`/board/notice/${notice.id}`, '공지사항'],
  ] as const) {
    await openApp(page, campus);
    for (const text of texts) await header().findByText(text, { exact: true });
    expect([page, logo()]).toEqual([page, null]);
    header().getByRole('button', { name: '뒤로' });
  }
});

test('[FR-04] title of an event or notice: links to its list; of a list, to itself', async () => {
  for (const [list, id, title] of [
    ['/board/event', event.id, '이벤트'],
    ['/board/notice', notice.id, '공지사항'],
  ] as const) {
    for (const page of [`${list}/${id}`, list]) {
      await openApp(page, campus);
      await hands.click(header().getByRole('link', { name: title }));
      await expectPath(list);
      await screen.findByRole('heading', { level: 1, name: title });
    }
  }
  // The other two boards have no page below: their title is no link.
  for (const page of ['/board/new', '/board/hot']) {
    await openApp(page, campus);
    await name();
    expect(header().queryAllByRole('link')).toEqual([]);
  }
});

test('[FR-05] every other page shows the logo, which links to home', async () => {
  for (const page of [
    '/',
    '/building',
    '/keyword',
    '/mypage',
    '/mypage/viewprofile',
    '/mypage/viewprofile/changeEmail',
    '/mypage/scrap',
    '/mypage/myposts',
    '/mypage/cancelmembership',
    '/board/question',
    '/board/buildingNotice',
    '/board/festival',
    `/post/${post.id}`,
    `/hotpost/${hot.id}`,
    '/algoria',
    '/terms',
    '/privacy',
    '/verify',
    '/reset',
  ]) {
    await openApp(page, campus);
    expect([page, logo()?.textContent]).toEqual([page, '마당']);
    await hands.click(logo() ?? document.body);
    await expectPath('/');
    await main().findByRole('link', { name: '질문 게시판' });
  }
});

test('[FR-01] [FR-07] five tabs on the top pages, the current one marked; search has only a back button', async () => {
  const tabs = [
    ['/', '홈'],
    ['/building', '건물'],
    ['/search', '검색'],
    ['/keyword', '키워드'],
    ['/mypage', '마이페이지'],
  ] as const;
  const bar = () => within(screen.getByRole('navigation'));
  for (const [page, label] of tabs) {
    await openApp('/', campus);
    await hands.click(bar().getByRole('link', { name: label }));
    await expectPath(page);
    if (page === '/search') continue;
    await openApp(page, campus);
    await name();
    expect(
      bar()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(tabs.map(([, text]) => text));
    expect(bar().getByRole('link', { current: 'page' }).textContent).toBe(label);
    expect(pen()).toBe(0);
  }
  await openApp('/mypage', campus);
  await hands.click(bar().getByRole('link', { name: '검색' }));
  await main().findByRole('searchbox');
  expect([screen.queryByRole('banner'), tabBar(), pen()]).toEqual([null, 0, 0]);
  await hands.click(screen.getByRole('button', { name: '뒤로' }));
  await expectPath('/mypage');
});

test('[FR-08] other pages have a write button that passes their path on', async () => {
  for (const page of [
    '/building/main-hall',
    '/board/question?sort=popular',
    '/board/buildingNotice',
    '/board/festival',
    '/algoria',
  ]) {
    await openApp(page, campus);
    await name();
    await hands.click(screen.getByRole('link', { name: '글쓰기' }));
    await expectPath('/write');
    expect(JSON.stringify(window.history.state)).toContain(JSON.stringify(page));
    expect([tabBar(), pen()]).toEqual([0, 0]);
  }
});
