import { sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { bell, cardLinks, screenName } from '../testing/reading.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

test('[EV-06] posts replied to are listed; a followed post notifies of a new reply @full', async ({
  page,
  user,
  makers,
}) => {
  const [asker, other] = [await makers.user(), await makers.user()];
  const asked = await makers.post(asker, { title: `충전기 빌려주실 분 ${makers.next()}` });
  const followed = await makers.post(asker, { title: `분실물 보신 분 ${makers.next()}` });
  await makers.reply(user, (await makers.post(asker)).id, '먼저 단 댓글');

  await page.goto(`/post/${asked.id}`);
  await page.getByLabel('댓글을 입력하세요').fill('저 있어요, 2층이에요');
  await sendButton(page).click();
  await expect(page.getByText('저 있어요, 2층이에요')).toBeVisible();

  await page.goto('/mypage');
  await page.getByRole('link', { name: '댓글 단 글' }).click();
  await expectPath(page, '/mypage/replied');
  await expect(screenName(page)).toHaveText('댓글 단 글');
  await expect(cardLinks(page)).toHaveCount(2);
  await expect(cardLinks(page).first()).toHaveText(asked.title);
  await cardLinks(page).first().click();
  await expectPath(page, `/post/${asked.id}`);
  await backArrow(page).click();
  await expectPath(page, '/mypage/replied');

  await page.goto(`/post/${followed.id}`);
  // By keyboard: the menu button, then the first row of its sheet.
  const menu = page.getByRole('banner').getByRole('button', { name: '더보기' });
  await menu.focus();
  await page.keyboard.press('Enter');
  const follow = page.getByRole('button', { name: '이 글 팔로우' });
  await follow.focus();
  await page.keyboard.press('Enter');
  await expectAlert(page, '새 댓글이 달리면 알려 드릴게요.');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeFocused();

  await page.goto('/');
  await expect(bell(page)).toHaveAccessibleName('알림');
  const reply = await makers.reply(other, followed.id, '도서관 1층 안내대에 있어요');
  await makers.reply(asker, followed.id, '고마워요');
  await expect(bell(page)).toHaveAccessibleName('알림, 안 읽은 알림 1개');
  await bell(page).click();
  const line = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('팔로우한 글에 새 댓글 2개');
  await expect(line).toContainText(followed.title);
  await line.click();
  await expectPath(page, `/post/${followed.id}`);
  await expect(page.locator(`[id="${reply.id}"]`)).toBeFocused();

  await menu.click();
  await page.getByRole('button', { name: '이 글 팔로우 취소' }).click();
  await expectAlert(page, '팔로우를 취소했어요.');
});
