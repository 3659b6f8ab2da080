import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { answerProblem, CUT, cutCalls } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectHome } from '../testing/screens.ts';

test.use({ edition: 'official' });

/** Every report that a page sends from now on, in place of the server. */
async function collectReports(page: Page): Promise<unknown[]> {
  const reports: unknown[] = [];
  await page.route('**/api/faults', async (route) => {
    reports.push(route.request().postDataJSON());
    // The server would have a line about it, and a journey's server has none.
    await route.fulfill({ status: 204 });
  });
  return reports;
}

const { version } = JSON.parse(
  await readFile(new URL('../../server/package.json', import.meta.url), 'utf8'),
) as { version: string };

test('a screen that cannot be drawn says so, and the server hears on which screen of which release', async ({
  page,
  makers,
  user,
  watch,
}) => {
  const reports = await collectReports(page);
  const { id } = await makers.post(user);
  await page.goto('/');
  await expectHome(page);
  // An answer that no release sends: whatever draws it throws.
  await page.route(`**/api/posts/${id}`, (route) => route.fulfill({ json: { title: { not: 'a text' } } }));
  watch.expect(/^console\.error: Error: Minified React error #31/);
  await page.evaluate((to) => history.pushState(null, '', to), `/post/${id}`);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => reports).toEqual([{ path: `/post/${id}`, release: version }]);
});

test('an answer 500 is reported with the number of its request', async ({ page, watch, user }) => {
  void user;
  await page.goto('/');
  await expectHome(page);
  const requestId = '4f5e6d7c8b9a0f1e2d3c4b5a69788796';
  await answerProblem(page, 'GET', '**/api/profile', { status: 500, code: 'server.failed', requestId });
  const reports = await collectReports(page);
  watch.expectStatus(500);
  await page.goto('/mypage/viewprofile');
  await expect.poll(() => reports[0]).toEqual({ path: '/mypage/viewprofile', release: version, requestId });
});

test('a refusal and a cut line are no faults; what nobody caught is one', async ({ page, watch, user }) => {
  void user;
  const reports = await collectReports(page);
  await answerProblem(page, 'GET', '**/api/profile', { status: 404, code: 'resource.missing' });
  await cutCalls(page, 'GET', '**/api/profile/posts*');
  watch.expectStatus(404);
  watch.expect(CUT);
  for (const path of ['/mypage/viewprofile', '/mypage/myposts']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: '다시 시도' })).toBeVisible({ timeout: 20_000 });
  }
  watch.expect(/uncaught: Error: nobody/);
  await page.evaluate(() => void Promise.reject(new Error('nobody')));
  await expect.poll(() => reports).toEqual([{ path: '/mypage/myposts', release: version }]);
});
