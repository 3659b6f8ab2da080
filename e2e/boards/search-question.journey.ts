import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { enlargeText, findBroken } from '../testing/broken-layout.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { screenName } from '../testing/reading.ts';
import { backArrow, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

test.use({ edition: 'official' });

// What a question begins with, and when similar ones are asked for, is asked by `search.component.test.tsx`.

const foundAt = (query: string) => `/search?${new URLSearchParams({ query })}`;
const ask = (page: Page) => page.getByRole('button', { name: '질문 게시판에 물어보기' });
const similar = (page: Page) => page.getByRole('region', { name: '비슷한 질문' });
const take = (page: Page) => page.getByRole('button', { name: '불러오기' });

test('[FS-11] a draft of that board is offered with its pictures, and either one comes back for the other', async ({
  page,
  user: _,
  makers,
}) => {
  const word = makers.word();
  await openWrite(page, '/board/question');
  await title(page).fill('쓰던 질문');
  await body(page).fill('한참 쓰던 내용');
  const file = { name: 'a.png', mimeType: 'image/png', buffer: makePicture() };
  await page.getByLabel(/사진 첨부/).setInputFiles(file);
  const pictures = page.getByRole('main').locator('img[src^="blob:"]');
  await expect(pictures).toHaveCount(1);
  await page.goto(foundAt(`${word}우산`));
  await ask(page).click();
  await expect(title(page)).toHaveValue(`${word}우산`);
  await expect(pictures).toHaveCount(0);
  await expect(page.getByText('먼저 쓰던 질문이 있어요. 쓰던 질문')).toBeVisible();
  await expectAccessible(page);

  // What nobody wrote on gives way to another search.
  await page.goto(foundAt(`${word}모자`));
  await ask(page).click();
  await expect(title(page)).toHaveValue(`${word}모자`);
  await body(page).fill('모자에 대해 쓴 말');

  await take(page).click();
  await expect(title(page)).toHaveValue('쓰던 질문');
  await expect(body(page)).toHaveValue('한참 쓰던 내용');
  await expect(pictures).toHaveCount(1);
  await expect(page.getByText(`먼저 쓰던 질문이 있어요. ${word}모자`)).toBeVisible();
  await page.reload();
  await expect(title(page)).toHaveValue('쓰던 질문');

  // Where two are written already, neither is lost to a third.
  await page.goto(foundAt(`${word}장갑`));
  await ask(page).click();
  await expect(page.getByText('쓰던 질문이 있어 그대로 열었습니다.')).toBeVisible();
  await expect(title(page)).toHaveValue('쓰던 질문');
  await expect(pictures).toHaveCount(1);
  await take(page).click();
  await expect(title(page)).toHaveValue(`${word}모자`);
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

test('[FS-12] similar questions stand below the title, whole on 320 px with large text; opening one and coming back keeps the draft', async ({
  page,
  user,
  makers,
}) => {
  const word = makers.word();
  const question = `${word}기계를 아주 오래 찾아다녔는데 어디에 있는지 아시는 분`;
  await makers.post(user, { board: 'question', title: question });
  await page.setViewportSize({ width: 320, height: 700 });
  await enlargeText(page, '200%');
  await openWrite(page, '/board/question');
  await body(page).fill('먼저 쓴 내용');
  await title(page).pressSequentially(`${word}기계 고장`, { delay: 60 });
  await expect(similar(page).getByRole('link')).toHaveText([new RegExp(`^${question}`)]);
  await expect(title(page)).toBeFocused();
  const tops = [];
  for (const part of [title(page), similar(page), body(page)]) tops.push((await part.boundingBox())?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(await findBroken(page)).toEqual([]);
  await expectAccessible(page);

  await similar(page).getByRole('link').click();
  await expect(screenName(page)).toHaveText(question);
  await backArrow(page).click();
  await expectPath(page, '/write');
  await expect(title(page)).toHaveValue(`${word}기계 고장`);
  await expect(body(page)).toHaveValue('먼저 쓴 내용');
});
