import type { Page, Request } from '@playwright/test';
import { answerProblem, CUT, cutCalls, loseAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { makePicture } from '../testing/picture.ts';
import {
  backArrow,
  cardTitles,
  expectAlert,
  expectHome,
  expectLoginScreen,
  expectPath,
  logIn,
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

const isPost = (request: Request) => request.method() === 'POST' && request.url().endsWith('/posts');
const nameOf = (request: Request) => (request.postDataJSON() as { id: string }).id;

/** Fills everything a post can have. */
async function startPost(page: Page, name: string): Promise<void> {
  await title(page).fill(name);
  await body(page).fill(`${name}의 내용\n둘째 줄`);
  await attach(page, 'seat.png', 'image/png', makePicture());
  await expectPreview(page);
  await keywordButton(page).click();
  await page.getByRole('button', { name: '콘센트 장소' }).click();
  await page.getByRole('button', { name: '완료' }).click();
  await expectDraft(page, name);
}

async function expectDraft(page: Page, name: string): Promise<void> {
  await expect(title(page)).toHaveValue(name);
  await expect(body(page)).toHaveValue(`${name}의 내용\n둘째 줄`);
  await expectPreview(page);
  await expect(keywordButton(page)).toContainText('#콘센트 장소');
}

async function expectBlank(page: Page): Promise<void> {
  await expect(title(page)).toHaveValue('');
  await expect(body(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);
}

test('an unfinished post survives reload, both ways back, and closing the tab', async ({
  page,
  context,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  await openWrite(page, '/building/science-library');
  await startPost(page, '쓰다 만 글');
  await page.reload();
  await expectDraft(page, '쓰다 만 글');
  await page.goBack();
  await expectPath(page, '/building/science-library');
  await page.goForward();
  await expectDraft(page, '쓰다 만 글');
  await backArrow(page).click();
  await expectPath(page, '/building/science-library');
  await page.getByRole('link', { name: '글쓰기' }).click();
  await expectDraft(page, '쓰다 만 글');

  const later = await context.newPage();
  await page.close();
  await openWrite(later, '/building/science-library');
  await expectDraft(later, '쓰다 만 글');
});

test('a draft belongs to its board and its student: it shows nowhere else', async ({
  page,
  signIn,
  makers,
  openBrowser,
}) => {
  const [first, second] = [await makers.user(), await makers.user()];
  await signIn(first);
  await openWrite(page, '/building/engineering-hall');
  await startPost(page, '공학관 이야기');
  for (const board of ['/building/new-engineering-hall', '/board/question', '/board/festival']) {
    await openWrite(page, board);
    await expectBlank(page);
  }
  await title(page).fill('축제 이야기');
  await openWrite(page, '/building/engineering-hall');
  await expectDraft(page, '공학관 이야기');

  // The picker leads to the same drafts.
  await openWrite(page, '/board/buildingNotice');
  const picker = page.getByRole('dialog', { name: '건물 선택' });
  await picker.getByRole('button', { name: /^신공학관/ }).click();
  await expectBlank(page);
  await title(page).fill('신공학관 이야기');
  await page.getByRole('button', { name: /건물 선택/ }).click();
  await picker.getByRole('button', { name: /^공학관/ }).click();
  await expectDraft(page, '공학관 이야기');
  await page.getByRole('button', { name: /건물 선택/ }).click();
  await picker.getByRole('button', { name: /^신공학관/ }).click();
  await expect(title(page)).toHaveValue('신공학관 이야기');

  // The next student on this phone, and this student on another phone.
  await signIn(second);
  await openWrite(page, '/building/engineering-hall');
  await expectBlank(page);
  await signIn(first);
  await openWrite(page, '/building/engineering-hall');
  await expectDraft(page, '공학관 이야기');
  const other = await openBrowser(first);
  await openWrite(other, '/building/engineering-hall');
  await expectBlank(other);
});

test('a post that could not be sent is all there, and is sent once by the next try', async ({
  page,
  watch,
  user,
}) => {
  watch.expect(CUT);
  watch.expectStatus(500, 429);
  await openWrite(page, '/building/woojung-hall');
  await startPost(page, '끝내 올라갈 글');
  let settled = 0;
  const count = (request: Request) => (settled += Number(isPost(request)));
  page.on('requestfinished', count);
  page.on('requestfailed', count);
  const fail = async (alert: RegExp) => {
    const before = settled;
    await submit(page).click();
    // The message of the try before may still be there.
    await expect.poll(() => settled).toBe(before + 1);
    await expectAlert(page, alert);
    await expectPath(page, '/write');
    await expectDraft(page, '끝내 올라갈 글');
    await page.unroute('**/posts');
  };
  await answerProblem(page, 'POST', '**/posts', { status: 500, code: 'server.failed' });
  await fail(/알 수 없는 오류가 발생했습니다/);
  await answerProblem(page, 'POST', '**/posts', { status: 429, code: 'limit.reached' });
  await fail(/요청이 너무 많습니다/);
  await cutCalls(page, 'POST', '**/posts');
  await fail(/인터넷 연결이 원활하지 않습니다/);
  await loseAnswers(page, 'POST', '**/posts');
  await fail(/인터넷 연결이 원활하지 않습니다/);
  await page.reload();
  await expectDraft(page, '끝내 올라갈 글');
  await submit(page).click();
  await expectPath(page, '/building/woojung-hall');
  expect((await titlesOn(user, 'woojung-hall')).filter((name) => name === '끝내 올라갈 글')).toHaveLength(1);
  await openWrite(page, '/building/woojung-hall');
  await expectBlank(page);
});

test('a post whose name another one has is told so, and sent under a new one by the next try', async ({
  page,
  user,
  watch,
}) => {
  watch.expectStatus(409);
  await openWrite(page, '/building/law-hall');
  await startPost(page, '이름이 겹친 글');
  await answerProblem(page, 'POST', '**/api/buildings/*/posts', { status: 409, code: 'identifier.taken' });
  const [first] = await Promise.all([page.waitForRequest(isPost), submit(page).click()]);
  await expectAlert(page, '이미 등록된 글과 내용이 다릅니다. 등록을 한 번 더 눌러 주세요.');
  await expectDraft(page, '이름이 겹친 글');
  await page.unrouteAll();
  const [next] = await Promise.all([page.waitForRequest(isPost), submit(page).click()]);
  await expectPath(page, '/building/law-hall');
  expect(nameOf(next)).not.toBe(nameOf(first));
  expect(await titlesOn(user, 'law-hall')).toContain('이름이 겹친 글');
});

test('[ER-09] a post sent after the session ended elsewhere: told so, login at /, and all of the draft is there', async ({
  page,
  watch,
  user,
}) => {
  watch.expectStatus(401);
  await openWrite(page, '/building/inchon-hall');
  await startPost(page, '로그아웃된 뒤의 글');
  await user.client.ask('DELETE /api/session', {});
  await submit(page).click();
  await expectAlert(page, '로그인이 필요합니다.');
  await expectPath(page, '/');
  await expectLoginScreen(page);
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, '/write');
  await expectDraft(page, '로그아웃된 뒤의 글');
  await submit(page).click();
  await expectPath(page, '/building/inchon-hall');
  await expect(cardTitles(page).first()).toHaveText('로그아웃된 뒤의 글');
});

test('a session ended in another tab leads to login at once, and the draft waits', async ({
  page,
  context,
  makers,
}) => {
  const user = await makers.user();
  await page.goto('/building/robot-convergence-hall');
  await logIn(page, user.email, PASSWORD);
  await page.getByRole('link', { name: '글쓰기' }).click();
  await startPost(page, '다른 탭에서 로그아웃');
  const other = await context.newPage();
  await other.goto('/mypage');
  await other.getByRole('button', { name: '로그아웃' }).click();
  await expectLoginScreen(page);
  await expect(page.getByText('다른 탭에서 로그아웃')).toHaveCount(0);
  await logIn(page, user.email, PASSWORD);
  await expectHome(page);
  await openWrite(page, '/building/robot-convergence-hall');
  await expectDraft(page, '다른 탭에서 로그아웃');
});
