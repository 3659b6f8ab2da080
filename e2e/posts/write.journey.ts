import type { Locator } from '@playwright/test';
import { answerProblem, CUT, cutCalls } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { backArrow, cardTitles, expectAlert, expectHome, expectPath } from '../testing/screens.ts';
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

test('[SC-40] [SC-41] [RO-03] [ER-10] write: title, body, picture and keywords make a post on the current board; elsewhere a picker asks; without the right an alert appears', async ({
  page,
  signIn,
  user,
  makers,
}) => {
  const name = `모의법정 견학 ${makers.next()}`;
  await page.goto('/building');
  await page.getByRole('main').getByRole('link', { name: '법학관' }).first().click();
  await expectPath(page, /^\/building\/[a-z-]+$/);
  const board = new URL(page.url()).pathname;
  await page.getByRole('link', { name: '글쓰기' }).click();
  await title(page).fill(name);
  await body(page).fill('행정실에서 열쇠를 받아요.\n두 시간씩 빌릴 수 있습니다.');
  expect((await body(page).boundingBox())?.height).toBe(300);
  await attach(page, 'studio.png', 'image/png', makePicture());
  await expectPreview(page);

  await keywordButton(page).click();
  const keywords = page.getByRole('dialog', { name: '키워드 선택' });
  await expectModal(keywords);
  await keywords.getByRole('button', { name: '팀플 장소' }).click();
  await keywords.getByRole('button', { name: '발표 장소' }).click();
  // The phone's back button closes only the picker.
  await page.goBack();
  await expect(keywords).toBeHidden();
  await expect(title(page)).toHaveValue(name);
  await expect(keywordButton(page)).toContainText('#팀플 장소 #발표 장소');
  await page.reload();
  await expect(title(page)).toHaveValue(name);

  await submit(page).click();
  await expectPath(page, board);
  await expectAlert(page, '+50');
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.points).toBe(50);
  await page.getByRole('link', { name }).click();
  await expect(page.getByText('#팀플 장소', { exact: true })).toBeVisible();
  expect(await page.getByText('행정실에서').innerText()).toContain('\n두 시간씩');
  await expect(page.getByRole('article').first().locator('img')).toHaveAttribute('src', /^\/images\//);
  await page.goBack();
  await expectPath(page, board);
  await backArrow(page).click();
  await expectPath(page, '/building');

  await test.step('from elsewhere a modal picker asks first; left without a choice it goes back', async () => {
    const chosen = `러닝머신 자리 있어요 ${makers.next()}`;
    const picker = page.getByRole('dialog', { name: '건물 선택' });
    await page.goto('/board/buildingNotice');
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => picker.getByRole('button', { name: '닫기' }).click(),
      () => page.goBack(),
    ]) {
      await page.getByRole('link', { name: '글쓰기' }).click();
      await expectModal(picker);
      await leave();
      await expectPath(page, '/board/buildingNotice');
      await expect(picker).toBeHidden();
    }
    await page.goto('/write');
    await picker.getByRole('button', { name: /^화정체육관/ }).click();
    await page.getByRole('button', { name: /건물 선택/ }).click();
    await expect(picker).toBeVisible();
    // Closing a second time changes nothing.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('화정체육관');
    await title(page).fill(chosen);
    await body(page).fill('어디에 올라갈까요?');
    await submit(page).click();
    await expectPath(page, '/building/hwajung-gym');
    await expect(cardTitles(page).filter({ hasText: chosen })).toHaveCount(1);
  });

  await test.step('without the right', async () => {
    await signIn(await makers.user({ right: false }));
    await page.goto('/building/main-hall');
    await page.getByRole('link', { name: '글쓰기' }).click();
    await expectAlert(page, '고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.');
    await expectHome(page);
    await page.goBack();
    await expectPath(page, '/building/main-hall');
  });
});

