import type { Locator, Page } from '@playwright/test';
import { comments, openPost } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ edition: 'official' });

async function choose(page: Page, reply: Locator, row: '수정' | '삭제'): Promise<void> {
  await reply.getByRole('button', { name: '더보기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: row, exact: true }).click();
}

test('[OW-08] own reply: edited in place, deleted and restored, others’ pages follow; typed text survives a reload, with a question if older @full', async ({
  page,
  user,
  makers,
  openBrowser,
  watch,
}) => {
  const other = await makers.user();
  const post = await makers.post(other);
  const reply = await makers.reply(user, post.id, '3층이에요');
  await makers.reply(other, post.id, '고마워요');
  const reader = await openBrowser(other);
  await openPost([page, reader], post.id, 2);
  await comments(reader).first().getByRole('button', { name: '더보기' }).click();
  await expect(reader.getByRole('dialog').getByRole('button').first()).toBeVisible();
  await expect(reader.getByRole('dialog').getByRole('button', { name: /^(수정|삭제)$/ })).toHaveCount(0);
  await reader.keyboard.press('Escape');
  await choose(page, comments(page).first(), '수정');
  const field = page.getByRole('textbox', { name: '댓글 수정' });
  const save = page.getByRole('button', { name: '저장' });
  await expect(field).toBeFocused();
  await field.pressSequentially(' 아니 4층이요');
  await save.click();
  await expectAlert(page, '수정했습니다.');
  for (const browser of [page, reader]) {
    await expect(comments(browser).first()).toContainText('3층이에요 아니 4층이요');
    await expect(comments(browser).first()).toContainText('수정됨');
  }

  await test.step('what was typed is there again after a reload, and is asked about when it is older', async () => {
    watch.expectStatus(409);
    await choose(page, comments(page).first(), '수정');
    await field.fill('쓰던 댓글');
    await page.reload();
    await choose(page, comments(page).first(), '수정');
    await expect(field).toHaveValue('쓰던 댓글');
    await user.client.ask('PUT /api/replies/{id}', {
      path: { id: reply.id },
      body: { revision: 2, body: '다른 창에서 고친 댓글' },
    });
    await expect(field).toHaveValue('쓰던 댓글');
    await save.click();
    await expect(page.getByText('다른 창에서 고친 댓글')).toBeVisible();
    await page.getByRole('button', { name: '쓰던 내용으로 저장' }).click();
    await expect(comments(page).first()).toContainText('쓰던 댓글');
  });

  await test.step('deleted, and brought back', async () => {
    await choose(page, comments(page).first(), '삭제');
    await expectAlert(page, '댓글을 삭제했습니다.');
    for (const browser of [page, reader]) {
      await expect(comments(browser)).toHaveCount(1);
      await expect(browser.getByRole('region', { name: '댓글' })).toContainText('댓글 1');
    }
    await page.getByRole('button', { name: '실행 취소' }).click();
    for (const browser of [page, reader]) {
      await expect(comments(browser)).toHaveCount(2);
      await expect(comments(browser).first()).toContainText('쓰던 댓글');
    }
  });
});
