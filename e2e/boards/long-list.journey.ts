import type { Page } from '@playwright/test';
import { holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, expectReturns, loadCards, scrollTop } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official', viewport: { width: 390, height: 640 } });

const COUNT = 60;
/** No other journey posts on this board: posts would move the list. */
const BOARD = 'hwajung-gym';

/** Returns the number of cards skipped by `content-visibility`. */
function countLeftOut(page: Page): Promise<number> {
  return page
    .getByRole('article')
    .evaluateAll(
      (cards) => cards.filter((card) => !card.checkVisibility({ contentVisibilityAuto: true })).length,
    );
}

/** Returns the height difference between the list with skipped cards and the fully rendered list. */
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

test('[FS-15] long list: distant cards are not rendered, and back from a post restores the position, also in a search @full', async ({
  page,
  signIn,
  makers,
}) => {
  test.slow();
  const author = await makers.user();
  const word = makers.word();
  for (let index = 0; index < COUNT; index += 1) {
    const body = '창가 자리가 비어 있고 복도도 가까워요. '.repeat(1 + (index % 3));
    const title = `${word} ${String(index).padStart(3, '0')}번째 ${'긴 제목 '.repeat(index % 5)}`;
    await makers.post(author, { board: BOARD, title, body });
  }
  await signIn(author);
  const path = `/building/${BOARD}`;
  await test.step('the skeleton takes the room of the cards to come', async () => {
    const held = await holdAnswers(page, 'GET', '**/api/buildings/*/posts*');
    await page.goto(path);
    // Skeleton cards, not a spinner.
    const skeleton = page.getByRole('main').getByRole('status');
    await expect.poll(async () => (await skeleton.boundingBox())?.height ?? 0).toBeGreaterThan(500);
    held.release();
    await loadCards(page, COUNT);
    await page.unrouteAll();
  });
  await page.evaluate(() => window.scrollTo(0, 0));

  await expect.poll(() => countLeftOut(page)).toBeGreaterThanOrEqual(20);
  expect(await heightError(page)).toBeLessThan(1);

  await test.step('after the phone is turned', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => heightError(page)).toBeLessThan(1);
    await page.setViewportSize({ width: 390, height: 640 });
    await expect.poll(() => heightError(page)).toBeLessThan(1);
    await expect.poll(() => countLeftOut(page)).toBeGreaterThanOrEqual(20);
  });

  await test.step('after the font has grown', async () => {
    await page.evaluate(() => (document.documentElement.style.fontSize = '150%'));
    await expect.poll(() => heightError(page)).toBeLessThan(1);
    await expect.poll(() => countLeftOut(page)).toBeGreaterThanOrEqual(20);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  });

  await test.step('found in the page, and reached by key', async () => {
    const far = cardLinks(page).nth(COUNT - 2);
    await expect
      .poll(() => far.evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true })))
      .toBe(false);
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

  await test.step('back from a post, also after a reload of either', () =>
    expectReturns(page, path, cardLinks(page).nth(36), COUNT));

  await test.step('the same of a search in the order that was chosen', async () => {
    const box = page.getByRole('searchbox', { name: '검색어' });
    const foundAt = (query: string) => `/search?${new URLSearchParams({ query, order: 'recent' })}`;
    await page.goto(`/search?${new URLSearchParams({ query: word })}`);
    await page.getByRole('tab', { name: '최신' }).click();
    await expectPath(page, foundAt(word));
    await expect(cardLinks(page).first()).toContainText(`${word} 059번째`);
    await loadCards(page, COUNT);
    await expectReturns(page, foundAt(word), cardLinks(page).nth(38), COUNT);
    await expect(page.getByRole('tab', { name: '최신', selected: true })).toBeVisible();
    await expect(box).toHaveValue(word);

    // Another query starts at the top; back restores the previous position.
    await box.fill('긴 제목');
    const left = await scrollTop(page);
    expect(left).toBeGreaterThan(1_000);
    await box.press('Enter');
    await expectPath(page, foundAt('긴 제목'));
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.goBack();
    await expectPath(page, foundAt(word));
    await expect(box).toHaveValue(word);
    await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(3);
  });
});

/** Non-standard, but supported by every browser. */
interface Finder {
  find: (text: string) => boolean;
}
