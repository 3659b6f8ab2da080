import { seoulRelativeTimes } from '../testing/campus-clock.ts';
import { expect, test } from '../testing/fixtures.ts';
import { backArrow, cardTitles, expectPath } from '../testing/screens.ts';

test('[SC-12] [ST-08] two tabs list the posts of the building, and each change of tab reads them anew', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, second, third] = [await makers.user(), await makers.user(), await makers.user()];
  // Nobody else writes here; what the demo world has here is older and has fewer likes than these.
  const board = 'nursing-college';
  const older = await author.client.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: board },
    query: { order: 'popular' },
  });
  const most = Math.max(0, ...older.posts.map(({ likeCount }) => likeCount));
  const written = [];
  for (const title of ['첫째 글', '둘째 글', '셋째 글'])
    written.push(await makers.post(author, { board, title }));
  const fans = [author, second, third];
  while (fans.length < most + 3) fans.push(await makers.user({ right: false }));
  for (const [index, post] of [written[1], written[0], written[2]].entries()) {
    for (const fan of fans.slice(0, fans.length - index)) await makers.like(fan, post?.id ?? '');
  }

  await signIn(second);
  await page.goto(`/building/${board}`);
  const [recent, popular] = [page.getByRole('tab').nth(0), page.getByRole('tab').nth(1)];
  await expect(page.getByRole('tab')).toHaveText(['최신', '인기']);
  await expect(recent).toHaveAttribute('aria-selected', 'true');
  const titles = cardTitles(page);
  await expect(titles.nth(2)).toHaveText('첫째 글');
  expect((await titles.allInnerTexts()).slice(0, 3)).toEqual(['셋째 글', '둘째 글', '첫째 글']);
  const names = page.getByRole('article').getByText('간호대학', { exact: true });
  expect(await names.count()).toBe(await titles.count());

  await popular.click();
  await expect(titles.nth(0)).toHaveText('둘째 글');
  expect((await titles.allInnerTexts()).slice(0, 3)).toEqual(['둘째 글', '첫째 글', '셋째 글']);

  // Meanwhile somebody writes one more and likes move.
  await makers.post(third, { board, title: '넷째 글' });
  await recent.click();
  await expect(titles.nth(0)).toHaveText('넷째 글');
  for (const fan of [author, second]) {
    await fan.client.ask('DELETE /api/posts/{id}/like', { path: { id: written[1]?.id ?? '' } });
  }
  await popular.click();
  await expect(titles.nth(0)).toHaveText('첫째 글');
});

test('[SC-15] [SC-17] a card shows where, what, who, when and how liked, and opens its post', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author, {
    board: 'hwajung-gym',
    title: '체육관 저녁 시간 후기',
    body: '여덟 시 이후에는 한산해요.\n샤워실도 비어 있고요.\n\n둘째 문단은 목록에 보이지 않습니다.',
  });
  await makers.like(reader, post.id);
  await makers.like(author, post.id);
  await signIn(reader);
  const opened = Date.now();
  await page.goto('/building/hwajung-gym');
  const card = page.getByRole('article').filter({ hasText: '체육관 저녁 시간 후기' });
  await expect(card.getByText('화정체육관')).toBeVisible();
  await expect(card.getByText('여덟 시 이후에는 한산해요. 샤워실도 비어 있고요.')).toBeVisible();
  await expect(card.getByText('둘째 문단')).toHaveCount(0);
  await expect(card.getByText(author.nickname)).toBeVisible();
  await expect(card.getByText('좋아요 2개')).toBeAttached();
  await expect(card.getByText('2', { exact: true })).toBeVisible();
  expect(seoulRelativeTimes(post.createdAt, opened, Date.now())).toContain(
    await card.locator('time').innerText(),
  );
  // The whole card is the target, not its title alone.
  const preview = await card.getByText('여덟 시').boundingBox();
  if (!preview) throw new Error('no preview');
  await page.mouse.click(preview.x + preview.width / 2, preview.y + preview.height / 2);
  await expectPath(page, `/post/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: '체육관 저녁 시간 후기' })).toBeVisible();
});

test('[SC-15] cards of any age show the campus time, wherever the phone is', async ({ page, signIn }) => {
  await signIn();
  const opened = Date.now();
  await page.goto('/building/central-library');
  await expect(page.getByRole('article').nth(5)).toBeVisible();
  const shown = await page
    .getByRole('article')
    .locator('time')
    .evaluateAll((times) =>
      times.map((time) => [time.getAttribute('datetime') ?? '', time.textContent] as const),
    );
  const now = Date.now();
  for (const [instant, text] of shown) expect(seoulRelativeTimes(instant, opened, now)).toContain(text);
  expect(shown.some(([, text]) => /^\d\d\/\d\d$/.test(text))).toBe(true);
});

test('back from a post stands where the list was left', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/building/central-library');
  const card = page.getByRole('article').nth(7);
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300);
  const left = await page.evaluate(() => window.scrollY);
  await card.getByRole('link').click();
  await expectPath(page, /^\/post\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await backArrow(page).click();
  await expectPath(page, '/building/central-library');
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - left)).toBeLessThan(3);
});
