import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { answerProblem, holdAnswers, leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers } from '../testing/makers.ts';
import { tabBar } from '../testing/reading.ts';
import { backArrow, expectHome, expectPath, sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

/** All that home's script may weigh [FH-01]. */
const SCRIPT_MAX = 105_000;
const NEW = '새 글 있음';

const rows = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title }).locator('..').getByRole('link');
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const tab = (page: Page, name: string) => tabBar(page).getByRole('link', { name });
const card = (page: Page, id: string) => page.getByRole('main').locator(`a[href="/building/${id}"]`);

/** Home was seen for the first time on this device: what comes from now on is new. */
async function seeHome(page: Page): Promise<void> {
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).not.toBeNull();
}

/** Three posts, the newest first. */
async function writeThree(makers: Makers): Promise<string[]> {
  const author = await makers.user();
  const titles: string[] = [];
  for (const board of ['main-hall', 'question', 'hana-square'])
    titles.unshift((await makers.post(author, { board })).title);
  return titles;
}

/** Adds up what moves on the page by itself. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) moved.sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { moved });
  });
  return () => page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum);
}

test('[FH-01] under the tiles stand the newest three posts and the hottest two of the week; nothing moves', async ({
  page,
  signIn,
  makers,
  request,
}) => {
  await signIn();
  const titles = await writeThree(makers);
  const moved = await watchShifts(page);
  const answer = await page.goto('/');
  const html = (await answer?.text()) ?? '';
  // Drawn by the server.
  for (const title of titles) expect(html).toContain(`>${title}</span>`);
  await expect(rows(page, '새 글')).toHaveCount(3);
  await expect(rows(page, '이번 주 인기글')).toHaveCount(2);
  for (const [index, title] of titles.entries())
    await expect(rows(page, '새 글').nth(index)).toContainText(title);
  const tiles = await tile(page, '축제 게시판').boundingBox();
  expect((tiles?.y ?? 0) + (tiles?.height ?? 0)).toBeLessThan((await tabBar(page).boundingBox())?.y ?? 0);
  const likes = await rows(page, '이번 주 인기글')
    .getByText(/^좋아요 \d+개$/)
    .allTextContents();
  const counts = likes.map((text) => Number(/\d+/.exec(text)));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));

  await test.step('a new post stands first; from a row to its post and back', async () => {
    const { title, id } = await makers.post(await makers.user());
    await tab(page, '키워드').click();
    await tab(page, '홈').click();
    await expect(rows(page, '새 글').first()).toContainText(title);
    await rows(page, '새 글').first().click();
    await expectPath(page, `/post/${id}`);
    await backArrow(page).click();
    await expectHome(page);
  });
  expect(await moved()).toBe(0);

  const start = /import\("(\/assets\/[^"]+)"\)/.exec(html)?.[1] ?? '';
  const script = await request.head(start, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(Number(script.headers()['content-length'])).toBeGreaterThan(50_000);
  expect(Number(script.headers()['content-length'])).toBeLessThanOrEqual(SCRIPT_MAX);
});

test('[FH-01] while the posts are on their way, when they do not come, and when there are none', async ({
  page,
  signIn,
  watch,
}) => {
  await signIn();
  await leaveOutAnswers(page);
  const held = await holdAnswers(page, 'GET', '/api/home');
  await page.goto('/keyword');
  await tab(page, '홈').click();
  const main = page.getByRole('main');
  const waiting = main.getByRole('status');
  await expect(waiting).toHaveText('불러오는 중입니다.');
  const before = await waiting.boundingBox();
  held.release();
  await expect(rows(page, '새 글')).toHaveCount(3);
  const heading = await page.getByRole('heading', { name: '이번 주 인기글' }).boundingBox();
  const first = await page.getByRole('heading', { name: '새 글' }).boundingBox();
  expect(first?.y).toBeCloseTo(before?.y ?? 0, 0);
  expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThan((before?.y ?? 0) + (before?.height ?? 0));

  await page.unrouteAll();
  await leaveOutAnswers(page);
  await page.goto('/keyword');
  await answerProblem(page, 'GET', '/api/home', { status: 500, code: 'server.failed' });
  watch.expectStatus(500);
  await tab(page, '홈').click();
  await expect(main.getByRole('alert')).toBeVisible({ timeout: 20_000 });
  await expect(tile(page, '질문 게시판')).toBeVisible();
  await page.unrouteAll();
  await main.getByRole('button', { name: '다시 시도' }).click();
  await expect(rows(page, '새 글')).toHaveCount(3);

  const none = { newest: [], hottest: [], boards: {}, hotAt: null };
  await leaveOutAnswers(page);
  await page.goto('/keyword');
  await page.route('**/api/home', (route) => route.fulfill({ json: none }));
  await tab(page, '홈').click();
  await expect(main.getByText('아직 글이 없습니다.')).toBeVisible();
});

