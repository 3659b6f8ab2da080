import type { Page } from '@playwright/test';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, header } from '../testing/reading.ts';
import { expectLoaded, expectPath } from '../testing/screens.ts';
import { markLoad } from '../testing/worker.ts';

const UNREACHED = '인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.';
/** Chromium's lines about what never got through. */
const LOST = /Failed to load resource: net::ERR_/;

const failure = (page: Page) => page.getByRole('main').getByRole('alert');
const banner = (page: Page) => page.getByText('오프라인입니다.');

/** Home, with the six boards that nobody has opened yet. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.locator('[aria-roledescription=carousel]')).toBeVisible();
  await page.waitForLoadState('networkidle');
}

const goTo = (page: Page, board: string) => page.getByRole('link', { name: board }).click();

test('the illustration of a failure is there without a request', async ({ page, watch, signIn }) => {
  watch.expect(LOST);
  await signIn();
  await openHome(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The phone believes in a network that leads nowhere.
  await page.route('**/*', (route) => route.abort());
  await goTo(page, '질문 게시판');
  await expect(failure(page)).toContainText(UNREACHED);
  const picture = failure(page).locator('span').first();
  expect(await picture.evaluate((element) => getComputedStyle(element).backgroundImage)).toMatch(
    /^url\("data:image\/svg\+xml/,
  );
  expect((await picture.boundingBox())?.height).toBe(120);
  await expect(failure(page).locator('img')).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/campus/empty/'))).toEqual([]);
});

test('a screen whose script cannot come speaks of the connection, not of reloading', async ({
  page,
  watch,
  signIn,
}) => {
  watch.allow(LOST);
  await signIn();
  await openHome(page);
  await page.context().setOffline(true);
  await goTo(page, '인기글');
  await expectPath(page, '/board/hot');
  await expect(failure(page)).toContainText(UNREACHED);
  await expect(page.getByText(/새로고침/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible();
});

test('such a screen comes by itself with its styles, and is there when one went on meanwhile', async ({
  page,
  watch,
  signIn,
}) => {
  watch.allow(LOST);
  await signIn();
  await openHome(page);
  await page.context().setOffline(true);
  await goTo(page, '최신글');
  await expect(failure(page)).toBeVisible();
  await page.goBack();
  await expect(page.locator('[aria-roledescription=carousel]')).toBeVisible();
  await goTo(page, '질문 게시판');
  await expect(failure(page)).toBeVisible();
  const isLoadedAgain = await markLoad(page);
  await page.context().setOffline(false);
  await expect(cardLinks(page).first()).toBeVisible();
  await expect(page.getByRole('tab', { name: '최신' })).toHaveCSS('min-height', '48px');
  await page.goBack();
  await goTo(page, '최신글');
  await expect(cardLinks(page).first()).toBeVisible();
  expect(await isLoadedAgain()).toBe(false);
});

test('what could not be read is read by itself when the network is back', async ({ page, watch, signIn }) => {
  watch.allow(LOST);
  await signIn();
  await page.goto('/board/new');
  await expect(cardLinks(page).first()).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: '뒤로' }).click();
  await expect(page.locator('[aria-roledescription=carousel]')).toBeVisible();
  await goTo(page, '질문 게시판');
  await expect(cardLinks(page).first()).toBeVisible();
  const post = cardLinks(page).first();
  const title = (await post.textContent()) ?? '';
  await post.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await page.context().setOffline(true);
  // Its script is here, its posts are not.
  await page.getByRole('tab', { name: '인기' }).click();
  await expect(failure(page)).toContainText(UNREACHED);
  await page.context().setOffline(false);
  await expect(cardLinks(page).first()).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test('a phone that says too early that it is online gets everything all the same', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  const page = await openBrowser(anybody, line);
  await page.goto('/board/question');
  await expect(cardLinks(page).first()).toBeVisible();
  line.cut();
  await page.context().setOffline(true);
  await page.getByRole('tab', { name: '인기' }).click();
  await expect(failure(page)).toContainText(UNREACHED);
  const lost = page.waitForEvent('requestfailed');
  await page.context().setOffline(false);
  await lost;
  await expect(failure(page)).toContainText(UNREACHED);
  line.restore();
  await expect(cardLinks(page).first()).toBeVisible({ timeout: 20_000 });
});

test('the start waits for the network by itself', async ({ page, watch, signIn }) => {
  watch.allow(LOST);
  await signIn();
  await leaveOutAnswers(page);
  await page.route(/\/(?:api|health)\//, (route) => route.abort());
  await page.goto('/board/question');
  await expect(page.getByRole('alert')).toContainText(UNREACHED);
  await page.unrouteAll();
  await expect(cardLinks(page).first()).toBeVisible({ timeout: 20_000 });
});

test('a next page that could not come comes by itself', async ({ page, watch, user: _ }) => {
  watch.allow(LOST);
  await page.goto('/board/question');
  await expect(cardLinks(page)).toHaveCount(30);
  await page.context().setOffline(true);
  await page.mouse.wheel(0, 20_000);
  await expect(failure(page)).toContainText('글을 더 불러오지 못했습니다.');
  await page.context().setOffline(false);
  await expect.poll(() => cardLinks(page).count()).toBeGreaterThan(30);
});

test('the line that tells of the lost network stays in view', async ({ page, watch, signIn }) => {
  // The app looks for the server while the line is cut, and may do so in the moment of the cut.
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  await signIn();
  await page.goto('/board/question');
  await expect(cardLinks(page).first()).toBeVisible();
  await page.context().setOffline(true);
  await expect(banner(page)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 1_500));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1_000);
  await expect(banner(page)).toBeInViewport({ ratio: 1 });
  const top = (await header(page).boundingBox())?.height;
  expect((await banner(page).boundingBox())?.y).toBe(top);

  // Where there is no header, what sticks to the top makes room for it.
  await page.context().setOffline(false);
  await expect(banner(page)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 400 });
  await page.goto('/search');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.context().setOffline(true);
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(banner(page)).toBeInViewport({ ratio: 1 });
  const line = await banner(page).boundingBox();
  const field = await page.getByRole('searchbox').boundingBox();
  expect(field?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
});

test('that line speaks of what was seen last only where it is shown', async ({
  page,
  openBrowser,
  watch,
  signIn,
}) => {
  watch.allow(LOST);
  await signIn();
  await page.goto('/board/question');
  await expect(cardLinks(page).first()).toBeVisible();
  await page.context().setOffline(true);
  await expect(banner(page)).toHaveText(/^오프라인입니다\. \d\d:\d\d에 본 내용이에요\.$/, {
    useInnerText: true,
  });
  await page.getByRole('tab', { name: '인기' }).click();
  await expect(failure(page)).toBeVisible();
  await expect(banner(page)).toHaveText('오프라인입니다. 이 휴대폰에서는 아직 본 적이 없는 내용이에요.', {
    useInnerText: true,
  });

  const visitor = await openBrowser();
  await visitor.goto('/');
  await expectLoaded(visitor);
  await visitor.context().setOffline(true);
  await expect(banner(visitor)).toHaveText('오프라인입니다.', { useInnerText: true });
});
