import type { Page } from '@playwright/test';
import { expectAfterRetries, holdAnswers, leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';

// What a list shows for an answer is asked by `list-states.component.test.tsx`; here, what room it takes and how it scrolls.

const PATH = '/building/main-hall';
const API = '**/api/buildings/*/posts*';

const skeleton = (page: Page) => page.getByRole('main').getByRole('status');
const message = (page: Page) => page.getByRole('main').getByRole('alert');

for (const [path, api] of [
  [PATH, API],
  ['/board/hot', '**/api/hots*'],
  ['/board/event', '**/api/events'],
  ['/board/notice', '**/api/notices'],
] as const) {
  test(`${path}: the skeleton takes the room of the cards to come`, async ({ page, signIn }) => {
    await signIn();
    const held = await holdAnswers(page, 'GET', api);
    await page.goto(path);
    // Shaped like the cards, not a spinner.
    await expect.poll(async () => (await skeleton(page).boundingBox())?.height ?? 0).toBeGreaterThan(500);
    held.release();
    await expect(cardLinks(page).first()).toBeVisible();
  });
}

test('scrolling to the end does not hammer a server in trouble', async ({ page, watch, signIn }) => {
  watch.expectStatus(500);
  await signIn();
  let failing = true;
  let asked = 0;
  await leaveOutAnswers(page);
  await page.route(API, async (route) => {
    if (!new URL(route.request().url()).searchParams.has('cursor')) {
      const response = await route.fetch();
      const first = (await response.json()) as { nextCursor: string | null };
      return route.fulfill({ response, json: { ...first, nextCursor: first.nextCursor ?? 'bmV4dA' } });
    }
    asked += 1;
    const json = { type: 'about:blank', title: 'made by a journey', status: 500, code: 'server.failed' };
    if (failing) return route.fulfill({ status: 500, contentType: 'application/problem+json', json });
    return route.fulfill({ json: { posts: [], nextCursor: null } });
  });
  await page.clock.install();
  await page.goto(PATH);
  await expect(cardLinks(page).first()).toBeVisible();
  await cardLinks(page).last().scrollIntoViewIfNeeded();
  await expectAfterRetries(page, message(page), '글을 더 불러오지 못했습니다.');
  // The first time and two quiet retries.
  expect(asked).toBe(3);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  failing = false;
  await message(page).getByRole('button', { name: '다시 시도' }).click();
  await expect(message(page)).toHaveCount(0);
  expect(asked).toBe(4);
});
