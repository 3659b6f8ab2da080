import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// What the form of a report says and sends is asked by `report.component.test.tsx`.

const dialog = (page: Page): Locator => page.getByRole('dialog');

async function openReport(page: Page, of: Locator): Promise<void> {
  await of.getByRole('button', { name: '더보기' }).click();
  await dialog(page).getByRole('button', { name: '신고', exact: true }).click();
}

async function send(page: Page, reason: string): Promise<void> {
  await dialog(page).getByLabel(reason).check();
  await dialog(page).getByRole('button', { name: '신고하기' }).click();
  await expectAlert(page, '신고했습니다. 운영진이 확인합니다.');
  await expect(dialog(page)).toHaveCount(0);
}

test('[MO-04] of a hidden post its author sees the reason and answers once; others see one line', async ({
  page,
  signIn,
  user,
  makers,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(404);
  const reporter = await makers.user();
  const post = await makers.post(user, { title: '가려질 글', body: '전화번호가 적힌 글' });
  const reader = await openBrowser(reporter);
  await reader.goto(`/post/${post.id}`);
  await openReport(reader, reader.getByRole('banner'));
  await expectAccessible(reader);
  await send(reader, '개인정보 노출');
  // Hidden at the first report of this reason, on the open page too.
  await expect(reader.getByText('신고로 가려진 글입니다.')).toBeVisible();
  await expect(reader.getByText('전화번호가 적힌 글')).toHaveCount(0);
  expect((await reader.request.get(`/api/posts/${post.id}`)).status()).toBe(404);

  await signIn(user);
  await page.goto(`/post/${post.id}`);
  const own = page.getByRole('region', { name: '내 글이 가려졌습니다' });
  await expect(own).toContainText('개인정보 노출');
  await expect(own).toContainText('전화번호가 적힌 글');
  await own.getByRole('button', { name: '이의 제기' }).click();
  await own.getByLabel('이의 제기 내용').fill('제 번호예요.');
  await page.reload();
  await expect(own.getByLabel('이의 제기 내용')).toHaveValue('제 번호예요.');
  await own.getByRole('button', { name: '보내기' }).click();
  await expectAlert(page, '이의 제기를 보냈습니다.');
  await expect(own).toContainText('운영진이 다시 확인하고 있습니다');
  await expect(own.getByRole('button')).toHaveCount(0);
  await page.goto('/mypage');
  await page.getByRole('link', { name: '신고·제재 내역' }).click();
  await expectPath(page, '/mypage/cases');
  await expect(own).toContainText('제 번호예요.');
});

test('[MO-04] of a hidden reply others see one line below the replies', async ({
  page,
  signIn,
  user,
  makers,
  openBrowser,
}) => {
  const [other, reporter] = [await makers.user(), await makers.user()];
  const post = await makers.post(other);
  await makers.reply(user, post.id, '가려질 댓글');
  await makers.reply(other, post.id, '남는 댓글');
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await expect(comments(page)).toHaveCount(2);
  const reader = await openBrowser(reporter);
  await reader.goto(`/post/${post.id}`);
  await openReport(reader, comments(reader).first());
  await send(reader, '자해·자살 위험');
  await expect(reader.getByText('신고로 가려진 댓글입니다.')).toBeVisible();
  await expect(comments(reader)).toHaveCount(1);
  const own = page.getByRole('region', { name: '내 댓글이 가려졌습니다' });
  await expect(own).toContainText('가려질 댓글');
  await expect(own.getByRole('link', { name: '109에 전화하기' })).toHaveAttribute('href', 'tel:109');
});
