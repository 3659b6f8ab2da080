import type { Page } from '@playwright/test';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, screenName, writeButton } from '../testing/reading.ts';
import { backArrow, expectHome, expectLoaded, expectPath } from '../testing/screens.ts';

const gone = { status: 404, code: 'resource.missing' } as const;

function countMessages(page: Page): () => number {
  let count = 0;
  page.on('console', (message) => (count += message.text() === 'No such document!' ? 1 : 0));
  return () => count;
}

/** The screen says that there is no such place, without an alert, and nobody is asked to write there. */
async function expectNoSuchPlace(page: Page, text: string): Promise<void> {
  await expectLoaded(page);
  await expect(screenName(page)).toHaveCount(1);
  await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(
    page.getByText(/불러오지 못했습니다|문제가 발생했습니다|오류가 발생했습니다|아직/),
  ).toHaveCount(0);
  await expect(page.getByRole('link', { name: /쓰기/ })).toHaveCount(0);
}

test('[M-19a] [ER-15] a building that is not there is said to be none, without a pen, and the list is one tap away', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(404);
  watch.expect(/^console\.info: No such document!$/);
  const messages = countMessages(page);
  await signIn();
  await page.goto('/building/no-such-hall');
  await expect.poll(messages).toBe(1);
  await expectNoSuchPlace(page, '없는 건물입니다.');
  await expectPath(page, '/building/no-such-hall');
  await page.getByRole('main').getByRole('link', { name: '건물 목록으로' }).click();
  await expectPath(page, '/building');
  expect(messages()).toBe(1);

  // Inside the app the arrow leads back, and the next building is there, with its pen.
  const link = page.getByRole('main').locator('a[href="/building/main-hall"]');
  await answerProblem(page, 'GET', '**/api/buildings/main-hall', gone);
  await answerProblem(page, 'GET', '**/api/buildings/main-hall/posts*', gone);
  await link.click();
  await expect.poll(messages).toBe(2);
  await expectNoSuchPlace(page, '없는 건물입니다.');
  await backArrow(page).click();
  await expectPath(page, '/building');
  await page.unrouteAll();
  await link.click();
  await expect(cardLinks(page).first()).toBeVisible();
  await expect(screenName(page)).toHaveText('본관');
  await expect(writeButton(page)).toBeVisible();
  expect(messages()).toBe(2);
});

const boards = [
  ['/board/question', 'question'],
  ['/board/buildingNotice', 'buildingNotice'],
  ['/board/festival', 'festival'],
] as const;

test('[M-19b] [ER-15] a board whose document is missing is said to be none, without a pen, and home is one tap away', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(404);
  watch.expect(/^console\.info: No such document!$/);
  const messages = countMessages(page);
  await signIn();
  for (const [index, [path, id]] of boards.entries()) {
    await answerProblem(page, 'GET', `**/api/buildings/${id}`, gone);
    await page.goto(path);
    await expect.poll(messages).toBe(index + 1);
    await expectNoSuchPlace(page, '없는 게시판입니다.');
    await page.getByRole('main').getByRole('link', { name: '홈으로' }).click();
    await expectHome(page);
  }
  await page.unrouteAll();
  await page.goto('/board/question');
  await expect(cardLinks(page).first()).toBeVisible();
  await expect(writeButton(page)).toBeVisible();
  expect(messages()).toBe(boards.length);
});
