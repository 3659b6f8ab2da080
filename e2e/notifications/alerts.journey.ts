import { ALERTS_MAX } from '@madang/contract/notifications/rules';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { countWrites } from '../testing/calls.ts';
import { CUT, loseAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makeUuid, type User } from '../testing/makers.ts';
import { screenName } from '../testing/reading.ts';
import { expectAlert, expectFieldError, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const word = (page: Page): Locator => page.getByRole('textbox', { name: '키워드' });
const place = (page: Page): Locator => page.getByLabel('장소', { exact: true });
const add = (page: Page) => page.getByRole('button', { name: '추가하기' }).click();
const rows = (page: Page): Locator =>
  page.getByRole('region', { name: '받고 있는 키워드' }).getByRole('listitem');
const titles = async (user: User): Promise<string[]> => {
  const { lines } = await user.client.ask('GET /api/notifications', { query: {} });
  return lines.map((line) => (line.kind === 'alert' ? line.post.title : line.kind));
};

test('[NO-03] an alert with and one without a place tell once of each new post that holds the word', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  await page.goto('/mypage');
  await page.getByRole('link', { name: '키워드 알림' }).click();
  await expect(page.getByText('아직 추가한 키워드가 없습니다.')).toBeVisible();
  await word(page).fill('  정수기 ');
  await add(page);
  await expectAlert(page, '‘정수기’ 새 글이 올라오면 알려 드립니다.');
  await expect(word(page)).toHaveValue('');
  await word(page).fill('콘센트');
  await place(page).selectOption({ label: '질문 게시판' });
  await page.keyboard.press('Enter');
  await add(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('콘센트질문');
  await expect(rows(page).last()).toContainText('정수기모든 장소');
  await expect(page.getByText('2/20')).toBeVisible();
  await expectAccessible(page);

  const posted = await makers.post(other, { title: '2층 정 수기 고장', body: '콘센트는 있어요' });
  await makers.post(other, { board: 'question', title: '콘센트 어디 있나요' });
  await makers.post(other, { title: '다른 이야기', body: '아무 말' });
  await makers.post(user, { title: '내가 쓴 정수기 글' });
  await page.goto('/notifications');
  const lines = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(lines).toHaveCount(2, { timeout: 5_000 });
  await expect(lines.first()).toContainText('‘콘센트’ 새 글콘센트 어디 있나요');
  await lines.last().click();
  await expectPath(page, `/post/${posted.id}`);
  await page.goBack();
  await expect(lines.last()).toContainText('‘정수기’ 새 글');
  await expect(lines.last()).not.toContainText('안 읽음');
});

test('[NO-03] an alert is paused, taken up again, removed and brought back; a paused one tells nothing', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  await page.goto('/mypage/alerts');
  await word(page).fill('우산');
  await add(page);
  await page.getByRole('button', { name: '‘우산’ 알림 멈추기' }).dblclick();
  await expectAlert(page, '‘우산’ 알림을 멈췄습니다.');
  await expect(rows(page)).toContainText('멈춤');
  // Texts are held against alerts one by one: whoever did not pause has been told.
  const witness = await makers.user();
  await witness.client.ask('PUT /api/profile/alerts/{id}', {
    path: { id: makeUuid() },
    body: { word: '우산', buildingId: null },
  });
  await makers.post(other, { title: '우산 주웠어요' });
  await expect.poll(() => titles(witness)).toEqual(['우산 주웠어요']);
  await page.getByRole('button', { name: '‘우산’ 알림 다시 받기' }).click();
  await expectAlert(page, '‘우산’ 알림을 다시 받습니다.');
  await makers.post(other, { title: '우산 빌려주실 분' });
  await expect.poll(() => titles(user)).toEqual(['우산 빌려주실 분']);

  await page.getByRole('button', { name: '‘우산’ 알림 지우기' }).click();
  await expect(rows(page)).toHaveCount(0);
  await expect(screenName(page)).toBeFocused();
  await page.getByRole('button', { name: '되돌리기' }).click();
  await expectAlert(page, '다시 추가했습니다.');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: '‘우산’ 알림 지우기' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('아직 추가한 키워드가 없습니다.')).toBeVisible();
  await makers.post(other, { title: '우산 찾아가세요' });
  expect(await titles(user)).toEqual(['우산 빌려주실 분']);
});

test('[NO-03] one syllable, the same word and a twenty-first are refused, and say why', async ({
  page,
  user,
  watch,
}) => {
  watch.expectStatus(409);
  await page.goto('/mypage/alerts');
  await add(page);
  await expectFieldError(word(page), '키워드를 입력해 주세요.');
  await word(page).fill('물');
  await add(page);
  await expectFieldError(word(page), '두 글자 이상인 말이 하나는 있어야 합니다.');
  await word(page).fill('가'.repeat(31));
  await add(page);
  await expectFieldError(word(page), '키워드는 30자까지 쓸 수 있습니다.');
  await word(page).fill('물통');
  await add(page);
  await expect(rows(page)).toHaveCount(1);
  await word(page).fill('물통');
  await add(page);
  await expectFieldError(word(page), '이미 추가한 키워드입니다.');
  await expect(word(page)).toHaveValue('물통');
  for (let number = 2; number <= ALERTS_MAX; number += 1)
    await user.client.ask('PUT /api/profile/alerts/{id}', {
      path: { id: makeUuid() },
      body: { word: `낱말 ${number}`, buildingId: null },
    });
  // Another phone was quicker: what was typed stays.
  watch.expectStatus(409);
  await word(page).fill('물병');
  await add(page);
  await expectAlert(page, '키워드는 20개까지 추가할 수 있습니다.');
  await expect(page.getByText('20/20')).toBeVisible();
  await expect(word(page)).toHaveCount(0);
  await page.getByRole('button', { name: '‘물통’ 알림 지우기' }).click();
  await expect(word(page)).toHaveValue('물병');
});

