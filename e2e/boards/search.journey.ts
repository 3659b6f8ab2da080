import type { Page } from '@playwright/test';
import { expectAccessible, settle } from '../testing/axe.ts';
import { findBroken } from '../testing/broken-layout.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { cardLinks, screenName } from '../testing/reading.ts';
import { backArrow, expectPath, sidewaysScroll } from '../testing/screens.ts';
import { watchShifts } from '../testing/shifts.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

test.use({ edition: 'official' });

// `search.component.test.tsx` and `search-question.component.test.tsx` test results, prefilled questions and similar questions.

const box = (page: Page) => page.getByRole('searchbox', { name: '검색어' });
const foundAt = (query: string) => `/search?${new URLSearchParams({ query })}`;
const ask = (page: Page) => page.getByRole('button', { name: '질문 게시판에 물어보기' });
const similar = (page: Page) => page.getByRole('region', { name: '비슷한 질문' });
const take = (page: Page) => page.getByRole('button', { name: '불러오기' });

/** Simulates a small phone with double text size until the next load. */
async function makeNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
}

async function expectWhole(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0);
  expect(await findBroken(page)).toEqual([]);
}

test('[FS-06] composing a syllable searches once, with the whole syllable; fits 320 px with large text', async ({
  page,
  user,
  makers,
}) => {
  const word = makers.word();
  const found = `${word}글자 있는, 좁은화면에서도 끝까지 보이는 제목이어야 해요`;
  await makers.post(user, { title: found, body: `${word}글자 `.repeat(30) });
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
  await page.getByRole('button', { name: '검색', exact: true }).click();
  await expectPath(page, foundAt(`${word}글자`));
  await expect(cardLinks(page)).toHaveText([found]);
  await expect(box(page)).toHaveValue(`${word}글자`);
  expect(asked).toEqual([`${word}글자`]);

  await makeNarrow(page);
  await expect(page.getByRole('article').locator('mark').first()).toBeVisible();
  await expectWhole(page);
  await box(page).fill('없는말을찾는긴낱말하나');
  await box(page).press('Enter');
  await expect(page.getByText('아직 없어요')).toBeVisible();
  await expectWhole(page);
  await page.goto('/search');
  await makeNarrow(page);
  await expect(page.getByRole('region', { name: '최근 검색어' })).toBeVisible();
  await expectWhole(page);
  await expectAccessible(page);
});

test('[FS-07] typing causes no layout shift, nor do results of places and posts', async ({
  page,
  user,
  makers,
}) => {
  for (const kind of ['정수기', '학식', '이과대 복사'])
    await makers.post(user, { title: `${kind} ${makers.word()}` });
  const moved = await watchShifts(page);
  await page.goto('/search');
  await box(page).pressSequentially('정수', { delay: 50 });
  await expect(page.getByRole('listitem').filter({ hasText: '정수기' }).first()).toBeVisible();
  expect(await moved()).toEqual([]);
  for (const query of ['정수기', '빈 강의실', '학식', '이과대 복사', '없는말을찾는낱말']) {
    await page.goto(foundAt(query));
    await settle(page);
    expect([query, await moved()]).toEqual([query, []]);
  }
});

test('[FS-11] [FS-12] similar questions appear below the title; a draft of the board is offered with pictures, and both drafts can be swapped @full', async ({
  page,
  user,
  makers,
}) => {
  const word = makers.word();
  const question = `${word}기계를 아주 오래 찾아다녔는데 어디에 있는지 아시는 분`;
  await makers.post(user, { board: 'question', title: question });
  await openWrite(page, '/board/question');
  const file = { name: 'a.png', mimeType: 'image/png', buffer: makePicture() };
  await page.getByLabel(/사진 첨부/).setInputFiles(file);
  const pictures = page.getByRole('main').locator('img[src^="blob:"]');
  await expect(pictures).toHaveCount(1);
  await makeNarrow(page);
  await body(page).fill('한참 쓰던 내용');
  await title(page).pressSequentially(`${word}기계 고장`, { delay: 60 });
  await expect(similar(page).getByRole('link')).toHaveText([new RegExp(`^${question}`)]);
  await expect(title(page)).toBeFocused();
  const tops = [];
  for (const part of [title(page), similar(page), body(page)]) tops.push((await part.boundingBox())?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await expectWhole(page);
  await similar(page).getByRole('link').click();
  await expect(screenName(page)).toHaveText(question);
  await backArrow(page).click();
  await expectPath(page, '/write');
  await expect(title(page)).toHaveValue(`${word}기계 고장`);
  await expect(body(page)).toHaveValue('한참 쓰던 내용');
  await expect(pictures).toHaveCount(1);

  await page.goto(foundAt(`${word}우산`));
  await ask(page).click();
  await expect(title(page)).toHaveValue(`${word}우산`);
  await expect(pictures).toHaveCount(0);
  await expect(page.getByText(`먼저 쓰던 질문이 있어요. ${word}기계 고장`)).toBeVisible();
  await expectAccessible(page);

  // An untouched question is replaced by another search.
  await page.goto(foundAt(`${word}모자`));
  await ask(page).click();
  await expect(title(page)).toHaveValue(`${word}모자`);
  await body(page).fill('모자에 대해 쓴 말');

  await take(page).click();
  await expect(title(page)).toHaveValue(`${word}기계 고장`);
  await expect(body(page)).toHaveValue('한참 쓰던 내용');
  await expect(pictures).toHaveCount(1);
  await expect(page.getByText(`먼저 쓰던 질문이 있어요. ${word}모자`)).toBeVisible();

  // With two drafts, a third question overwrites neither.
  await page.goto(foundAt(`${word}장갑`));
  await ask(page).click();
  await expect(page.getByText('쓰던 질문이 있어 그대로 열었습니다.')).toBeVisible();
  await expect(title(page)).toHaveValue(`${word}기계 고장`);
  await expect(pictures).toHaveCount(1);
  await take(page).click();
  await expect(title(page)).toHaveValue(`${word}모자`);
  await expect(body(page)).toHaveValue('모자에 대해 쓴 말');

  // The sent question is removed; the other is still offered.
  await submit(page).click();
  await expectPath(page, '/board/question');
  await page.getByRole('link', { name: '글쓰기' }).click();
  await take(page).click();
  await expect(title(page)).toHaveValue(`${word}기계 고장`);
  await expect(pictures).toHaveCount(1);
  await expect(take(page)).toHaveCount(0);
});
