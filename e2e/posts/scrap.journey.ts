import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ edition: 'official' });

const scrapButton = (page: Page) => page.getByRole('button', { name: '스크랩', exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

test('[SB-01] [SB-02] bookmark: pressed before its script loads, it applies later; bookmarks keep their order, deleted ones can be removed @full', async ({
  page,
  user,
  makers,
}) => {
  const author = await makers.user();
  const [first, second, third] = [
    await makers.post(user, { title: '먼저 쓴 글' }),
    await makers.post(author, { title: '곧 사라질 글' }),
    await makers.post(author, { title: '나중에 쓴 글' }),
  ];
  for (const { id } of [third, second]) await user.client.ask('PUT /api/posts/{id}/scrap', { path: { id } });
  // The own-post menu loads as late as the button and must not cancel the press.
  const [bringButton, bringMenu] = await Promise.all([
    hold(page, /\/assets\/hidden-/),
    hold(page, /\/assets\/own-content-/),
  ]);
  const asked = page.waitForRequest(/\/assets\/hidden-/);
  await page.goto(`/post/${first.id}`);
  await asked;
  await scrapButton(page).click();
  bringMenu();
  await expect(page.getByRole('button', { name: '더보기' })).toBeVisible();
  bringButton();
  await expect(scrapButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(scrapButton(page)).toBeFocused();
  const query = { ids: first.id };
  await expect
    .poll(async () => (await user.client.ask('GET /api/posts/marks', { query })).scrapped)
    .toEqual([first.id]);
  await page.reload();
  await expect(scrapButton(page)).toHaveAttribute('aria-pressed', 'true');
  await author.client.ask('DELETE /api/posts/{id}', { path: { id: second.id } });

  await page.goto('/mypage/scrap');
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).toContainText('먼저 쓴 글');
  await expect(rows(page).nth(1)).toContainText('작성자가 삭제한 글입니다.');
  await expect(rows(page).nth(2)).toContainText('나중에 쓴 글');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

  await page.getByRole('button', { name: '목록에서 빼기' }).dblclick();
  await expectAlert(page, '스크랩에서 뺐습니다.');
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(rows(page)).toHaveCount(2);

  // Removing the bookmark on the post removes it from the list.
  await page.getByRole('link', { name: '먼저 쓴 글' }).click();
  await scrapButton(page).click();
  await expect(scrapButton(page)).toHaveAttribute('aria-pressed', 'false');
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
});

/** Holds the scripts of this name until the returned function is called. */
async function hold(page: Page, script: RegExp): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}
