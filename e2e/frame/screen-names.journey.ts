import type { Page } from '@playwright/test';
import { holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, screenName, tabBar, writeButton } from '../testing/reading.ts';
import { backArrow, expectPath } from '../testing/screens.ts';

/** Named once, in the title of the document as on the page. */
async function expectNamed(page: Page, name: string | RegExp): Promise<void> {
  await expect(screenName(page)).toHaveCount(1);
  await expect(screenName(page)).toHaveText(name);
  const heading = (await screenName(page).textContent()) ?? '';
  expect(heading).not.toBe('');
  await expect(page).toHaveTitle(`${heading} · 마당`);
}

/** As after a page load: a screen reader starts at the heading of the new screen. */
async function expectFocusMoved(page: Page, name: string | RegExp): Promise<void> {
  await expectNamed(page, name);
  await expect(screenName(page)).toBeFocused();
}

test('the focus moves to the heading of the new screen, forwards and back', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user, { board: 'question', title: `초점이 옮겨 가는 글 ${makers.next()}` });
  await page.goto('/');
  await expectNamed(page, '홈');
  // Anyone who opens the app is not disturbed.
  await expect(screenName(page)).not.toBeFocused();
  await page.getByRole('main').getByRole('link', { name: '질문 게시판' }).click();
  await expectFocusMoved(page, '질문 게시판');
  await page.getByRole('link', { name: post.title }).click();
  await expectFocusMoved(page, post.title);
  // It stays there while comments and marks arrive.
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  await expect(screenName(page)).toBeFocused();
  await backArrow(page).click();
  await expectFocusMoved(page, '질문 게시판');
  await writeButton(page).click();
  await expectFocusMoved(page, '글쓰기');
  await page.goBack();
  await expectFocusMoved(page, '질문 게시판');
  await backArrow(page).click();
  await expectFocusMoved(page, '홈');
  for (const [tab, name] of [
    ['건물', '건물'],
    ['키워드', '어떤 장소를 찾으세요?'],
    ['마이페이지', '마이페이지'],
    ['홈', '홈'],
  ] as const) {
    await tabBar(page).getByRole('link', { name: tab, exact: true }).click();
    await expectFocusMoved(page, name);
  }
  for (const path of ['/board/hot', '/board/event', '/board/notice', '/building/main-hall', '/keyword/2/1']) {
    await page.goto(path);
    const title = await cardLinks(page).first().innerText();
    await cardLinks(page).first().click();
    await expectFocusMoved(page, title);
  }
});

test('a screen is named and holds the focus while it still loads, and after', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const post = await makers.post(user, { title: '늦게 오는 글' });
  const hot = (await user.client.ask('GET /api/hots', { query: {} })).hots[0];
  if (!hot) throw new Error('an empty demo world');
  await signIn(user);
  for (const [path, api, title] of [
    [`/post/${post.id}`, `**/api/posts/${post.id}`, post.title],
    [`/hotpost/${hot.id}`, '**/api/hots/*', hot.title],
  ] as const) {
    const held = await holdAnswers(page, 'GET', api);
    await page.goto('/keyword');
    await expectNamed(page, '어떤 장소를 찾으세요?');
    // As a link without the post leads there, the one after a login for example.
    await page.evaluate((to) => {
      window.history.pushState(null, '', to);
      window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await expectPath(page, path);
    // The screen before stays until the script of the next one is there.
    await expect(screenName(page)).not.toHaveText('어떤 장소를 찾으세요?');
    await expectFocusMoved(page, /.+/);
    await expect(screenName(page)).not.toHaveText(title);
    held.release();
    await expectFocusMoved(page, title);
  }
});
