import type { Page, Route } from '@playwright/test';
import {
  answerProblem,
  CUT,
  cutCalls,
  expectAfterRetries,
  holdAnswers,
  leaveOutAnswers,
} from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { lists } from '../testing/lists.ts';
import type { Makers, User } from '../testing/makers.ts';
import { cardLinks, screenName } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';

const FAILED = '내용을 불러오지 못했습니다.';
const OFFLINE = '인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.';

const skeleton = (page: Page) => page.getByRole('main').getByRole('status');
const message = (page: Page) => page.getByRole('main').getByRole('alert');

const readers = new WeakMap<Makers, Promise<User>>();

/** The one student of this server whose own lists have something in them. */
function findReader(makers: Makers): Promise<User> {
  const reader = readers.get(makers) ?? makeReader(makers);
  readers.set(makers, reader);
  return reader;
}

async function makeReader(makers: Makers): Promise<User> {
  const reader = await makers.user();
  const post = await makers.post(reader);
  await reader.client.ask('PUT /api/posts/{id}/scrap', { path: { id: post.id } });
  return reader;
}

for (const { path, api, none, empty, action } of lists) {
  test(`${path}: a skeleton while it loads, and words and a way on when it is empty`, async ({
    page,
    signIn,
    makers,
  }) => {
    await signIn(await findReader(makers));
    const held = await holdAnswers(page, 'GET', api);
    await page.goto(path);
    await expect(skeleton(page)).toContainText('불러오는 중입니다.');
    await expect(cardLinks(page)).toHaveCount(0);
    await expect.poll(held.count).toBe(1);
    // Shaped like the cards to come, not a spinner.
    await expect.poll(async () => (await skeleton(page).boundingBox())?.height ?? 0).toBeGreaterThan(500);
    held.release();
    await expect(cardLinks(page).first()).toBeVisible();
    await expect(skeleton(page)).toHaveCount(0);

    await page.unrouteAll();
    await leaveOutAnswers(page);
    await page.route(api, (route) => route.fulfill({ json: none }));
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByText(empty, { exact: true })).toBeVisible();
    await expect(skeleton(page)).toHaveCount(0);
    await expect(message(page)).toHaveCount(0);
    await expect(cardLinks(page)).toHaveCount(0);
    const ways = main.getByRole('tabpanel').or(main).last().getByRole('link');
    await expect(ways).toHaveText([action.name]);
    await ways.click();
    await expectPath(page, action.path);
  });

  test(`${path}: a failure says so, and trying again helps`, async ({ page, watch, signIn, makers }) => {
    watch.expectStatus(500);
    watch.expect(CUT);
    await signIn(await findReader(makers));
    await page.clock.install();
    await answerProblem(page, 'GET', api, { status: 500, code: 'server.failed' });
    await page.goto(path);
    await expectAfterRetries(page, message(page), FAILED);
    await expect(skeleton(page)).toHaveCount(0);
    await expect(screenName(page)).toHaveCount(1);

    // Trying again while it still fails says so again.
    await page.unrouteAll();
    await cutCalls(page, 'GET', api);
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expectAfterRetries(page, message(page), OFFLINE);
    await page.unrouteAll();
    await page.getByRole('button', { name: '다시 시도' }).click();
    await expect(cardLinks(page).first()).toBeVisible();
    await expect(message(page)).toHaveCount(0);
  });
}

test('the building list has a skeleton, an empty state and a failure with a retry', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(500);
  await signIn();
  const cards = page.getByRole('main').locator('a[href^="/building/"]');
  const held = await holdAnswers(page, 'GET', '**/api/buildings');
  await page.goto('/building');
  await expect(skeleton(page)).toContainText('불러오는 중입니다.');
  held.release();
  await expect(cards).toHaveCount(48);
  await expect(skeleton(page)).toHaveCount(0);

  await page.unrouteAll();
  await leaveOutAnswers(page);
  await page.route('**/api/buildings', (route) => route.fulfill({ json: { buildings: [] } }));
  await page.goto('/building');
  await expect(page.getByText('이 분류에 건물이 없습니다.')).toBeVisible();

  await page.unrouteAll();
  await answerProblem(page, 'GET', '**/api/buildings', { status: 500, code: 'server.failed' });
  await page.clock.install();
  await page.goto('/building');
  await expectAfterRetries(page, message(page), FAILED);
  await page.unrouteAll();
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expect(cards).toHaveCount(48);
});

test('home tells of missing events, and lets one try again while the boards stay', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(500);
  await signIn();
  const tiles = page.getByRole('main').getByRole('link', { name: '질문 게시판' });
  await leaveOutAnswers(page);
  await page.route('**/api/events', (route) => route.fulfill({ json: { events: [] } }));
  await page.goto('/');
  await expect(page.getByText('아직 등록된 이벤트가 없습니다.')).toBeVisible();
  await expect(tiles).toBeVisible();

  await page.unrouteAll();
  await answerProblem(page, 'GET', '**/api/events', { status: 500, code: 'server.failed' });
  await page.clock.install();
  await page.goto('/');
  await expectAfterRetries(page, message(page), FAILED);
  await expect(tiles).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: '다시 시도' }).click();
  await expect(page.locator('[aria-roledescription=carousel]')).toBeVisible();
});

/** Answers of later pages are the test's; the first one is the server's, with a next page if it has none. */
async function takePages(
  page: Page,
  api: string,
  answerNext: (route: Route) => Promise<void>,
): Promise<void> {
  await leaveOutAnswers(page);
  await page.route(api, async (route) => {
    if (new URL(route.request().url()).searchParams.has('cursor')) return answerNext(route);
    const response = await route.fetch();
    const first = (await response.json()) as { nextCursor: string | null };
    return route.fulfill({ response, json: { ...first, nextCursor: first.nextCursor ?? 'bmV4dA' } });
  });
}

for (const { path, api, none } of lists.filter((list) => 'nextCursor' in list.none)) {
  test(`${path}: a next page that fails keeps what is there, asks once, and comes by trying again`, async ({
    page,
    watch,
    signIn,
    makers,
  }) => {
    watch.expectStatus(500);
    await signIn(await findReader(makers));
    let failing = true;
    let asked = 0;
    await takePages(page, api, async (route) => {
      asked += 1;
      const json = { type: 'about:blank', title: 'made by a journey', status: 500, code: 'server.failed' };
      if (failing) await route.fulfill({ status: 500, contentType: 'application/problem+json', json });
      else await route.fulfill({ json: none });
    });
    await page.clock.install();
    await page.goto(path);
    await expect(cardLinks(page).first()).toBeVisible();
    const count = await cardLinks(page).count();
    await cardLinks(page).last().scrollIntoViewIfNeeded();
    await expectAfterRetries(page, message(page), '글을 더 불러오지 못했습니다.');
    await expect(cardLinks(page)).toHaveCount(count);
    await expect(skeleton(page)).toHaveCount(0);
    // The first time and two quiet retries; scrolling on does not hammer a server in trouble.
    expect(asked).toBe(3);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    failing = false;
    const again = page.waitForResponse((response) => response.url().includes('cursor=') && response.ok());
    await message(page).getByRole('button', { name: '다시 시도' }).click();
    await again;
    expect(asked).toBe(4);
    await expect(message(page)).toHaveCount(0);
    await expect(cardLinks(page)).toHaveCount(count);
  });
}
