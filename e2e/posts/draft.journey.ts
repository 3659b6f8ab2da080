import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { cardTitles, expectAlert, expectLoginScreen, expectPath } from '../testing/screens.ts';
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

test('two taps make one post', async ({ page, user }) => {
  await openWrite(page, '/building/dongwon-hall');
  await title(page).fill('한 번만 올라갈 글');
  await body(page).fill('두 번 눌렀습니다.');
  await submit(page).dblclick();
  await expectPath(page, '/building/dongwon-hall');
  await expect(cardTitles(page).filter({ hasText: '한 번만 올라갈 글' })).toHaveCount(1);
  expect((await titlesOn(user, 'dongwon-hall')).filter((name) => name === '한 번만 올라갈 글')).toHaveLength(
    1,
  );
});

test('a post whose answer was lost is not posted twice, not even after a reload', async ({
  page,
  watch,
  user,
}) => {
  watch.expect(/Failed to load resource: net::ERR_FAILED/);
  await openWrite(page, '/building/education-hall');
  await title(page).fill('답을 못 받은 글');
  await body(page).fill('연결이 끊겼습니다.');
  await page.route('**/posts', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await submit(page).click();
  await expectAlert(page, /연결/);
  await page.unroute('**/posts');
  await page.reload();
  await expect(title(page)).toHaveValue('답을 못 받은 글');
  await submit(page).click();
  await expectPath(page, '/building/education-hall');
  expect((await titlesOn(user, 'education-hall')).filter((name) => name === '답을 못 받은 글')).toHaveLength(
    1,
  );
});

test('a draft survives reload and leaving, on its own board only', async ({ page, user: _ }) => {
  await openWrite(page, '/building/asan-science-hall');
  await title(page).fill('쓰다 만 글');
  await body(page).fill('아직 다 쓰지 않았어요.');
  await attach(page, 'lab.png', 'image/png', makePicture());
  await keywordButton(page).click();
  await page.getByRole('button', { name: '공부 장소' }).click();
  await page.getByRole('button', { name: '완료' }).click();
  const expectDraft = async () => {
    await expect(title(page)).toHaveValue('쓰다 만 글');
    await expect(body(page)).toHaveValue('아직 다 쓰지 않았어요.');
    await expect(keywordButton(page)).toContainText('#공부 장소');
    await expectPreview(page);
  };
  await expectDraft();
  await page.reload();
  await expectDraft();

  await openWrite(page, '/board/question');
  await expect(title(page)).toHaveValue('');
  await expect(body(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);
  await openWrite(page, '/building/asan-science-hall');
  await expectDraft();
  await submit(page).click();
  await expectPath(page, '/building/asan-science-hall');
  // Posted, it is a draft no more.
  await openWrite(page, '/building/asan-science-hall');
  await expect(title(page)).toHaveValue('');
  await expect(preview(page)).toHaveCount(0);
});

test('[ER-09] a post sent after the session ended leads to login, and its draft survives', async ({
  page,
  watch,
  signIn,
  user,
}) => {
  watch.expectStatus(401);
  await openWrite(page, '/building/woodang-hall');
  await title(page).fill('로그아웃된 뒤의 글');
  await body(page).fill('이 글은 남아야 합니다.');
  await user.client.ask('DELETE /api/session', {});
  await submit(page).click();
  await expectAlert(page, '로그인이 필요합니다.');
  await expectLoginScreen(page);
  await user.client.ask('POST /api/session', {
    body: { email: user.email, password: user.password },
  });
  await signIn(user);
  await openWrite(page, '/building/woodang-hall');
  await expect(title(page)).toHaveValue('로그아웃된 뒤의 글');
  await expect(body(page)).toHaveValue('이 글은 남아야 합니다.');
});
