import { commentInput, expectComments, likeButton, sendButton, storedComments } from '../testing/comments.ts';
import { nickname, NICKNAME_PATH } from '../testing/edit-forms.ts';
import { answerProblem, holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardTitles, expectAlert, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title, titlesOn } from '../testing/write-form.ts';

test('taps and Enters on a slow network make one post', async ({ page, user }) => {
  await openWrite(page, '/building/political-economics-hall');
  await title(page).fill('급하게 올린 글');
  await body(page).fill('버튼을 여러 번 눌렀어요.');
  const answers = await holdAnswers(page, 'POST', '**/posts');
  await submit(page).dblclick();
  await expect(submit(page)).toHaveAttribute('aria-busy', 'true');
  for (let press = 0; press < 4; press += 1) await title(page).press('Enter');
  await submit(page).click();
  await submit(page).press('Enter');
  expect(answers.count()).toBe(1);
  await expectPath(page, '/write');
  answers.release();
  await expectPath(page, '/building/political-economics-hall');
  await expect(cardTitles(page).filter({ hasText: '급하게 올린 글' })).toHaveCount(1);
  expect(answers.count()).toBe(1);
  const titles = await titlesOn(user, 'political-economics-hall');
  expect(titles.filter((name) => name === '급하게 올린 글')).toHaveLength(1);
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.points).toBe(50);
});

test('[VA-11] an empty comment can be sent, by a tap of its own', async ({ page, makers, user }) => {
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  await sendButton(page).click();
  await expectComments(page, ['']);
  expect(await storedComments(user, post.id)).toEqual(['']);
  await commentInput(page).fill('   ');
  await sendButton(page).click();
  await expectComments(page, ['', '']);
  expect(await storedComments(user, post.id)).toEqual(['', '   ']);
});

test('a double tap sends one comment, also when the answer comes between the taps', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user);
  await page.clock.install();
  await page.goto(`/post/${post.id}`);
  await commentInput(page).fill('답이 빨랐던 댓글');
  await sendButton(page).click();
  await expect(commentInput(page)).toHaveValue('');
  // The clock stands still: no time has passed since the answer.
  await page.clock.pauseAt(Date.now() + 60_000);
  await commentInput(page).fill('그다음 댓글');
  await sendButton(page).click();
  await expect(commentInput(page)).toHaveValue('');
  await expect(sendButton(page)).not.toHaveAttribute('aria-busy');
  await sendButton(page).click();
  await sendButton(page).click();
  await page.clock.runFor(599);
  await sendButton(page).click();
  expect(await storedComments(user, post.id)).toEqual(['답이 빨랐던 댓글', '그다음 댓글']);
  await page.clock.runFor(2);
  await sendButton(page).click();
  await expectComments(page, ['답이 빨랐던 댓글', '그다음 댓글', '']);
});

test('taps on a slow network send one comment, and what is typed meanwhile stays', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  const answers = await holdAnswers(page, 'POST', '**/replies');
  await commentInput(page).fill('느린 댓글');
  await sendButton(page).dblclick();
  await expect(sendButton(page)).toHaveAttribute('aria-busy', 'true');
  await sendButton(page).click();
  await commentInput(page).fill('벌써 다음 댓글');
  await sendButton(page).click();
  await expect.poll(answers.count).toBe(1);
  answers.release();
  await expect(sendButton(page)).not.toHaveAttribute('aria-busy');
  await expectComments(page, ['느린 댓글']);
  await expect(commentInput(page)).toHaveValue('벌써 다음 댓글');
  await sendButton(page).click();
  await expectComments(page, ['느린 댓글', '벌써 다음 댓글']);
  expect(await storedComments(user, post.id)).toEqual(['느린 댓글', '벌써 다음 댓글']);
});

test.describe('with a real keyboard', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('impatient Enters send one comment, and none that is empty', async ({ page, makers, user }) => {
    const post = await makers.post(user);
    await page.goto(`/post/${post.id}`);
    const answers = await holdAnswers(page, 'POST', '**/replies');
    await commentInput(page).fill('엔터를 여러 번');
    for (let press = 0; press < 4; press += 1) await commentInput(page).press('Enter');
    await expect.poll(answers.count).toBe(1);
    answers.release();
    await expect(commentInput(page)).toHaveValue('');
    for (let press = 0; press < 3; press += 1) await commentInput(page).press('Enter');
    await expect(commentInput(page)).toHaveValue('');
    await expectComments(page, ['엔터를 여러 번']);
    expect(answers.count()).toBe(1);
    expect(await storedComments(user, post.id)).toEqual(['엔터를 여러 번']);
  });

  test('impatient Enters change a nickname once', async ({ page, signIn, makers }) => {
    await signIn(await makers.user());
    await page.goto('/mypage/viewprofile');
    await page.getByRole('link', { name: '닉네임 변경' }).click();
    await expectPath(page, NICKNAME_PATH);
    const answers = await holdAnswers(page, 'PUT', '**/api/profile/nickname');
    await nickname(page).fill('성급한호랑이');
    for (let press = 0; press < 4; press += 1) await nickname(page).press('Enter');
    await expect.poll(answers.count).toBe(1);
    answers.release();
    await expectPath(page, '/mypage/viewprofile');
    await expectAlert(page, '닉네임을 변경했습니다.');
    expect(answers.count()).toBe(1);
  });
});

test('taps on the heart end where the last one left it, and at the count of the server', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader, third] = [await makers.user(), await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await makers.like(author, post.id);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const heart = likeButton(page);
  await expect(heart).toHaveText('1');
  const answers = await holdAnswers(page, 'PUT', '**/like');
  // Shown before the answer is there.
  await heart.click();
  await expect(heart).toHaveText('2');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(heart).toHaveText('1');
  await heart.click();
  await expect(heart).toHaveText('2');
  await expect.poll(answers.count).toBe(1);
  // Somebody else likes it in between.
  await makers.like(third, post.id);
  answers.release();
  await expect(heart).toHaveText('3');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const stored = await reader.client.ask('GET /api/posts/{id}', { path: { id: post.id } });
  expect(stored.likeCount).toBe(3);
  await page.reload();
  await expect(heart).toHaveText('3');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
});

test('a double tap on the heart is a like taken back, on the screen and on the server', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const heart = likeButton(page);
  const taken = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await heart.dblclick();
  await taken;
  await expect(heart).toHaveText('0');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  const stored = await reader.client.ask('GET /api/posts/{id}', { path: { id: post.id } });
  expect(stored.likeCount).toBe(0);
});

test('a like that fails is taken back on the screen and says so', async ({ page, watch, makers, user }) => {
  watch.expectStatus(500);
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  const heart = likeButton(page);
  await expect(heart).toHaveText('0');
  await answerProblem(page, 'PUT', '**/like', { status: 500, code: 'server.failed' });
  await heart.click();
  await expectAlert(page, '좋아요를 반영하지 못했습니다. 다시 눌러 주세요.');
  await expect(heart).toHaveText('0');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/like');
  await heart.click();
  await expect(heart).toHaveText('1');
  await page.reload();
  await expect(heart).toHaveText('1');
});
