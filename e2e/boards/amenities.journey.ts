import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true });

test('[PL-09] [FS-07] a popular term opens what the campus has of it; three taps find one without steps', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/');
  await link(page, '검색').click();
  await page.getByRole('button', { name: '열람실', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^열람실 · \d+곳$/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: /^열람실/ }).getByRole('heading', { level: 3 }),
  ).not.toHaveCount(0);
  await expectAccessible(page);
  await link(page, '계단 없이').click();
  await expectPath(page, `/map?${new URLSearchParams({ kind: '열람실', stepFree: '1' })}`);
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /^B?\d+층/ });
  await expect(rows).not.toHaveCount(0);
  for (const text of await rows.allTextContents()) expect(text).toContain('계단 없이 갈 수 있어요');
  // Back is where the search was.
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^열람실 · \d+곳$/ })).toBeVisible();
});

test('[PL-01] the layer of a kind says what its stripes mean, in light and dark; its chip is in sight', async ({
  page,
  signIn,
}) => {
  // The whole drawing is looked through, twice.
  test.slow();
  await signIn();
  await page.goto(`/map?${new URLSearchParams({ kind: '정수기' })}`);
  const drawing = page.getByRole('group', { name: '학교 지도 그림' });
  await expect(drawing).toHaveAttribute('data-live', 'true');
  const legend = page.getByText(/^빗금 친 건물에 정수기 \d+곳$/);
  await expect(legend).toBeVisible();
  const marked = drawing.getByRole('link', { name: /정수기 \d+곳$/ });
  expect(await marked.count()).toBeGreaterThan(20);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  // The chip that holds is seen, wherever it stands in its row.
  await page.goto(`/map?${new URLSearchParams({ kind: '프린트' })}`);
  await expect(link(page, '프린트')).toBeInViewport({ ratio: 1 });
});