test('[FH-02] boards and tabs show a mark where something is new since the last visit on this device', async ({
  page,
  user,
  makers,
}) => {
  const asked: string[] = [];
  page.on('request', (call) => call.url().endsWith('/api/home') && asked.push(page.url()));
  await seeHome(page);
  // Whatever was there before the first visit is not new.
  await expect(page.getByText(NEW)).toHaveCount(0);
  const author = await makers.user();
  await makers.post(author, { board: 'main-hall' });
  await makers.post(author, { board: 'question' });
  await page.reload();
  await expect(tile(page, '질문 게시판')).toHaveAccessibleName(`질문 게시판 ${NEW}`);
  await expect(tile(page, '최신글').getByText(NEW)).toBeAttached();
  await expect(tab(page, '건물')).toHaveAccessibleName(`건물 ${NEW}`);
  await expect(tile(page, '축제 게시판').getByText(NEW)).toHaveCount(0);

  await test.step('a board that was seen has none, and the others keep theirs', async () => {
    await tile(page, '질문 게시판').click();
    await expectPath(page, '/board/question');
    await backArrow(page).click();
    await expect(tile(page, '최신글').getByText(NEW)).toBeAttached();
    await expect(tile(page, '질문 게시판').getByText(NEW)).toHaveCount(0);
  });

  await test.step('the building list says in which building', async () => {
    await tab(page, '건물').click();
    await expect(card(page, 'main-hall').getByText(NEW)).toBeAttached();
    await expect(tab(page, '건물').getByText(NEW)).toHaveCount(0);
    await expect(card(page, 'science-library').getByText(NEW)).toHaveCount(0);
    await card(page, 'main-hall').click();
    await expectPath(page, '/building/main-hall');
    await backArrow(page).click();
    await expect(card(page, 'main-hall')).toBeVisible();
    await expect(card(page, 'main-hall').getByText(NEW)).toHaveCount(0);
    await tab(page, '홈').click();
    await expect(tab(page, '건물').getByText(NEW)).toHaveCount(0);
  });

  await test.step('marks ask nothing of their own, outlast a reload, and go with the logout', async () => {
    expect(new Set(asked.map((url) => new URL(url).pathname))).toEqual(new Set(['/']));
    await page.reload();
    await expect(tile(page, '최신글').getByText(NEW)).toBeAttached();
    await expect(tile(page, '질문 게시판').getByText(NEW)).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('visits'))).toContain(user.id);
    await page.goto('/mypage');
    await page.getByRole('button', { name: '로그아웃' }).click();
    await expect(page.getByLabel('이메일', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('visits'))).toBeNull();
  });
});

test('rows and marks are accessible, and whole on a narrow phone with large text', async ({
  page,
  user,
  makers,
}) => {
  await seeHome(page);
  await makers.post(user, {
    board: 'question',
    title: '이 제목은 좁은 화면에서 두 줄이 되고도 남을 만큼 깁니다',
  });
  await page.reload();
  await expect(tile(page, '질문 게시판').getByText(NEW)).toBeAttached();
  await expectAccessible(page);
  await enlargeText(page, '200%');
  await page.setViewportSize({ width: 320, height: 844 });
  await page.reload();
  await expect(rows(page, '새 글')).toHaveCount(3);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await findBroken(page)).toEqual([]);
  for (const row of await rows(page, '새 글').all())
    expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
