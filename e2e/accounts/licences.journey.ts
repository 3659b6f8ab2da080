import { expect, test } from '../testing/fixtures.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// `libraries.test.ts` tests the list of libraries.

test('[LI-01] shows every library with its licence text from the app itself, and retries after a network failure @full', async ({
  page,
  watch,
  signIn,
}) => {
  await signIn();
  watch.expect(/Failed to load resource: net::ERR_/);
  await page.route('**/libraries*.json', (route) => route.abort());
  await page.goto('/mypage');
  await page.getByRole('link', { name: '오픈소스 라이선스' }).click();
  await expectPath(page, '/mypage/licences');
  await expect(page.getByRole('alert')).toContainText('서버가 잠시 쉬고 있어요');
  await page.unroute('**/libraries*.json');
  await page.getByRole('button', { name: '다시 시도' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByText('react', { exact: true }) });
  await expect(row).toContainText(/react\d+\.\d+\.\d+ · MIT/);
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(60);
  const text = row.getByText(/Permission is hereby granted/);
  await expect(text).toBeHidden();
  await row.getByText('react', { exact: true }).click();
  await expect(text).toBeVisible();
});
