import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { makePicture } from '../testing/picture.ts';
import { backArrow, cardTitles, expectAlert, expectLoginScreen, expectPath } from '../testing/screens.ts';
import {
  attach,
  body,
  expectPreview,
  keywordButton,
  openWrite,
  preview,
  submit,
  title,
} from '../testing/write-form.ts';

/** Fills everything a post can have. */
async function startPost(page: Page, name: string): Promise<void> {
  await title(page).fill(name);
  await body(page).fill(`${name}의 내용\n둘째 줄`);
  await attach(page, 'seat.png', 'image/png', makePicture());
  await expectPreview(page);
  await keywordButton(page).click();
  await page.getByRole('button', { name: '콘센트 장소' }).click();
  await page.getByRole('button', { name: '완료' }).click();
  await expectDraft(page, name);
}

async function expectDraft(page: Page, name: string): Promise<void> {
  await expect(title(page)).toHaveValue(name);
  await expect(body(page)).toHaveValue(`${name}의 내용\n둘째 줄`);
  await expectPreview(page);
  await expect(keywordButton(page)).toContainText('#콘센트 장소');
}

test('an unfinished post with its picture survives reload, both ways back, and closing the tab, on its own board', async ({
  page,
  context,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  await openWrite(page, '/building/science-library');
  await startPost(page, '쓰다 만 글');
  await page.reload();
  await expectDraft(page, '쓰다 만 글');
  await page.goBack();
  await expectPath(page, '/building/science-library');
  await page.goForward();
  await expectDraft(page, '쓰다 만 글');
  await backArrow(page).click();
  await expectPath(page, '/building/science-library');
  await page.getByRole('link', { name: '글쓰기' }).click();
  await expectDraft(page, '쓰다 만 글');

  await openWrite(page, '/board/question');
  await expect(title(page)).toHaveValue('');
  await expect(body(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);

  const later = await context.newPage();
  await page.close();
  await openWrite(later, '/building/science-library');
  await expectDraft(later, '쓰다 만 글');
});

test('a picture alone is a draft too: it says so, can be thrown away, and that be taken back', async ({
  page,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  const note = page.getByText('쓰던 글을 불러왔습니다.');
  const discard = page.getByRole('button', { name: '지우기', exact: true });
  await openWrite(page, '/building/engineering-hall');
  await attach(page, 'lab.png', 'image/png', makePicture());
  await expectPreview(page);
  await page.reload();
  await expectPreview(page);
  await expect(note).toBeVisible();
  await discard.tap();
  await expect(preview(page)).toHaveCount(0);
  await page.getByRole('button', { name: '되돌리기' }).tap();
  await expectPreview(page);
  await page.reload();
  await expectPreview(page);
  await discard.tap();
  await expect(note).toHaveCount(0);
  await page.reload();
  await expect(title(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);
  await expect(note).toHaveCount(0);
});

test('[ER-09] a post sent after the session ended: told so, login at /, and all of it waits where it was written', async ({
  page,
  watch,
  user,
  makers,
}) => {
  const name = `로그아웃된 뒤의 글 ${makers.next()}`;
  watch.expectStatus(401);
  await openWrite(page, '/building/inchon-hall');
  await startPost(page, name);
  await user.client.ask('DELETE /api/session', {});
  await submit(page).click();
  await expectAlert(page, '로그인이 필요합니다.');
  await expectPath(page, '/');
  await expectLoginScreen(page);
  // The address is known: only the password is left to type.
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue(user.email);
  await page.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '로그인', exact: true }).click();
  await expectPath(page, '/write');
  await expect(page.getByText('인촌기념관')).toBeVisible();
  await expectDraft(page, name);
  await submit(page).click();
  await expectPath(page, '/building/inchon-hall');
  await expect(cardTitles(page).filter({ hasText: name })).toHaveCount(1);
  // Posted, it is a draft no more.
  await openWrite(page, '/building/inchon-hall');
  await expect(title(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);
});
