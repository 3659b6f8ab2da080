import { expect, test } from '../testing/fixtures.ts';
import { PageWatch } from '../testing/page-watch.ts';

test('the page watch detects errors, layout shifts and foreign requests @full', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.origin });
  for (const [sign, misbehave] of [
    [/console.error: something broke/, () => console.error('something broke')],
    [/console.info: just saying/, () => console.info('just saying')],
    [
      /uncaught: Error: nobody caught this/,
      () => void setTimeout(() => void Promise.reject(new Error('nobody caught this'))),
    ],
    [
      /content security policy: style-src/,
      () => document.body.insertAdjacentHTML('beforeend', '<p style="top:0">'),
    ],
    [
      /request to another site: https:\/\/other\.example\//,
      () => window.location.assign('https://other.example/'),
    ],
    [/status of 404/, () => void fetch('/api/nowhere')],
  ] as const) {
    const watch = new PageWatch(server.origin);
    await watch.follow(context);
    const page = await context.newPage();
    await page.goto('/login');
    await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
    watch.check();
    await page.evaluate(misbehave);
    await expect(() => expect(() => watch.check()).toThrow(sign)).toPass();
    await page.close();
  }
  await context.close();
  // Expected messages must actually appear.
  const watch = new PageWatch(server.origin);
  watch.expectStatus(401);
  expect(() => watch.check()).toThrow(/status of 401/);
});
