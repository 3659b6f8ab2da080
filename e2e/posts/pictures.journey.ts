import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import {
  attachPictures,
  closeTile,
  describePicture,
  expectDescription,
  expectOrder,
  makeTyped,
  movePicture,
  openTile,
  openTyped,
  readPictures,
  tiles,
} from '../testing/picture-form.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { touch } from '../testing/touch.ts';
import { expectText, submit } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const typed = makeTyped();

test('[PI-01] [EV-08] pictures: up to five are attached, reordered by finger, buttons and mouse, described, drafted, sent and edited', async ({
  page,
  user: _,
}) => {
  await openTyped(page, typed);
  await attachPictures(page, 1, 2, 3);
  await expectOrder(page, 1, 2, 3);
  await attachPictures(page, 4, 5, 6);
  await expectAlert(page, '사진은 5장까지 올릴 수 있어요. 다른 것을 먼저 빼 주세요.');
  await page.getByRole('button', { name: '알림 닫기' }).click();
  await expectOrder(page, 1, 2, 3, 4, 5);

  await test.step('tiles stand in one row that a finger scrolls; one that rests on a tile first drags it', async () => {
    await tiles(page).first().scrollIntoViewIfNeeded();
    const boxes = await tiles(page).evaluateAll((all) =>
      all.map((tile) => {
        const { width, height, top } = tile.getBoundingClientRect();
        return [width, height, top];
      }),
    );
    const [, , top = 0] = boxes[0] ?? [];
    expect(boxes).toEqual(boxes.map(() => [92, 92, top]));
    const cross = await page.getByRole('button', { name: '1번째 사진 빼기' }).boundingBox();
    expect([cross?.width, cross?.height]).toEqual([44, 44]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    const place = (x: number) => ({ x, y: top + 60 });
    const scrolled = () => page.locator('ol:has(li[data-key])').evaluate((row) => row.scrollLeft);
    await touch(page, [[place(300), place(180)]]);
    await expect.poll(scrolled).toBeGreaterThan(50);
    await expectOrder(page, 1, 2, 3, 4, 5);
    await touch(page, [[place(180), place(360)]]);
    await expect.poll(scrolled).toBe(0);
    await touch(page, [[place(60), place(260)]], () => expect(page.locator('li[data-held]')).toBeVisible());
    await expectOrder(page, 2, 3, 1, 4, 5);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await movePicture(page, 1, '뒤로');
  await expectOrder(page, 3, 2, 1, 4, 5);
  await movePicture(page, 5, '앞으로');
  await expectOrder(page, 3, 2, 1, 5, 4);
  await expect((await openTile(page, 1)).getByRole('button', { name: '한 칸 앞으로' })).toBeDisabled();
  await closeTile(page);

  // By mouse: the second moves to fourth place.
  const held = tiles(page).nth(1).locator('img');
  await held.scrollIntoViewIfNeeded();
  await held.hover();
  await page.mouse.down();
  const target = await tiles(page).nth(3).boundingBox();
  if (!target) throw new Error('no fourth picture');
  await page.mouse.move(target.x + 40, target.y + target.height / 2, { steps: 12 });
  await page.mouse.up();
  await expectOrder(page, 3, 1, 5, 2, 4);

  await describePicture(page, 1, '창가의 책상');
  await describePicture(page, 4, ' 콘센트 두 개 ');
  await page.getByRole('button', { name: '3번째 사진 빼기' }).click();
  await expectOrder(page, 3, 1, 2, 4);

  await test.step('a draft holds them over a reload and another visit, thrown away and brought back', async () => {
    await page.reload();
    await expectText(page, typed);
    await expectOrder(page, 3, 1, 2, 4);
    await page.getByRole('button', { name: '뒤로', exact: true }).click();
    await expectPath(page, '/building/law-hall');
    await page.getByRole('link', { name: '글쓰기' }).click();
    await expectOrder(page, 3, 1, 2, 4);
    await page.getByRole('button', { name: '지우기' }).click();
    await expect(tiles(page)).toHaveCount(0);
    await page.getByRole('button', { name: '되돌리기' }).click();
    await expectOrder(page, 3, 1, 2, 4);
    await expectDescription(page, 1, '창가의 책상');
  });

  await submit(page).click();
  await expectPath(page, '/building/law-hall');
  const card = page.getByRole('article').filter({ hasText: typed.title });
  await expect(card).toContainText('사진 4장');
  await expectPictures(page, [400, '창가의 책상'], [320, ''], [360, '콘센트 두 개'], [440, '']);

  await test.step('an edit puts them in another order, takes one out, adds one and describes it', async () => {
    await card.getByRole('link', { name: typed.title }).click();
    await page.getByRole('banner').getByRole('button', { name: '더보기' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '수정', exact: true }).click();
    await expect(tiles(page)).toHaveCount(4);
    await attachPictures(page, 6);
    await expect(tiles(page)).toHaveCount(5);
    await page.getByRole('button', { name: '1번째 사진 빼기' }).click();
    await movePicture(page, 4, '앞으로');
    await describePicture(page, 3, '새 사진');
    await page.reload();
    await expect(tiles(page)).toHaveCount(4);
    await expectDescription(page, 3, '새 사진');
    await page.getByRole('button', { name: '저장', exact: true }).click();
    await expectAlert(page, '수정했습니다.');
    await expectPath(page, /^\/post\/[^/]+$/);
    await expectPictures(page, [320, ''], [360, '콘센트 두 개'], [520, '새 사진'], [440, '']);
  });
});

/** Expects width and description of each picture of the newest post. */
async function expectPictures(page: Page, ...expected: [number, string][]): Promise<void> {
  const pictures = await readPictures(page);
  expect(pictures.map(({ width, description }) => [width, description])).toEqual(expected);
}
