import { commentInput, expectComments, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { backArrow, expectLoginScreen, expectPath, logIn } from '../testing/screens.ts';

test('unfinished comment: survives reload and back, per post and student', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const [post, other] = [await makers.post(author), await makers.post(author)];
  await signIn(reader);
  await page.goto('/building/main-hall');
  await page.goto(`/post/${post.id}`);
  await commentInput(page).fill('쓰다 만 댓글\n둘째 줄');
  await page.reload();
  await expect(commentInput(page)).toHaveValue('쓰다 만 댓글\n둘째 줄');
  await page.goBack();
  await expectPath(page, '/building/main-hall');
  await page.goForward();
  await expect(commentInput(page)).toHaveValue('쓰다 만 댓글\n둘째 줄');
  await backArrow(page).click();
  await expectPath(page, '/building/main-hall');
  await page.goto(`/post/${other.id}`);
  await expect(commentInput(page)).toHaveValue('');
  await signIn(author);
  await page.goto(`/post/${post.id}`);
  await expect(commentInput(page)).toHaveValue('');
  await signIn(reader);
  await page.reload();
  await expect(commentInput(page)).toHaveValue('쓰다 만 댓글\n둘째 줄');

  // Sending or clearing deletes the draft.
  await sendButton(page).click();
  await expectComments(page, ['쓰다 만 댓글']);
  await page.reload();
  await expectComments(page, ['쓰다 만 댓글']);
  await expect(commentInput(page)).toHaveValue('');
  await commentInput(page).fill('지울 댓글');
  await commentInput(page).fill('');
  await page.reload();
  await expect(commentInput(page)).toHaveValue('');
});

test('comment after the session ended: leads to login and back, and is kept', async ({
  page,
  watch,
  makers,
  user,
}) => {
  watch.expectStatus(401);
  const post = await makers.post(user);
  // No other call can report the session's end before the comment does.
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const isComment = route.request().method() === 'POST' && pathname === `/api/posts/${post.id}/replies`;
    return isComment ? route.fallback() : undefined;
  });
  await page.goto(`/post/${post.id}`);
  await commentInput(page).fill('로그아웃된 뒤의 댓글');
  await user.client.ask('DELETE /api/session', {});
  await sendButton(page).click();
  await expectLoginScreen(page);
  await page.unroute('**/api/**');
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, `/post/${post.id}`);
  await expect(commentInput(page)).toHaveValue('로그아웃된 뒤의 댓글');
  await sendButton(page).click();
  await expectComments(page, ['로그아웃된 뒤의 댓글']);
});
