import { gzipSync } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';
import { type Point, touch } from '../testing/touch.ts';

test.use({ edition: 'official' });

const box = (page: Page): Locator => page.getByRole('group', { name: '학교 지도 그림' });
const buildings = (page: Page): Locator => box(page).getByRole('link');
const width = (page: Page): Promise<number> => box(page).evaluate((element) => element.scrollWidth);
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** Returns the point of the drawing under a screen point, as fractions. */
const under = (page: Page, { x, y }: Point): Promise<Point> =>
  box(page)
    .locator('svg')
    .evaluate(
      (drawing, at) => {
        const { left, top, width, height } = drawing.getBoundingClientRect();
        return { x: (at.x - left) / width, y: (at.y - top) / height };
      },
      { x, y },
    );

async function expectSame(page: Page, point: Point, before: Point): Promise<void> {
  const now = await under(page, point);
  expect(Math.hypot(now.x - before.x, now.y - before.y)).toBeLessThan(0.004);
}

const middle = async (page: Page): Promise<Point> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await box(page).boundingBox()) ?? {};
  return { x: x + width / 2, y: y + height / 2 };
};

/** Returns the visible labels that overlap. */
const overlaps = (page: Page): Promise<string[]> =>
  box(page)
    .locator('text')
    .evaluateAll((texts) => {
      const seen = texts.filter((text) => getComputedStyle(text).opacity === '1');
      const boxes = seen.map((text) => ({
        name: text.textContent,
        ...text.getBoundingClientRect().toJSON(),
      }));
      return boxes.flatMap((one, index) =>
        boxes
          .slice(index + 1)
          .filter(
            (other) =>
              one.left < other.right - 1 &&
              other.left < one.right - 1 &&
              one.top < other.bottom - 1 &&
              other.top < one.bottom - 1,
          )
          .map((other) => `${one.name} on ${other.name}`),
      );
    });

