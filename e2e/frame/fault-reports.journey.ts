import { readFile } from 'node:fs/promises';
import { answerProblem, CUT, cutCalls } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectHome } from '../testing/screens.ts';

test.use({ edition: 'official' });

const { version } = JSON.parse(
  await readFile(new URL('../../server/package.json', import.meta.url), 'utf8'),
) as { version: string };

test('fault reports: sent for a failed screen, an answer 500 and an uncaught error, not for a 4xx @full', async ({
  page,
  makers,
  user,
  watch,
}) => {
  const reports: unknown[] = [];
  const expectReport = async (report: object) => {
    await expect.poll(() => reports).toEqual([{ release: version, ...report }]);
    reports.length = 0;
  };
  const requestId = '4f5e6d7c8b9a0f1e2d3c4b5a69788796';
  await answerProblem(page, 'GET', '**/api/profile', { status: 500, code: 'server.failed', requestId });
  // Replaces the server, which would log a warning: a journey's server must log none.
  await page.route('**/api/faults', async (route) => {
    reports.push(route.request().postDataJSON());
    await route.fulfill({ status: 204 });
  });
  watch.expectStatus(500);
  await page.goto('/mypage/viewprofile');
  await expectReport({ path: '/mypage/viewprofile', requestId });

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
  await expectReport({ path: '/mypage/myposts' });

  const { id } = await makers.post(user);
  await page.goto('/');
  await expectHome(page);
  // An answer no release sends: rendering it throws.
  await page.route(`**/api/posts/${id}`, (route) => route.fulfill({ json: { title: { not: 'a text' } } }));
  watch.expect(/^console\.error: Error: Minified React error #31/);
  await page.evaluate((to) => history.pushState(null, '', to), `/post/${id}`);
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('alert')).toBeVisible();
  await expectReport({ path: `/post/${id}` });
});
