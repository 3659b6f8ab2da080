import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';

test('an open page of a post that the operator hides says that it is gone, and shows it again when restored', async ({
  page,
  server,
  makers,
  signIn,
  watch,
}) => {
  watch.expectStatus(404);
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author, { title: '숨겨질 글' });
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { name: '숨겨질 글' })).toBeVisible();
  await operate(server, 'post', 'hide', post.id, '--reason', '광고');
  await expect(page.getByRole('alert').getByText('삭제되었거나 없는 게시글입니다.')).toBeVisible();
  await expect(page.getByText('숨겨질 글')).toHaveCount(0);
  await page.goto('/building/main-hall');
  await expect(page.getByText('숨겨질 글')).toHaveCount(0);
  await operate(server, 'post', 'restore', post.id);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { name: '숨겨질 글' })).toBeVisible();
});

test('a comment that the operator hides leaves the open page, and comes back to its place', async ({
  page,
  server,
  makers,
  signIn,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await makers.reply(author, post.id, '첫째 댓글');
  const spam = await makers.reply(author, post.id, '광고 댓글');
  await makers.reply(author, post.id, '셋째 댓글');
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const comments = page.getByRole('region', { name: '댓글' }).getByRole('listitem');
  await expect(comments).toHaveCount(3);
  // The page listens only once its list is there; a comment that arrives proves that it does.
  await makers.reply(author, post.id, '넷째 댓글');
  await expect(comments).toHaveCount(4);
  await operate(server, 'reply', 'hide', spam.id, '--reason', '광고');
  await expect(comments).toHaveCount(3);
  await expect(page.getByText('광고 댓글')).toHaveCount(0);
  await operate(server, 'reply', 'restore', spam.id);
  await expect(comments.nth(1)).toContainText('광고 댓글');
  await expect(comments).toHaveCount(4);
});
