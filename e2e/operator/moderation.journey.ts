import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';

test('hidden by the operator: a comment, then its post, leave the open page, and return when restored @full', async ({
  page,
  server,
  makers,
  user: _,
  anybody: author,
  watch,
}) => {
  watch.expectStatus(404);
  const post = await makers.post(author, { title: '숨겨질 글' });
  await makers.reply(author, post.id, '첫째 댓글');
  const spam = await makers.reply(author, post.id, '광고 댓글');
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { name: '숨겨질 글' })).toBeVisible();
  await expect(comments(page)).toHaveCount(2);
  // The page listens once its list is shown; an arriving comment proves it.
  await makers.reply(author, post.id, '셋째 댓글');
  await expect(comments(page)).toHaveCount(3);
  await operate(server, 'reply', 'hide', spam.id, '--reason', '광고');
  await expect(comments(page)).toHaveCount(2);
  await expect(page.getByText('광고 댓글')).toHaveCount(0);
  await operate(server, 'reply', 'restore', spam.id);
  await expect(comments(page).nth(1)).toContainText('광고 댓글');
  await expect(comments(page)).toHaveCount(3);

  await operate(server, 'post', 'hide', post.id, '--reason', '광고');
  await expect(page.getByRole('alert').getByText('삭제되었거나 없는 게시글입니다.')).toBeVisible();
  await expect(page.getByText('숨겨질 글')).toHaveCount(0);
  await page.goto('/building/main-hall');
  await expect(page.getByText('숨겨질 글')).toHaveCount(0);
  await operate(server, 'post', 'restore', post.id);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { name: '숨겨질 글' })).toBeVisible();
});
