import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { screenName } from '../testing/reading.ts';
import { backArrow, expectPath } from '../testing/screens.ts';
import { body, keywordButton, openWrite, submit, title } from '../testing/write-form.ts';

test.use({ edition: 'official' });

const foundAt = (query: string) => `/search?${new URLSearchParams({ query })}`;
const ask = (page: Page) => page.getByRole('button', { name: '질문 게시판에 물어보기' });
const similar = (page: Page) => page.getByRole('region', { name: '비슷한 질문' });
const take = (page: Page) => page.getByRole('button', { name: '불러오기' });

test('[FS-11] nothing found: one tap opens the question composer with title and place, and what is sent stands on its board', async ({
  page,
  user: _,
}) => {
  await page.goto(foundAt('과학도서관 비눗방울기계'));
  await expect(page.getByText('‘과학도서관 비눗방울기계’에 대한 글이 아직 없어요.')).toBeVisible();
  await expectAccessible(page);
  await ask(page).dblclick();
  await expectPath(page, '/write');
  await expect(title(page)).toHaveValue('과학도서관 비눗방울기계');
  await expect(body(page)).toHaveValue('장소: 과학도서관');
  await expect(page.getByText('질문', { exact: true })).toBeVisible();
  await expect(page.getByText('쓰던 글을 불러왔습니다.')).toHaveCount(0);
  await submit(page).click();
  await expectPath(page, '/board/question');
  await expect(page.getByRole('link', { name: '과학도서관 비눗방울기계' })).toBeVisible();
  await page.goBack();
  await expectPath(page, foundAt('과학도서관 비눗방울기계'));

  await page.goto(foundAt('조용한 비눗방울탁자'));
  await ask(page).click();
  await expect(title(page)).toHaveValue('조용한 비눗방울탁자');
  await expect(keywordButton(page)).toContainText('#조용한 장소');
  await expect(body(page)).toHaveValue('');
});

test('[FS-11] a draft of that board is offered with its pictures, and either one comes back for the other', async ({
  page,
  user: _,
}) => {
  await openWrite(page, '/board/question');
  await title(page).fill('쓰던 질문');
  await body(page).fill('한참 쓰던 내용');
  const file = { name: 'a.png', mimeType: 'image/png', buffer: makePicture() };
  await page.getByLabel(/사진 첨부/).setInputFiles(file);
  const pictures = page.getByRole('main').locator('img[src^="blob:"]');
  await expect(pictures).toHaveCount(1);
  await page.goto(foundAt('비눗방울우산'));
  await ask(page).click();
  await expect(title(page)).toHaveValue('비눗방울우산');
  await expect(pictures).toHaveCount(0);
  await expect(page.getByText('먼저 쓰던 질문이 있어요. 쓰던 질문')).toBeVisible();
  await expectAccessible(page);

  // What nobody wrote on gives way to another search.
  await page.goto(foundAt('비눗방울모자'));
  await ask(page).click();
  await expect(title(page)).toHaveValue('비눗방울모자');
  await body(page).fill('모자에 대해 쓴 말');

  await take(page).click();
  await expect(title(page)).toHaveValue('쓰던 질문');
  await expect(body(page)).toHaveValue('한참 쓰던 내용');
  await expect(pictures).toHaveCount(1);
  await expect(page.getByText('먼저 쓰던 질문이 있어요. 비눗방울모자')).toBeVisible();
  await page.reload();
  await expect(title(page)).toHaveValue('쓰던 질문');

  // Where two are written already, neither is lost to a third.
  await page.goto(foundAt('비눗방울장갑'));
  await ask(page).click();
  await expect(page.getByText('쓰던 질문이 있어 그대로 열었습니다.')).toBeVisible();
  await expect(title(page)).toHaveValue('쓰던 질문');
  await expect(pictures).toHaveCount(1);
  await take(page).click();
  await expect(title(page)).toHaveValue('비눗방울모자');
  await expect(body(page)).toHaveValue('모자에 대해 쓴 말');

  // What is sent is gone; the other one is still offered.
  await submit(page).click();
  await expectPath(page, '/board/question');
  await page.getByRole('link', { name: '글쓰기' }).click();
  await take(page).click();
  await expect(title(page)).toHaveValue('쓰던 질문');
  await expect(pictures).toHaveCount(1);
  await expect(take(page)).toHaveCount(0);
});

test('[FS-12] similar questions stand below the title; opening one and coming back keeps the draft', async ({
  page,
  user,
  makers,
}) => {
  const author = await makers.user();
  await makers.post(author, { board: 'question', title: '솜사탕기계 어디에 있나요' });
  await makers.post(author, { board: 'main-hall', title: '솜사탕기계 건물 글' });
  const folded = await makers.user();
  const { id } = await makers.post(folded, { board: 'question', title: '솜사탕기계 접힐 질문' });
  await user.client.ask('PUT /api/posts/{id}/block', { path: { id } });
  await openWrite(page, '/board/question');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/similar') && asked.push(request.url()));
  await body(page).fill('먼저 쓴 내용');
  await title(page).pressSequentially('솜사탕기계 고장', { delay: 60 });
  await expect(similar(page).getByRole('link')).toHaveText([/^솜사탕기계 어디에 있나요/]);
  await expect(similar(page)).toContainText('비슷한 질문이 2개 있어요.');
  await expect(similar(page)).toContainText('차단한 사람의 글입니다.');
  await expect(similar(page)).not.toContainText('접힐 질문');
  expect(asked.length).toBeLessThan(4);
  await expect(title(page)).toBeFocused();
  const [above, list, below] = [
    await title(page).boundingBox(),
    await similar(page).boundingBox(),
    await body(page).boundingBox(),
  ];
  expect(above?.y).toBeLessThan(list?.y ?? 0);
  expect(list?.y).toBeLessThan(below?.y ?? 0);
  await expectAccessible(page);

  await similar(page).getByRole('link').click();
  await expect(screenName(page)).toHaveText('솜사탕기계 어디에 있나요');
  await backArrow(page).click();
  await expectPath(page, '/write');
  await expect(title(page)).toHaveValue('솜사탕기계 고장');
  await expect(body(page)).toHaveValue('먼저 쓴 내용');
  await title(page).fill('');
  await expect(similar(page).getByRole('link')).toHaveCount(0);

  // Elsewhere a title asks for nothing.
  asked.length = 0;
  await openWrite(page, '/building/law-hall');
  await title(page).fill('솜사탕기계 고장');
  await page.waitForTimeout(1_000);
  await expect(similar(page)).toHaveCount(0);
  expect(asked).toEqual([]);
});

test('[FS-12] on 320 px and with text twice as large nothing is cut off', async ({ page, user, makers }) => {
  await makers.post(user, {
    board: 'question',
    title: '풍선기계를 아주 오래 찾아다녔는데 어디에 있는지 아시는 분',
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await enlargeText(page, '200%');
  await openWrite(page, '/board/question');
  await title(page).fill('풍선기계 어디');
  await expect(similar(page).getByRole('link')).toHaveCount(1);
  expect(await findBroken(page)).toEqual([]);
});
