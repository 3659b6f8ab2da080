import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectFieldError, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { makePicture } from '../testing/picture.ts';

// What it publishes stands in every inbox, whose lines other journeys count.
test.use({ ownServer: { EDITION: 'official' } });

// Plans, conflicts and the password are asked by `bulletin.component.test.tsx`.

const title = (page: Page) => page.getByLabel('제목', { exact: true });
const body = (page: Page) => page.getByLabel('내용', { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('[MO-14] an event with a picture is previewed, published, seen, changed and withdrawn', async ({
  page,
  user,
  makers,
  server,
  openBrowser,
}) => {
  await operate(server, 'role', 'give', user.email, 'operator');
  const reader = await openBrowser(await makers.user());
  await page.goto('/operate');
  await page.getByRole('link', { name: '공지와 행사' }).click();
  await expectPath(page, '/operate/bulletin');
  await page.getByRole('link', { name: '새로 쓰기' }).click();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.getByLabel('종료 시각')).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await press(page, '올리기');
  await expectFieldError(title(page), '모든 정보를 입력해 주세요.');
  await title(page).fill('가을 대동제');
  await body(page).fill('중앙광장에서\n사흘 동안 열려요.');
  await page
    .getByLabel('사진 고르기')
    .setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer: makePicture() });
  await expect(page.getByRole('img', { name: '고른 사진' })).toBeVisible();

  await press(page, '미리보기');
  const preview = page.getByRole('dialog', { name: '미리보기' });
  await expect(preview.getByRole('heading', { name: '가을 대동제' })).toBeVisible();
  await expect(preview.getByText('사흘 동안 열려요.')).toBeVisible();
  await expect(preview.locator('img')).toBeVisible();
  await expectAccessible(page);
  await preview.getByRole('button', { name: '닫기', exact: true }).click();

  await page.getByRole('button', { name: '올리기', exact: true }).dblclick();
  await expectAlert(page, '올렸습니다.');
  await expectPath(page, /^\/operate\/bulletin/);
  const shown = page.getByRole('region', { name: '게시 중' });
  await expect(shown.getByRole('link', { name: '가을 대동제' })).toHaveCount(1);
  await expectAccessible(page);

  await reader.goto('/board/event');
  await reader.getByRole('link', { name: '가을 대동제' }).click();
  await expect(reader.getByText('사흘 동안 열려요.')).toBeVisible();
  await expect(reader.getByRole('article').locator('img')).toHaveJSProperty('complete', true);

  await shown.getByRole('link', { name: '가을 대동제' }).click();
  await body(page).fill('나흘 동안 열려요.');
  await expectAccessible(page);
  await press(page, '저장');
  await expectAlert(page, '저장했습니다.');
  await expect(async () => {
    await reader.reload();
    await expect(reader.getByText('나흘 동안 열려요.')).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await shown.getByRole('link', { name: '가을 대동제' }).click();
  await press(page, '내리기');
  const question = page.getByRole('dialog', { name: '이 글을 내릴까요?' });
  await question.getByRole('button', { name: '그대로 두기' }).click();
  await press(page, '내리기');
  await question.getByRole('button', { name: '내리기' }).click();
  await expectAlert(page, '내렸습니다.');
  const over = page.getByRole('region', { name: '끝난 글' });
  await expect(over.getByRole('link', { name: /가을 대동제.*내림/ })).toBeVisible();
  await over.getByRole('link', { name: /가을 대동제/ }).click();
  await expect(page.getByText('나흘 동안 열려요.')).toBeVisible();
  await expect(page.getByRole('button', { name: '저장' })).toHaveCount(0);
  await expect(async () => {
    await reader.goto('/board/event');
    await expect(reader.getByRole('link', { name: '가을 대동제' })).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
});
