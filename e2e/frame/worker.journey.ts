import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';
import { expectLoginScreen, expectPath } from '../testing/screens.ts';
import { readKept } from '../testing/shell.ts';
import { expectWorker, foreignPage, openByWorker, readCaches } from '../testing/worker.ts';

test.use({ serviceWorkers: 'allow' });
// Each of them first installs a worker, which fetches the build.
test.describe.configure({ timeout: 120_000 });

const LOST = /Failed to load resource: net::ERR_/;
const REFUSED = /Failed to load resource: the server responded with a status of 503/;

const status = (page: Page) => page.getByRole('status');

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
  await openByWorker(page);
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
    // Answers to the page before are reported until this one is there.
    page.on('framenavigated', () => (answered.length = 0));
    await page.goto('/');
    await expect(posts.first()).toBeVisible();
    expect(answered).toEqual([]);
  });

  test('[PH-02] [PH-15] without a network open the map, which was never looked at, and a screen that only the server drew', async ({
    openBrowser,
    watch,
    makers,
    line,
  }) => {
    watch.allow(LOST);
    const page = await openBrowser(await makers.user(), line);
    await page.goto('/');
    await expectWorker(page);
    await page.goto('/board/festival');
    await expect(cardLinks(page).first()).toBeVisible();
    await expect.poll(() => readKept(page, 'campus'), { timeout: 15_000 }).toContain('[\\"pack\\"]');
    await expect.poll(() => readKept(page), { timeout: 15_000 }).toContain('festival');
    line.cut();
    await page.goto('/board/festival');
    await expect(cardLinks(page).first()).toBeVisible();
    await page.goto('/map');
    await expect(page.getByRole('group', { name: '학교 지도 그림' })).toBeVisible();
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
  await openByWorker(page);
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
  await openByWorker(page);
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
  await openByWorker(page);
  let asked = 0;
  line.answerWith((path) => {
    if (path !== '/board/new') return null;
    asked += 1;
    return new Promise(() => {});
  });
  // `inTime` gives the server its three seconds; here it never answers.
  const answer = await page.goto('/board/new');
  expect(asked).toBe(1);
  expect(await answer?.text()).toContain('"shell":true');
  await expect(cardLinks(page).first()).toBeVisible();
});

test('the phone keeps files, pictures of the campus and one page that holds nobody, and nothing of a student', async ({
  openBrowser,
  watch,
  makers,
  line,
}) => {
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
