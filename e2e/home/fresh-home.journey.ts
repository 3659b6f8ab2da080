import type { Page } from '@playwright/test';
import { expectAccessible, settle } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { drawFrames, tabBar } from '../testing/reading.ts';
import { backArrow, expectHome, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

test.use({ edition: 'official' });

/** Maximum size of home's script in bytes [FH-01]. */
const SCRIPT_MAX = 125_000;
// `fresh-home.component.test.tsx` tests home and its marks per answer.
const NEW = '새 글 있음';

const rows = (page: Page, title: string) =>
  page.getByRole('heading', { level: 2, name: title }).locator('..').getByRole('listitem').getByRole('link');
const tile = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const tab = (page: Page, name: string) => tabBar(page).getByRole('link', { name });

test('[FH-01] home is server-rendered with new and popular posts, fits a narrow phone with large text, and does not shift', async ({
  page,
  user: _,
  makers,
  request,
}) => {
  const moved = await watchShifts(page);
  const answer = await page.goto('/');
  const html = (await answer?.text()) ?? '';
  // First view of home on this device: later posts are new.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visits'))).not.toBeNull();
  await expect(rows(page, '새 글')).toHaveCount(3);
  await expect(rows(page, '이번 주 인기글')).toHaveCount(2);
  // Server-rendered.
  expect(html.match(/<h2[^>]*>(?:새 글|이번 주 인기글)/g)).toHaveLength(2);
  // The first new post is visible without scrolling.
  const first = await rows(page, '새 글').first().boundingBox();
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan((await tabBar(page).boundingBox())?.y ?? 0);

  await test.step('from a row to its post and back', async () => {
    await tab(page, '키워드').click();
    // After leaving home.
    await expect(page.getByRole('heading', { name: '어떤 장소를 찾으세요?' })).toBeAttached();
    await tab(page, '홈').click();
    expect(await moved()).toEqual([]);
    await rows(page, '새 글').first().click();
    await expectPath(page, /^\/post\//);
    // The height of a post is unknown until loaded, so it may move.
    await settle(page);
    await drawFrames(page);
    await backArrow(page).click();
    await expectHome(page);
    expect((await moved()).filter((shift) => !shift.startsWith('/post/'))).toEqual([]);
  });

  const start = /import\("(\/assets\/[^"]+)"\)/.exec(html)?.[1] ?? '';
  const script = await request.head(start, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(Number(script.headers()['content-length'])).toBeGreaterThan(50_000);
  expect(Number(script.headers()['content-length'])).toBeLessThanOrEqual(SCRIPT_MAX);

  await test.step('rows and marks are accessible, and whole on a narrow phone with large text', async () => {
    await makers.post(await makers.user(), {
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

  await test.step('while the posts are on their way their room is kept', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enlargeText(page, '');
    const held = await holdAnswers(page, 'GET', '/api/home');
    await page.goto('/keyword');
    await tab(page, '홈').click();
    const waiting = page.getByRole('main').getByRole('status');
    await expect(waiting).toHaveText('불러오는 중입니다.');
    const before = await waiting.boundingBox();
    held.release();
    await expect(rows(page, '새 글')).toHaveCount(3);
    const heading = await page.getByRole('heading', { name: '이번 주 인기글' }).boundingBox();
    const first = await page.getByRole('heading', { name: '새 글' }).boundingBox();
    expect(first?.y).toBeCloseTo(before?.y ?? 0, 0);
    expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThan((before?.y ?? 0) + (before?.height ?? 0));
  });
});
