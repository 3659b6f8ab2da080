import type { Page } from '@playwright/test';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, header } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';
import { markLoad } from '../testing/worker.ts';

const UNREACHED = '인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.';
/** Chromium's messages about failed requests. */
const LOST = /Failed to load resource: net::ERR_/;

const failure = (page: Page) => page.getByRole('main').getByRole('alert');
const banner = (page: Page) => page.getByText('오프라인입니다.');
const carousel = (page: Page) => page.locator('[aria-roledescription=carousel]');
const goTo = (page: Page, board: string) => page.getByRole('link', { name: board }).click();

test('failed screen script: shows a connection message, and loads when the network returns @full', async ({
  page,
  watch,
  signIn,
}) => {
  watch.allow(LOST);
  await signIn();
  await page.goto('/');
  await expect(carousel(page)).toBeVisible();
  // The boards screen was never opened.
  await page.waitForLoadState('networkidle');
  const isLoadedAgain = await markLoad(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.context().setOffline(true);
  await goTo(page, '최신글');
  await expectPath(page, '/board/new');
  await expect(failure(page)).toContainText(UNREACHED);
  await expect(page.getByText(/새로고침/)).toHaveCount(0);
  await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible();

  await test.step('its illustration is there without a request', async () => {
    const picture = failure(page).locator('span').first();
    expect(await picture.evaluate((element) => getComputedStyle(element).backgroundImage)).toMatch(
      /^url\("data:image\/svg\+xml/,
    );
    expect((await picture.boundingBox())?.height).toBe(120);
    await expect(failure(page).locator('img')).toHaveCount(0);
    expect(asked.filter((path) => path.startsWith('/campus/empty/'))).toEqual([]);
  });

  await page.goBack();
  await expect(carousel(page)).toBeVisible();
  await goTo(page, '질문 게시판');
  await expect(failure(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(cardLinks(page).first()).toBeVisible();
  // Including its styles.
  await expect(page.getByRole('tab', { name: '최신' })).toHaveCSS('min-height', '48px');
  await page.goBack();
  await goTo(page, '최신글');
  await expect(cardLinks(page).first()).toBeVisible();
  expect(await isLoadedAgain()).toBe(false);

  await test.step('so does the start', async () => {
    await leaveOutAnswers(page);
    await page.route(/\/(?:api|health)\//, (route) => route.abort());
    await page.goto('/board/question');
    await expect(page.getByRole('alert')).toContainText(UNREACHED);
    await page.unrouteAll();
    await expect(cardLinks(page).first()).toBeVisible({ timeout: 20_000 });
  });
});

test('failed reads retry by themselves, even if the phone reports online too early; the status line stays visible', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  const page = await openBrowser(anybody, line);

  await page.goto('/board/question');
  await expect(cardLinks(page)).toHaveCount(30);

  await test.step('a next page', async () => {
    await page.context().setOffline(true);
    await page.mouse.wheel(0, 20_000);
    await expect(failure(page)).toContainText('글을 더 불러오지 못했습니다.');
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    await expect(banner(page)).toHaveText(/^오프라인입니다\. \d\d:\d\d에 본 내용이에요\.$/, {
      useInnerText: true,
    });
    const height = (await header(page).boundingBox())?.height;
    expect((await banner(page).boundingBox())?.y).toBe(height);
    await page.context().setOffline(false);
    await expect.poll(() => cardLinks(page).count()).toBeGreaterThan(30);
    await expect(banner(page)).toHaveCount(0);
  });

  await test.step('a list whose script is there', async () => {
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

  await test.step('where there is no header, what sticks to the top makes room for the line', async () => {
    await page.setViewportSize({ width: 390, height: 400 });
    await page.goto('/search');
    const field = page.getByRole('searchbox');
    await expect(field).toBeVisible();
    await page.context().setOffline(true);
    await page.evaluate(() => window.scrollTo(0, 200));
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    const box = await banner(page).boundingBox();
    expect((await field.boundingBox())?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  });
});
