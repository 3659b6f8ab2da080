import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { CUT, cutCalls, expectAfterRetries } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, screenName, scrollTop } from '../testing/reading.ts';
import { backArrow, expectPath, sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

const box = (page: Page) => page.getByRole('searchbox', { name: '검색어' });
const submit = (page: Page) => page.getByRole('button', { name: '검색', exact: true });
const marks = (page: Page) => page.getByRole('article').locator('mark');
const foundAt = (query: string, order = '') => `/search?${new URLSearchParams({ query })}${order}`;

async function search(page: Page, query: string): Promise<void> {
  await box(page).fill(query);
  await box(page).press('Enter');
  await expectPath(page, foundAt(query));
}

test('[FS-06] typing and submitting shows what was found, with the words marked, across spaces too', async ({
  page,
  user,
  makers,
}) => {
  await makers.post(user, { title: '벼락치기 열람 실 추천', body: '벼락치기 하기 좋은 열람실이에요.' });
  await makers.post(user, { title: '상관없는 글', body: '아무 말' });
  await page.goto('/search');
  await search(page, '벼락치기 열람실');
  await expect(cardLinks(page)).toHaveText(['벼락치기 열람 실 추천']);
  await expect(marks(page)).toHaveText(['벼락치기', '열람 실', '벼락치기', '열람실']);
  await expect(screenName(page)).toHaveText('‘벼락치기 열람실’ 검색');
  await expect(screenName(page)).toBeFocused();
  await expect(box(page)).toHaveValue('벼락치기 열람실');
  await expectAccessible(page);

  // By the button, and with spaces around.
  await box(page).fill('  벼락치기 ');
  await submit(page).click();
  await expectPath(page, foundAt('벼락치기'));
  await expect(box(page)).toHaveValue('벼락치기');
  await expect(marks(page)).toHaveText(['벼락치기', '벼락치기']);
});

test('[FS-06] text that looks like markup is text, in a post, in a query and in an address', async ({
  page,
  user,
  makers,
}) => {
  const title = '<img src=x onerror="window.broken=1">마크업';
  const body = '<b>마크업</b> &amp; <script>window.broken=1</script>';
  await makers.post(user, { title, body });
  await page.goto(foundAt('마크업'));
  await expect(cardLinks(page)).toHaveText([title]);
  await expect(page.getByRole('article')).toContainText(body);
  await expect(marks(page)).toHaveText(['마크업', '마크업']);
  for (const query of ['<img src=x onerror=window.broken=1>', '<b>마크업</b>', '%_\\\'"{query}']) {
    await page.goto(foundAt(query));
    await expect(box(page)).toHaveValue(query);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expect(page.getByRole('main').locator('b, img[src=x]')).toHaveCount(0);
  }
  expect(await page.evaluate(() => 'broken' in window)).toBe(false);
});

test('[FS-06] a syllable that is being composed is searched whole, once', async ({ page, user, makers }) => {
  await makers.post(user, { title: '조합중인글자 있는 글' });
  await page.goto('/search');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search') asked.push(searchParams.get('query') ?? '');
  });
  await box(page).focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.insertText', { text: '조합중인글' });
  for (const text of ['ㅈ', '자']) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
    expect(asked).toEqual([]);
  }
  await submit(page).click();
  await expectPath(page, foundAt('조합중인글자'));
  await expect(cardLinks(page)).toHaveText(['조합중인글자 있는 글']);
  await expect(box(page)).toHaveValue('조합중인글자');
  expect(asked).toEqual(['조합중인글자']);
});

test('[FS-06] two submits in one breath are one search and one entry of the history', async ({
  page,
  user,
  makers,
}) => {
  await makers.post(user, { title: '두번눌러도 하나' });
  await page.goto('/keyword');
  await page.getByRole('navigation').getByRole('link', { name: '검색' }).click();
  await box(page).fill('두번눌러도');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/search') && asked.push(request.url()));
  await submit(page).dblclick();
  await expect(cardLinks(page)).toHaveText(['두번눌러도 하나']);
  expect(asked).toHaveLength(1);
  await backArrow(page).click();
  await expectPath(page, '/search');
  await expect(box(page)).toHaveValue('');
  await backArrow(page).click();
  await expectPath(page, '/keyword');
});

