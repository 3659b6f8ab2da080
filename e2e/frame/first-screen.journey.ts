import type { Page } from '@playwright/test';
import { commentInput, expectComments, likeButton, sendButton, storedComments } from '../testing/comments.ts';
import { CUT } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { drawFrames, expectTakenOver, scrollTop } from '../testing/reading.ts';
import { cardTitles, expectHome, expectPath, logIn } from '../testing/screens.ts';
import { readKept } from '../testing/shell.ts';
import { field, signUpButton } from '../testing/sign-up-form.ts';

/** Holds the app's script of the next page until released. */
async function holdApp(page: Page): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.unroute(APP);
  await page.route(APP, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

const APP = /\/assets\/index-[^/]*\.js$/;

/** Opens a page without waiting for the app. */
const open = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[FP-01] without scripts a student logs in by a plain form and reads; a newcomer’s sign-up keeps the typed text', async ({
    page,
    makers,
    watch,
  }) => {
    watch.expectStatus(401);
    watch.expectStatus(422);
    const user = await makers.user();
    const post = await makers.post(user, {
      board: 'law-hall',
      title: `스크립트 없이 읽는 글 ${makers.next()}`,
    });
    await makers.reply(user, post.id, '스크립트 없이 읽는 댓글');
    await page.goto('/building/law-hall');
    await expect(cardTitles(page)).toHaveCount(0);
    await logIn(page, user.email, 'a wrong one');
    await expect(page.getByText('비밀번호가 틀렸습니다.')).toBeVisible();
    await expect(field(page, '이메일')).toHaveValue(user.email);
    await logIn(page, user.email, user.password);
    await expectPath(page, '/building/law-hall');
    await page.getByRole('link', { name: post.title }).click();
    await expectPath(page, `/post/${post.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title);
    await expectComments(page, ['스크립트 없이 읽는 댓글']);
    await page.goto('/');
    await expectHome(page);
    await page.getByRole('link', { name: '최신글' }).click();
    await expect(page.getByRole('link', { name: post.title })).toBeVisible();

    await page.context().clearCookies();
    await page.goto('/signup?next=/board/new');
    await field(page, '이름').fill('김고대');
    await field(page, '이메일').fill(makers.newEmail());
    await field(page, '닉네임').fill('종이폼');
    await field(page, '비밀번호').fill('correct horse');
    await field(page, '비밀번호 확인').fill('another horse');
    await signUpButton(page).click();
    await expect(page.getByText('비밀번호 확인이 일치하지 않습니다.')).toBeVisible();
    await expect(field(page, '닉네임')).toHaveValue('종이폼');
    await expect(field(page, '비밀번호')).toHaveValue('');
    await field(page, '비밀번호').fill('correct horse');
    await field(page, '비밀번호 확인').fill('correct horse');
    await page.locator('input[name=terms]').check();
    await page.locator('input[name=privacy]').check();
    await signUpButton(page).click();
    await expectPath(page, '/verify?next=/board/new');
  });
});

test('[FP-02] before hydration, typed text, ticks, focus and the place are kept, and a login redirects correctly', async ({
  page,
  makers,
}) => {
  const letGo = await holdApp(page);
  await open(page, '/signup');
  await field(page, '이름').fill('김고대');
  await field(page, '닉네임').fill('일찍');
  await page.locator('input[name=terms]').check();
  await field(page, '비밀번호').fill('correct horse');
  letGo();
  await expectTakenOver(page);
  await expect(field(page, '이름')).toHaveValue('김고대');
  await expect(field(page, '닉네임')).toHaveValue('일찍');
  await expect(field(page, '비밀번호')).toHaveValue('correct horse');
  await expect(field(page, '비밀번호')).toBeFocused();
  await expect(page.locator('input[name=terms]')).toBeChecked();
  // The app has taken the value over: typing elsewhere does not clear it.
  await field(page, '비밀번호 확인').fill('correct horse');
  await expect(field(page, '이름')).toHaveValue('김고대');
  await expect(page.locator('input[name=terms]')).toBeChecked();

  const user = await makers.user();
  const letGoAgain = await holdApp(page);
  await open(page, '/board/question');
  await logIn(page, user.email, user.password);
  await expectPath(page, '/board/question');
  expect(page.url()).not.toContain('password');
  await expect(cardTitles(page).first()).toBeVisible();
  await page.mouse.wheel(0, 300);
  await expect.poll(() => scrollTop(page)).toBe(300);
  letGoAgain();
  await expectTakenOver(page);
  await drawFrames(page);
  expect(await scrollTop(page)).toBe(300);
});

test('[FP-02] [FP-03] [PH-02] before hydration, submits, presses and compositions act once, and the stored result is shown', async ({
  page,
  makers,
  user,
  watch,
}) => {
  watch.expect(CUT);
  const post = await makers.post(user);
  const later = await makers.post(user);

  await test.step('a list that is left is stored on the phone by the next page', async () => {
    const letGo = await holdApp(page);
    await open(page, '/board/new');
    await expect(cardTitles(page).first()).toBeVisible();
    await open(page, '/board/event');
    letGo();
    await expectTakenOver(page);
    await expect.poll(() => readKept(page)).toContain('latest');
  });

  await test.step('a comment that is sent is posted once, and a like counts once', async () => {
    const letGo = await holdApp(page);
    await open(page, `/post/${post.id}`);
    await likeButton(page).tap();
    await likeButton(page).tap();
    await commentInput(page).fill('아직 스크립트가 없을 때');
    await sendButton(page).tap();
    await sendButton(page).tap();
    letGo();
    await expectComments(page, ['아직 스크립트가 없을 때']);
    await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
    await expectPath(page, `/post/${post.id}`);
    expect(await storedComments(user, post.id)).toEqual(['아직 스크립트가 없을 때']);
  });

  await test.step('a syllable in composition is kept, and the rest of the word goes on behind it', async () => {
    const letGo = await holdApp(page);
    const answer = await page.reload({ waitUntil: 'commit' });
    const ime = await page.context().newCDPSession(page);
    await commentInput(page).focus();
    for (const text of ['ㅇ', '아', '안'])
      await ime.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
    letGo();
    // The app has read the page's data and loaded the scripts for hydration.
    await expect(page.locator('#own')).toHaveCount(0);
    await drawFrames(page);
    await expect(commentInput(page)).toHaveValue('안');
    await ime.send('Input.insertText', { text: '안' });
    await expectTakenOver(page);
    await page.keyboard.insertText('녕');
    await expect(commentInput(page)).toHaveValue('안녕');
    await sendButton(page).click();
    await expectComments(page, ['아직 스크립트가 없을 때', '안녕']);
    // Earlier posts are server-rendered.
    expect(await answer?.text()).toMatch(/"now":\d/);
    await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('a comment that is sent while the line is cut is posted when the app comes after all', async () => {
    await page.unroute(APP);
    let cut = true;
    await page.route(APP, (route) => (cut ? route.abort() : route.continue()));
    await open(page, `/post/${later.id}`);
    await commentInput(page).fill('지하철에서 쓴 댓글');
    await sendButton(page).tap();
    await expect(commentInput(page)).toHaveValue('지하철에서 쓴 댓글');
    cut = false;
    await expectComments(page, ['지하철에서 쓴 댓글']);
    expect(await storedComments(user, later.id)).toEqual(['지하철에서 쓴 댓글']);
  });

  await test.step('a building that is pressed in the drawn picker is chosen, and a reload draws none over its form', async () => {
    const letGo = await holdApp(page);
    await open(page, '/write');
    const picker = page.getByRole('dialog', { name: '건물 선택' });
    await picker.getByRole('button', { name: /^화정체육관/ }).click();
    letGo();
    await expectTakenOver(page);
    await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('화정체육관');
    await expect(picker).toBeHidden();

    const letGoAgain = await holdApp(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(picker).toBeHidden();
    letGoAgain();
    await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('화정체육관');
  });
});
