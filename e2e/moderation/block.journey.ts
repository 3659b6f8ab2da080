import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ edition: 'official' });

const FOLDED = '차단한 사람의 글입니다.';
const FOLDED_REPLY = '차단한 사람의 댓글입니다.';
const dialog = (page: Page): Locator => page.getByRole('dialog');

async function block(page: Page, of: Locator): Promise<void> {
  await of.getByRole('button', { name: '더보기' }).click();
  await dialog(page).getByRole('button', { name: '차단하기' }).click();
  await expectAlert(page, '차단했어요.');
  await expect(dialog(page)).toHaveCount(0);
}

test('[MO-11] block: removes the person’s posts from every list at once, replies leave a line, and unblocking restores all @full', async ({
  page,
  context,
  user,
  makers,
  anybody: other,
}) => {
  test.slow();
  const writer = await makers.user();
  const [word, staying] = [makers.word(), makers.word()];
  const first = await makers.post(writer, { title: `${word} 하나`, body: '보고 싶지 않은 말' });
  const others = await makers.post(other, { title: staying });
  await makers.reply(writer, others.id, '접힐 댓글');

  await test.step('in an open thread later replies fold as they come, and the message undoes it', async () => {
    await page.goto(`/post/${others.id}`);
    await block(page, comments(page).first());
    await expect(comments(page).first()).toContainText(FOLDED_REPLY);
    await makers.reply(writer, others.id, '나중에 온 댓글');
    await makers.reply(other, others.id, '남는 댓글');
    await expect(comments(page)).toHaveCount(3);
    await expect(comments(page).nth(1)).toContainText(FOLDED_REPLY);
    await expect(comments(page).nth(2)).toContainText('남는 댓글');
    await expect(page.getByText('나중에 온 댓글')).toHaveCount(0);
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expectAlert(page, '차단을 풀었어요.');
    await expect(comments(page).nth(1)).toContainText('나중에 온 댓글');
    await expect(page.getByText(FOLDED_REPLY)).toHaveCount(0);
  });

  const tab = await context.newPage();
  await tab.goto('/board/new');
  await expect(tab.getByRole('link', { name: word })).toBeVisible();
  await page.goto('/board/new');
  await page.getByRole('link', { name: `${word} 하나` }).click();
  await block(page, page.getByRole('banner'));
  await expect(page.getByText(FOLDED)).toBeVisible();
  await expect(page.getByText('보고 싶지 않은 말')).toHaveCount(0);
  await page.goBack();
  await tab.reload();
  for (const one of [page, tab]) {
    await expect(one.getByRole('link', { name: staying })).toBeVisible();
    await expect(one.getByRole('link', { name: word })).toHaveCount(0);
  }
  // The author's number and the replies to them stay.
  await tab.goto(`/post/${others.id}`);
  await expect(comments(tab)).toHaveCount(3);
  await expect(comments(tab).first()).toContainText(FOLDED_REPLY);
  await expect(tab.getByText('접힐 댓글')).toHaveCount(0);
  await expect(tab.getByRole('heading', { name: '댓글 3' })).toBeVisible();

  // The post's address shows it once and collapses it after a reload.
  await page.goto(`/post/${first.id}`);
  await page.getByRole('button', { name: '보기', exact: true }).press('Enter');
  await expect(page.getByText('보고 싶지 않은 말')).toBeVisible();
  await page.reload();
  await expect(page.getByText('보고 싶지 않은 말')).toHaveCount(0);
  await page.getByRole('button', { name: '차단 풀기' }).click();
  await expectAlert(page, '차단을 풀었어요.');
  await expect(page.getByText('보고 싶지 않은 말')).toBeVisible();

  // The list on my page names blocked users and unblocks them.
  await block(page, page.getByRole('banner'));
  await page.goto('/mypage');
  await page.getByRole('link', { name: '차단한 사람' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: `${writer.nickname} 차단 풀기` }).click();
  await expect(page.getByText('차단한 사람이 없습니다.')).toBeVisible();
  await tab.goto('/board/new');
  await expect(tab.getByRole('link', { name: word })).toBeVisible();
  const stored = await user.client.ask('GET /api/profile/blocks', {});
  expect(stored.blocks).toEqual([]);
});
