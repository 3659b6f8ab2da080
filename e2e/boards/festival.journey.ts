import { holdAnswers, leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, expectCardOrder } from '../testing/reading.ts';
import { backArrow, expectPath } from '../testing/screens.ts';

test('[RT-14] [SC-29] the festival board: category and info of its document, three filters', async ({
  page,
  signIn,
  anybody,
}) => {
  const board = await anybody.client.ask('GET /api/buildings/{buildingId}', {
    path: { buildingId: 'festival' },
  });
  await signIn();
  // The texts are the document's: the screen has none of its own.
  const held = await holdAnswers(page, 'GET', '**/api/buildings/festival');
  await page.goto('/board/festival');
  await expect(cardLinks(page).first()).toBeVisible();
  await expect(page.getByText(board.info)).toHaveCount(0);
  held.release();
  await expect(page.getByRole('main').getByText(board.category, { exact: true }).last()).toBeVisible();
  await expect(page.getByText(board.info)).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['전체', '이벤트 후기', '사진']);
  await expect(page.getByRole('tab', { name: '전체' })).toHaveAttribute('aria-selected', 'true');
});

test('[ST-09] all posts carry either tag, each filter its own, newest first; the choice survives', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const board = 'festival';
  for (const [title, keywords] of [
    ['후기만', ['이벤트 후기']],
    ['사진만', ['사진']],
    ['후기와 사진', ['이벤트 후기', '사진']],
  ] as const) {
    await makers.post(author, { board, title, keywords: [...keywords] });
  }
  await signIn(author);
  await page.goto('/board/festival');
  await expectCardOrder(page, ['후기와 사진', '사진만', '후기만']);

  for (const [, tab, first, absent] of [
    ['1', '이벤트 후기', ['후기와 사진', '후기만'], '사진만'],
    ['2', '사진', ['후기와 사진', '사진만'], '후기만'],
    ['0', '전체', ['후기와 사진', '사진만', '후기만'], null],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByRole('tab', { name: tab, exact: true })).toHaveAttribute('aria-selected', 'true');
    await expectCardOrder(page, first);
    if (absent) await expect(page.getByRole('link', { name: absent, exact: true })).toHaveCount(0);
  }

  // Choosing a filter reads its posts anew.
  await makers.post(author, { board, title: '방금 올린 사진', keywords: ['사진'] });
  await page.getByRole('tab', { name: '사진', exact: true }).click();
  await expectCardOrder(page, ['방금 올린 사진', '후기와 사진', '사진만']);
  await page.getByRole('link', { name: '사진만', exact: true }).click();
  await expect(page.getByText('#사진', { exact: true })).toBeVisible();
  await backArrow(page).click();
  await expectPath(page, '/board/festival?filter=2');
  await page.reload();
  await expect(page.getByRole('tab', { name: '사진', exact: true })).toHaveAttribute('aria-selected', 'true');
  await expectCardOrder(page, ['방금 올린 사진', '후기와 사진', '사진만']);
});

test('[ST-09] every post of the demo world stands under the filters of its own tags only', async ({
  page,
  signIn,
}) => {
  await signIn();
  await leaveOutAnswers(page);
  for (const [filter, wanted] of [
    ['1', ['이벤트 후기']],
    ['2', ['사진']],
    ['0', ['이벤트 후기', '사진']],
  ] as const) {
    const answer = page.waitForResponse(/\/api\/festival\/posts/);
    await page.goto(filter === '0' ? '/board/festival' : `/board/festival?filter=${filter}`);
    const { posts } = (await (await answer).json()) as {
      posts: { buildingId: string; title: string; keywords: string[]; createdAt: string }[];
    };
    expect(posts.length).toBeGreaterThan(10);
    for (const { buildingId, keywords } of posts) {
      expect(buildingId).toBe('festival');
      expect(keywords.some((keyword) => (wanted as readonly string[]).includes(keyword))).toBe(true);
    }
    const sorted = posts.toSorted((left, right) => right.createdAt.localeCompare(left.createdAt));
    await expectCardOrder(
      page,
      sorted.map(({ title }) => title),
    );
  }
});
