import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const box = (page: Page) => page.getByRole('searchbox', { name: '검색어' });
const foundAt = (query: string) => `/search?${new URLSearchParams({ query })}`;
const places = (page: Page) => page.getByRole('navigation', { name: '장소' });
const own = (page: Page) => page.getByRole('region', { name: '최근 검색어' });
const terms = '정수기 열람실 스터디룸 라운지 여성용품 도서관 학생식당 카페 편의점 자판기 프린트'.split(' ');

async function search(page: Page, query: string): Promise<void> {
  await box(page).fill(query);
  await box(page).press('Enter');
  await expectPath(page, foundAt(query));
}

test('[FS-07] places stand above posts: buildings, keywords and popular terms, however they are typed', async ({
  page,
  user,
  makers,
}) => {
  await makers.post(user, { title: '과학도서관 자리 있나요' });
  await page.goto(foundAt('과학도서관'));
  await expect(places(page).getByRole('link').first()).toHaveText('과학도서관');
  await expect(cardLinks(page).first()).toBeVisible();
  const [above, below] = [await places(page).boundingBox(), await cardLinks(page).first().boundingBox()];
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await expectAccessible(page);
  for (const [typed, place] of [
    ['ㄱㅎㄷㅅㄱ', '과학도서관'],
    ['rhkgkrehtjrhks', '과학도서관'],
    ['과학도저관', '과학도서관'],
    ['조용한', '조용한 장소'],
    ['wjdtnrl', '‘정수기’ 검색'],
    // A question names its place in one of its words, and students have names of their own.
    ['밤에 콘센트 있는 곳', '콘센트 장소'],
    ['근처에 프린트 되나요', '‘프린트’ 검색'],
    ['과도 자리', '과학도서관'],
  ] as const) {
    await page.goto(foundAt(typed));
    await expect(places(page).getByRole('link').first(), typed).toHaveText(place);
  }
  await page.goto(foundAt('기말고사'));
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await expect(places(page)).toHaveCount(0);
});

test('[FS-07] a tap opens the building, asks the keyword for its category, searches the term, and back returns', async ({
  page,
  user: _,
}) => {
  await page.goto('/search');
  await search(page, '과학도서관');
  await places(page).getByRole('link', { name: '과학도서관' }).click();
  await expectPath(page, /^\/building\/[a-z-]+$/);
  await expect(page.getByRole('banner')).toContainText('과학도서관');
  await page.goBack();
  await expectPath(page, foundAt('과학도서관'));

  await search(page, '조용한');
  await places(page).getByRole('link', { name: '조용한 장소' }).click();
  await expect(page.getByRole('dialog', { name: '조용한 장소' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();
  await expectPath(page, foundAt('조용한'));

  await search(page, 'wjdtnrl');
  await places(page).getByRole('link', { name: '‘정수기’ 검색' }).click();
  await expectPath(page, foundAt('정수기'));
  await expect(box(page)).toHaveValue('정수기');
});

test('[FS-07] many places are a few at first', async ({ page, user: _ }) => {
  await page.goto(foundAt('관'));
  await expect(places(page).getByRole('link')).toHaveCount(6);
  await places(page)
    .getByRole('button', { name: /장소 \d+곳 더 보기/ })
    .click();
  expect(await places(page).getByRole('link').count()).toBeGreaterThan(10);
  await expect(places(page).getByRole('link').nth(6)).toBeFocused();
});

test('[FS-09] the eleven popular terms search at a tap', async ({ page, user: _ }) => {
  await page.goto('/search');
  const items = page.getByRole('main').getByRole('listitem').getByRole('button');
  await expect(items).toHaveText(terms.map((term, index) => new RegExp(`^${index + 1}\\s*${term}$`)));
  for (const term of [terms[0] ?? '', terms.at(-1) ?? '']) {
    await page.getByRole('button', { name: term, exact: true }).click();
    await expectPath(page, foundAt(term));
    await expect(box(page)).toHaveValue(term);
    await page.goBack();
    await expectPath(page, '/search');
    await expect(box(page)).toHaveValue('');
  }
});

test('[FS-09] the last ten own searches stay on the device, each and all removable, and go at logout', async ({
  page,
  user,
  makers,
  signIn,
}) => {
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: '최근 검색어' })).toHaveCount(0);
  for (let number = 1; number <= 11; number += 1) await search(page, `나의 ${number}번째`);
  await search(page, '나의 3번째');
  const queries = ['나의 3번째', ...[11, 10, 9, 8, 7, 6, 5, 4, 2].map((number) => `나의 ${number}번째`)];
  await page.goto('/search');
  const again = own(page).getByRole('listitem');
  await expect(again).toHaveText(queries);
  await expectAccessible(page);
  await page.reload();
  await expect(again).toHaveText(queries);

  await own(page).getByRole('button', { name: '‘나의 11번째’ 지우기' }).click();
  await expect(again).toHaveText(queries.filter((query) => query !== '나의 11번째'));
  await page.reload();
  await expect(again).toHaveCount(9);
  await own(page).getByRole('button', { name: '나의 9번째', exact: true }).click();
  await expectPath(page, foundAt('나의 9번째'));
  await page.goBack();
  await own(page).getByRole('button', { name: '모두 지우기' }).click();
  await expectAlert(page, '최근 검색어를 모두 지웠습니다.');
  await expect(own(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: '인기 검색어' })).toBeVisible();
  await expect(own(page)).toHaveCount(0);

  // Another student on this device sees none of it, and a logout leaves none.
  await search(page, '남들은 모르는 것');
  const other = await makers.user();
  await signIn(other);
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: '인기 검색어' })).toBeVisible();
  await expect(page.getByText('남들은 모르는 것')).toHaveCount(0);
  await signIn(user);
  await page.goto('/search');
  await expect(again).toHaveText(['남들은 모르는 것']);
  await page.goto('/mypage');
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectPath(page, '/login');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('남들은');
});

test('[FS-14] whoever searches too often is told when to go on, and what was typed stays', async ({
  page,
  user: _,
  watch,
}) => {
  watch.expectStatus(429);
  await page.goto('/search');
  await answerProblem(page, 'GET', '**/api/search?*', { status: 429, code: 'limit.reached', retryAfter: 32 });
  await search(page, '너무 빨리 찾는 것');
  const told = page.getByRole('main').getByRole('alert');
  await expect(told).toContainText('요청이 너무 많습니다. 32초 뒤에 다시 시도해 주세요.');
  await expect(box(page)).toHaveValue('너무 빨리 찾는 것');
  await page.unrouteAll();
  await told.getByRole('button', { name: '다시 시도' }).click();
  await expect(told).toHaveCount(0);
  await expect(page.getByText('‘너무 빨리 찾는 것’에 대한 글이 아직 없어요.')).toBeVisible();
  await backArrow(page).click();
  await expectPath(page, '/search');
});
