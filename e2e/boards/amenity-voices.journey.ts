import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';

test.use({ edition: 'official' });

const row = (page: Page, spot: string) => page.getByRole('listitem').filter({ hasText: spot });
const tell = (page: Page, spot: string) => row(page, spot).getByRole('button', { name: `${spot} 알려 주기` });

test('[PL-09] 없어졌어요 with a picture greys an amenity for everybody at once, until somebody else finds it', async ({
  page,
  signIn,
  makers,
  openBrowser,
}) => {
  await signIn(await makers.user());
  const [spot, view] = ['엘리베이터 앞', '/building/woodang-hall/view'];
  await page.goto(view);
  await tell(page, spot).click();
  await row(page, spot).getByRole('button', { name: '없어졌어요', exact: true }).click();
  const choose = row(page, spot).getByLabel('사진 붙이기');
  await choose.setInputFiles({ name: 'gone.png', mimeType: 'image/png', buffer: makePicture() });
  await expect(row(page, spot).getByText(/없어졌다는 사진이 왔어요/)).toBeVisible();
  await expect(row(page, spot)).toHaveAttribute('data-doubted', 'true');

  const other = await openBrowser(await makers.user());
  await other.goto(view);
  await expect(row(other, spot).getByText(/없어졌다는 사진이 왔어요/)).toBeVisible();
  await tell(other, spot).focus();
  await other.keyboard.press('Enter');
  await row(other, spot).getByRole('button', { name: '있어요', exact: true }).click();
  await expect(row(other, spot).getByText(/없어졌다는 사진이 왔어요/)).toHaveCount(0);

  // What one said is there after a load, and can be taken back.
  await page.reload();
  await expect(row(page, spot)).not.toHaveAttribute('data-doubted');
  await tell(page, spot).click();
  const gone = row(page, spot).getByRole('button', { name: '없어졌어요', exact: true });
  await expect(gone).toHaveAttribute('aria-pressed', 'true');
  await row(page, spot).getByRole('button', { name: '취소하기' }).click();
  await expect(gone).toHaveAttribute('aria-pressed', 'false');
});
