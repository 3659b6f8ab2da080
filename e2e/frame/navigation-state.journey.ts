import { holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { navigationState, screenName, tabBar } from '../testing/reading.ts';
import { backArrow, expectHome, expectPath } from '../testing/screens.ts';

test('[RT-19] [RT-21] history state: restored after a reload, replaced by the server’s, and left once by two quick presses @full', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const post = await makers.post(author, { board: 'question', title: `댓글이 늘어나는 글 ${makers.next()}` });
  const { buildings } = await author.client.ask('GET /api/buildings', {});
  await signIn(author);
  // Like a busy phone: both arrive before the browser goes back.
  const pressTwice = (name: string) =>
    page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });

  await test.step('a post', async () => {
    await page.goto('/board/question?sort=recent');
    await expect(page.getByRole('link', { name: post.title })).toBeVisible();
    await makers.like(author, post.id);
    await page.getByRole('link', { name: post.title }).click();
    await expect(page.getByRole('button', { name: /^좋아요/ })).toHaveText('1');
    expect(await navigationState(page)).toMatchObject({ from: '/board/question?sort=recent' });
    await page.reload();
    await expect(screenName(page)).toHaveText(post.title);
    await expect(page.getByRole('button', { name: /^좋아요/ })).toHaveText('1');
    await backArrow(page).click();
    await expectPath(page, '/board/question?sort=recent');
  });

  await test.step('the building list', async () => {
    const list = page.getByRole('main').locator('a[href^="/building/"]');
    const read = page.waitForResponse('**/api/buildings');
    await page.goto('/');
    await read;
    await expectHome(page);
    await tabBar(page).getByRole('link', { name: '건물' }).click();
    await expectPath(page, '/building');
    await expect(list).toHaveCount(buildings.length);
    expect(await navigationState(page)).toMatchObject({ buildings });
    // Only the navigation state is left, and the server does not answer.
    const held = await holdAnswers(page, 'GET', '**/api/buildings');
    await page.reload();
    await expect(list).toHaveCount(buildings.length);
    await expect.poll(held.count).toBeGreaterThan(0);
    await page.getByRole('tab', { name: '녹지' }).click();
    const green = buildings.filter(({ category }) => category === '녹지').length;
    await expect(list).toHaveCount(green);
    held.release();
    await expect(list).toHaveCount(green);
  });

  await test.step('a page and a sheet that are left by two quick presses', async () => {
    await page.getByRole('main').locator('a[href^="/building/"]').first().click();
    await expectPath(page, /^\/building\/./);
    await pressTwice('뒤로');
    await expect(page.getByRole('tablist')).toBeVisible();
    await expectPath(page, /^\/building(\?|$)/);
    await tabBar(page).getByRole('link', { name: '키워드' }).click();
    await page.getByRole('button', { name: /콘센트/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await pressTwice('닫기');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectPath(page, '/keyword');
  });
});
