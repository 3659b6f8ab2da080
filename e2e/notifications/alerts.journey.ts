import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// `alerts.component.test.tsx` tests the alerts screen and the offer in search.

const word = (page: Page): Locator => page.getByRole('textbox', { name: '키워드' });
const add = (page: Page) => page.getByRole('button', { name: '추가하기' }).click();
const rows = (page: Page): Locator =>
  page.getByRole('region', { name: '받고 있는 키워드' }).getByRole('listitem');

test('[NO-03] alerts with and without a place notify once per matching new post', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  await page.goto('/mypage');
  await page.getByRole('link', { name: '키워드 알림' }).click();
  await expect(page.getByText('아직 추가한 키워드가 없습니다.')).toBeVisible();
  await word(page).fill('  정수기 ');
  await add(page);
  await expectAlert(page, '‘정수기’ 새 글이 올라오면 알려 드립니다.');
  await expect(word(page)).toHaveValue('');
  await word(page).fill('콘센트');
  await page.getByRole('button', { name: /^장소 / }).click();
  await page.getByRole('dialog', { name: '장소' }).getByRole('button', { name: '질문 게시판' }).click();
  await add(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('콘센트질문');
  await expect(rows(page).last()).toContainText('정수기모든 장소');
  await expect(page.getByText('2/20')).toBeVisible();
  await expectAccessible(page);

  const posted = await makers.post(other, { title: '2층 정수기가 고장', body: '콘센트는 있어요' });
  await makers.post(other, { board: 'question', title: '콘센트 어디 있나요' });
  await makers.post(other, { title: '다른 이야기', body: '아무 말' });
  await makers.post(user, { title: '내가 쓴 정수기 글' });
  await page.goto('/notifications');
  const lines = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText('‘콘센트’ 새 글콘센트 어디 있나요');
  // Requesting the viewer state marks it as read.
  const read = page.waitForResponse(/\/api\/posts\/[^/]+\/reply-marks$/);
  await lines.last().click();
  await expectPath(page, `/post/${posted.id}`);
  await read;
  await page.goBack();
  await expect(lines.last()).toContainText('‘정수기’ 새 글');
  await expect(lines.last()).not.toContainText('안 읽음');
});
