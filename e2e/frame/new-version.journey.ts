import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';
import { expectHome } from '../testing/screens.ts';
import { expectWorker, markLoad } from '../testing/worker.ts';

test.use({ serviceWorkers: 'allow' });

const LOST = /Failed to load resource: net::ERR_/;

const notice = (page: Page) => page.getByText('새 버전이 있어요.');
const load = (page: Page) => page.getByRole('button', { name: '새로고침' });

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['build'] ?? '');

const NEXT = 'f'.repeat(16);
const AFTER = 'e'.repeat(16);

/** Whether a file that the app fetches when idle has arrived. */
const isFetched = (page: Page, name: string) =>
  page.evaluate(
    (part) => performance.getEntriesByType('resource').some((file) => file.name.includes(part)),
    `/${name}-`,
  );

/** The browser shows the app again, as after returning from the home screen. */
const showAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('[PH-06] new version: offered and never forced, with other tabs and typed text; a current page shows nothing @full', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  test.slow();
  watch.allow(LOST);
  const page = await openBrowser(anybody, line);
  await page.goto('/');
  await expectHome(page);
  const isLoadedAgain = await markLoad(page);
  await expectWorker(page);
  // The worker was installed and controls the existing page.
  expect(await isLoadedAgain()).toBe(false);
  await expect(notice(page)).toHaveCount(0);

  const second = await page.context().newPage();
  await second.goto('/search');
  await second.getByRole('searchbox').fill('조용한 곳');
  const isSecondLoadedAgain = await markLoad(second);

  // A hidden page without input.
  const hidden = await page.context().newPage();
  await hidden.goto('/board/new');
  await expectWorker(hidden);
  await hidden.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  const isHiddenLoadedAgain = await markLoad(hidden);

  // From here the server serves another build of the same app.
  const build = await buildOf(page);
  line.rewrite((text) => text.replaceAll(build, NEXT));
  await page.bringToFront();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(notice(page)).toBeVisible();
  await expect(notice(second)).toBeVisible();
  expect([await isLoadedAgain(), await isHiddenLoadedAgain()]).toEqual([false, false]);

  const again = page.waitForEvent('load');
  await load(page).click();
  await again;
  await expectHome(page);
  expect(await buildOf(page)).toBe(NEXT);
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(isHiddenLoadedAgain).toBe(true);
  // The other tab is outdated and stays until its user updates.
  await expect(second.getByRole('searchbox')).toHaveValue('조용한 곳');
  expect(await isSecondLoadedAgain()).toBe(false);
  await showAgain(second);
  await expect(notice(second)).toBeVisible();
  await load(second).click();
  await expect.poll(isSecondLoadedAgain).toBe(true);
  await expect(notice(second)).toHaveCount(0);
  await second.close();
  await hidden.close();

  line.rewrite((text) => text.replaceAll(build, AFTER));
  // The new worker is found during the load and arrives after the page is controlled.
  let give = (): void => {};
  const given = new Promise<null>((resolve) => (give = () => resolve(null)));
  line.answerWith((path) => (path === '/sw.js' ? given : null));
  await page.goto('/board/new');
  await expect(cardLinks(page).first()).toBeVisible();
  await expect.poll(() => isFetched(page, 'outbox')).toBe(true);
  const isReplaced = await markLoad(page);
  // No messages to the old worker: Chromium restarts and awaits a stopping worker that gets one.
  const workers = () =>
    page.evaluate(async () => {
      const { active, waiting, installing } = await navigator.serviceWorker.ready;
      return [active?.state, waiting?.state, installing?.state, 'changed' in window];
    });
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener('controllerchange', () =>
      Object.assign(window, { changed: true }),
    ),
  );
  give();
  // The worker first fetches all its files, while other browsers load the machine.
  await expect.poll(workers, { timeout: 60_000 }).toEqual(['activated', undefined, undefined, true]);
  const buildOfWorker = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        navigator.serviceWorker.controller?.postMessage({ build: '' }, [port2]);
      }),
  );
  expect(buildOfWorker).toBe(AFTER);
  expect(await isReplaced()).toBe(false);
  await expect(notice(page)).toHaveCount(0);
  // Only files of the new build are cached.
  line.cut();
  await page.goto('/mypage');
  expect(await buildOf(page)).toBe(AFTER);
});
