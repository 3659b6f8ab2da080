import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { User } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectFieldError, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { makePicture } from '../testing/picture.ts';

// What it publishes stands in every inbox, whose lines other journeys count.
test.use({ ownServer: { EDITION: 'official' } });

const title = (page: Page) => page.getByLabel('제목', { exact: true });
const body = (page: Page) => page.getByLabel('내용', { exact: true });
const begin = (page: Page) => page.getByLabel('게시 시각');
const end = (page: Page) => page.getByLabel('종료 시각');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** What a field for date and time holds, so many hours from now on the campus. */
function inHours(hours: number): string {
  return new Date(Date.now() + (hours + 9) * 3_600_000).toISOString().slice(0, 16);
}
const read = async (user: User, id: string) =>
  user.client.ask('GET /api/operate/bulletin/{kind}/{id}', { path: { kind: 'notice', id } });
const list = async (user: User) =>
  (await user.client.ask('GET /api/operate/bulletin/{kind}', { path: { kind: 'notice' } })).entries;

test.beforeEach(async ({ user, server }) => {
  await operate(server, 'role', 'give', user.email, 'operator');
});

test('[MO-14] an event with a picture is previewed, published, seen, changed and withdrawn', async ({
  page,
  makers,
  openBrowser,
}) => {
  const reader = await openBrowser(await makers.user());
  await page.goto('/operate');
  await page.getByRole('link', { name: '공지와 행사' }).click();
  await expectPath(page, '/operate/bulletin');
  await page.getByRole('link', { name: '새로 쓰기' }).click();
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

test('[MO-14] a notice is planned by the campus’s clock, lies on the device until then, and nobody sees it before', async ({
  page,
  user,
  watch,
}) => {
  watch.expectStatus(422);
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/operate/bulletin/notice/new');
  await title(page).fill('도서관 야간 개방');
  await body(page).fill('새벽 두 시까지 열어요.');
  await begin(page).fill(inHours(2));
  await end(page).fill(inHours(1));
  await expect(page.getByText('캠퍼스 시각(Asia/Seoul)입니다. 비우면 바로 올라갑니다.')).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  await press(page, '예약하기');
  await expectFieldError(end(page), '종료 시각은 지금과 게시 시각보다 뒤여야 합니다.');
  // The phone's clock is nobody's: the server says what is past.
  await begin(page).fill('');
  await end(page).fill(inHours(-1));
  await press(page, '올리기');
  await expectFieldError(end(page), '종료 시각은 지금과 게시 시각보다 뒤여야 합니다.');
  await begin(page).fill(inHours(2));
  await end(page).fill(inHours(3));

  // Nothing typed is lost.
  await page.reload();
  await expect(title(page)).toHaveValue('도서관 야간 개방');
  await expect(page.getByText('쓰던 내용을 불러왔습니다.')).toBeVisible();
  const planned = inHours(2);
  await begin(page).fill(planned);
  await press(page, '예약하기');
  await expectAlert(page, '예약했습니다.');
  await expectPath(page, '/operate/bulletin?kind=notice');
  expect(await sidewaysScroll(page)).toBe(0);
  const [entry] = await list(user);
  expect(entry).toMatchObject({ state: 'planned', title: '도서관 야간 개방' });
  expect(entry?.beginsAt).toBe(new Date(`${planned}:00+09:00`).toISOString());
  await page.goto('/board/notice');
  await expect(page.getByRole('link', { name: '도서관 야간 개방' })).toHaveCount(0);

  await page.goto(`/operate/bulletin/notice/${entry?.id}`);
  await expect(page.getByText(/^예약됨 · .* 게시 예정/)).toBeVisible();
  await expect(begin(page)).toHaveValue(planned);
  // Brought forward.
  await begin(page).fill('');
  await press(page, '저장');
  await expectAlert(page, '저장했습니다.');
  await expect(async () => {
    await page.goto('/board/notice');
    await expect(page.getByRole('link', { name: '도서관 야간 개방' })).toHaveCount(1, { timeout: 1_000 });
  }).toPass();
});

test('[MO-14] of two operators the later one is told, keeps the text, and saves it after all', async ({
  page,
  user,
  server,
  watch,
}) => {
  watch.expectStatus(409);
  const id = JSON.parse(
    await operate(server, 'notice', 'add', '--title', '처음', '--body', '처음 내용', '--json'),
  ) as { id: string };
  await page.goto(`/operate/bulletin/notice/${id.id}`);
  await body(page).fill('내가 쓰던 내용');
  await operate(server, 'notice', 'edit', id.id, '--body', '다른 사람이 먼저');
  await press(page, '저장');
  await expect(
    page.getByRole('alert').filter({ hasText: '그사이 다른 곳에서 먼저 저장했습니다.' }),
  ).toBeVisible();
  await expect(page.getByText('다른 사람이 먼저')).toBeVisible();
  await expect(body(page)).toHaveValue('내가 쓰던 내용');
  await press(page, '쓰던 내용으로 저장');
  await expectAlert(page, /^저장했습니다\.$/);
  expect(await read(user, id.id)).toMatchObject({ body: '내가 쓰던 내용' });
});

test('[MO-08] [MO-14] asked for the password while writing, what was typed is sent after', async ({
  page,
  user,
  watch,
}) => {
  watch.expectStatus(403, 403);
  await page.goto('/operate/bulletin/facility-notice/new');
  await title(page).fill('엘리베이터 점검');
  await body(page).fill('오전에 멈춰요.');
  let old = true;
  await page.route('**/api/operate/bulletin/**', async (route) => {
    if (!old) return route.fallback();
    const problem = { type: 'about:blank', title: 'Not allowed', status: 403, code: 'confirmation.required' };
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
  await press(page, '올리기');
  await page.getByLabel('비밀번호', { exact: true }).fill(user.password);
  old = false;
  await press(page, '계속');
  await expect(title(page)).toHaveValue('엘리베이터 점검');
  await press(page, '올리기');
  await expectAlert(page, '올렸습니다.');
  await page.goto('/board/buildingNotice');
  await expect(page.getByRole('link', { name: '엘리베이터 점검' })).toBeVisible();
});
