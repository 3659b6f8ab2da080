import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ edition: 'official' });

const scrapButton = (page: Page) => page.getByRole('button', { name: '스크랩', exact: true });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');

test('[SB-01] a press before its part is here is carried out when it is, and stays', async ({
  page,
  signIn,
  makers,
}) => {
  const reader = await makers.user();
  const post = await makers.post(reader);
  await signIn(reader);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/hidden-/, async (route) => {
    await held;
    await route.continue();
  });
  // What can be done with an own post comes as late: it must not take the press with it.
  let bring = (): void => {};
  const away = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route(/\/assets\/own-content-/, async (route) => {
    await away;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/assets\/hidden-/);
  await page.goto(`/post/${post.id}`);
  await asked;
  await scrapButton(page).click();
  bring();
  await expect(page.getByRole('button', { name: '더보기' })).toBeVisible();
  release();
  await expect(scrapButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(scrapButton(page)).toBeFocused();
  const ids = post.id;
  await expect
    .poll(async () => (await reader.client.ask('GET /api/posts/marks', { query: { ids } })).scrapped)
    .toEqual([ids]);
  await page.reload();
  await expect(scrapButton(page)).toHaveAttribute('aria-pressed', 'true');
});

test('[SB-02] scraps stand in the order of scrapping; what was deleted stays as a line that can be removed', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const [first, second, third] = [
    await makers.post(author, { title: '먼저 쓴 글' }),
    await makers.post(author, { title: '곧 사라질 글' }),
    await makers.post(author, { title: '나중에 쓴 글' }),
  ];
  for (const { id } of [third, second])
    await reader.client.ask('PUT /api/posts/{id}/scrap', { path: { id } });
  await signIn(reader);
  await page.goto(`/post/${first.id}`);
  await scrapButton(page).click();
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

  // Taken back on its page, it is gone from the list behind it.
  await page.getByRole('link', { name: '먼저 쓴 글' }).click();
  await scrapButton(page).click();
  await expect(scrapButton(page)).toHaveAttribute('aria-pressed', 'false');
  await page.goBack();
  await expect(rows(page)).toHaveCount(1);
});
