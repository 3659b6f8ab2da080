import type { Page } from '@playwright/test';
import { answerProblem, expectAfterRetries } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { cardTitles, expectAlert, expectHome, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title, titlesOn } from '../testing/write-form.ts';

const RIGHT_NEEDED = '고려대학교 계정으로 로그인한 뒤 이메일을 인증해 주세요.';

function picker(page: Page) {
  return page.getByRole('dialog', { name: '건물 선택' });
}

/** The row of a building in the picker: its name, then its category. */
function choice(page: Page, name: string) {
  return picker(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) });
}

async function send(page: Page, name: string): Promise<void> {
  await title(page).fill(name);
  await body(page).fill('어디에 올라갈까요?');
  await submit(page).click();
}

test('[SC-41] from a building, the question and the festival board a post goes there without asking', async ({
  page,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  for (const [from, landed] of [
    ['/building/cj-law-hall', '/building/cj-law-hall'],
    ['/building/cj-law-hall?sort=popular', '/building/cj-law-hall'],
    ['/board/question', '/board/question'],
    ['/board/question?sort=popular', '/board/question'],
  ] as const) {
    await openWrite(page, from);
    await expect(title(page)).toBeVisible();
    await expect(picker(page)).toBeHidden();
    await send(page, `${from}에서 쓴 글`);
    await expectPath(page, landed);
    await expect(cardTitles(page).first()).toHaveText(`${from}에서 쓴 글`);
  }
  // After a reload it is still the board the student came from.
  await openWrite(page, '/board/festival');
  await page.reload();
  await expect(page.getByRole('main').getByText('축제', { exact: true })).toBeVisible();
  await expect(picker(page)).toBeHidden();
});

test('[SC-41] from anywhere else a modal building picker asks first, and the post goes where it was told', async ({
  page,
  user,
}) => {
  const { buildings } = await user.client.ask('GET /api/buildings', {});
  for (const open of [
    () => openWrite(page, '/board/buildingNotice'),
    () => page.goto('/write'),
    async () => {
      await page.goto('/mypage/myposts');
      await page.getByRole('main').getByRole('link', { name: '첫 글 쓰기' }).click();
    },
  ]) {
    await open();
    await expect(picker(page)).toBeVisible();
    expect(await picker(page).evaluate((dialog) => dialog.matches(':modal'))).toBe(true);
    // Real buildings only, all of them.
    await expect(picker(page).getByRole('listitem')).toHaveCount(buildings.length);
    for (const name of ['시설 공지', '질문', '축제', '자유 게시판', '의견 게시판']) {
      await expect(choice(page, name)).toHaveCount(0);
    }
  }
  await picker(page).getByRole('tab', { name: '녹지' }).click();
  await expect(picker(page).getByRole('listitem')).toHaveCount(
    buildings.filter(({ category }) => category === '녹지').length,
  );
  await choice(page, '아이스링크').getByRole('button').click();
  await expect(picker(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('아이스링크');

  // Another one, before anything is sent; closing the picker changes nothing.
  await page.getByRole('button', { name: /건물 선택/ }).click();
  await choice(page, '화정체육관').getByRole('button').click();
  await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('화정체육관');
  await page.getByRole('button', { name: /건물 선택/ }).click();
  await expect(picker(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(picker(page)).toBeHidden();
  await expect(page.getByRole('button', { name: /건물 선택/ })).toContainText('화정체육관');
  await send(page, '러닝머신 자리 있어요');
  await expectPath(page, '/building/hwajung-gym');
  await expect(cardTitles(page).first()).toHaveText('러닝머신 자리 있어요');
});

test('[SC-41] leaving the picker without a choice goes back to where the student came from', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => picker(page).getByRole('button', { name: '닫기' }).click(),
    () => page.goBack(),
  ]) {
    await openWrite(page, '/board/buildingNotice');
    await expect(picker(page)).toBeVisible();
    await leave();
    await expectPath(page, '/board/buildingNotice');
    await expect(picker(page)).toBeHidden();
  }
});

test('[SC-41] a picker that cannot load the buildings says so and tries again', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(500);
  await signIn();
  await answerProblem(page, 'GET', '**/api/buildings', { status: 500, code: 'server.failed' });
  await page.clock.install();
  await page.goto('/write');
  const failed = picker(page).getByText('내용을 불러오지 못했습니다.');
  await expectAfterRetries(page, failed, '내용을 불러오지 못했습니다.');
  await expect(failed).toBeVisible();
  await page.unroute('**/api/buildings');
  await picker(page).getByRole('button', { name: '다시 시도' }).click();
  await choice(page, '본관').getByRole('button').click();
  await expect(title(page)).toBeEditable();
});

test('[RO-03] [ER-10] without the right, /write for a board that needs it alerts and goes home', async ({
  page,
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
    await expect(picker(page)).toBeHidden();
    // Home took the place of the form: back is the board, not the same answer again.
    await page.goBack();
    await expectPath(page, board);
  }
  await page.goto('/write');
  await expectAlert(page, RIGHT_NEEDED);
  await expectHome(page);
  await openWrite(page, '/board/question');
  await send(page, '인증은 어떻게 하나요?');
  await expectPath(page, '/board/question');
  await expect(cardTitles(page).first()).toHaveText('인증은 어떻게 하나요?');
});

test('[RO-03] [ER-10] a right that was taken meanwhile is refused by the server: alert, home, draft kept', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(403);
  await openWrite(page, '/building/main-hall');
  await answerProblem(page, 'POST', '**/posts', { status: 403, code: 'right.required' });
  await send(page, '권한을 잃은 뒤의 글');
  await expectAlert(page, RIGHT_NEEDED);
  await expectHome(page);
  expect(await titlesOn(user, 'main-hall')).not.toContain('권한을 잃은 뒤의 글');
  await openWrite(page, '/building/main-hall');
  await expect(title(page)).toHaveValue('권한을 잃은 뒤의 글');
});

test('[RO-03] a right that came meanwhile is noticed when the form is opened', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user({ right: false });
  await signIn(user);
  await page.goto('/building/main-hall');
  await expect(page.getByRole('link', { name: '글쓰기' })).toBeVisible();
  const link = await newestLink(user.client, user.email, '/verify');
  const token = link.searchParams.get('token') ?? '';
  await user.client.ask('POST /api/verification/confirmation', { body: { token } });
  await page.getByRole('link', { name: '글쓰기' }).click();
  await send(page, '방금 인증했어요');
  await expectPath(page, '/building/main-hall');
  await expect(cardTitles(page).first()).toHaveText('방금 인증했어요');
});
