import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';

const COUNT = 60;

/** How many cards the browser leaves out for now, because they are far from the screen. */
function countLeftOut(page: Page): Promise<number> {
  return page
    .getByRole('article')
    .evaluateAll(
      (cards) => cards.filter((card) => !card.checkVisibility({ contentVisibilityAuto: true })).length,
    );
}

/** By how much the list with cards left out differs in height from the same list drawn whole. */
function heightError(page: Page): Promise<number> {
  return page.getByRole('main').evaluate((main) => {
    const groups = [...main.querySelectorAll<HTMLElement>('[role=list] > div')];
    const before = groups.map((group) => group.offsetHeight);
    const kept = groups.map((group) => group.style.contentVisibility);
    for (const group of groups) group.style.contentVisibility = 'visible';
    const errors = groups.map((group, index) => Math.abs(group.offsetHeight - (before[index] ?? 0)));
    for (const [index, group] of groups.entries()) group.style.contentVisibility = kept[index] ?? '';
    return Math.max(...errors);
  });
}

test('cards far from the screen are left out, yet keep their height, their text and their place in the tab order', async ({
  page,
  signIn,
  makers,
}) => {
  test.slow();
  const author = await makers.user();
  for (let index = 0; index < COUNT; index += 1) {
    const body = '창가 자리가 비어 있고 콘센트도 가까워요. '.repeat(1 + (index % 3));
    await makers.post(author, {
      board: 'hwajung-gym',
      title: `${String(index).padStart(3, '0')}번째 ${'긴 제목 '.repeat(index % 5)}`,
      body,
    });
  }
  await signIn(author);
  await page.goto('/building/hwajung-gym');
  await page.mouse.move(195, 320);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    expect(await cardLinks(page).count()).toBeGreaterThanOrEqual(COUNT);
  }).toPass({ timeout: 30_000, intervals: [100] });
  await page.evaluate(() => window.scrollTo(0, 0));

  await expect.poll(() => countLeftOut(page)).toBeGreaterThanOrEqual(20);
  expect(await heightError(page)).toBeLessThan(1);

  await test.step('after the phone is turned', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => heightError(page)).toBeLessThan(1);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => heightError(page)).toBeLessThan(1);
    await expect.poll(() => countLeftOut(page)).toBeGreaterThanOrEqual(20);
  });

  await test.step('after the font has grown', async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '150%'));
    await expect.poll(() => heightError(page)).toBeLessThan(1);
    await expect.poll(() => countLeftOut(page)).toBeGreaterThanOrEqual(20);
  });

  await test.step('found in the page, and reached by key', async () => {
    const far = cardLinks(page).nth(COUNT - 2);
    expect(await far.evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }))).toBe(false);
    const title = (await far.textContent()) ?? '';
    expect(await page.evaluate((text) => (window as unknown as Finder).find(text), title)).toBe(true);
    await expect(far).toBeInViewport();
    await far.focus();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(far).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(cardLinks(page).nth(COUNT - 1)).toBeFocused();
    await expect(cardLinks(page).nth(COUNT - 1)).toBeInViewport();
  });
});

/** Every browser's, in no standard. */
interface Finder {
  find: (text: string) => boolean;
}
