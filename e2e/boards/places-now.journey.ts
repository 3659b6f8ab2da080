import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';

test.use({ edition: 'official' });

/** What the demo world has to say hangs on the hour: which places these are is asked by `places-now.api.test.ts`. */
test('[PL-08] keyword home begins with three places and says why, home has one line of them; nothing moves', async ({
  page,
  signIn,
}) => {
  await signIn();
  const moved = await watchShifts(page);
  const html = (await (await page.goto('/keyword'))?.text()) ?? '';
  // Drawn by the server.
  expect(html).toContain('지금 갈 만한 곳</h2>');
  const block = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: '지금 갈 만한 곳' }) });
  const rows = block.locator('ol').getByRole('link');
  await expect(rows.first()).toBeVisible();
  const tile = page
    .getByRole('main')
    .getByRole('link', { name: /^비대면/ })
    .last();
  const top = async (locator = rows.first()) => (await locator.boundingBox())?.y ?? 0;
  expect(await top()).toBeLessThan(await top(tile));

  // Another keyword, by its posts alone: at night most places are closed.
  await block.getByRole('link', { name: '콘센트', exact: true }).click();
  await expectPath(page, '/keyword?now=6');
  await expect(rows.first()).toContainText(/콘센트 글 \d+개/);
  for (const row of await rows.all()) await expect(row).toContainText(/콘센트 글 \d+개/);
  expect(await moved()).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 390, height: 844 });
  await rows.first().click();
  await expect(page).toHaveURL(/\/building\/[a-z-]+\/view$/);

  await page.goto('/');
  const line = page.getByRole('link', { name: /^지금 .+ 장소/ });
  await expect(line).toBeVisible();
  expect(await moved()).toEqual([]);
  await expectAccessible(page);
  await line.click();
  await expect(page).toHaveURL(/\/building\/[a-z-]+\/view$/);
});