test('[FS-06] what cannot be searched is said, and keeps what was typed', async ({ page, user: _ }) => {
  await page.goto('/search');
  const long = '가'.repeat(51);
  for (const [typed, message] of [
    ['', '검색어를 입력해 주세요.'],
    ['   ', '검색어를 입력해 주세요.'],
    [long, '검색어는 50자까지 쓸 수 있습니다.'],
  ] as const) {
    await box(page).fill(typed);
    await box(page).press('Enter');
    await expect(page.getByRole('alert')).toHaveText(message);
    await expect(box(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(box(page)).toHaveAccessibleDescription(message);
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue(typed);
    await expectPath(page, '/search');
  }
  await box(page).fill('가');
  await expect(page.getByRole('alert')).toHaveCount(0);
  // An address may hold it all the same.
  await page.goto(foundAt(long));
  await expect(page.getByText('검색어는 50자까지 쓸 수 있습니다.')).toBeVisible();
  await page.goto(foundAt('!!!'));
  await expect(page.getByText('글자나 숫자를 넣어 검색해 주세요.')).toBeVisible();
});

test('[FS-06] a particle that was cut off and a query of one letter are said', async ({
  page,
  user,
  makers,
}) => {
  await makers.post(user, { title: '수영복대여 안내', body: '빌려 드려요' });
  await makers.post(user, { title: '쀍으로 시작하는 제목', body: '쀍' });
  await page.goto(foundAt('수영복대여에서는'));
  await expect(cardLinks(page)).toHaveText(['수영복대여 안내']);
  await expect(page.getByText('‘수영복대여’ 검색 결과입니다.')).toBeVisible();
  await expect(marks(page)).toHaveText(['수영복대여']);
  await page.goto(foundAt('쀍'));
  await expect(page.getByText('한 글자는 장소 이름과 제목의 첫 글자에서만 찾습니다.')).toBeVisible();
  await expect(cardLinks(page)).toHaveText(['쀍으로 시작하는 제목']);
  await expect(marks(page)).toHaveText(['쀍']);
});

test('[FS-06] without the server the query stays, and is searched at a tap', async ({
  page,
  user,
  makers,
  watch,
}) => {
  watch.expect(CUT);
  watch.allow(/ERR_FAILED/);
  await makers.post(user, { title: '끊겼다가 찾은 글' });
  await page.clock.install();
  await page.goto('/search');
  await cutCalls(page, 'GET', '**/api/search?*');
  await search(page, '끊겼다가');
  const failure = page.getByRole('main').getByRole('alert');
  await expectAfterRetries(page, failure, '연결');
  await expect(box(page)).toHaveValue('끊겼다가');
  await page.unrouteAll();
  await failure.getByRole('button').click();
  await expect(cardLinks(page)).toHaveText(['끊겼다가 찾은 글']);
});

test('[FS-06] posts of a blocked student are folded', async ({ page, user, makers }) => {
  const writer = await makers.user();
  const { id } = await makers.post(writer, { title: '접혀야할 글', body: '접혀야할 말' });
  await user.client.ask('PUT /api/posts/{id}/block', { path: { id } });
  await page.goto(foundAt('접혀야할'));
  await expect(page.getByText('차단한 사람의 글입니다.')).toBeVisible();
  await expect(page.getByText('접혀야할 말')).toHaveCount(0);
  await page.getByRole('button', { name: '보기', exact: true }).click();
  await expect(marks(page)).toHaveText(['접혀야할', '접혀야할']);
});

test.describe('[FS-15] back', () => {
  test.use({ viewport: { width: 390, height: 640 } });

  test('from a found post returns to query, order, results and the place in them; the address is enough', async ({
    page,
    user,
    makers,
    openBrowser,
  }) => {
    test.slow();
    const author = await makers.user();
    for (let number = 0; number < 45; number += 1)
      await makers.post(author, {
        title: `되돌아온 글 ${number}`,
        body: '긴 이야기예요. '.repeat(1 + (number % 4)),
      });
    await page.goto('/search');
    await search(page, '되돌아온');
    await expect(cardLinks(page).first()).toBeVisible();
    await page.getByRole('tab', { name: '최신' }).click();
    const path = foundAt('되돌아온', '&order=recent');
    await expectPath(page, path);
    await expect(cardLinks(page).first()).toHaveText('되돌아온 글 44');
    await expect(async () => {
      await cardLinks(page).last().scrollIntoViewIfNeeded();
      expect(await cardLinks(page).count()).toBe(45);
    }).toPass({ timeout: 20_000 });
    const card = cardLinks(page).nth(38);
    await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    const title = (await card.textContent()) ?? '';
    const place = async () => Math.round((await card.boundingBox())?.y ?? -1);
    await page.waitForTimeout(500);
    const before = await place();
    await card.click();
    await expect(screenName(page)).toHaveText(title);
    await backArrow(page).click();
    await expectPath(page, path);
    await expect(page.getByRole('tab', { name: '최신', selected: true })).toBeVisible();
    await expect(box(page)).toHaveValue('되돌아온');
    await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThan(3);
    await page.reload();
    await expect.poll(async () => Math.abs((await place()) - before), { timeout: 20_000 }).toBeLessThan(3);

    // Another query begins at its top, and back from it is where this one was left.
    await box(page).fill('긴 이야기');
    // The field is in sight, and filled all the same as if it had to be looked for.
    const left = await scrollTop(page);
    expect(left).toBeGreaterThan(1_000);
    await box(page).press('Enter');
    await expectPath(page, foundAt('긴 이야기', '&order=recent'));
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.goBack();
    await expectPath(page, path);
    await expect(box(page)).toHaveValue('되돌아온');
    await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(3);

    const other = await openBrowser(user);
    await other.goto(path);
    await expect(box(other)).toHaveValue('되돌아온');
    await expect(cardLinks(other).first()).toHaveText('되돌아온 글 44');
    await expect(other.getByRole('tab', { name: '최신', selected: true })).toBeVisible();
  });
});

test('[FS-06] on 320 px and with text twice as large nothing is cut off', async ({ page, user, makers }) => {
  await makers.post(user, {
    title: '좁은화면에서도 끝까지 보이는 제목이어야 해요',
    body: '좁은화면 '.repeat(30),
  });
  for (const [size, width] of [
    ['100%', 320],
    ['200%', 390],
    ['200%', 320],
  ] as const) {
    await page.setViewportSize({ width, height: 700 });
    await enlargeText(page, size);
    for (const [path, shown] of [
      [foundAt('좁은화면'), marks(page).first()],
      [foundAt('없는말을 찾는 도서관'), page.getByText('아직 없어요')],
      ['/search', page.getByRole('heading', { name: '인기 검색어' })],
    ] as const) {
      await page.goto(path);
      await expect(shown).toBeVisible();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await findBroken(page)).toEqual([]);
    }
    await expectAccessible(page);
  }
});
