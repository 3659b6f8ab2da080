import type { Page } from '@playwright/test';
import type { CuttableLine } from '../testing/cuttable-line.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';
import { expectHome, expectLoginScreen, expectPath } from '../testing/screens.ts';
import { readKept } from '../testing/shell.ts';
import { expectWorker, foreignPage, readCaches } from '../testing/worker.ts';

test.use({ serviceWorkers: 'allow' });

const LOST = /Failed to load resource: net::ERR_/;
const REFUSED = /Failed to load resource: the server responded with a status of 503/;

const status = (page: Page) => page.getByRole('status');
const notice = (page: Page) => page.getByText('새 버전이 있어요.');
const load = (page: Page) => page.getByRole('button', { name: '새로고침' });

/** Says whether the page was loaded again since. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { sameLoad: true }));
  // A page on its way to another load answers nothing.
  return () => page.evaluate(() => !('sameLoad' in window)).catch(() => true);
}

/** From now on the server has another build of the same app. */
async function update(page: Page, line: CuttableLine, next: string): Promise<void> {
  const build = await page.evaluate(() => document.documentElement.dataset['build'] ?? '');
  line.rewrite((text) => text.replaceAll(build, next));
}

const NEXT = 'f'.repeat(16);
const AFTER = 'e'.repeat(16);

/** The browser shows the app again, as it does when one comes back from the home screen. */
const showAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('without network every address stands, nobody is sent to the login, and all comes back by itself', async ({
  openBrowser,
  watch,
  makers,
  line,
}) => {
  watch.allow(LOST);
  const user = await makers.user();
  const post = await makers.post(user);
  const page = await openBrowser(user, line);
  await page.goto('/');
  await expectHome(page);
  await expectWorker(page);
  line.cut();
  for (const path of [`/post/${post.id}`, '/mypage', '/']) {
    const answer = await page.goto(path);
    expect(answer?.fromServiceWorker()).toBe(true);
    // The policy of the kept page goes with it.
    expect(answer?.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-/,
    );
    await expect(status(page).first()).toContainText('오프라인입니다.');
    await expectPath(page, path);
  }
  await page.goto(`/post/${post.id}`);
  await expect(status(page).first()).toContainText('이 휴대폰에서는 아직 본 적이 없는 내용이에요.');
  line.restore();
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible({ timeout: 20_000 });
  await expectPath(page, `/post/${post.id}`);
});

test.describe('in the official edition', () => {
  test.use({ edition: 'official' });

  test('[PH-08] the worker asks for a page once, and without a network home stands before anything answers', async ({
    openBrowser,
    watch,
    makers,
    line,
  }) => {
    watch.allow(LOST);
    const page = await openBrowser(await makers.user(), line);
    const posts = page.getByRole('main').locator('a[href^="/post/"]');
    await page.goto('/');
    await expect(posts.first()).toBeVisible();
    await expectWorker(page);
    await expect.poll(() => readKept(page), { timeout: 15_000 }).toContain('[\\"home\\"]');
    const asked: string[] = [];
    line.answerWith((path) => {
      asked.push(path);
      return null;
    });
    await page.goto('/');
    await expect(posts.first()).toBeVisible();
    expect(asked.filter((path) => path === '/' || path === '/shell')).toEqual(['/']);
    line.cut();
    const answered: string[] = [];
    page.on('response', (answer) => {
      if (new URL(answer.url()).pathname.startsWith('/api/')) answered.push(answer.url());
    });
    await page.goto('/');
    await expect(posts.first()).toBeVisible();
    expect(answered).toEqual([]);
  });
});

test('a network that asks for a login is named, and so is a server that rests', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  watch.allow(REFUSED);
  const page = await openBrowser(anybody, line);
  await page.goto('/');
  await expectHome(page);
  await expectWorker(page);
  line.answerWith(() => foreignPage(200, '카페 와이파이'));
  await page.goto('/board/new');
  await expect(status(page).first()).toContainText('와이파이 로그인이 필요해 보여요.');
  await expect(page.getByText('카페 와이파이')).toHaveCount(0);
  line.answerWith(() => foreignPage(503, '503 Service Temporarily Unavailable'));
  await page.goto('/board/new');
  await expect(status(page).first()).toContainText('마당 서버가 잠시 쉬고 있어요.');
  line.answerWith(() => null);
  await expect(cardLinks(page).first()).toBeVisible({ timeout: 40_000 });
  await expect(status(page).filter({ hasText: '쉬고' })).toHaveCount(0);
});

test('where that network leads to its own page, that is shown as it is', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  watch.allow(/request to another site: http:\/\/login\.wifi\.example/);
  const page = await openBrowser(anybody, line);
  await page.goto('/');
  await expectHome(page);
  await expectWorker(page);
  line.answerWith((path) =>
    path === '/sign-in'
      ? foreignPage(200, '카페 와이파이')
      : { status: 302, headers: { location: 'http://login.wifi.example/sign-in' } },
  );
  await page.goto('/board/new');
  await expect(page.getByText('카페 와이파이')).toBeVisible();
  expect(new URL(page.url()).host).toBe('login.wifi.example');
});

test('a page that takes long is drawn from the phone after three seconds, and its answers come when they come', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  const page = await openBrowser(anybody, line);
  await page.goto('/');
  await expectHome(page);
  await expectWorker(page);
  line.answerWith((path) => (path === '/board/new' ? new Promise(() => {}) : null));
  const started = Date.now();
  await page.goto('/board/new');
  expect(Date.now() - started).toBeGreaterThan(2_900);
  await expect(cardLinks(page).first()).toBeVisible();
});

