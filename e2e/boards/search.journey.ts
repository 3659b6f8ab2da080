import { isView } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import { header, tabBar, writeButton } from '../testing/reading.ts';
import { backArrow, expectAlert, expectHome, expectPath } from '../testing/screens.ts';

const terms = [
  '정수기',
  '열람실',
  '스터디룸',
  '라운지',
  '여성용품',
  '도서관',
  '학생식당',
  '카페',
  '편의점',
  '자판기',
  '프린트',
];
const PREPARING = '검색 기능을 준비 중입니다. 조금만 기다려 주세요.';

test('[RT-08] [FR-01] search has a text box and a way back, but neither header nor footer', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/keyword');
  await tabBar(page).getByRole('link', { name: '검색' }).click();
  await expectPath(page, '/search');
  await expect(page.getByRole('searchbox')).toBeEditable();
  await expect(header(page)).toHaveCount(0);
  await expect(tabBar(page)).toHaveCount(0);
  await expect(writeButton(page)).toHaveCount(0);
  await backArrow(page).click();
  await expectPath(page, '/keyword');
  // Opened by a link there is no page of the app to go back to.
  const shared = await page.context().newPage();
  await shared.goto('/search');
  await backArrow(shared).click();
  await expectHome(shared);
});

test('[SC-39] the eleven popular terms in order; picking one only alerts', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: '인기 검색어' })).toBeVisible();
  const items = page.getByRole('main').getByRole('listitem').getByRole('button');
  await expect(items).toHaveText(terms.map((term, index) => new RegExp(`^${index + 1}\\s*${term}$`)));
  const sent: string[] = [];
  page.on('request', (request) => isView(request) || sent.push(request.url()));
  for (const term of terms) {
    await page.getByRole('button', { name: term, exact: true }).click();
    await expectAlert(page, PREPARING);
    await page.getByRole('button', { name: '알림 닫기' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectPath(page, '/search');
  }
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('[SC-39] submitting only alerts, by the button and by Enter, with text and without', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/search');
  const box = page.getByRole('searchbox');
  for (const text of ['', '조용한 열람실']) {
    for (const submit of [
      () => page.getByRole('button', { name: '검색', exact: true }).click(),
      () => box.press('Enter'),
    ]) {
      await box.fill(text);
      await submit();
      await expectAlert(page, PREPARING);
      await page.getByRole('button', { name: '알림 닫기' }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(box).toHaveValue(text);
      await expectPath(page, '/search');
      await expect(page.getByRole('article')).toHaveCount(0);
    }
  }
});
