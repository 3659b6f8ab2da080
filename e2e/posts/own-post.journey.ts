import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { body } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const sheet = (page: Page): Locator => page.getByRole('dialog');
const article = (page: Page): Locator => page.getByRole('article');

const menu = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: '더보기' });

/** Opens the post's menu and selects a row. */
async function choose(
  page: Page,
  row: '수정' | '삭제',
  act = (button: Locator) => button.click(),
): Promise<void> {
  await act(menu(page));
  await act(sheet(page).getByRole('button', { name: row, exact: true }));
}

test('[OW-01] [OW-05] own post: edited in place, deleted after a confirmation and restored with its replies; lists and open pages follow', async ({
  page,
  user,
  makers,
  openBrowser,
  watch,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, {
    // No other test opens this board: the picture of a deleted post is deleted too.
    board: 'dongwon-hall',
    title: `2층 창가 ${makers.next()}`,
    body: '조용해요.',
    keywords: ['조용한 장소'],
    picture: true,
  });
  await makers.reply(other, post.id, '저도 자주 가요');
  const reader = await openBrowser(other);
  await reader.goto(`/post/${post.id}`);
  await expect(article(reader)).toContainText('조용해요.');
  await menu(reader).click();
  await expect(sheet(reader).getByRole('button').first()).toBeVisible();
  await expect(sheet(reader).getByRole('button', { name: /^(수정|삭제)$/ })).toHaveCount(0);
  await reader.keyboard.press('Escape');

  await page.goto('/building/dongwon-hall');
  await page.getByRole('link', { name: post.title }).press('Enter');
  await choose(page, '수정');
  await expectPath(page, /^\/post\/[^/]+\/edit$/);
  await expect(body(page)).toHaveValue('조용해요.');
  await body(page).fill('오후에는 조금 붐벼요.');
  await page.getByRole('button', { name: /키워드 선택/ }).click();
  await sheet(page).getByRole('button', { name: '콘센트 장소' }).click();
  await sheet(page).getByRole('button', { name: '완료' }).click();
  await page.getByRole('button', { name: '저장', exact: true }).click();
  await expectAlert(page, '수정했습니다.');
  await expectPath(page, `/post/${post.id}`);
  for (const browser of [page, reader]) {
    await expect(article(browser)).toContainText('오후에는 조금 붐벼요.');
    await expect(article(browser)).toContainText('#콘센트 장소');
    await expect(article(browser)).toContainText('수정됨');
    await expect(article(browser).locator('time')).toHaveCount(2);
  }
  await page.getByRole('button', { name: '뒤로' }).click();
  await expectPath(page, '/building/dongwon-hall');
  await expect(page.getByRole('main')).toContainText('오후에는 조금 붐벼요.');
  await page.getByRole('link', { name: post.title }).click();

  await test.step('by the keyboard alone, and back closes the question', async () => {
    await choose(page, '삭제', (button) => button.press('Enter'));
    await expect(sheet(page)).toContainText('이 글을 삭제할까요?');
    await page.goBack();
    await expect(sheet(page)).toHaveCount(0);
    await expectPath(page, `/post/${post.id}`);
    await menu(page).press('Enter');
    await expect(sheet(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toHaveCount(0);
    await expect(menu(page)).toBeFocused();
  });

  await test.step('deleted, and brought back', async () => {
    // The reader's open page detects the deletion.
    watch.expectStatus(404);
    await choose(page, '삭제');
    await sheet(page).getByRole('button', { name: '취소' }).click();
    await expect(article(page)).toBeVisible();
    await choose(page, '삭제');
    await sheet(page).getByRole('button', { name: '삭제', exact: true }).dblclick();
    await expectAlert(page, '글을 삭제했습니다.');
    await expectPath(page, '/building/dongwon-hall');
    await expect(page.getByRole('link', { name: post.title })).toHaveCount(0);
    await expect(reader.getByText('삭제되었거나 없는 게시글입니다.')).toBeVisible();
    expect((await page.request.get(post.thumbnail ?? '')).status()).toBe(404);

    await page.getByRole('button', { name: '실행 취소' }).click();
    await expectAlert(page, '삭제를 취소했습니다.');
    await page.getByRole('link', { name: post.title }).click();
    await expect(page.getByText('저도 자주 가요')).toBeVisible();
  });
});