test('the phone keeps files, pictures of the campus and one page that holds nobody, and nothing of a student', async ({
  openBrowser,
  watch,
  makers,
  line,
}) => {
  test.slow();
  watch.allow(LOST);
  const [first, second] = [await makers.user(), await makers.user()];
  const post = await makers.post(first);
  const page = await openBrowser(first, line);
  await page.goto('/');
  await expectWorker(page);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await page.goto('/mypage/viewprofile');
  await expect(page.getByText(first.email)).toBeVisible();
  await page.goto('/mypage');
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectLoginScreen(page);
  await page.getByLabel('이메일').fill(second.email);

  const kept = await readCaches(page);
  const paths = Object.values(kept).flat();
  expect(paths.filter((path) => !/^\/(?:assets|campus)\/[\w./-]+\.\w+$/.test(path))).toEqual(['/shell']);
  const texts = await page.evaluate(async () => {
    const shell = await caches.match('/shell', { ignoreSearch: true });
    return shell ? await shell.text() : '';
  });
  expect(texts).toContain('"shell":true');
  for (const own of [first.email, first.nickname, post.title, post.id]) expect(texts).not.toContain(own);

  const other = await openBrowser(second, line);
  await other.goto('/');
  await expectWorker(other);
  line.cut();
  for (const path of ['/', '/mypage/viewprofile', `/post/${post.id}`]) {
    for (const one of [page, other]) {
      await one.goto(path);
      await expect(status(one).first()).toContainText('오프라인입니다.');
      for (const own of [first.email, first.nickname, post.title])
        await expect(one.getByText(own)).toHaveCount(0);
    }
  }
});

test('[PH-06] a new version is offered and never forced: the first of all, with a second tab, and under what is typed', async ({
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
  const isLoadedAgain = await mark(page);
  await expectWorker(page);
  // The worker came and follows the page, which is the one that was there before.
  expect(await isLoadedAgain()).toBe(false);
  await expect(notice(page)).toHaveCount(0);

  const second = await page.context().newPage();
  await second.goto('/search');
  await second.getByRole('searchbox').fill('조용한 곳');
  const isSecondLoadedAgain = await mark(second);

  // Nobody sees this one, and nothing is typed on it.
  const hidden = await page.context().newPage();
  await hidden.goto('/board/new');
  await expectWorker(hidden);
  await hidden.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  const isHiddenLoadedAgain = await mark(hidden);

  await update(page, line, NEXT);
  await page.bringToFront();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(notice(page)).toBeVisible();
  await expect(notice(second)).toBeVisible();
  expect([await isLoadedAgain(), await isHiddenLoadedAgain()]).toEqual([false, false]);

  const again = page.waitForEvent('load');
  await load(page).click();
  await again;
  await expectHome(page);
  expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBe(NEXT);
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(isHiddenLoadedAgain).toBe(true);
  // What the other tab shows is older now, and stays until its student wants the new one.
  await expect(second.getByRole('searchbox')).toHaveValue('조용한 곳');
  expect(await isSecondLoadedAgain()).toBe(false);
  await showAgain(second);
  await expect(notice(second)).toBeVisible();
  await load(second).click();
  await expect.poll(isSecondLoadedAgain).toBe(true);
  await expect(notice(second)).toHaveCount(0);
});

test('[PH-06] a page that is of the new build already is told nothing, and its worker changes under nobody', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  const page = await openBrowser(anybody, line);
  await page.goto('/');
  await expectWorker(page);
  await update(page, line, NEXT);
  await page.goto('/board/new');
  await expect(cardLinks(page).first()).toBeVisible();
  const isLoadedAgain = await mark(page);
  const waiting = () =>
    page.evaluate(async () => {
      const { active, waiting, installing } = await navigator.serviceWorker.ready;
      return [active?.state, waiting?.state, installing?.state];
    });
  const buildOfWorker = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data as string);
          navigator.serviceWorker.controller?.postMessage({ build: '' }, [port2]);
        }),
    );
  await expect.poll(buildOfWorker, { timeout: 20_000 }).toBe(NEXT);
  await expect.poll(waiting).toEqual(['activated', undefined, undefined]);
  expect(await isLoadedAgain()).toBe(false);
  await expect(notice(page)).toHaveCount(0);
  // What is kept is the new build's alone.
  line.cut();
  await page.goto('/mypage');
  expect(await page.evaluate(() => document.documentElement.dataset['build'])).toBe(NEXT);
});

test('[PH-12] an app that is shown again looks for a new version, at most once a minute and within one', async ({
  openBrowser,
  watch,
  anybody,
  line,
}) => {
  watch.allow(LOST);
  const page = await openBrowser(anybody, line);
  await page.clock.install();
  await page.goto('/');
  await expectHome(page);
  await page.clock.runFor(2_000);
  await expectWorker(page);
  let looks = 0;
  line.answerWith((path) => {
    if (path === '/sw.js') looks += 1;
    return null;
  });
  await update(page, line, AFTER);
  const before = looks;
  for (let times = 0; times < 5; times += 1) await showAgain(page);
  await page.clock.runFor(61_000);
  await expect(notice(page)).toBeVisible();
  expect(looks - before).toBe(1);
  // A while later the app is shown once more: it looks at once.
  await page.clock.runFor(120_000);
  const later = looks;
  await showAgain(page);
  await expect.poll(() => looks).toBe(later + 1);
});
