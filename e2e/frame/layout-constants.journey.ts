import type { Locator } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { makeFans, promote, tabBar, writeButton } from '../testing/reading.ts';
import { expectAlert } from '../testing/screens.ts';

const OFFICIAL = '정식 버전에서 다시 만나요!';

async function sizeOf(element: Locator): Promise<{ width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('not shown');
  return { width: box.width, height: box.height };
}

for (const width of [320, 390, 768, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 800 }, isMobile: width < 500, hasTouch: width < 500 });

    test(`[FR-09] [CO-02] page, bar, like pill and body input have their sizes on a screen of ${width} px`, async ({
      page,
      makers,
      user,
    }) => {
      const post = await makers.post(user);
      const column = Math.min(width, 420);
      for (const path of ['/', '/building', '/keyword', '/mypage']) {
        await page.goto(path);
        await expect(tabBar(page)).toBeVisible();
        const x = (width - column) / 2;
        expect(await page.getByRole('main').boundingBox()).toMatchObject({ x, width: column });
        // At the lower edge, however long the page is.
        expect(await tabBar(page).boundingBox()).toEqual({ x, y: 730, width: column, height: 70 });
      }
      await page.goto(`/post/${post.id}`);
      const like = page.getByRole('button', { name: /^좋아요/ });
      expect((await sizeOf(like)).width).toBe(100);
      await like.click();
      await expect(like).toHaveText('1');
      expect((await sizeOf(like)).width).toBe(100);
      await page.goto('/board/question');
      // The pen floats: the end of the page does not take it away.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(writeButton(page)).toBeInViewport({ ratio: 1 });
      await writeButton(page).click();
      const body = page.getByLabel('내용', { exact: true });
      expect((await sizeOf(body)).height).toBe(300);
      // However much is written in it.
      await body.fill('긴 글입니다.\n'.repeat(60));
      expect((await sizeOf(body)).height).toBe(300);
    });
  });
}

test('the floating button covers nothing of what stands at the end of a list', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  await makers.post(author);
  await signIn(author);
  for (const path of ['/building/main-hall', '/mypage/myposts']) {
    await page.goto(path);
    const last = page.getByRole('main').getByRole('listitem').last();
    await expect(last).toBeVisible();
    if ((await writeButton(page).count()) === 0) continue;
    // The next page of the list may come at its end.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const [card, button] = [await last.boundingBox(), await writeButton(page).boundingBox()];
      expect((card?.y ?? Infinity) + (card?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    }).toPass();
  }
});

test('in the light scheme idle icons are #808080, idle dots and outlines #C2C2C2', async ({
  page,
  signIn,
}) => {
  await signIn();
  const colour = (selector: string, property = 'color', pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, part]) => getComputedStyle(element, part)[name as 'color'], [
        property,
        pseudo,
      ] as const);
  const [grey, paleGrey] = ['rgb(128, 128, 128)', 'rgb(194, 194, 194)'];
  await page.goto('/');
  expect(await colour('nav a:not([aria-current]) > svg')).toBe(grey);
  expect(await colour('[aria-roledescription=carousel] button:not([aria-current]) svg')).toBe(grey);
  const dot = '[aria-roledescription=carousel] button[aria-label*=번째]:not([aria-current])';
  expect(await colour(dot, 'backgroundColor', '::after')).toBe(paleGrey);
  await page.goto('/mypage');
  expect(await colour('main a svg')).toBe(grey);
  await page.goto('/building');
  expect(await colour('main button > span', 'borderTopColor')).toBe(paleGrey);
});

test.describe('360 px wide', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the hint of the search field can be read to its end', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/search');
    const room = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      const look = getComputedStyle(field);
      const hint = document.createElement('span');
      hint.textContent = field.placeholder;
      const { font, letterSpacing } = getComputedStyle(field, '::placeholder');
      Object.assign(hint.style, { position: 'fixed', whiteSpace: 'pre', font, letterSpacing });
      document.body.append(hint);
      const inside = field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
      return inside - hint.getBoundingClientRect().width;
    });
    expect(room).toBeGreaterThanOrEqual(0);
  });
});

test('[CO-02] the pill keeps its 100 px with a count of two digits, on a popular post as well', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const post = await makers.post(author);
  await promote(makers, await makeFans(makers), post);
  const { hots } = await author.client.ask('GET /api/hots', { query: {} });
  const hot = hots.find(({ postId }) => postId === post.id);
  await signIn(author);
  for (const path of [`/post/${post.id}`, `/hotpost/${hot?.id}`]) {
    await page.goto(path);
    const like = page.getByRole('button', { name: /^좋아요/ });
    await expect(like).toHaveText('10');
    expect((await sizeOf(like)).width).toBe(100);
  }
});

test('[CO-03] an untouched toast leaves after 5000 ms, and a second one gets 5000 ms of its own', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.clock.install();
  await page.goto('/building/main-hall');
  const view = page.getByRole('button', { name: '건물 보기' });
  await view.click();
  await expectAlert(page, OFFICIAL);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await expect(page.getByRole('alert')).toHaveCount(0);

  await view.click();
  await expectAlert(page, OFFICIAL);
  await page.clock.runFor(3_000);
  await view.click();
  await page.clock.runFor(4_950);
  await expectAlert(page, OFFICIAL);
  await page.clock.runFor(100);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('[CO-03] measured by the real clock, it stays 5 s @full', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/building/main-hall');
  await page.evaluate(() => {
    const seen: { shown?: number; gone?: number } = {};
    Object.assign(window, { toast: seen });
    new MutationObserver(() => {
      const there = document.querySelector('[role=alert]') !== null;
      if (there) seen.shown ??= performance.now();
      else if (seen.shown !== undefined) seen.gone ??= performance.now();
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: '건물 보기' }).click();
  await expectAlert(page, OFFICIAL);
  await expect(page.getByRole('alert')).toHaveCount(0);
  const { shown = 0, gone = 0 } = await page.evaluate(
    () => (window as unknown as { toast: { shown?: number; gone?: number } }).toast,
  );
  expect(gone - shown).toBeGreaterThan(4_900);
  expect(gone - shown).toBeLessThan(5_600);
});
