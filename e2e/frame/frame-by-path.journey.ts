import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { header, logo, screenName, tabBar, writeButton } from '../testing/reading.ts';
import { backArrow, expectHome, expectPath } from '../testing/screens.ts';

async function findIds(user: User, makers: Makers) {
  const { events } = await user.client.ask('GET /api/events', {});
  const { notices } = await user.client.ask('GET /api/notices', {});
  const { hots } = await user.client.ask('GET /api/hots', { query: {} });
  const post = await makers.post(user);
  return { post: post.id, event: events[0]?.id, notice: notices[0]?.id, hot: hots[0]?.id };
}

async function expectNoFooter(page: Page, path: string): Promise<void> {
  await expect(screenName(page), path).toBeAttached();
  await expect(tabBar(page), path).toHaveCount(0);
  await expect(writeButton(page), path).toHaveCount(0);
}

test('[FR-06] no footer on search, write, posts, keyword results, subpages of my page and bulletins', async ({
  page,
  signIn,
  anybody,
  makers,
}) => {
  test.slow();
  const { post, event, notice, hot } = await findIds(anybody, makers);
  await signIn();
  for (const path of [
    '/search',
    '/write',
    `/post/${post}`,
    `/hotpost/${hot}`,
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
    `/board/event/${event}`,
    '/board/notice',
    `/board/notice/${notice}`,
    '/board/new',
    '/board/hot',
  ]) {
    await page.goto(path);
    await expectNoFooter(page, path);
    await expectPath(page, path);
  }
  // Elsewhere there is one, or the list above would prove nothing.
  for (const [path, bars, buttons] of [
    ['/', 1, 0],
    ['/mypage', 1, 0],
    ['/building/main-hall', 0, 1],
    ['/board/festival', 0, 1],
  ] as const) {
    await page.goto(path);
    await expect(tabBar(page), path).toHaveCount(bars);
    await expect(writeButton(page), path).toHaveCount(buttons);
  }
});

test('[FR-06] logged out there is no footer on any page, login and sign-up included', async ({ page }) => {
  for (const path of [
    '/',
    '/login',
    '/signup',
    '/sendPasswordResetEmail',
    '/verify',
    '/reset',
    '/terms',
    '/privacy',
  ]) {
    await page.goto(path);
    await expectNoFooter(page, path);
    await expectPath(page, path);
  }
  // A page with a footer asks for the login first, which has none.
  await page.goto('/building');
  await expect(page.getByLabel('비밀번호', { exact: true })).toBeVisible();
  await expectNoFooter(page, '/building');
});

test('[FR-01] [FR-02] [FR-03] [FR-04] the header is hidden, or names keyword, building or board', async ({
  page,
  signIn,
  anybody,
  makers,
}) => {
  const { event, notice } = await findIds(anybody, makers);
  await signIn();
  await page.goto('/search');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(header(page)).toHaveCount(0);
  for (const [path, texts] of [
    ['/keyword/12/1', ['추천 장소', '인문']],
    ['/keyword/1/2', ['비대면 장소', '이공']],
    ['/keyword/6/3', ['콘센트 장소', '의과·자연']],
    ['/building/main-hall', ['본관']],
    ['/building/hana-square', ['하나스퀘어']],
    ['/board/new', ['최신글']],
    ['/board/hot', ['인기글']],
    ['/board/event', ['이벤트']],
    [`/board/event/${event}`, ['이벤트']],
    ['/board/notice', ['공지사항']],
    [`/board/notice/${notice}`, ['공지사항']],
  ] as const) {
    await page.goto(path);
    for (const text of texts) await expect(header(page).getByText(text, { exact: true }), path).toBeVisible();
    await expect(logo(page), path).toHaveCount(0);
    await expect(backArrow(page), path).toBeVisible();
  }
});

test('[FR-04] the title of an event or notice goes to its list, of a list to itself', async ({
  page,
  signIn,
  anybody,
  makers,
}) => {
  const { event, notice } = await findIds(anybody, makers);
  await signIn();
  for (const [list, id, title] of [
    ['/board/event', event, '이벤트'],
    ['/board/notice', notice, '공지사항'],
  ] as const) {
    for (const path of [`${list}/${id}`, list]) {
      await page.goto(path);
      await header(page).getByRole('link', { name: title, exact: true }).click();
      await expectPath(page, list);
      await expect(screenName(page)).toHaveText(title);
    }
  }
  // The other two boards have no page below them: their title leads nowhere.
  for (const path of ['/board/new', '/board/hot']) {
    await page.goto(path);
    await expect(header(page).getByRole('link')).toHaveCount(0);
  }
});

test('[FR-05] every other page shows the logo, which goes home', async ({
  page,
  signIn,
  anybody,
  makers,
}) => {
  test.slow();
  const { post, hot } = await findIds(anybody, makers);
  await signIn();
  for (const path of [
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
    `/post/${post}`,
    `/hotpost/${hot}`,
    '/algoria',
    '/terms',
    '/privacy',
    '/verify',
    '/reset',
  ]) {
    await page.goto(path);
    await expect(logo(page), path).toHaveText('마당');
    await logo(page).click();
    await expectHome(page);
  }
});
