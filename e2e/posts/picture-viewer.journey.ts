import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { expectPath } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';
import { tapTwice, touch } from '../testing/touch.ts';

test.use({ edition: 'official' });

const viewer = (page: Page): Locator => page.getByRole('dialog', { name: '사진 보기' });
const opener = (page: Page, place: number): Locator =>
  page.getByRole('article').getByRole('button', { name: `${place}번째 사진 전체 보기` });
const position = (page: Page, place: number) => expect(viewer(page)).toContainText(`${place} / 3`);
const large = (page: Page, place: number): Locator =>
  viewer(page)
    .getByRole('img')
    .nth(place - 1);
const width = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => image.getBoundingClientRect().width);

/** Swipes by this distance from the middle. */
const swipe = (page: Page, x: number, y: number): Promise<void> =>
  touch(page, [
    [
      { x: 320, y: 300 },
      { x: 320 + x, y: 300 + y },
    ],
  ]);

test('[PI-03] [EV-08] picture viewer: opened by a tap; swipe, zoom, keys and back work, close restores the position, descriptions are read out @full', async ({
  page,
  user,
  makers,
}) => {
  const title = `사진 세 장 ${makers.next()}`;
  const pictures = ['창가의 책상', '', '복도 끝의 콘센트'];
  const { id } = await makers.post(user, { title, pictures });
  await page.goto('/building/main-hall');
  await page.getByRole('link', { name: title }).click();
  await expectPath(page, `/post/${id}`);

  await test.step('a swipe aside goes on, and back closes it in the same place', async () => {
    // The menu of an own post loads later and renders the article again.
    await expect(() => opener(page, 2).scrollIntoViewIfNeeded()).toPass();
    const top = await page.evaluate(() => scrollY);
    await opener(page, 2).tap();
    await position(page, 2);
    await swipe(page, -280, 20);
    await position(page, 3);
    await expect(viewer(page)).toContainText('복도 끝의 콘센트');
    await page.goBack();
    await expect(viewer(page)).toHaveCount(0);
    await expectPath(page, `/post/${id}`);
    expect(await page.evaluate(() => scrollY)).toBe(top);
    await expect(opener(page, 2)).toBeFocused();
  });

  await test.step('two fingers and two taps make it larger, one moves it, and it never leaves the screen', async () => {
    await opener(page, 1).tap();
    await position(page, 1);
    const before = await width(large(page, 1));
    await touch(page, [
      [
        { x: 180, y: 420 },
        { x: 60, y: 420 },
      ],
      [
        { x: 210, y: 420 },
        { x: 330, y: 420 },
      ],
    ]);
    await expect.poll(() => width(large(page, 1))).toBeGreaterThan(before * 2);
    await position(page, 1);
    // Dragged far right, its left edge stops at the screen's edge.
    await touch(page, [
      [
        { x: 60, y: 420 },
        { x: 380, y: 420 },
      ],
    ]);
    await position(page, 1);
    const left = await large(page, 1).evaluate((image) => image.getBoundingClientRect().left);
    expect(left).toBeLessThanOrEqual(1);
    await tapTwice(page, { x: 195, y: 420 });
    await expect.poll(() => width(large(page, 1))).toBe(before);
    await tapTwice(page, { x: 195, y: 420 });
    await expect.poll(() => width(large(page, 1))).toBe(before * 2.5);
    await tapTwice(page, { x: 195, y: 420 });
    await expect.poll(() => width(large(page, 1))).toBe(before);
  });

  await test.step('a short swipe down brings the picture back, a long one closes it', async () => {
    const box = () => large(page, 1).boundingBox();
    const before = await box();
    await swipe(page, 0, 60);
    await expect.poll(box).toEqual(before);
    await swipe(page, 10, 240);
    await expect(viewer(page)).toHaveCount(0);
    await expect(opener(page, 1)).toBeFocused();
  });

  await test.step('keys go on and close it; descriptions are read out', async () => {
    await expect(opener(page, 1)).toHaveAccessibleName('1번째 사진 전체 보기: 창가의 책상');
    await page.keyboard.press('Enter');
    await position(page, 1);
    await expect(large(page, 1)).toHaveAccessibleName('창가의 책상');
    await expect(large(page, 2)).toHaveAccessibleName('첨부 이미지');
    const told = viewer(page).locator('[aria-live="polite"]');
    await expect(told).toContainText('창가의 책상');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await position(page, 3);
    await expect(told).toContainText('복도 끝의 콘센트');
    await expect(page.getByRole('button', { name: '다음 사진' })).toBeDisabled();
    await page.keyboard.press('ArrowLeft');
    await position(page, 2);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toHaveCount(0);
    await expect(opener(page, 1)).toBeFocused();
  });

  await page.goBack();
  await expectPath(page, '/building/main-hall');
});

test('[EV-08] very tall picture: cropped before it loads, whole in the viewer @full', async ({
  page,
  user,
  makers,
}) => {
  const post = await makers.post(user, { picture: makePicture(300, 900) });
  const [picture] = post.contents.filter((content) => content.format === 'image');
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${picture?.image}`, async (route) => {
    await held;
    await route.fallback();
  });
  const moved = await watchShifts(page);
  await page.goto(`/post/${post.id}`, { waitUntil: 'commit' });
  const shown = page.getByRole('article').getByRole('img', { name: '첨부 이미지' });
  const shape = () => shown.evaluate((image) => [image.clientWidth, image.clientHeight]);
  // Rendered again inside a button when the viewer's script arrives.
  await expect.poll(shape).toEqual([358, 537]);
  release();
  const whole = page.getByRole('button', { name: '1번째 사진 전체 보기' });
  await expect(whole).toContainText('전체 보기');
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalHeight))
    .toBeGreaterThan(0);
  await expect.poll(shape).toEqual([358, 537]);
  expect(await moved()).toEqual([]);
  await whole.tap();
  const all = await viewer(page).getByRole('img').boundingBox();
  expect((all?.height ?? 0) / (all?.width ?? 1)).toBeCloseTo(3, 1);
});
