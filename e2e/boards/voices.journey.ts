import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { expectPath } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

test.use({ edition: 'official' });

/** Not used by other journeys or demo crowd reports: reports here change the counts. */
const PATH = '/building/green-field';

const strip = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: '지금 어때요?' }) });
const button = (page: Page, name: string) => strip(page).getByRole('button', { name, exact: true });
const said = (page: Page) => strip(page).locator('[aria-live]');
const row = (page: Page, spot: string) => page.getByRole('listitem').filter({ hasText: spot });
const open = (page: Page, spot: string) => row(page, spot).getByRole('button', { name: `${spot} 알려 주기` });
const follows = (page: Page) => page.waitForRequest((request) => request.url().endsWith('/api/voices/live'));

test('[PL-03] [PL-06] [PL-09] two students report a crowd level and a missing amenity; each sees the other’s report @full', async ({
  page,
  signIn,
  makers,
  openBrowser,
}) => {
  await signIn(await makers.user());
  const other = await openBrowser(await makers.user());
  const moved = await watchShifts(page);
  const streams = [follows(page), follows(other)];
  await page.goto(PATH);
  await other.goto(`${PATH}/view`);
  await Promise.all(streams);
  await expect(said(page)).toHaveText(/^소식 없음$|^평소 이 시간/);

  // A single report is hidden from other users.
  await button(page, '붐빔').click();
  await expect(button(page, '붐빔')).toHaveAttribute('aria-pressed', 'true');
  await expect(strip(page)).toContainText('한 명 더 말하면');
  expect(await moved()).toEqual([]);
  // With the keyboard, from one button to the next.
  await button(other, '여유').focus();
  await other.keyboard.press('Tab');
  await other.keyboard.press('Tab');
  await expect(button(other, '붐빔')).toBeFocused();
  await other.keyboard.press('Enter');
  await other.keyboard.press('Tab');
  await other.keyboard.press('Space');
  await expect(said(other)).toContainText(/붐빔.*2명/);
  await expect(said(page)).toContainText(/붐빔.*2명/);

  // The reports conflict, without a reload.
  await button(other, '여유').click();
  await expect(said(page)).toContainText(/엇갈려요.*2명/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  // Tapping the pressed button withdraws the report.
  await page.getByRole('link', { name: '건물 보기', exact: true }).click();
  await expectPath(page, `${PATH}/view`);
  await expect(button(page, '붐빔')).toHaveAttribute('aria-pressed', 'true');
  await button(page, '붐빔').click();
  await button(other, '여유').click();
  await button(other, '조용해요').click();
  for (const one of [page, other]) await expect(said(one)).toHaveText(/^소식 없음$|^평소 이 시간/);

  // 없어졌어요 with a picture greys the amenity for all users until another user finds it.
  const [spot, view] = ['엘리베이터 앞', '/building/woodang-hall/view'];
  await page.goto(view);
  await open(page, spot).click();
  await row(page, spot).getByRole('button', { name: '없어졌어요', exact: true }).click();
  const choose = row(page, spot).getByLabel('사진 붙이기');
  await choose.setInputFiles({ name: 'gone.png', mimeType: 'image/png', buffer: makePicture() });
  await expect(row(page, spot).getByText(/없어졌다는 사진이 왔어요/)).toBeVisible();
  await expect(row(page, spot)).toHaveAttribute('data-doubted', 'true');
  await other.goto(view);
  await expect(row(other, spot).getByText(/없어졌다는 사진이 왔어요/)).toBeVisible();
  await open(other, spot).focus();
  await other.keyboard.press('Enter');
  await row(other, spot).getByRole('button', { name: '있어요', exact: true }).click();
  await expect(row(other, spot).getByText(/없어졌다는 사진이 왔어요/)).toHaveCount(0);

  // The user's report survives a reload and can be withdrawn.
  await page.reload();
  await expect(row(page, spot)).not.toHaveAttribute('data-doubted');
  await open(page, spot).click();
  const gone = row(page, spot).getByRole('button', { name: '없어졌어요', exact: true });
  await expect(gone).toHaveAttribute('aria-pressed', 'true');
  await row(page, spot).getByRole('button', { name: '취소하기' }).click();
  await expect(gone).toHaveAttribute('aria-pressed', 'false');
});
