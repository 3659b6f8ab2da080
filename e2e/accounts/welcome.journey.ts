import { expect, test } from '../testing/fixtures.ts';
import { expectDecoded } from '../testing/reading.ts';
import { expectPath, sidewaysScroll } from '../testing/screens.ts';

const picture = 'main img';

test('a visitor reads in one sentence what this is', async ({ page, anybody }) => {
  const { product } = await anybody.client.ask('GET /api/campus', {});
  await page.goto('/');
  await expect(page.getByRole('main').getByText(product.tagline, { exact: true })).toBeInViewport({
    ratio: 1,
  });
});

test('a visitor sees the campus, by day and in the dark, and nothing moves when it comes', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const [colorScheme, address] of [
    ['light', /\/campus\/welcome\.webp$/],
    ['dark', /\/campus\/welcome-dark\.webp$/],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await expectDecoded(page.locator(picture));
    expect(await page.locator(picture).evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(
      address,
    );
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('signing up is the second button, as wide and as easy to hit as the first', async ({ page }) => {
  await page.goto('/');
  const [first, second] = [
    await page.getByRole('button', { name: '로그인', exact: true }).boundingBox(),
    await page.getByRole('link', { name: '회원가입' }).boundingBox(),
  ];
  expect([second?.x, second?.width]).toEqual([first?.x, first?.width]);
  expect(second?.height).toBeGreaterThanOrEqual(44);
  expect((second?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0)).toBeLessThan(32);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole('link', { name: '회원가입' }).click();
  await expectPath(page, '/signup');
});
