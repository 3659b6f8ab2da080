import { expect, test } from '../testing/fixtures.ts';
import { likeButton } from '../testing/comments.ts';
import {
  cardLinks,
  HOT_THRESHOLD,
  makeFans,
  promote,
  screenName,
  scrollTop,
  tabBar,
} from '../testing/reading.ts';
import { backArrow, expectHome, expectPath } from '../testing/screens.ts';

test.describe('lists', () => {
  test.use({ viewport: { width: 390, height: 500 } });

  test('a like changes the count in every list that shows the post, and moves none of them', async ({
    page,
    signIn,
    makers,
  }) => {
    test.slow();
    const author = await makers.user();
    const fans = await makeFans(makers);
    const board = '/building/life-science-west';
    const made = [];
    for (let index = 0; index < 12; index += 1)
      made.push(await makers.post(author, { board: 'life-science-west' }));
    const post = made[0];
    if (!post) throw new Error('no post');
    await promote(makers, fans, post);
    // Two more that are as popular: they stand before it, and one like takes it past them.
    for (const other of made.slice(1, 3)) await promote(makers, fans, other);
    await signIn(author);

    /** The card of the post in the list that is shown, with its count. */
    const count = page
      .getByRole('article')
      .filter({ hasText: post.title })
      .getByText(/^좋아요 \d+개$/);
    const before = `좋아요 ${HOT_THRESHOLD}개`;
    const after = `좋아요 ${HOT_THRESHOLD + 1}개`;

    await page.goto('/');
    await expectHome(page);
    await page.getByRole('link', { name: '인기글' }).click();
    await expect(count).toHaveText(before);
    await backArrow(page).click();
    await page.getByRole('link', { name: '최신글' }).click();
    await expect(count).toHaveText(before);
    await page.getByRole('link', { name: post.title }).click();
    await page.getByRole('article').getByRole('link').first().click();
    await expectPath(page, board);
    await page.getByRole('tab', { name: '인기' }).click();
    await expect(count).toHaveText(before);
    // The tab clicked last is asked for first: its list may still be on its way, and the newest stand in another order.
    const own = made.map(({ title }) => title);
    await expect
      .poll(async () => {
        const shown = await cardLinks(page).allTextContents();
        return shown.filter((title) => own.includes(title)).slice(0, 3);
      })
      .toEqual([own[2], own[1], own[0]]);
    const titles = await cardLinks(page).allTextContents();
    const card = page.getByRole('link', { name: post.title });
    await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    const top = await scrollTop(page);
    expect(top).toBeGreaterThan(100);

    await card.click();
    await expect(likeButton(page)).toHaveText(String(HOT_THRESHOLD));
    await likeButton(page).click();
    await expect(likeButton(page)).toHaveText(String(HOT_THRESHOLD + 1));
    await backArrow(page).click();
    await expectPath(page, `${board}?sort=popular`);
    await expect(count).toHaveText(after);
    await expect.poll(() => scrollTop(page)).toBe(top);
    expect(await cardLinks(page).allTextContents()).toEqual(titles);
    await page.goBack();
    await expect(screenName(page)).toHaveText(post.title);
    await backArrow(page).click();
    await expectPath(page, '/board/new');
    await expect(count).toHaveText(after);
    await backArrow(page).click();
    await page.getByRole('link', { name: '인기글' }).click();
    await expect(count).toHaveText(after);
  });

  test('a tab keeps its filter and its place for anyone who comes back by the tab bar', async ({
    page,
    signIn,
  }) => {
    await signIn();
    // By coordinates: a press on the locator would scroll the bar into view first, and with it the page.
    const press = async (name: string) => {
      const box = await tabBar(page).getByRole('link', { name }).boundingBox();
      await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
    };
    const scrollDown = async (top: number) => {
      await page.mouse.move(195, 250);
      // A wheel that turns before the screen is there is lost: it turns again by what is missing.
      await expect(async () => {
        await page.mouse.wheel(0, top - (await scrollTop(page)));
        await expect.poll(() => scrollTop(page), { timeout: 1_000 }).toBe(top);
      }).toPass({ timeout: 10_000 });
    };
    await page.goto('/');
    await expectHome(page);
    await scrollDown(60);
    await press('건물');
    await expectPath(page, '/building');
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.getByRole('tab', { name: '이공' }).click();
    await scrollDown(320);
    await press('키워드');
    await expectPath(page, '/keyword');
    await expect.poll(() => scrollTop(page)).toBe(0);
    await scrollDown(90);
    await press('마이페이지');
    await expectPath(page, '/mypage');
    // Else the wheel turns on the screen that is still there, and that one keeps the place.
    await expect.poll(() => scrollTop(page)).toBe(0);
    await scrollDown(120);

    for (const [name, path, top] of [
      ['홈', '/', 60],
      ['건물', `/building?category=${encodeURIComponent('이공')}`, 320],
      ['키워드', '/keyword', 90],
      ['마이페이지', '/mypage', 120],
    ] as const) {
      await press(name);
      await expectPath(page, path);
      await expect.poll(() => scrollTop(page)).toBe(top);
    }
    await press('건물');
    await expect(page.getByRole('tab', { name: '이공' })).toHaveAttribute('aria-selected', 'true');
    // Back goes the way one came, each time to where the tab was left; pressed again, a tab starts over.
    await page.goBack();
    await expectPath(page, '/mypage');
    await expect.poll(() => scrollTop(page)).toBe(120);
    await press('건물');
    // The address changes before the tab bar is drawn again: a press in between is the second of a double tap, which
    // shows the tab where it was left, as one tap does.
    await expectPath(page, `/building?category=${encodeURIComponent('이공')}`);
    await expect(tabBar(page).getByRole('link', { name: '건물' })).toHaveAttribute('aria-current', 'page');
    await press('건물');
    await expectPath(page, '/building');
  });
});
