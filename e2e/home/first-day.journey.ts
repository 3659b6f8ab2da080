import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
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
import { attach, body, expectPreview, keywordButton, submit, title } from '../testing/write-form.ts';

test('first day: from sign-up to coming back with a new password', async ({
  page,
  makers,
  anybody,
  openBrowser,
}) => {
  test.slow();
  const email = makers.newEmail();
  const password = 'first password';

  await test.step('sign up', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: '회원가입' }).click();
    await page.getByLabel('이름', { exact: true }).fill('이첫날');
    const address = page.getByLabel('이메일', { exact: true });
    await address.focus();
    await expect.poll(() => address.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(0);
    await page.keyboard.type(email.replace('@korea.ac.kr', ''));
    await expect(address).toHaveValue(email);
    await page.getByLabel('닉네임', { exact: true }).fill('첫날고대생');
    await page.getByLabel('비밀번호', { exact: true }).fill(password);
    await page.getByLabel('비밀번호 확인', { exact: true }).fill(password);
    await page.getByLabel('이용약관에 동의합니다').check();
    await page.getByLabel('개인정보 처리방침에 동의합니다').check();
    await page.getByRole('button', { name: '가입하기' }).click();
    await expectPath(page, '/verify');
  });

  await test.step('open the mail in the built-in mailbox, verify', async () => {
    await newestLink(anybody.client, email, '/verify');
    await page.goto('/dev/mailbox');
    const mail = page.getByRole('article').filter({ hasText: email }).first();
    await mail.getByRole('link', { name: /\/verify\?token=/ }).click();
    await expectPath(page, /^\/verify\?token=/);
    await page.getByRole('button', { name: '이메일 인증하기' }).click();
    await expectHome(page);
  });

  await test.step('home: the carousel of events, then the buildings by their tabs', async () => {
    const slide = page.locator('[aria-roledescription=carousel]').getByRole('listitem').getByRole('link');
    // A finger leaves after its tap; the pointer stays and would pause the carousel.
    await page.mouse.move(10, 800);
    const first = await slide.innerText();
    await expect(slide).not.toHaveText(first);
    await page.getByRole('navigation').getByRole('link', { name: '건물' }).click();
    await page.getByRole('tab', { name: '녹지' }).click();
    await page.getByRole('link', { name: '화정체육관' }).click();
    await expectPath(page, '/building/hwajung-gym');
    await expect(cardTitles(page).first()).toBeVisible();
  });

  await test.step('write a post with a picture and keywords: 50 points', async () => {
    await page.getByRole('link', { name: '글쓰기' }).click();
    await title(page).fill('헬스장 첫 방문 후기');
    await body(page).fill('점심시간에는 붐벼요.\n오후 세 시쯤이 좋습니다.');
    await attach(page, 'gym.png', 'image/png', makePicture());
    await expectPreview(page);
    await keywordButton(page).click();
    await page.getByRole('button', { name: '휴식 장소' }).click();
    await page.getByRole('button', { name: '추천 장소' }).click();
    await page.getByRole('button', { name: '완료' }).click();
    await submit(page).click();
    await expectPath(page, '/building/hwajung-gym');
    await expectAlert(page, '+50');
  });

  await test.step('open it, like it, comment on it; a second browser sees the comment arrive', async () => {
    await cardTitles(page).filter({ hasText: '헬스장 첫 방문 후기' }).click();
    await expectPath(page, /^\/post\//);
    await expect(page.getByText('첫날고대생').first()).toBeVisible();
    await expect(page.getByText('#휴식 장소', { exact: true })).toBeVisible();
    const other = await openBrowser(anybody);
    await other.goto(page.url());
    await expect(other.getByRole('heading', { level: 1, name: '헬스장 첫 방문 후기' })).toBeVisible();

    const like = page.getByRole('button', { name: '좋아요' });
    await like.click();
    await expect(like).toHaveText('1');
    await expect(like).toHaveAttribute('aria-pressed', 'true');
    await page.getByPlaceholder('댓글을 입력하세요').fill('다음에 같이 가실 분?');
    await page.getByRole('button', { name: '보내기' }).click();
    await expect(other.getByText('다음에 같이 가실 분?')).toBeVisible();
    await expect(page.getByText('다음에 같이 가실 분?')).toHaveCount(1);
    await backArrow(page).click();
    await expectPath(page, '/building/hwajung-gym');
  });

  await test.step('log out; nothing private is left behind the back button', async () => {
    await page.goto('/');
    await page.getByRole('navigation').getByRole('link', { name: '마이페이지' }).click();
    await expect(page.getByText('첫날고대생')).toBeVisible();
    await expect(page.getByText('인증 완료')).toBeVisible();
    await page.getByRole('button', { name: '로그아웃' }).click();
    await expectPath(page, '/login');
    await page.goBack();
    await expectLoginScreen(page);
    await expect(page.getByText('첫날고대생')).toHaveCount(0);
  });

  await test.step('forget the password, reset it by mail, log in again', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: '비밀번호를 잊으셨나요?' }).click();
    // Login also has an e-mail field and stays until the next screen has loaded.
    await expect(page.getByRole('button', { name: '재설정 메일 보내기' })).toBeVisible();
    await page.getByLabel('이메일', { exact: true }).fill(email);
    await page.getByRole('button', { name: '재설정 메일 보내기' }).click();
    await expectAlert(page, '가입된 이메일이라면 비밀번호 재설정 메일을 보내 드립니다.');
    const link = await newestLink(anybody.client, email, '/reset');
    await page.goto(link.href);
    await page.getByLabel('새 비밀번호', { exact: true }).fill('second password');
    await page.getByLabel('새 비밀번호 확인', { exact: true }).fill('second password');
    await page.getByRole('button', { name: '비밀번호 변경' }).click();
    await expectPath(page, '/login');
    await logIn(page, email, 'second password');
    await expectHome(page);
    await page.getByRole('navigation').getByRole('link', { name: '마이페이지' }).click();
    await page.getByRole('link', { name: '프로필 보기' }).click();
    await expect(page.getByText('이첫날')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: /^50/ })).toBeVisible();
  });
});
