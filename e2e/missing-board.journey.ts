import type { Page } from '@playwright/test';
import { answerProblem } from './faults.ts';
import { expect, test } from './fixtures.ts';
import { cardLinks, screenName, tabBar } from './reading.ts';
import { backArrow, expectHome, expectLoaded, expectPath } from './screens.ts';

const gone = { status: 404, code: 'resource.missing' } as const;

function countMessages(page: Page): () => number {
  let count = 0;
  page.on('console', (message) => (count += message.text() === 'No such document!' ? 1 : 0));
  return () => count;
}

/** Nothing of it is for the student to read, and everything can still be used. */
async function expectUsable(page: Page): Promise<void> {
  await expectLoaded(page);
  await expect(screenName(page)).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(
    page.getByText(/없는 건물입니다|불러오지 못했습니다|문제가 발생했습니다|오류가 발생했습니다/),
  ).toHaveCount(0);
}

test('[ER-15] a missing building is told on the console only, and the app stays usable', async ({
  page,
  watch,
  signIn,
  anybody,
}) => {
  watch.expectStatus(404);
  watch.expect(/^console\.info: No such document!$/);
  const messages = countMessages(page);
  await signIn(anybody);
  await page.goto('/building/no-such-hall');
  await expect.poll(messages).toBe(1);
  await expectUsable(page);
  await expectPath(page, '/building/no-such-hall');
  await page.getByRole('main').getByRole('link', { name: '홈으로' }).click();
  await expectHome(page);
  expect(messages()).toBe(1);

  // Inside the app the arrow leads back, and the next building is there.
  const link = page.getByRole('main').locator('a[href="/building/main-hall"]');
  await answerProblem(page, 'GET', '**/api/buildings/main-hall', gone);
  await answerProblem(page, 'GET', '**/api/buildings/main-hall/posts*', gone);
  await tabBar(page).getByRole('link', { name: '건물' }).click();
  await link.click();
  await expect.poll(messages).toBe(2);
  await expectUsable(page);
  await backArrow(page).click();
  await expectPath(page, '/building');
  await page.unrouteAll();
  await link.click();
  await expect(cardLinks(page).first()).toBeVisible();
  await expect(screenName(page)).toHaveText('본관');
  expect(messages()).toBe(2);
});

for (const [path, id] of [
  ['/board/question', 'question'],
  ['/board/buildingNotice', 'buildingNotice'],
] as const) {
  test(`[ER-15] a missing ${id} document is told on the console only, and the app stays usable`, async ({
    page,
    watch,
    signIn,
    anybody,
  }) => {
    watch.expectStatus(404);
    watch.expect(/^console\.info: No such document!$/);
    const messages = countMessages(page);
    await signIn(anybody);
    await answerProblem(page, 'GET', `**/api/buildings/${id}`, gone);
    await answerProblem(page, 'GET', `**/api/buildings/${id}/posts*`, gone);
    await page.goto(path);
    await expect.poll(messages).toBe(1);
    await expectUsable(page);
    await expect(page.getByRole('main').getByText(/아직/)).toBeVisible();
    await page.getByRole('tab', { name: '인기' }).click();
    await expect(page.getByRole('tab', { name: '인기' })).toHaveAttribute('aria-selected', 'true');
    await expectUsable(page);
    expect(messages()).toBe(1);
    await backArrow(page).click();
    await expectHome(page);

    // The document alone is missing: its posts are shown as ever.
    await page.unrouteAll();
    await answerProblem(page, 'GET', `**/api/buildings/${id}`, gone);
    await page.goto(path);
    await expect(cardLinks(page).first()).toBeVisible();
    await expect.poll(messages).toBe(2);
    await expectUsable(page);
  });
}
