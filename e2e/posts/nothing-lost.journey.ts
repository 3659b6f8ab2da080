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

/** Fills every field of a post. */
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

test('[ER-09] unfinished post with a picture: survives reload, back, a closed tab and the end of the session, per board', async ({
  page,
  context,
  watch,
  user,
  makers,
}) => {
  const name = `쓰다 만 글 ${makers.next()}`;
  const note = page.getByText('쓰던 글을 불러왔습니다.');
  await openWrite(page, '/building/inchon-hall');

  await test.step('a picture alone is a draft too, can be thrown away, and that be taken back', async () => {
    const discard = page.getByRole('button', { name: '지우기', exact: true });
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

  await startPost(page, name);
  await page.reload();
  await expectDraft(page, name);
  await page.goBack();
  await expectPath(page, '/building/inchon-hall');
  await page.goForward();
  await expectDraft(page, name);
  await backArrow(page).click();
  await expectPath(page, '/building/inchon-hall');

  await openWrite(page, '/board/question');
  await expect(title(page)).toHaveValue('');
  await expect(body(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);

  const later = await context.newPage();
  await page.close();
  await openWrite(later, '/building/inchon-hall');
  await expectDraft(later, name);

  await test.step('sent after the session ended, it waits until the student has logged in again', async () => {
    watch.expectStatus(401);
    // Ended once the post is on its way: the page could notice an earlier end by itself, and leave the form.
    const isPost = (url: URL) => url.pathname === '/api/buildings/inchon-hall/posts';
    await later.route(isPost, async (route) => {
      await user.client.ask('DELETE /api/session', {});
      await route.continue();
    });
    await submit(later).click();
    await expectAlert(later, '로그인이 필요합니다.');
    await later.unroute(isPost);
    await expectPath(later, '/');
    await expectLoginScreen(later);
    // The address is prefilled: only the password is missing.
    await expect(later.getByLabel('이메일', { exact: true })).toHaveValue(user.email);
    await later.getByLabel('비밀번호', { exact: true }).fill(PASSWORD);
    await later.getByRole('button', { name: '로그인', exact: true }).click();
    await expectPath(later, '/write');
    await expect(later.getByText('인촌기념관')).toBeVisible();
    await expectDraft(later, name);
    await submit(later).click();
    await expectPath(later, '/building/inchon-hall');
    await expect(cardTitles(later).filter({ hasText: name })).toHaveCount(1);
    // Sending deletes the draft.
    await later.getByRole('link', { name: '글쓰기' }).click();
    await expect(title(later)).toHaveValue('');
    await expect(preview(later)).toHaveCount(0);
  });
});
