import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { writeButton } from '../testing/reading.ts';

/** Returns the background colour of an element or its pseudo-element. */
const behind = (element: Locator, part?: string): Promise<string> =>
  element.evaluate((one, pseudo) => getComputedStyle(one, pseudo).backgroundColor, part);

async function expectApart(page: Page, path: string, chosen: Locator, other: Locator, part?: string) {
  expect(await behind(chosen, part), path).not.toBe(await behind(other, part));
}

test('forced colours: the selected item is distinct, and an invalid field with focus has one ring @full', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  const tab = (selected: boolean) => page.getByRole('tab', { selected }).first();
  await page.goto('/building');
  await expect(tab(true)).toBeVisible();
  await expectApart(page, 'tabs as chips', tab(true), tab(false));
  const bar = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await expectApart(page, 'bar', bar('건물'), bar('홈'));

  await page.goto('/');
  const dot = (n: number) => page.getByRole('button', { name: `${n}번째 이벤트 보기` });
  await expect(dot(2)).toBeVisible();
  await expectApart(page, 'dots', dot(1), dot(2), '::after');

  await page.goto('/board/question');
  await expectApart(page, 'tabs as a line', tab(true), tab(false));
  const border = await writeButton(page).evaluate((one) => getComputedStyle(one).borderTopWidth);
  expect(border).toBe('2px');
  await writeButton(page).click();
  await page.getByRole('button', { name: /키워드 선택/ }).click();
  const chip = (n: number) => page.getByRole('dialog').locator('button[aria-pressed]').nth(n);
  await chip(0).click();
  await expectApart(page, 'chips', chip(0), chip(1));

  const rings = () =>
    page.evaluate(() => {
      const field = document.activeElement;
      return [field?.getAttribute('aria-invalid'), field && getComputedStyle(field).outlineStyle];
    });
  await page.emulateMedia({ forcedColors: 'none' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '등록' }).click();
  await expect.poll(rings).toEqual(['true', 'none']);
  await page.goto('/mypage/viewprofile/changenickname');
  await page.getByLabel('닉네임', { exact: true }).fill('');
  await page.getByRole('button', { name: '변경하기' }).click();
  await expect.poll(rings).toEqual(['true', 'none']);
});
