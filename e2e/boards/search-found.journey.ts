import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks, drawFrames, screenName, scrollTop } from '../testing/reading.ts';
import { backArrow, expectPath, sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

// What a search shows for an answer is asked by `search.component.test.tsx`.

const box = (page: Page) => page.getByRole('searchbox', { name: '검색어' });
const submit = (page: Page) => page.getByRole('button', { name: '검색', exact: true });
const marks = (page: Page) => page.getByRole('article').locator('mark');
const foundAt = (query: string, order = '') => `/search?${new URLSearchParams({ query })}${order}`;

async function search(page: Page, query: string): Promise<void> {
  await box(page).fill(query);
  await box(page).press('Enter');
  await expectPath(page, foundAt(query));
}

test('[FS-06] a syllable that is being composed is searched whole, once', async ({ page, user, makers }) => {
  const word = makers.word();
  await makers.post(user, { title: `${word}글자 있는 글` });
  await page.goto('/search');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/search') asked.push(searchParams.get('query') ?? '');
  });
  await box(page).focus();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.insertText', { text: `${word}글` });
  for (const text of ['ㅈ', '자']) {
    await devtools.send('Input.imeSetComposition', { text, selectionStart: 1, selectionEnd: 1 });
    expect(asked).toEqual([]);
  }
  await submit(page).click();
  await expectPath(page, foundAt(`${word}글자`));
  await expect(cardLinks(page)).toHaveText([`${word}글자 있는 글`]);
  await expect(box(page)).toHaveValue(`${word}글자`);
  expect(asked).toEqual([`${word}글자`]);
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
    const word = makers.word();
    for (let number = 0; number < 45; number += 1)
      await makers.post(author, {
        title: `${word} 글 ${number}`,
        body: '긴 이야기예요. '.repeat(1 + (number % 4)),
      });
    await page.goto('/search');
    await search(page, word);
    await expect(cardLinks(page).first()).toBeVisible();
    await page.getByRole('tab', { name: '최신' }).click();
    const path = foundAt(word, '&order=recent');
    await expectPath(page, path);
    await expect(cardLinks(page).first()).toHaveText(`${word} 글 44`);
    await expect(async () => {
      await cardLinks(page).last().scrollIntoViewIfNeeded();
      expect(await cardLinks(page).count()).toBe(45);
    }).toPass({ timeout: 20_000 });
    const card = cardLinks(page).nth(38);
    await card.evaluate((link) => link.scrollIntoView({ block: 'center' }));
    const title = (await card.textContent()) ?? '';
    const place = async () => Math.round((await card.boundingBox())?.y ?? -1);
    let before = NaN;
    await expect(async () => {
      before = await place();
      await drawFrames(page);
      expect(await place()).toBe(before);
    }).toPass();
    await card.click();
    await expect(screenName(page)).toHaveText(title);
    await backArrow(page).click();
    await expectPath(page, path);
    await expect(page.getByRole('tab', { name: '최신', selected: true })).toBeVisible();
    await expect(box(page)).toHaveValue(word);
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
    await expect(box(page)).toHaveValue(word);
    await expect.poll(async () => Math.abs((await scrollTop(page)) - left)).toBeLessThan(3);

    const other = await openBrowser(user);
    await other.goto(path);
    await expect(box(other)).toHaveValue(word);
    await expect(cardLinks(other).first()).toHaveText(`${word} 글 44`);
    await expect(other.getByRole('tab', { name: '최신', selected: true })).toBeVisible();
  });
});

test('[FS-06] [FS-07] on 320 px and with text twice as large nothing is cut off', async ({
  page,
  user,
  makers,
}) => {
  await makers.post(user, {
    title: '좁은화면에서도 끝까지 보이는 제목이어야 해요',
    body: '좁은화면 '.repeat(30),
  });
  await page.goto('/search');
  await search(page, '찾아본 말');
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
      ['/search', page.getByRole('region', { name: '최근 검색어' })],
    ] as const) {
      await page.goto(path);
      await expect(shown).toBeVisible();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await findBroken(page)).toEqual([]);
    }
    await expectAccessible(page);
  }
});
