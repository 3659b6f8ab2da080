import type { Locator, Page } from '@playwright/test';
import { commentInput, expectComments, likeButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { backArrow, cardTitles, expectHome, expectLoginScreen, expectPath } from '../testing/screens.ts';
import { body, keywordButton, submit, title } from '../testing/write-form.ts';

test.use({ isMobile: false, hasTouch: false });

const STEPS_MAX = 120;

/** Presses Tab until the control has visible, uncovered focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeAttached();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    await page.keyboard.press('Tab');
    if (!(await control.evaluate((element) => element === document.activeElement))) continue;
    await expect(control).toBeInViewport();
    expect(await control.evaluate(showsFocus), 'the focus shows').toBe(true);
    return;
  }
  throw new Error(`no Tab leads to ${String(control)}`);
}

/** Whether the focus has an outline or a border and is uncovered. Runs in the page. */
function showsFocus(element: Element): boolean {
  // The label shows the focus of a file input.
  const shown = element.matches('input[type=file]') ? (element.parentElement ?? element) : element;
  const { outlineStyle, borderTopColor, borderTopStyle } = getComputedStyle(shown);
  // A card's link and its outline cover the whole card.
  const outlined = [outlineStyle, getComputedStyle(shown, '::after').outlineStyle].some(
    (style) => style !== 'none',
  );
  const bordered = borderTopStyle !== 'none' && !borderTopColor.endsWith(', 0)');
  const { left, top, width, height } = shown.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const free = hit !== null && (shown.contains(hit) || hit.contains(shown));
  return element.matches(':focus-visible') && (outlined || bordered) && free;
}

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

test('keyboard only: logs in, opens a building and a post, likes, comments, picks a building, writes and logs out @full', async ({
  page,
  makers,
}) => {
  const user = await makers.user();
  const written = `by keyboard ${makers.next()}`;
  const post = await makers.post(user, {
    board: 'april-memorial-hall',
    title: `공연 보러 오세요 ${makers.next()}`,
  });

  await page.goto('/');
  // Opening the app moves no focus.
  await expect(page.getByRole('heading', { level: 1 })).not.toBeFocused();
  await tabTo(page, page.getByLabel('이메일', { exact: true }));
  await page.keyboard.type(user.email);
  await tabTo(page, page.getByLabel('비밀번호', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expectHome(page);

  await press(page, page.getByRole('navigation').getByRole('link', { name: '건물' }));
  await expectPath(page, '/building');
  await tabTo(page, page.getByRole('tab', { name: '전체' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: '인문' })).toBeFocused();
  await expect(page.getByRole('tab', { name: '인문' })).toHaveAttribute('aria-selected', 'true');
  await press(page, page.getByRole('main').getByRole('link', { name: /4·18기념관/ }));
  await expectPath(page, '/building/april-memorial-hall');

  await tabTo(page, page.getByRole('tab', { name: '최신' }));
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: '인기' })).toBeFocused();
  await page.keyboard.press('Home');
  await press(page, page.getByRole('link', { name: post.title }));
  await expectPath(page, `/post/${post.id}`);
  // After a navigation the focus is on the heading.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await press(page, likeButton(page), 'Space');
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(likeButton(page)).toBeFocused();
  await tabTo(page, commentInput(page));
  await page.keyboard.type('꼭 갈게요');
  await page.keyboard.press('Enter');
  await expectComments(page, ['꼭 갈게요']);
  await expect(commentInput(page)).toBeFocused();
  await press(page, backArrow(page));
  await expectPath(page, '/building/april-memorial-hall');

  await page.goto('/board/buildingNotice');
  await press(page, page.getByRole('link', { name: '글쓰기' }));
  await expectPath(page, '/write');
  const picker = page.getByRole('dialog', { name: '건물 선택' });
  await expect(picker).toBeVisible();
  await tabTo(page, picker.getByRole('tab', { name: '전체' }));
  await page.keyboard.press('End');
  await expect(picker.getByRole('tab', { name: '의과·보건' })).toHaveAttribute('aria-selected', 'true');
  // Tab stays inside an open picker.
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab');
    const inside = await picker.evaluate(
      (dialog) => dialog.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(inside).toBe(true);
  }
  await press(page, picker.getByRole('button', { name: /간호대학/ }));
  await expect(picker).toBeHidden();
  await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('간호대학');

  // An invalid field receives the focus, and its message is announced.
  await press(page, submit(page));
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveAccessibleDescription(/모든 정보를 입력해 주세요\./);
  // The toast can be dismissed with the keyboard.
  await press(page, page.getByRole('button', { name: '알림 닫기' }));
  await expect(page.getByRole('alert')).toHaveCount(0);

  await tabTo(page, title(page));
  await page.keyboard.type(written);
  await tabTo(page, body(page));
  await page.keyboard.type('첫 줄');
  await page.keyboard.press('Enter');
  await page.keyboard.type('둘째 줄');
  await tabTo(page, page.getByLabel('이미지 첨부'));
  await press(page, keywordButton(page));
  const keywords = page.getByRole('dialog', { name: '키워드 선택' });
  await expect(keywords).toBeVisible();
  await press(page, keywords.getByRole('button', { name: '발표 장소' }), 'Space');
  await expect(keywords.getByRole('button', { name: '발표 장소' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(keywords).toBeHidden();
  await expect(keywordButton(page)).toBeFocused();
  await expect(keywordButton(page)).toContainText('#발표 장소');
  await press(page, submit(page), 'Space');
  await expectPath(page, '/building/nursing-college');
  await expect(cardTitles(page).first()).toHaveText(written);

  // The points toast covers the page until it closes by itself.
  await expect(page.getByRole('alert')).toHaveCount(0);
  // From a post, the logo leads home.
  await press(page, page.getByRole('link', { name: written }));
  await expectPath(page, /^\/post\//);
  await press(page, page.getByRole('link', { name: '마당 홈' }));
  await expectHome(page);
  await press(page, page.getByRole('navigation').getByRole('link', { name: '마이페이지' }));
  await expectPath(page, '/mypage');
  await press(page, page.getByRole('button', { name: '로그아웃' }));
  await expectPath(page, '/login');
  await expectLoginScreen(page);
});