test('[NO-03] an alert whose answer was lost is added once; what was typed outlives a reload', async ({
  page,
  user,
  watch,
}) => {
  watch.expect(CUT);
  await page.goto('/mypage/alerts');
  await word(page).fill('자판기');
  await page.reload();
  await expect(word(page)).toHaveValue('자판기');
  await loseAnswers(page, 'PUT', '**/api/profile/alerts/*');
  await add(page);
  await expectAlert(page, '인터넷 연결');
  await page.unroute('**/api/profile/alerts/*');
  await add(page);
  await expect(rows(page)).toHaveCount(1);
  expect((await user.client.ask('GET /api/profile/alerts', {})).alerts).toHaveLength(1);
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(word(page)).toHaveValue('');
});

test.describe('with a real keyboard', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('[NO-03] a syllable that is being composed is neither sent nor looked for', async ({
    page,
    user: _,
  }) => {
    await page.goto('/mypage/alerts');
    const sent = countWrites(page);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/api/alerts/preview') asked.push(searchParams.get('word'));
    });
    const ime = await page.context().newCDPSession(page);
    await word(page).focus();
    for (const text of ['ㅋ', '카', '카ㅍ', '카페', '카페ㅇ'])
      await ime.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      await ime.send('Input.dispatchKeyEvent', {
        type,
        key: 'Enter',
        code: 'Enter',
        windowsVirtualKeyCode: 229,
      });
    await expect(page.getByText(/지난 30일/)).toBeVisible();
    expect(asked).toEqual(['카페']);
    expect(sent()).toBe(0);
    await ime.send('Input.insertText', { text: '카페' });
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('카페');
    expect(sent()).toBe(1);
  });
});

test('[NO-03] while it is typed stands what it would have told of; a search that finds nothing offers it', async ({
  page,
  user: _,
  makers,
}) => {
  const other = await makers.user();
  for (const title of ['유실물함 첫째', '유실물함 둘째', '유실물함 셋째', '유실물함 넷째'])
    await makers.post(other, { title });
  await page.goto('/mypage/alerts');
  await word(page).fill('유실물함');
  await expect(page.getByText('지난 30일이었다면 4번 알려 드렸을 거예요.')).toBeVisible();
  await expect(page.getByText('유실물함 넷째')).toBeVisible();
  await place(page).selectOption({ label: '질문 게시판' });
  await expect(page.getByText('지난 30일 동안에는 이런 글이 없었습니다.')).toBeVisible();
  await word(page).fill('분');
  await expect(page.getByText(/지난 30일/)).toHaveCount(0);

  await page.goto('/search?query=유실물함');
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByText('새 글이 올라오면 알려 드릴까요?')).toHaveCount(0);
  await page.goto('/search?query=유니콘');
  await expect(page.getByText('새 글이 올라오면 알려 드릴까요?')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: '알림 받기' }).dblclick();
  await expect(page.getByText('‘유니콘’ 새 글이 올라오면 알려 드립니다.')).toBeVisible();
  await page.getByRole('link', { name: '키워드 관리' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('유니콘');
  // One letter is no alert.
  await page.goto('/search?query=뷁');
  await expect(page.getByRole('button', { name: '질문 게시판에 물어보기' })).toBeVisible();
  await expect(page.getByRole('button', { name: '알림 받기' })).toHaveCount(0);
});

test('[NO-03] below what a search found stands the offer where all of it is older than a month', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  for (const title of ['형광우산 첫째', '형광우산 둘째']) await makers.post(other, { title });
  await page.clock.setSystemTime(Date.now() + 31 * 24 * 60 * 60_000);
  await page.goto('/search?query=형광우산');
  await expect(page.getByRole('article')).toHaveCount(2);
  const offer = page.getByRole('button', { name: '알림 받기' });
  await expect(offer).toBeVisible();
  const [last, below] = [await page.getByRole('article').last().boundingBox(), await offer.boundingBox()];
  expect(below?.y).toBeGreaterThan((last?.y ?? Infinity) + (last?.height ?? 0));
  await expectAccessible(page);
  await offer.click();
  await expect(page.getByText('‘형광우산’ 새 글이 올라오면 알려 드립니다.')).toBeVisible();
  await makers.post(other, { title: '형광우산 셋째' });
  await expect.poll(() => titles(user)).toEqual(['형광우산 셋째']);
});
