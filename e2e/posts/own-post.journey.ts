import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { body, title } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const sheet = (page: Page): Locator => page.getByRole('dialog');
const article = (page: Page): Locator => page.getByRole('article');

async function openMenu(page: Page, row: '수정' | '삭제'): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '더보기' }).click();
  await sheet(page).getByRole('button', { name: row, exact: true }).click();
}

async function openEdit(page: Page): Promise<void> {
  await openMenu(page, '수정');
  await expectPath(page, /^\/post\/[^/]+\/edit$/);
  await expect(title(page)).toBeVisible();
}

const save = (page: Page) => page.getByRole('button', { name: '저장', exact: true }).click();

test('[OW-01] a post is edited in place; lists and open pages of others show it, marked with its time', async ({
  page,
  user,
  makers,
  openBrowser,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, {
    title: `2층 창가 ${makers.next()}`,
    body: '조용해요.',
    keywords: ['조용한 장소'],
  });
  await makers.reply(other, post.id, '저도 자주 가요');
  const reader = await openBrowser(other);
  await reader.goto(`/post/${post.id}`);
  await expect(article(reader)).toContainText('조용해요.');
  await reader.getByRole('banner').getByRole('button', { name: '더보기' }).click();
  await expect(sheet(reader).getByRole('button').first()).toBeVisible();
  await expect(sheet(reader).getByRole('button', { name: /^(수정|삭제)$/ })).toHaveCount(0);
  await reader.keyboard.press('Escape');

  await page.goto('/building/main-hall');
  await page.getByRole('link', { name: post.title }).click();
  await openEdit(page);
  await expect(body(page)).toHaveValue('조용해요.');
  await body(page).fill('오후에는 조금 붐벼요.');
  await page.getByRole('button', { name: /키워드 선택/ }).click();
  await sheet(page).getByRole('button', { name: '콘센트 장소' }).click();
  await sheet(page).getByRole('button', { name: '완료' }).click();
  await save(page);
  await expectAlert(page, '수정했습니다.');
  await expectPath(page, `/post/${post.id}`);
  for (const browser of [page, reader]) {
    await expect(article(browser)).toContainText('오후에는 조금 붐벼요.', { timeout: 2_000 });
    await expect(article(browser)).toContainText('#콘센트 장소');
    await expect(article(browser)).toContainText('수정됨');
    await expect(article(browser).locator('time')).toHaveCount(2);
  }
  await page.getByRole('button', { name: '뒤로' }).click();
  await expectPath(page, '/building/main-hall');
  await expect(page.getByRole('main')).toContainText('오후에는 조금 붐벼요.');
});

test('[OW-05] a post is deleted after a question, and comes back with its replies within ten seconds', async ({
  page,
  user,
  makers,
  openBrowser,
  watch,
}) => {
  // The reader's open page finds out what became of it.
  watch.expectStatus(404);
  const other = await makers.user();
  const post = await makers.post(user, {
    // Nobody else opens this list: of a deleted post its picture is gone as well.
    board: 'dongwon-hall',
    title: `지울 글 ${makers.next()}`,
    picture: true,
  });
  await makers.reply(other, post.id, '지우지 마세요');
  const reader = await openBrowser(other);
  await reader.goto(`/post/${post.id}`);
  await expect(article(reader)).toBeVisible();

  await page.goto('/building/dongwon-hall');
  await page.getByRole('link', { name: post.title }).click();
  await openMenu(page, '삭제');
  await expect(sheet(page)).toContainText('이 글을 삭제할까요?');
  await sheet(page).getByRole('button', { name: '취소' }).click();
  await expect(article(page)).toBeVisible();
  await openMenu(page, '삭제');
  await sheet(page).getByRole('button', { name: '삭제', exact: true }).dblclick();
  await expectAlert(page, '글을 삭제했습니다.');
  await expectPath(page, '/building/dongwon-hall');
  await expect(page.getByRole('link', { name: post.title })).toHaveCount(0);
  await expect(reader.getByText('삭제되었거나 없는 게시글입니다.')).toBeVisible();
  for (const picture of [post.thumbnail ?? '']) expect((await page.request.get(picture)).status()).toBe(404);

  await page.getByRole('button', { name: '실행 취소' }).click();
  await expectAlert(page, '삭제를 취소했습니다.');
  await page.getByRole('link', { name: post.title }).click();
  await expect(page.getByText('지우지 마세요')).toBeVisible();
});

test('[OW-05] by the keyboard alone, and back closes the question', async ({ page, user, makers }) => {
  const post = await makers.post(user, { title: `자판으로 없앨 글 ${makers.next()}` });
  await page.goto('/building/main-hall');
  await page.getByRole('link', { name: post.title }).press('Enter');
  await page.getByRole('banner').getByRole('button', { name: '더보기' }).press('Enter');
  await sheet(page).getByRole('button', { name: '삭제', exact: true }).press('Enter');
  await expect(sheet(page)).toContainText('이 글을 삭제할까요?');
  await page.goBack();
  await expect(sheet(page)).toHaveCount(0);
  await expectPath(page, `/post/${post.id}`);
  await page.getByRole('banner').getByRole('button', { name: '더보기' }).press('Enter');
  await expect(sheet(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('button', { name: '더보기' })).toBeFocused();
});
