import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import {
  backArrow,
  cardTitles,
  expectAlert,
  expectFieldError,
  expectHome,
  expectPath,
} from '../testing/screens.ts';
import {
  attach,
  body,
  expectPreview,
  keywordButton,
  openWrite,
  preview,
  submit,
  title,
  titlesOn,
} from '../testing/write-form.ts';

const RIGHT_NEEDED = '고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.';

test('[SC-40] title, body, picture with preview and keywords make a post', async ({ page, user }) => {
  await openWrite(page, '/building/media-hall');
  await title(page).fill('스튜디오 예약 방법');
  await body(page).fill('행정실에서 열쇠를 받아요.\n두 시간씩 빌릴 수 있습니다.');
  expect((await body(page).boundingBox())?.height).toBe(300);

  await attach(page, 'studio.png', 'image/png', makePicture());
  await expect(preview(page)).toBeVisible();
  await expectPreview(page);

  await expect(keywordButton(page)).toContainText('선택 안 함');
  await keywordButton(page).click();
  const picker = page.getByRole('dialog', { name: '키워드 선택' });
  expect(await picker.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  const choices = picker.getByRole('listitem').getByRole('button');
  await expect(choices).toHaveText(
    [
      '비대면',
      '팀플',
      '수면',
      '식사',
      '공부',
      '콘센트',
      '휴식',
      '발표',
      '대화',
      '노트북',
      '조용한',
      '추천',
    ].map((keyword) => `${keyword} 장소`),
  );
  await picker.getByRole('button', { name: '팀플 장소' }).click();
  await picker.getByRole('button', { name: '발표 장소' }).click();
  await expect(picker.getByRole('button', { name: '발표 장소' })).toHaveAttribute('aria-pressed', 'true');
  await picker.getByRole('button', { name: '완료' }).click();
  await expect(picker).toBeHidden();
  await expect(keywordButton(page)).toContainText('#팀플 장소 #발표 장소');

  await submit(page).click();
  await expectPath(page, '/building/media-hall');
  await expectAlert(page, '+50');
  await expect(cardTitles(page).first()).toHaveText('스튜디오 예약 방법');
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me?.points).toBe(50);
  await cardTitles(page).first().getByRole('link').click();
  await expect(page.getByText('#팀플 장소', { exact: true })).toBeVisible();
  expect(await page.getByText('행정실에서').innerText()).toContain('\n두 시간씩');
  await expect(page.getByRole('article').first().locator('img')).toHaveAttribute('src', /^\/images\//);
});

test('[VA-10] [ER-01] title and body are required, three keywords the most, images the only files', async ({
  page,
  watch,
  signIn,
  anybody,
}) => {
  await signIn();
  await openWrite(page, '/building/law-hall');
  for (const [given, missing] of [
    [['', '내용만 있습니다'], title(page)],
    [['제목만 있습니다', '  \n '], body(page)],
  ] as const) {
    await title(page).fill(given[0]);
    await body(page).fill(given[1]);
    await submit(page).click();
    await expectAlert(page, '모든 정보를 입력해 주세요.');
    await expectFieldError(missing, '모든 정보를 입력해 주세요.');
    await expect(missing).toBeFocused();
    await page.getByRole('button', { name: '알림 닫기' }).click();
  }

  await keywordButton(page).click();
  const picker = page.getByRole('dialog', { name: '키워드 선택' });
  for (const keyword of ['수면', '식사', '공부', '콘센트']) {
    await picker.getByRole('button', { name: `${keyword} 장소` }).click();
  }
  await expectAlert(page, '키워드는 최대 3개까지 선택할 수 있습니다. 일부를 해제한 뒤 다시 시도해 주세요.');
  await expect(picker.locator('[aria-pressed=true]')).toHaveText(['수면 장소', '식사 장소', '공부 장소']);
  await picker.getByRole('button', { name: '완료' }).click();

  await attach(page, 'notes.pdf', 'application/pdf', Buffer.from('%PDF-1.7'));
  await expectAlert(page, '이미지 파일만 첨부할 수 있습니다.');
  await expect(preview(page)).toHaveCount(0);
  await attach(page, 'huge.png', 'image/png', Buffer.alloc(10 * 1024 * 1024 + 1));
  await expectAlert(page, '이미지는 10MB까지 첨부할 수 있습니다.');
  await expect(preview(page)).toHaveCount(0);

  // What no browser needs to be able to read is found out by the server.
  watch.expectStatus(415);
  await title(page).fill('그림이 아닌 그림');
  await body(page).fill('이름만 그림입니다.');
  await attach(page, 'fake.heic', 'image/heic', Buffer.from('this is no picture'));
  await expect(preview(page)).toHaveCount(1);
  await submit(page).click();
  await expectAlert(page, /읽을 수 없는 이미지/);
  await expectPath(page, '/write');
  await expect(title(page)).toHaveValue('그림이 아닌 그림');
  expect(await titlesOn(anybody, 'law-hall')).not.toContain('그림이 아닌 그림');
});

test('[VA-10] [ER-11] the festival board needs one of its own two keywords', async ({ page, user: _ }) => {
  await openWrite(page, '/board/festival');
  await title(page).fill('불꽃놀이 사진');
  await body(page).fill('민주광장에서 찍었어요.');
  await submit(page).click();
  await expectAlert(page, '축제 게시판에는 키워드가 하나 이상 필요합니다.');
  await expectPath(page, '/write');
  await keywordButton(page).click();
  const picker = page.getByRole('dialog', { name: '키워드 선택' });
  await expect(picker.getByRole('listitem').getByRole('button')).toHaveText(['이벤트 후기', '사진']);
  await picker.getByRole('button', { name: '사진' }).click();
  await picker.getByRole('button', { name: '완료' }).click();
  await submit(page).click();
  await expectPath(page, '/board/festival');
  await expectAlert(page, '+30');
  await expect(cardTitles(page).first()).toHaveText('불꽃놀이 사진');
});

test('[SC-41] from a building, question or festival board a post goes there; from elsewhere a picker asks', async ({
  page,
  user: _,
}) => {
  const picker = page.getByRole('dialog', { name: '건물 선택' });
  for (const [from, name] of [
    ['/building/inchon-hall', '인촌기념관'],
    ['/board/question', '질문'],
    ['/board/festival', '축제'],
  ] as const) {
    await openWrite(page, from);
    await expect(page.getByRole('main').getByText(name, { exact: true })).toBeVisible();
    await expect(picker).toBeHidden();
  }

  await openWrite(page, '/board/buildingNotice');
  await expect(picker).toBeVisible();
  expect(await picker.evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
  await picker.getByRole('button', { name: '서관', exact: false }).filter({ hasText: /^서관/ }).click();
  await expect(picker).toBeHidden();
  await title(page).fill('시계탑 아래 벤치');
  await body(page).fill('그늘이 좋아요.');
  await submit(page).click();
  await expectPath(page, '/building/west-hall');
  await expect(cardTitles(page).first()).toHaveText('시계탑 아래 벤치');

  await page.goto('/write');
  await expect(picker).toBeVisible();
  await page.keyboard.press('Escape');
  await expectHome(page);
});

test('[RO-03] [ER-10] without the right, a board that needs it says how to get it and leads home', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  const user = await makers.user({ right: false });
  await signIn(user);
  for (const board of ['/building/main-hall', '/board/festival', '/board/buildingNotice']) {
    await page.goto(board);
    await page.getByRole('link', { name: '글쓰기' }).click();
    await expectAlert(page, RIGHT_NEEDED);
    await expectHome(page);
  }
  // The question board is everybody's.
  await openWrite(page, '/board/question');
  await title(page).fill('도서관 몇 시까지 하나요?');
  await body(page).fill('시험 기간에도 같은가요?');
  await submit(page).click();
  await expectPath(page, '/board/question');
  await expect(cardTitles(page).first()).toHaveText('도서관 몇 시까지 하나요?');

  // The browser believes in a right that the server refuses.
  watch.expectStatus(403);
  await leaveOutAnswers(page);
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { user: me } = await answer.json();
    await route.fulfill({ response: answer, json: { user: { ...me, writingRight: true } } });
  });
  await openWrite(page, '/building/main-hall');
  await title(page).fill('권한 없이 쓰는 글');
  await body(page).fill('서버가 막아야 합니다.');
  await submit(page).click();
  await expectAlert(page, RIGHT_NEEDED);
  await expectHome(page);
  expect(await titlesOn(user, 'main-hall')).not.toContain('권한 없이 쓰는 글');
});

test('after writing, back leaves the board that was written to', async ({ page, signIn, makers }) => {
  await signIn(await makers.user());
  await page.goto('/building');
  await page.getByRole('main').getByRole('link', { name: '법학관', exact: false }).first().click();
  await expectPath(page, /^\/building\/[a-z-]+$/);
  const board = new URL(page.url()).pathname;
  await page.getByRole('link', { name: '글쓰기' }).click();
  await title(page).fill('모의법정 견학');
  await body(page).fill('누구나 볼 수 있어요.');
  await submit(page).click();
  await expectPath(page, board);
  await expect(cardTitles(page).first()).toHaveText('모의법정 견학');
  await backArrow(page).click();
  await expectPath(page, '/building');
});