async function expectModal(sheet: Locator): Promise<void> {
  await expect(sheet).toBeVisible();
  expect(await sheet.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
}

test('[VA-10] invalid picture: refused when chosen; a server refusal shows the reason, keeps the text, and a retry succeeds @full', async ({
  page,
  watch,
  user,
  makers,
}) => {
  await openWrite(page, '/building/west-hall');
  const typed = { title: `서버가 거절한 사진 ${makers.next()}`, body: '그래도 글은 남아 있어야 합니다.' };
  await title(page).fill(typed.title);
  await body(page).fill(typed.body);
  const only = '이미지 파일만 첨부할 수 있습니다.';
  const unreadable = '읽을 수 없는 이미지예요. 다른 이미지를 골라 주세요.';
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0');
  for (const [name, type, file, alert] of [
    ['notes.pdf', 'application/pdf', Buffer.from('%PDF-1.7'), only],
    ['logo.svg', 'image/svg+xml', Buffer.from('<svg/>'), only],
    ['clip.mp4', 'video/mp4', Buffer.from('mp4'), only],
    ['huge.jpg', 'image/jpeg', large, '이미지는 10MB까지 첨부할 수 있습니다.'],
    ['fake.png', 'image/png', Buffer.from('this is no picture'), unreadable],
    ['page.webp', 'image/webp', Buffer.from('<!doctype html><title>x</title>'), unreadable],
    ['empty.jpg', 'image/jpeg', Buffer.alloc(0), unreadable],
    ['fake.heic', 'image/heic', Buffer.from('this is no picture'), unreadable],
    ['photo.heic', 'image/heic', heic, '이 브라우저는 HEIC 사진을 읽지 못해요.'],
  ] as const) {
    await attach(page, name, type, file);
    await expectAlert(page, alert);
    await expect(preview(page)).toHaveCount(0);
    await page.getByRole('button', { name: '알림 닫기' }).click();
  }
  await expectText(page, typed);
  // The control still works, and the picture can be removed again.
  await attach(page, 'seat.png', 'image/png', makePicture());
  await expectPreview(page);
  await page.getByRole('button', { name: '첨부 이미지 삭제' }).click();
  await expect(preview(page)).toHaveCount(0);
  await expect(page.getByLabel('이미지 첨부')).toBeFocused();

  watch.expect(CUT);
  watch.expectStatus(413, 422, 503);
  const uploads = '**/api/uploads/*';
  const refuse = (status: number, code: Parameters<typeof answerProblem>[3]['code']) => () =>
    answerProblem(page, 'PUT', uploads, { status, code });
  for (const [fail, alert, stays] of [
    [refuse(413, 'body.tooLarge'), '이미지는 10MB까지 첨부할 수 있습니다.', 0],
    [refuse(413, 'image.tooLarge'), '2,500만 화소까지 첨부할 수 있어요.', 0],
    [refuse(422, 'image.costly'), '처리할 수 없는 이미지예요. 다른 이미지를 골라 주세요.', 0],
    [refuse(422, 'image.unreadable'), '읽을 수 없는 이미지예요. 다른 이미지를 골라 주세요.', 0],
    [() => cutCalls(page, 'PUT', uploads), '인터넷 연결이 원활하지 않습니다.', 1],
    [refuse(503, 'server.unavailable'), '지금은 연결이 원활하지 않습니다.', 1],
  ] as const) {
    await fail();
    await attach(page, 'photo.png', 'image/png', makePicture());
    await expectPreview(page);
    await submit(page).click();
    await expectAlert(page, alert);
    await expect(preview(page)).toHaveCount(stays);
    await expectText(page, typed);
    await page.unroute(uploads);
  }
  await submit(page).click();
  await expectPath(page, '/building/west-hall');
  const card = page.getByRole('article').filter({ hasText: typed.title });
  await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//);
  expect((await titlesOn(user, 'west-hall')).filter((name) => name === typed.title)).toHaveLength(1);
});
