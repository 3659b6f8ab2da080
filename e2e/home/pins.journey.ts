import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { expect, test } from '../testing/fixtures.ts';
import { tabBar } from '../testing/reading.ts';
import {
  backArrow,
  cardTitles,
  expectAlert,
  expectHome,
  expectPath,
  sidewaysScroll,
} from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

test.use({ edition: 'official' });

// `pins.component.test.tsx` tests the star, the sheet and the rows.
const NEW = '새 글 있음';
/** Boards that no other journey writes on. */
const [QUIET = '', ...OTHERS] = [
  'nursing-college',
  'first-medical-hall',
  'moonsook-hall',
  'cj-house',
  'woojung-hall',
];

const pins = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: '내 건물' }) });
const star = (page: Page) => page.getByRole('button', { name: '홈에 두기' });
const top = async (element: Locator) => (await element.boundingBox())?.y ?? 0;

async function pin(page: Page, building: string): Promise<void> {
  await page.goto(`/building/${building}`);
  await star(page).click();
  await expectAlert(page, '홈에 두었어요.');
  await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
}

test('[EV-01] pinned buildings: on home in the dragged order, with new-post marks and without layout shift @full', async ({
  page,
  makers,
  user,
}) => {
  await pin(page, QUIET);
  await page.goto('/');
  const pinned = pins(page).getByRole('listitem');
  await expect(pinned).toHaveCount(1);
  await expect(pinned.getByText(NEW)).toHaveCount(0);

  const { title, id } = await makers.post(await makers.user(), { board: QUIET });
  await page.reload();
  await expect(pinned.getByText(NEW)).toBeAttached();
  await pinned.getByRole('link').click();
  await expectPath(page, `/building/${QUIET}`);
  await cardTitles(page).getByText(title).click();
  await expectPath(page, `/post/${id}`);
  await backArrow(page).click();
  await backArrow(page).click();
  await expectHome(page);
  await expect(pinned).toHaveCount(1);
  await expect(pinned.getByText(NEW)).toHaveCount(0);

  await test.step('five in the order that they are dragged to, on every device of the account', async () => {
    for (const building of OTHERS) await pin(page, building);
    await page.goto('/');
    await expect(pinned).toHaveCount(5);
    await pins(page).getByRole('button', { name: '편집' }).click();
    const rows = page.getByRole('dialog').getByRole('listitem');
    const last = (await rows.nth(4).innerText()).trim();
    const grip = await rows.nth(4).locator('span').first().boundingBox();
    const first = await rows.nth(0).boundingBox();
    if (!grip || !first) throw new Error('nothing to drag');
    await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
    await page.mouse.down();
    await page.mouse.move(grip.x + grip.width / 2, first.y + first.height / 2, { steps: 12 });
    await page.mouse.up();
    await expect(rows.first()).toHaveText(last);
    await page.getByRole('button', { name: '닫기' }).click();
    await expect(pinned.first()).toContainText(last);
    await expect.poll(async () => (await user.client.ask('GET /api/session', {})).pins?.[0]?.name).toBe(last);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  // Home keeps its layout while pins load: half-height carousel, pins, tiles, posts.
  const moved = await watchShifts(page);
  await page.goto('/');
  await expect(pins(page).getByRole('listitem')).toHaveCount(5);
  const poster = page.locator('[aria-roledescription=carousel] img').first();
  expect((await poster.boundingBox())?.height).toBeCloseTo(390 / 4, 0);
  // The write button is above the tab bar.
  const pen = await page.getByRole('button', { name: '글쓰기' }).boundingBox();
  expect((pen?.y ?? 0) + (pen?.height ?? 0)).toBeLessThan(await top(tabBar(page)));
  const tile = page.getByRole('main').getByRole('link', { name: '축제 게시판' });
  const posts = page.getByRole('heading', { name: '새 글' });
  expect(await top(pins(page))).toBeGreaterThan(await top(poster));
  expect(await top(tile)).toBeGreaterThan(await top(pins(page)));
  expect(await top(posts)).toBeGreaterThan(await top(tile));
  // The six tiles are visible without scrolling.
  const { y = 0, height = 0 } = (await tile.boundingBox()) ?? {};
  expect(y + height).toBeLessThan(await top(tabBar(page)));
  expect(await moved()).toEqual([]);

  await test.step('the second tap of a double tap on the pen chooses no board', async () => {
    for (let tap = 0; tap < 2; tap += 1) await page.touchscreen.tap((pen?.x ?? 0) + 20, (pen?.y ?? 0) + 20);
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
    await page.getByRole('button', { name: '닫기' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expectPath(page, '/');
  });
  await expectAccessible(page);
  await enlargeText(page, '200%');
  await page.setViewportSize({ width: 320, height: 844 });
  await page.reload();
  await expect(pins(page).getByRole('listitem')).toHaveCount(5);
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await findBroken(page)).toEqual([]);
  expect(await moved()).toEqual([]);
});