test('[PL-01] [PL-09] map: opened from a popular term, scrolls natively; buttons, keys, taps and fingers zoom around the same point', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn();
  const moved = await watchShifts(page);

  await test.step('from a popular term, three taps find one without steps', async () => {
    await page.goto('/search');
    await button(page, '열람실').click();
    await expect(page.getByRole('heading', { name: /^열람실 · \d+곳$/ })).toBeVisible();
    await page.getByRole('link', { name: '계단 없이', exact: true }).click();
    await expectPath(page, `/map?${new URLSearchParams({ kind: '열람실', stepFree: '1' })}`);
    const rows = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^B?\d+층/ });
    await expect(rows).not.toHaveCount(0);
    for (const text of await rows.allTextContents()) expect(text).toContain('계단 없이 갈 수 있어요');
    // Back restores the search position.
    await page.goBack();
    await expect(page.getByRole('heading', { name: /^열람실 · \d+곳$/ })).toBeVisible();
    // The selected chip is scrolled into view.
    await page.goto(`/map?${new URLSearchParams({ kind: '프린트' })}`);
    await expect(page.getByRole('link', { name: '프린트', exact: true })).toBeInViewport({ ratio: 1 });
  });

  await test.step('it lies in its middle before any script has run', async () => {
    await page.route('**/*.js', (route) => new Promise(() => void route));
    await page.goto('/map', { waitUntil: 'commit' });
    await expect(buildings(page)).toHaveCount(48);
    await expect(box(page)).not.toHaveAttribute('data-live', 'true');
    const rest = await box(page).evaluate(({ scrollLeft, scrollWidth, clientWidth }) =>
      Math.abs(scrollLeft - (scrollWidth - clientWidth) / 2),
    );
    expect(rest).toBeLessThan(3);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await page.goto('/map');
  await expect(box(page)).toHaveAttribute('data-live', 'true');

  await expect(buildings(page)).toHaveCount(48);
  const sizes = await buildings(page).evaluateAll((links) =>
    links.map((link) => {
      const { width, height } = link.getBoundingClientRect();
      return [link.getAttribute('aria-label'), Math.min(width, height)] as const;
    }),
  );
  expect(sizes.filter(([, size]) => size < 24)).toEqual([]);
  const drawing = await box(page).evaluate((element) => element.innerHTML);
  expect(gzipSync(drawing).length).toBeLessThan(12_000);
  const start = await box(page).evaluate((element) => [element.scrollLeft, element.scrollTop]);
  const at = await middle(page);
  await touch(page, [[at, { x: at.x - 120, y: at.y - 90 }]]);
  await expect
    .poll(() => box(page).evaluate((element) => [element.scrollLeft, element.scrollTop]))
    .not.toEqual(start);
  expect(await moved()).toEqual([]);
  // Outside the list nothing overflows sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  const before = await under(page, at);
  const first = await width(page);
  await button(page, '지도 크게').click();
  await expect.poll(() => width(page)).toBeGreaterThan(first * 1.3);
  await expectSame(page, at, before);
  await button(page, '지도 작게').click();
  await expect.poll(() => width(page)).toBe(first);

  await box(page).focus();
  await page.keyboard.press('+');
  await expect.poll(() => width(page)).toBeGreaterThan(first * 1.3);
  await page.keyboard.press('0');
  await expect.poll(() => width(page)).toBe(first);

  // On a road: a tap on a building would open it.
  const road = await box(page).evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    for (let x = left + 40; x < left + width - 80; x += 15)
      for (let y = top + 40; y < top + height - 40; y += 15)
        if (!document.elementFromPoint(x, y)?.closest('a')) return { x, y };
    throw new Error('no place without a building');
  });
  const tapped = await under(page, road);
  await page.touchscreen.tap(road.x, road.y);
  await page.touchscreen.tap(road.x, road.y);
  await expect.poll(() => width(page)).toBeGreaterThan(first * 1.3);
  await expectSame(page, road, tapped);

  const larger = await width(page);
  const pinched = await under(page, at);
  await touch(page, [
    [
      { x: at.x - 40, y: at.y },
      { x: at.x - 80, y: at.y },
    ],
    [
      { x: at.x + 40, y: at.y },
      { x: at.x + 80, y: at.y },
    ],
  ]);
  await expect.poll(() => width(page)).toBeGreaterThan(larger * 1.6);
  await expectSame(page, at, pinched);
  // The page itself is not zoomed.
  expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);

  for (let smaller = 0; smaller < 8; smaller += 1) {
    expect(await overlaps(page)).toEqual([]);
    if (await button(page, '지도 작게').isDisabled()) break;
    await button(page, '지도 작게').click();
  }
  await expect(button(page, '지도 작게')).toBeDisabled();

  // After opening a building, back restores the map position.
  await button(page, '지도 크게').click();
  await box(page).evaluate((element) => element.scrollTo(300, 200));
  const there = await under(page, await middle(page));
  await page.getByRole('link', { name: '본관', exact: true }).last().click();
  await expectPath(page, '/building/main-hall');
  await page.getByRole('button', { name: '뒤로' }).click();
  await expect(box(page)).toBeVisible();
  await expect(async () => expectSame(page, await middle(page), there)).toPass();
});

test('[PL-01] map: centers on its search results, and a campus category filters it', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/map');
  const isWhole = () =>
    box(page).evaluate((element) => {
      const frame = element.getBoundingClientRect();
      const found = [...element.querySelectorAll('path[fill="url(#found)"]')].map((path) =>
        path.getBoundingClientRect(),
      );
      return (
        found.length > 0 &&
        found.every(
          ({ left, right, top, bottom }) =>
            left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom,
        )
      );
    });
  // The printers are spread over the whole campus.
  await page.getByRole('link', { name: '프린트', exact: true }).click();
  await expect.poll(isWhole).toBe(true);
  await expect(button(page, '지도 작게')).toBeDisabled();
  for (const [tab, category] of [
    ['이공', '이공'],
    ['의과·보건', '의과'],
  ] as const) {
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expectPath(page, `/map?${new URLSearchParams({ kind: '프린트', category })}`);
    await expect.poll(isWhole).toBe(true);
  }
  const names = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(names.filter({ hasText: '의학도서관' })).toHaveCount(1);
  await expect(names.filter({ hasText: '중앙광장' })).toHaveCount(0);
});
