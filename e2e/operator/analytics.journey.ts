import { SCREENS } from '@madang/contract/screens';
import type { Page } from '@playwright/test';
import type { SharedServer } from '../testing/journey-server.ts';
import { isView } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';

/** The views that the operator reads, by screen, from the server that is running. */
async function readViews(server: SharedServer): Promise<Record<string, number>> {
  const views: Record<string, number> = {};
  for (const line of (await operate(server, 'stats', '--by', 'screen', '--json')).split('\n')) {
    const row = JSON.parse(line) as { screen: string; views: number };
    views[row.screen] = (views[row.screen] ?? 0) + row.views;
  }
  return views;
}

function countViews(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => (count += isView(request) ? 1 : 0));
  return () => count;
}

test('[CA-08] each screen that is shown is counted once by its pattern, and the operator reads it', async ({
  page,
  signIn,
  makers,
  server,
}) => {
  const user = await makers.user();
  const posts = [await makers.post(user), await makers.post(user)];
  const sent = countViews(page);
  // A visitor who is turned away has seen the login screen and nothing else.
  await page.goto('/mypage/scrap?from=mail');
  await expect(page.getByLabel('비밀번호', { exact: true })).toBeVisible();
  await expect.poll(sent).toBe(1);
  await signIn(user);
  for (const [index, { id }] of posts.entries()) {
    await page.goto(`/post/${id}?x=${id}`);
    await expect.poll(sent).toBe(2 + index);
  }
  await page.goto('/mypage');
  await page.getByRole('link', { name: /프로필/ }).click();
  await expect(page).toHaveURL(/viewprofile$/);
  await expect.poll(sent).toBe(5);
  await expect
    .poll(() => readViews(server), { timeout: 20_000, intervals: [2_000] })
    .toMatchObject({
      '/login': expect.any(Number),
      '/post/:id': expect.any(Number),
      '/mypage': expect.any(Number),
      '/mypage/viewprofile': expect.any(Number),
    });
  // Patterns alone: no id, no query, nothing that tells one post from another.
  const patterns = SCREENS.map(({ path }) => path);
  expect(patterns).toEqual(expect.arrayContaining(Object.keys(await readViews(server))));
});

for (const wish of ['doNotTrack', 'globalPrivacyControl'] as const)
  test(`[CA-08] a browser that says ${wish} sends no count at all`, async ({ page, signIn, anybody }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true });
    }, wish);
    const sent = countViews(page);
    await signIn();
    await page.goto('/');
    await page.goto('/mypage');
    await expect(page.getByText(anybody.nickname)).toBeVisible();
    expect(sent()).toBe(0);
  });

test('offline no count is tried, and one that the server refuses disturbs nobody', async ({
  page,
  watch,
  signIn,
  anybody,
}) => {
  // Chromium's own lines, about the refused count and about the profile, which is asked for again; the app
  // adds none and shows nothing.
  watch.allow(/Failed to load resource: .* status of 503/);
  watch.allow(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await signIn();
  await page.goto('/mypage');
  await expect(page.getByText(anybody.nickname)).toBeVisible();
  const sent = countViews(page);
  await page.route('**/api/views', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('link', { name: /프로필/ }).click();
  await expect.poll(sent).toBe(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.context().setOffline(true);
  await page.goBack();
  await expect(page).toHaveURL(/mypage$/);
  await expect(page.getByText(anybody.nickname)).toBeVisible();
  await page.context().setOffline(false);
  expect(sent()).toBe(1);
});
