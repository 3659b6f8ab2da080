import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { tabBar } from '../testing/reading.ts';
import { expectAlert, expectLoaded } from '../testing/screens.ts';

const looks = [
  { name: 'normal text', fontSize: '100%', width: 390 },
  { name: '200 % text', fontSize: '200%', width: 390 },
  { name: '320 px', fontSize: '100%', width: 320 },
  { name: '200 % text on 320 px', fontSize: '200%', width: 320 },
] as const;

async function look(page: Page, { fontSize, width }: (typeof looks)[number]): Promise<void> {
  await page.setViewportSize({ width, height: 640 });
  await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
}

test('the labels of the tabs do not touch, whatever the size of text and phone', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  await expect(tabBar(page)).toBeVisible();
  for (const one of looks) {
    await look(page, one);
    const boxes = await tabBar(page)
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      );
    const bar = await tabBar(page).boundingBox();
    for (const [index, { left, right, top, bottom }] of boxes.entries()) {
      expect(left - (boxes[index - 1]?.right ?? 0), `${one.name}, label ${index + 1}`).toBeGreaterThanOrEqual(
        2,
      );
      expect(right, one.name).toBeLessThanOrEqual(one.width - 2);
      expect(top, one.name).toBeGreaterThanOrEqual(bar?.y ?? 0);
      expect(bottom, one.name).toBeLessThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    }
  }
});

test('icons grow with the text', async ({ page, signIn }) => {
  await signIn();
  for (const path of ['/', '/mypage', '/building', '/board/question']) {
    await page.goto(path);
    await expectLoaded(page);
    const sizes = () =>
      page.locator('svg:visible').evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width));
    const normal = await sizes();
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const large = await sizes();
    expect(normal.length, path).toBeGreaterThan(0);
    expect(large, path).toEqual(normal.map((size) => size * 2));
  }
});

async function expectApart(page: Page, control: Locator): Promise<void> {
  const [toast, spoken] = [await page.getByRole('alert').boundingBox(), await control.boundingBox()];
  if (!toast || !spoken) throw new Error('not shown');
  expect(toast.y + toast.height <= spoken.y || toast.y >= spoken.y + spoken.height).toBe(true);
}

for (const one of looks)
  test(`a message never covers the row or button it speaks of: ${one.name}`, async ({
    page,
    signIn,
    makers,
  }) => {
    await signIn(await makers.user({ right: false }));
    for (const [path, name] of [
      ['/mypage', '상점'],
      ['/mypage', '이용 방법'],
      ['/mypage', '오픈소스 라이선스'],
      ['/building', '학교 지도'],
      ['/building/main-hall', '건물 보기'],
    ] as const) {
      await page.goto(path);
      await look(page, one);
      const control = page.getByRole('button', { name, exact: true });
      // Where the message used to stand, as far as the page can be scrolled.
      await control.evaluate((element) => {
        const { bottom } = element.getBoundingClientRect();
        window.scrollBy(0, bottom - (window.innerHeight - 90));
      });
      await control.click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectApart(page, control);
    }
  });

test('nor does it inside a dialog', async ({ page, signIn }) => {
  await signIn();
  for (const one of looks) {
    await page.goto('/building/main-hall');
    await look(page, one);
    await page.getByRole('link', { name: '글쓰기', exact: true }).click();
    await page.getByRole('button', { name: /키워드 선택/ }).click();
    const choices = page.getByRole('dialog').locator('button[aria-pressed]');
    for (const index of [0, 1, 2]) await choices.nth(index).click();
    const last = choices.last();
    await last.click();
    await expectAlert(page, /최대 3개/);
    await expectApart(page, last);
    for (const index of [0, 1, 2]) await choices.nth(index).click();
  }
});
