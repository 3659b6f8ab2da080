import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { cardLinks, makeFans, promote, screenName, scrollTop } from '../testing/reading.ts';
import { backArrow, escapePattern, expectPath } from '../testing/screens.ts';

// What other journeys write would move the lists.
test.use({ ownServer: {}, viewport: { width: 390, height: 640 } });

/** Three pages, so that two must be loaded by scrolling. */
const MANY = 66;
const QUESTIONS = 20;

/** Posts of one student who also scrapped them all, so that every list of posts is long. */
async function fillLists(makers: Makers): Promise<User> {
  const author = await makers.user();
  const written = [];
  for (let index = 0; index < MANY; index += 1) {
    // Bodies of one to three lines: cards of many heights.
    const body = '창가 자리가 비어 있고 콘센트도 가까워요. '.repeat(1 + (index % 3));
    const post = await makers.post(author, {
      board: index % 2 === 0 ? 'medical-library' : 'festival',
      title: `${index}번째 ${'긴 제목 '.repeat(index % 5)}`.trim(),
      body,
      keywords: index % 2 === 0 ? ['수면 장소'] : ['사진'],
    });
    await author.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
    written.push(post);
  }
  // With the demo's own, three pages of questions too.
  for (let index = 0; index < QUESTIONS; index += 1)
    await makers.post(author, { board: 'question', title: `${index}번째 질문` });
  const fans = await makeFans(makers);
  for (const post of written.slice(0, 8)) await promote(makers, fans, post);
  return author;
}

/** Where a card stands on the screen once nothing moves any more. */
async function settledTop(card: Locator): Promise<number> {
  let before = Number.NaN;
  await expect(async () => {
    const box = await card.boundingBox();
    const moved = Math.abs((box?.y ?? Number.NaN) - before);
    before = box?.y ?? Number.NaN;
    expect(moved).toBeLessThan(0.5);
  }).toPass({ intervals: [150] });
  return before;
}

/** Scrolls on, as a student does, until the list has that many cards. */
async function loadCards(page: Page, count: number): Promise<void> {
  await page.mouse.move(195, 320);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    expect(await cardLinks(page).count()).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 30_000, intervals: [100] });
}

/** The same card in the same place, and at least as many of them: what was loaded is still there. */
async function expectSamePlace(page: Page, title: string, top: number, count: number): Promise<void> {
  const card = page.getByRole('main').locator('h2 a', { hasText: new RegExp(`^${escapePattern(title)}$`) });
  await expect(async () => {
    expect(await cardLinks(page).count()).toBeGreaterThanOrEqual(count);
    const box = await card.first().boundingBox();
    expect(Math.abs((box?.y ?? -10_000) - top)).toBeLessThan(3);
  }).toPass({ timeout: 20_000 });
  expect(Math.abs((await settledTop(card.first())) - top)).toBeLessThan(3);
}

/** Cards to load, and which of them to open: one list of each kind. */
const places: readonly { path: string; load: number; open: number }[] = [
  { path: '/building/medical-library?sort=popular', load: 40, open: 36 },
  { path: '/board/question', load: 65, open: 62 },
  { path: '/board/new', load: 30, open: 24 },
  { path: '/board/hot', load: 31, open: 29 },
  { path: '/board/festival?filter=2', load: 45, open: 40 },
  { path: '/board/event', load: 6, open: 4 },
  { path: '/keyword/3/3', load: 33, open: 31 },
  { path: '/mypage/scrap', load: 61, open: 60 },
];

test.describe('back from a post', () => {
  let filled: { makers: Makers; author: Promise<User> } | undefined;

  for (const { path, load, open } of places) {
    test(`returns to the same place of ${path}, also after a reload of either`, async ({
      page,
      signIn,
      makers,
    }) => {
      test.slow();
      if (filled?.makers !== makers) filled = { makers, author: fillLists(makers) };
      await signIn(await filled.author);
      await page.goto(path);
      await expect(cardLinks(page).first()).toBeVisible();
      await loadCards(page, load);
      const card = cardLinks(page).nth(open);
      await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
      const top = await settledTop(card);
      const title = (await card.textContent()) ?? '';
      const count = await cardLinks(page).count();
      expect(await scrollTop(page)).toBeGreaterThan(200);

      await card.click();
      await expect(screenName(page)).toHaveText(title);
      await expect.poll(() => scrollTop(page)).toBe(0);
      await backArrow(page).click();
      await expectPath(page, path);
      await expectSamePlace(page, title, top, count);

      await page.reload();
      await expectSamePlace(page, title, top, count);

      await card.click();
      await expect(screenName(page)).toHaveText(title);
      await page.reload();
      await expect(screenName(page)).toHaveText(title);
      await page.goBack();
      await expectPath(page, path);
      await expectSamePlace(page, title, top, count);
    });
  }
});
