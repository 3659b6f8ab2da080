import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const dialog = (page: Page): Locator => page.getByRole('dialog');
const article = (page: Page): Locator => page.getByRole('article');

async function openReport(page: Page, of: Locator, row = '신고'): Promise<void> {
  await of.getByRole('button', { name: '더보기' }).click();
  await dialog(page).getByRole('button', { name: row, exact: true }).click();
}

async function send(page: Page, reason: string): Promise<void> {
  await dialog(page).getByLabel(reason).check();
  await dialog(page).getByRole('button', { name: '신고하기' }).click();
  await expectAlert(page, '신고했습니다. 운영진이 확인합니다.');
  await expect(dialog(page)).toHaveCount(0);
}

test('[MO-01] a post, one of its pictures and a reply are reported, said in other words, and taken back', async ({
  page,
  signIn,
  user,
  makers,
}) => {
  const other = await makers.user();
  const post = await makers.post(other, { title: '신고할 글', pictures: ['책상', '의자'] });
  await makers.reply(other, post.id, '신고할 댓글');
  const reports = async () =>
    (await user.client.ask('GET /api/posts/{id}/own-reports', { path: { id: post.id } })).reports.map(
      ({ reason, note }) => [reason, note],
    );
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await openReport(page, article(page));
  // Without a reason nothing is sent, and what was typed stays.
  await dialog(page).getByLabel('덧붙일 말 (선택)').fill('광고예요');
  await dialog(page).getByRole('button', { name: '신고하기' }).click();
  await expectAlert(page, '신고 이유를 골라 주세요.');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await openReport(page, article(page));
  await expect(dialog(page).getByLabel('덧붙일 말 (선택)')).toHaveValue('광고예요');
  await send(page, '광고·도배');
  expect(await reports()).toEqual([['spam', '광고예요']]);

  await openReport(page, article(page), '신고 내용 바꾸기');
  await expect(dialog(page).getByLabel('덧붙일 말 (선택)')).toHaveValue('광고예요');
  await send(page, '욕설·괴롭힘');
  expect(await reports()).toEqual([['abuse', '광고예요']]);

  await openReport(page, article(page), '신고 취소');
  await expectAlert(page, '신고를 취소했습니다.');
  expect(await reports()).toEqual([]);

  await openReport(page, article(page));
  await dialog(page).getByLabel('2번째 사진').check();
  await send(page, '그 밖의 문제');
  expect(await reports()).toEqual([['other', '']]);
  const { reports: made } = await user.client.ask('GET /api/posts/{id}/own-reports', {
    path: { id: post.id },
  });
  expect(made[0]?.thingId).not.toBe(post.id);

  await openReport(page, comments(page).first());
  await send(page, '혐오·허위 사실');
  expect((await reports()).length).toBe(2);
  await openReport(page, comments(page).first(), '신고 내용 바꾸기');
  await expectAccessible(page);
  await page.goBack();
  // One's own has no such row.
  await makers.reply(user, post.id, '내 댓글');
  await comments(page).nth(1).getByRole('button', { name: '더보기' }).click();
  await expect(dialog(page).getByRole('button', { name: '삭제' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: '신고' })).toHaveCount(0);
});

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
  await openReport(reader, article(reader));
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
  await page.getByRole('link', { name: '운영 조치 내역' }).click();
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
