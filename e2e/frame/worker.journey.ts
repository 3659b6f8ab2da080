import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';
import { expectLoginScreen, expectPath } from '../testing/screens.ts';
import { readKept } from '../testing/shell.ts';
import { foreignPage, openByWorker, readCaches } from '../testing/worker.ts';

test.use({ serviceWorkers: 'allow' });
// Each first installs a worker, which fetches the build.
test.describe.configure({ timeout: 120_000 });

const LOST = /Failed to load resource: net::ERR_/;
const REFUSED = /Failed to load resource: the server responded with a status of 503/;

const status = (page: Page) => page.getByRole('status');

test.describe('in the official edition', () => {
  test.use({ edition: 'official' });

  test('[PH-02] [PH-08] [PH-15] the worker requests a page once, and serves it offline at once', async ({
    openBrowser,
    watch,
    makers,
    line,
  }) => {
    watch.allow(LOST);
    const user = await makers.user();
    const post = await makers.post(user);
    const page = await openBrowser(user, line);
    const posts = page.getByRole('main').locator('a[href^="/post/"]');
    await openByWorker(page);
    await page.goto('/board/festival');
    await expect(cardLinks(page).first()).toBeVisible();
    await expect.poll(() => readKept(page, 'campus'), { timeout: 15_000 }).toContain('[\\"pack\\"]');
    await expect.poll(() => readKept(page), { timeout: 15_000 }).toContain('festival');
    const asked: string[] = [];
    line.answerWith((path) => {
      asked.push(path);
      return null;
    });
    await page.goto('/');
    await expect(posts.first()).toBeVisible();
    expect(asked.filter((path) => path === '/' || path === '/shell')).toEqual(['/']);
    await expect.poll(() => readKept(page), { timeout: 15_000 }).toContain('[\\"home\\"]');

    await test.step('without a network every address opens, and nobody is sent to the login', async () => {
      line.cut();
      const answered: string[] = [];
      page.on('response', (answer) => {
        if (new URL(answer.url()).pathname.startsWith('/api/')) answered.push(answer.url());
      });
      // Responses for the previous page are reported until this page is shown.
      page.on('framenavigated', () => (answered.length = 0));
      const answer = await page.goto('/');
      expect(answer?.fromServiceWorker()).toBe(true);
      // The cached page keeps its content security policy.
      expect(answer?.headers()['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'self' 'sha256-/,
      );
      await expect(posts.first()).toBeVisible();
      expect(answered).toEqual([]);
      await page.goto('/board/festival');
      await expect(cardLinks(page).first()).toBeVisible();
      // Never visited before.
      await page.goto('/map');
      await expect(page.getByRole('group', { name: '학교 지도 그림' })).toBeVisible();
      await page.goto(`/post/${post.id}`);
      await expect(status(page).first()).toContainText(
        '마당 서버가 잠시 쉬고 있어요. 이 휴대폰에서는 아직 본 적이 없는 내용이에요.',
      );
      await expectPath(page, `/post/${post.id}`);
      line.restore();
      await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible({
        timeout: 20_000,
      });
      await expectPath(page, `/post/${post.id}`);
    });
  });
});

test('[PH-07] the worker names the server’s answers, stores no user data, and removes itself and its caches when disabled @full', async ({
  openBrowser,
  watch,
  makers,
  line,
}) => {
  watch.allow(LOST);
  watch.allow(REFUSED);
  watch.allow(/request to another site: http:\/\/login\.wifi\.example/);
  const user = await makers.user();
  const post = await makers.post(user);
  const page = await openBrowser(user, line);
  await openByWorker(page);

  await test.step('a network that asks for a login is named, and so is a server that rests', async () => {
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

  await test.step('a page that takes long is drawn from the phone after three seconds', async () => {
    let times = 0;
    line.answerWith((path) => {
      if (path !== '/board/question') return null;
      times += 1;
      return new Promise(() => {});
    });
    // `inTime` waits three seconds for the server, which never answers here.
    const answer = await page.goto('/board/question');
    expect(times).toBe(1);
    expect(await answer?.text()).toContain('"shell":true');
    await expect(cardLinks(page).first()).toBeVisible();
  });

  await test.step('where a network leads to its own page, that is shown unchanged', async () => {
    line.answerWith((path) =>
      path === '/sign-in'
        ? foreignPage(200, '카페 와이파이')
        : path === '/board/new'
          ? { status: 302, headers: { location: 'http://login.wifi.example/sign-in' } }
          : null,
    );
    await page.goto('/board/new');
    await expect(page.getByText('카페 와이파이')).toBeVisible();
    expect(new URL(page.url()).host).toBe('login.wifi.example');
  });
  line.answerWith(() => null);

  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
  await page.goto('/mypage/viewprofile');
  await expect(page.getByText(user.email)).toBeVisible();
  await page.goto('/mypage');
  // Pending requests are rejected at the logout.
  watch.allow(/Failed to load resource: the server responded with a status of 401/);
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectLoginScreen(page);

  const kept = await readCaches(page);
  const paths = Object.values(kept).flat();
  expect(paths.filter((path) => !/^\/(?:assets|campus)\/[\w./-]+\.\w+$/.test(path))).toEqual(['/shell']);
  const texts = await page.evaluate(async () => {
    const shell = await caches.match('/shell', { ignoreSearch: true });
    return shell ? await shell.text() : '';
  });
  expect(texts).toContain('"shell":true');
  const own = [user.email, user.nickname, post.title];
  for (const text of [...own, post.id]) expect(texts).not.toContain(text);
  line.cut();
  for (const path of ['/', '/mypage/viewprofile', `/post/${post.id}`]) {
    await page.goto(path);
    await expect(status(page).first()).toContainText('오프라인입니다.');
    for (const text of own) await expect(page.getByText(text)).toHaveCount(0);
  }

  await test.step('a server with WORKER=off takes the worker away in one visit', async () => {
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    // Its pages name no build, and this is its worker.
    const removing = await readFile(new URL('../../web/dist/sw-off.js', import.meta.url), 'utf8');
    line.rewrite((text) => text.replace(/ data-build="\w+"/, ''));
    line.answerWith((path) =>
      path === '/sw.js'
        ? { status: 200, headers: { 'content-type': 'text/javascript' }, body: removing }
        : null,
    );
    line.restore();
    await page.goto('/login');
    await expectLoginScreen(page);
    await expect.poll(registrations, { timeout: 20_000 }).toBe(0);
    await expect.poll(() => readCaches(page)).toEqual({});
    await expect(page.getByText('새 버전이 있어요.')).toHaveCount(0);
    // The next visit installs no worker.
    await page.goto('/signup');
    await page.waitForLoadState('networkidle');
    expect([await registrations(), await page.evaluate(() => navigator.serviceWorker.controller)]).toEqual([
      0,
      null,
    ]);
  });
});
