import { setTimeout as pause } from 'node:timers/promises';
import { commentInput, likeButton, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { makePicture } from '../testing/picture.ts';
import { expectAlert, expectPath, logIn } from '../testing/screens.ts';
import { attach, body, expectPreview, openWrite, submit, title } from '../testing/write-form.ts';

// What the limits of one student do is seen only where they are on.
test.use({ ownServer: { LIMITS: 'on' } });

const BUSY = /^요청이 너무 많습니다\. \d+(?:초|분|시간) 뒤에 다시 시도해 주세요\.$/;

/** Windows of a minute all end at once: a count that began in one must not go on in the next. */
async function awaitFreshMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 25_000) await pause(left);
}

test('after the posts of an hour the form says when to try again, and keeps every word and the picture', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  watch.expectStatus(429);
  const user = await makers.user();
  for (let written = 0; written < 20; written += 1) await makers.post(user, { board: 'question' });
  await signIn(user);
  await openWrite(page, '/board/question');
  await title(page).fill('스물한 번째 글');
  await body(page).fill('한 시간에 스무 개까지라니\n조금 쉬어야겠다');
  await attach(page, 'picture.png', 'image/png', makePicture());
  await expectPreview(page);
  await submit(page).click();
  await expectAlert(page, BUSY);
  await expectPath(page, '/write');
  const expectKept = async () => {
    await expect(title(page)).toHaveValue('스물한 번째 글');
    await expect(body(page)).toHaveValue('한 시간에 스무 개까지라니\n조금 쉬어야겠다');
    await expectPreview(page);
  };
  await expectKept();
  await page.reload();
  await expectKept();
});

test('after the comments of a minute the next one stays in its field, over a reload too', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  test.setTimeout(100_000);
  watch.expectStatus(429);
  const [user, author] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await awaitFreshMinute();
  for (let sent = 0; sent < 30; sent += 1) await makers.reply(user, post.id, `댓글 ${sent}`);
  await commentInput(page).fill('서른한 번째 댓글');
  await sendButton(page).click();
  await expectAlert(page, BUSY);
  await expect(commentInput(page)).toHaveValue('서른한 번째 댓글');
  await page.reload();
  await expect(commentInput(page)).toHaveValue('서른한 번째 댓글');
});

test('after the likes of a minute the heart goes back and the message says when to press it again', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  test.setTimeout(100_000);
  watch.expectStatus(429);
  const user = await makers.user();
  const post = await makers.post(user);
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false');
  await awaitFreshMinute();
  for (let marked = 0; marked < 120; marked += 1) await makers.like(user, post.id);
  await page.reload();
  await likeButton(page).click();
  await expectAlert(page, BUSY);
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
});

test('after ten wrong passwords the login says when to try again, and keeps the address', async ({
  page,
  watch,
  makers,
}) => {
  watch.expectStatus(401, 429);
  const user = await makers.user();
  await page.goto('/login');
  for (let tried = 0; tried < 10; tried += 1) {
    await logIn(page, user.email, `wrong password ${tried}`);
    await expectAlert(page, '비밀번호가 틀렸습니다.');
    await expect(page.getByRole('button', { name: '로그인', exact: true })).not.toHaveAttribute('aria-busy');
  }
  await logIn(page, user.email, PASSWORD);
  await expectAlert(page, /^로그인 시도가 너무 많습니다\. \d+(?:초|분) 뒤에 다시 시도해 주세요\.$/);
  await expect(page.getByLabel('이메일', { exact: true })).toHaveValue(user.email);
  await expect(page.getByLabel('비밀번호', { exact: true })).toHaveValue(PASSWORD);
});
