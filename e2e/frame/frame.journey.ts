import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { allScreens } from '../testing/all-screens.ts';
import {
  backArrow,
  expectAlert,
  expectHome,
  expectLoaded,
  expectPath,
  sidewaysScroll,
} from '../testing/screens.ts';

const tabs = [
  ['/', '홈'],
  ['/building', '건물'],
  ['/search', '검색'],
  ['/keyword', '키워드'],
  ['/mypage', '마이페이지'],
] as const;

const bar = (page: Page) => page.getByRole('navigation');
const header = (page: Page) => page.getByRole('banner');
const logo = (page: Page) => header(page).getByRole('link', { name: /마당/ });
const writeButton = (page: Page) => page.getByRole('link', { name: '글쓰기', exact: true });

test('[FR-01] [FR-07] five tabs on the top pages, the current one marked; search has only a way back', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [path, label] of tabs) {
    if (path === '/search') continue;
    await page.goto(path);
    await expect(bar(page).getByRole('link')).toHaveText(tabs.map(([, name]) => name));
    await expect(bar(page).locator('[aria-current=page]')).toHaveText([label]);
    const box = await bar(page).boundingBox();
    expect(box?.height).toBe(70);
    // It stands at the lower edge, however long the page is.
    expect((box?.y ?? 0) + 70).toBe(844);
    await expect(writeButton(page)).toHaveCount(0);
  }
  for (const [path, label] of tabs) {
    await page.goto('/');
    await bar(page).getByRole('link', { name: label, exact: true }).click();
    await expectPath(page, path);
  }
  await page.goto('/mypage');
  await bar(page).getByRole('link', { name: '검색' }).click();
  await expectPath(page, '/search');
  await expect(page.getByRole('main').getByRole('searchbox')).toBeVisible();
  await expect(header(page)).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
  await expect(writeButton(page)).toHaveCount(0);
  await backArrow(page).click();
  await expectPath(page, '/mypage');
});

test('logged out there is neither tab bar nor write button', async ({ page }) => {
  for (const path of ['/', '/login', '/signup', '/sendPasswordResetEmail', '/terms', '/privacy']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await expect(writeButton(page)).toHaveCount(0);
  }
});

test('[FR-03] [FR-04] the header names buildings and boards, and leads from an event or notice to its list', async ({
  page,
  signIn,
  anybody,
}) => {
  const { events } = await anybody.client.ask('GET /api/events', {});
  const { notices } = await anybody.client.ask('GET /api/notices', {});
  await signIn();
  await page.goto('/building/hana-square');
  await expect(header(page)).toContainText('하나스퀘어');
  await expect(logo(page)).toHaveCount(0);
  for (const [path, title] of [
    ['/board/new', '최신글'],
    ['/board/hot', '인기글'],
    ['/board/event', '이벤트'],
    ['/board/notice', '공지사항'],
  ] as const) {
    await page.goto(path);
    await expect(header(page)).toContainText(title);
    await expect(logo(page)).toHaveCount(0);
  }
  for (const [list, id, title] of [
    ['/board/event', events[0]?.id, '이벤트'],
    ['/board/notice', notices[0]?.id, '공지사항'],
  ] as const) {
    await page.goto(`${list}/${id}`);
    await header(page).getByRole('link', { name: title }).click();
    await expectPath(page, list);
  }
});

test('[FR-05] elsewhere the header has the logo, which goes home', async ({ page, signIn, makers }) => {
  const user = await makers.user();
  const post = await makers.post(user);
  await page.goto('/signup');
  await expect(logo(page)).toHaveText('마당');
  await logo(page).click();
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
  await expectPath(page, '/');

  await signIn(user);
  for (const path of [
    '/',
    '/building',
    '/keyword',
    '/mypage',
    '/mypage/viewprofile',
    '/board/question',
    '/board/buildingNotice',
    '/board/festival',
    `/post/${post.id}`,
    '/terms',
    '/algoria',
  ]) {
    await page.goto(path);
    await expect(logo(page)).toHaveText('마당');
    await logo(page).click();
    await expectHome(page);
  }
});

test('[FR-08] other pages float a write button, which carries the path it was pressed on', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const path of [
    '/building/student-union',
    '/board/question?sort=popular',
    '/board/buildingNotice',
    '/board/festival',
    '/algoria',
  ]) {
    await page.goto(path);
    await expect(writeButton(page)).toBeInViewport({ ratio: 1 });
    await expect(bar(page)).toHaveCount(0);
    // It floats: the end of the page does not take it away.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(writeButton(page)).toBeInViewport({ ratio: 1 });
    await writeButton(page).click();
    await expectPath(page, '/write');
    expect(await page.evaluate(() => JSON.stringify(window.history.state))).toContain(JSON.stringify(path));
    await expect(writeButton(page)).toHaveCount(0);
    await expect(bar(page)).toHaveCount(0);
  }
});

test('[FR-09] no screen scrolls sideways at 320 px', async ({ page, openBrowser, makers }) => {
  test.slow();
  const { visitor, user, writer } = await allScreens(makers);
  const signedIn = await openBrowser(writer);
  for (const [browser, paths] of [
    [page, visitor],
    [signedIn, user],
  ] as const) {
    await browser.setViewportSize({ width: 320, height: 640 });
    for (const path of paths) {
      await browser.goto(path);
      await expect(browser.getByRole('heading', { level: 1 })).toBeAttached();
      await expectLoaded(browser);
      expect(await sidewaysScroll(browser), path).toBe(0);
    }
  }
});

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

  test('[FR-09] [CO-02] the page is 420 px wide and centred', async ({ page, openBrowser, makers }) => {
    test.slow();
    const { visitor, user, writer } = await allScreens(makers);
    const signedIn = await openBrowser(writer);
    for (const [browser, paths] of [
      [page, visitor],
      [signedIn, user],
    ] as const) {
      for (const path of paths) {
        await browser.goto(path);
        await expect(browser.getByRole('heading', { level: 1 })).toBeAttached();
        const box = await browser.getByRole('main').boundingBox();
        const width = await browser.evaluate(() => document.documentElement.clientWidth);
        expect(box?.width, path).toBe(420);
        expect(box?.x, path).toBe((width - 420) / 2);
        expect(await sidewaysScroll(browser), path).toBe(0);
        // What stands over the page keeps to its column.
        for (const part of await bar(browser).or(writeButton(browser)).all()) {
          const floating = await part.boundingBox();
          expect(floating?.x, path).toBeGreaterThanOrEqual((width - 420) / 2);
          expect((floating?.x ?? 0) + (floating?.width ?? 0), path).toBeLessThanOrEqual((width + 420) / 2);
        }
      }
    }
  });
});

test('[CO-02] bar, like pill and body input have their sizes', async ({ page, makers, user }) => {
  const post = await makers.post(user);
  await page.goto('/');
  expect((await bar(page).boundingBox())?.height).toBe(70);
  await page.goto(`/post/${post.id}`);
  expect((await page.getByRole('button', { name: '좋아요' }).boundingBox())?.width).toBe(100);
  await page.goto('/board/question');
  await writeButton(page).click();
  expect((await page.getByLabel('내용', { exact: true }).boundingBox())?.height).toBe(300);
});

test('[CO-03] an untouched toast leaves after 5000 ms', async ({ page, signIn }) => {
  await signIn();
  await page.clock.install();
  await page.goto('/building');
  await page.getByRole('button', { name: '학교 지도' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: '학교 지도' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  await page.clock.runFor(4_990);
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  await page.clock.runFor(20);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
