import type { Page } from '@playwright/test';
import { answerProblem, CUT, cutCalls } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { cardTitles, expectAlert, expectPath } from '../testing/screens.ts';
import {
  attach,
  body,
  expectPreview,
  expectText,
  keywordButton,
  openWrite,
  preview,
  submit,
  title,
  titlesOn,
} from '../testing/write-form.ts';

function picker(page: Page) {
  return page.getByRole('dialog', { name: '키워드 선택' });
}

test('[VA-10] [ER-11] the three keywords that are left after a fourth stand on the post', async ({
  page,
  user: _,
}) => {
  await openWrite(page, '/building/hyundai-hall');
  await title(page).fill('키워드 고르기');
  await body(page).fill('셋까지만 됩니다.');
  await keywordButton(page).click();
  for (const keyword of ['비대면', '노트북', '추천', '대화']) {
    await picker(page)
      .getByRole('button', { name: `${keyword} 장소` })
      .click();
  }
  await expectAlert(page, '키워드는 최대 3개까지 선택할 수 있습니다. 일부를 해제한 뒤 다시 시도해 주세요.');
  await picker(page).getByRole('button', { name: '추천 장소' }).click();
  await picker(page).getByRole('button', { name: '대화 장소' }).click();
  await expect(picker(page).locator('[aria-pressed=true]')).toHaveText([
    '비대면 장소',
    '대화 장소',
    '노트북 장소',
  ]);
  // The phone's back button closes the picker and nothing else.
  await page.goBack();
  await expect(picker(page)).toBeHidden();
  await expectText(page, { title: '키워드 고르기', body: '셋까지만 됩니다.' });
  await expect(keywordButton(page)).toContainText('#비대면 장소 #노트북 장소 #대화 장소');
  await submit(page).click();
  await expectPath(page, '/building/hyundai-hall');
  await cardTitles(page).first().getByRole('link').click();
  await expect(page.getByText('#대화 장소', { exact: true })).toBeVisible();
});

test('[VA-10] [ER-11] the festival board takes both of its own keywords', async ({
  page,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  await openWrite(page, '/board/festival');
  await title(page).fill('응원제 후기');
  await body(page).fill('목이 다 쉬었어요.');
  await keywordButton(page).click();
  await picker(page).getByRole('button', { name: '이벤트 후기' }).click();
  await picker(page).getByRole('button', { name: '사진' }).click();
  await picker(page).getByRole('button', { name: '완료' }).click();
  await submit(page).click();
  await expectPath(page, '/board/festival');
  for (const filter of ['이벤트 후기', '사진']) {
    await page.getByRole('tab', { name: filter }).click();
    await expect(cardTitles(page).first()).toHaveText('응원제 후기');
  }
});

test('[VA-10] only images are attached, and each refusal says why and keeps the text', async ({
  page,
  signIn,
}) => {
  await signIn();
  await openWrite(page, '/building/education-hall');
  const typed = { title: '사진이 안 올라가요', body: '그래도 글은 남아 있어야 합니다.' };
  await title(page).fill(typed.title);
  await body(page).fill(typed.body);
  for (const [name, type, file, alert] of [
    ['notes.pdf', 'application/pdf', Buffer.from('%PDF-1.7'), '이미지 파일만 첨부할 수 있습니다.'],
    ['logo.svg', 'image/svg+xml', Buffer.from('<svg/>'), '이미지 파일만 첨부할 수 있습니다.'],
    ['clip.mp4', 'video/mp4', Buffer.from('mp4'), '이미지 파일만 첨부할 수 있습니다.'],
    ['huge.jpg', 'image/jpeg', Buffer.alloc(10 * 1024 * 1024 + 1), '이미지는 10MB까지 첨부할 수 있습니다.'],
    [
      'poster.png',
      'image/png',
      makePicture(5_001, 5_000),
      '이미지가 너무 큽니다. 2,500만 화소까지 첨부할 수 있습니다.',
    ],
  ] as const) {
    await attach(page, name, type, file);
    await expectAlert(page, alert);
    await expect(preview(page)).toHaveCount(0);
    await expectText(page, typed);
    await page.getByRole('button', { name: '알림 닫기' }).click();
  }
  // The control still works, and the picture can be taken off again.
  await attach(page, 'seat.png', 'image/png', makePicture());
  await expectPreview(page);
  await page.getByRole('button', { name: '첨부 이미지 삭제' }).click();
  await expect(preview(page)).toHaveCount(0);
  await expect(page.getByLabel('이미지 첨부')).toBeFocused();
});

test('an upload the server refuses says why, keeps the text, and another picture goes through', async ({
  page,
  watch,
  user: _,
}) => {
  watch.expectStatus(413, 415, 422);
  await openWrite(page, '/building/media-hall');
  const typed = { title: '서버가 거절한 사진', body: '글은 그대로입니다.' };
  await title(page).fill(typed.title);
  await body(page).fill(typed.body);
  for (const [status, code, alert] of [
    [413, 'body.tooLarge', '이미지는 10MB까지 첨부할 수 있습니다.'],
    [413, 'image.tooLarge', '이미지가 너무 큽니다. 2,500만 화소까지 첨부할 수 있습니다.'],
    [422, 'image.costly', '처리할 수 없는 이미지입니다. 다른 이미지를 골라 주세요.'],
    [415, 'image.unreadable', '읽을 수 없는 이미지입니다. 다른 이미지를 골라 주세요.'],
  ] as const) {
    await answerProblem(page, 'PUT', '**/api/uploads/*', { status, code });
    await attach(page, 'photo.png', 'image/png', makePicture());
    await submit(page).click();
    await expectAlert(page, alert);
    await expect(preview(page)).toHaveCount(0);
    await expectText(page, typed);
    await page.unroute('**/api/uploads/*');
  }
  await attach(page, 'photo.png', 'image/png', makePicture());
  await submit(page).click();
  await expectPath(page, '/building/media-hall');
  await expect(cardTitles(page).first()).toHaveText(typed.title);
  await expect(page.getByRole('article').first().locator('img')).toHaveAttribute('src', /^\/images\//);
});

test('an upload without network says so, keeps text and picture, and the next try sends both', async ({
  page,
  watch,
  user,
}) => {
  watch.expect(CUT);
  watch.expectStatus(503);
  await openWrite(page, '/building/west-hall');
  const typed = { title: '지하에서 쓴 글', body: '신호가 약해요.' };
  await title(page).fill(typed.title);
  await body(page).fill(typed.body);
  await attach(page, 'stairs.png', 'image/png', makePicture());
  await cutCalls(page, 'PUT', '**/api/uploads/*');
  await submit(page).click();
  await expectAlert(page, '인터넷 연결이 원활하지 않습니다. 연결을 확인하고 다시 시도해 주세요.');
  await expectPreview(page);
  await expectText(page, typed);
  await page.unroute('**/api/uploads/*');
  await answerProblem(page, 'PUT', '**/api/uploads/*', { status: 503, code: 'server.unavailable' });
  await submit(page).click();
  await expectAlert(page, '지금은 연결이 원활하지 않습니다. 잠시 후 다시 시도해 주세요.');
  await expectPreview(page);
  await expectText(page, typed);
  await page.unroute('**/api/uploads/*');
  await submit(page).click();
  await expectPath(page, '/building/west-hall');
  await expect(page.getByRole('article').first().locator('img')).toHaveAttribute('src', /^\/images\//);
  expect((await titlesOn(user, 'west-hall')).filter((name) => name === typed.title)).toHaveLength(1);
});
