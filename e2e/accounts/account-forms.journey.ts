import { newPassword, confirmation, oldPassword, PASSWORD_PATH } from '../testing/edit-forms.ts';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, expectFieldError, expectPath } from '../testing/screens.ts';
import { field, fillSignUp, signUpButton } from '../testing/sign-up-form.ts';

const GUESSED = '추측하기 쉬운 비밀번호입니다.';

test('[M-08c] forms that set a password tell an easy one, the own name included, and take six characters', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  await page.goto('/signup');
  await field(page, '이름').fill('김고대');
  for (const easy of ['abc123', 'qwer1234', 'rlarheo99']) {
    await field(page, '비밀번호').fill(easy);
    await expect(page.getByText(GUESSED)).toBeVisible();
  }
  await field(page, '비밀번호').fill('창가자리 둘, 콘센트 하나');
  await expect(page.getByText('안전한 비밀번호입니다.')).toBeVisible();

  await page.goto('/reset?token=x');
  await newPassword(page).fill('dkssud12');
  await expect(page.getByText(GUESSED)).toBeVisible();

  await signIn(user);
  await page.goto(PASSWORD_PATH);
  await newPassword(page).fill(`${user.nickname}2026`);
  await expect(page.getByText(GUESSED)).toBeVisible();
  await oldPassword(page).fill(user.password);
  await newPassword(page).fill('abc123');
  await confirmation(page).fill('abc123');
  await expect(page.getByText(GUESSED)).toBeVisible();
  await page.getByRole('button', { name: '변경하기' }).click();
  await expectAlert(page, '비밀번호를 변경했습니다.');
});

test('[M-10b] from the facility board the write screen says who writes there and asks for the building instead', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/board/buildingNotice');
  await page.getByRole('link', { name: '글쓰기' }).click();
  const picker = page.getByRole('dialog', { name: '건물 선택' });
  await expect(picker).toContainText('시설 공지는 운영팀이 작성합니다. 글을 쓸 건물을 골라 주세요.');
  await expectAccessible(page);
  await picker.getByRole('button', { name: '본관 인문', exact: true }).click();
  await expect(page.getByLabel('제목', { exact: true })).toBeVisible();

  await page.goto('/board/new');
  await page.goto('/write');
  await expect(picker).toBeVisible();
  await expect(picker).not.toContainText('운영팀이 작성합니다');
});

test('[M-14a] one box ticks and unticks both consents, and says when only one is ticked', async ({
  page,
}) => {
  await page.goto('/signup');
  const [all, terms, privacy] = [
    field(page, '전체 동의'),
    field(page, '이용약관에 동의합니다'),
    field(page, '개인정보 처리방침에 동의합니다'),
  ];
  const partly = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  await all.check();
  await expect(terms).toBeChecked();
  await expect(privacy).toBeChecked();
  expect(await partly()).toBe(false);
  await privacy.uncheck();
  await expect(all).not.toBeChecked();
  expect(await partly()).toBe(true);
  await expectAccessible(page);
  await all.check();
  await expect(privacy).toBeChecked();
  await all.uncheck();
  await expect(terms).not.toBeChecked();
  await expect(privacy).not.toBeChecked();
  expect(await partly()).toBe(false);
});

test('[M-14b] every password can be looked at, the cursor stays, and sending hides it', async ({ page }) => {
  await page.goto('/signup');
  const password = field(page, '비밀번호');
  const toggle = page.getByRole('button', { name: '비밀번호 표시', exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await password.fill('창가자리12');
  await password.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
  await toggle.click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toBeFocused();
  await expect.poll(() => password.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
  await expectAccessible(page);
  await page.keyboard.type('!');
  await expect(password).toHaveValue('창가!자리12');
  await signUpButton(page).click();
  await expect(password).toHaveAttribute('type', 'password');
  for (const path of ['/login', '/reset?token=x']) {
    await page.goto(path);
    const secrets = page.locator('input[type=password]');
    await expect(secrets.first()).toBeVisible();
    await expect(page.getByRole('button', { name: / 표시$/ })).toHaveCount(await secrets.count());
  }
});

test('[M-14c] what is wrong with a field is told on leaving it, and nothing of fields left empty', async ({
  page,
}) => {
  await page.goto('/signup');
  await field(page, '이름').focus();
  await field(page, '이메일').focus();
  await field(page, '닉네임').fill('ㅋㅋ');
  await field(page, '비밀번호').focus();
  await expectFieldError(field(page, '닉네임'), '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.');
  await expect(field(page, '비밀번호')).toBeFocused();
  for (const label of ['이름', '이메일'])
    await expect(field(page, label)).not.toHaveAttribute('aria-invalid');
  await field(page, '닉네임').fill('크크');
  await expect(field(page, '닉네임')).not.toHaveAttribute('aria-invalid');
});

test('[M-14d] while a message stands under a field, its note, which may say the opposite, is hidden', async ({
  page,
}) => {
  await page.goto('/signup');
  const note = page.getByText(/다른 이메일로는 질문 게시판과 댓글만/);
  await expect(note).toBeVisible();
  await fillSignUp(page, 'no address');
  await signUpButton(page).click();
  await expectFieldError(field(page, '이메일'), 'korea.ac.kr 이메일만 사용할 수 있습니다.');
  await expect(note).toHaveCount(0);
  await expect(field(page, '이메일')).toHaveAccessibleDescription('korea.ac.kr 이메일만 사용할 수 있습니다.');
  await field(page, '이메일').fill('someone@example.com');
  await expect(note).toBeVisible();
  await expectPath(page, '/signup');
});
