import type { Page } from '@playwright/test';
import { countWrites, isView } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectFieldError, expectHome, expectPath, logIn } from '../testing/screens.ts';

interface Form {
  name: string;
  email: string;
  nickname: string;
  password: string;
  confirmation: string;
  terms: boolean;
  privacy: boolean;
}

const labels = {
  name: '이름',
  email: '이메일',
  nickname: '닉네임',
  password: '비밀번호',
  confirmation: '비밀번호 확인',
} as const;

function fieldOf(page: Page, name: keyof typeof labels) {
  return page.getByLabel(labels[name], { exact: true });
}

/** Opens sign-up, fills it in so that it would pass but for `changes`, and presses the button. */
async function send(page: Page, email: string, changes: Partial<Form> = {}): Promise<void> {
  const form: Form = {
    name: '김고대',
    email,
    nickname: '고대새내기',
    password: PASSWORD,
    confirmation: changes.password ?? PASSWORD,
    terms: true,
    privacy: true,
    ...changes,
  };
  await page.goto('/signup');
  await waitForCursor(page);
  for (const name of Object.keys(labels) as (keyof typeof labels)[])
    await fieldOf(page, name).fill(form[name]);
  await page.getByLabel('이용약관에 동의합니다').setChecked(form.terms);
  await page.getByLabel('개인정보 처리방침에 동의합니다').setChecked(form.privacy);
  await submitOf(page).click();
}

function submitOf(page: Page) {
  return page.getByRole('button', { name: '가입하기' });
}

/** The first focus puts the cursor in front of the domain, a moment after the focus itself. */
async function waitForCursor(page: Page): Promise<void> {
  const field = fieldOf(page, 'email');
  await field.focus();
  await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(0);
}

test('[VA-01] the name is required and cannot be changed later', async ({ page, makers }) => {
  const sent = countWrites(page);
  await page.goto('/signup');
  await expect(fieldOf(page, 'name')).toHaveAttribute('placeholder', '여기에 입력해 주세요.');
  await expect(page.getByText('이름은 나중에 바꿀 수 없습니다.')).toBeVisible();
  for (const name of ['', '   ']) {
    await send(page, makers.newEmail(), { name });
    await expectFieldError(fieldOf(page, 'name'), '이름을 여기에 입력해 주세요.');
    await expect(fieldOf(page, 'name')).toBeFocused();
  }
  expect(sent()).toBe(0);
});

test('[VA-02] the address starts with the domain and must be one', async ({ page }) => {
  const sent = countWrites(page);
  await page.goto('/signup');
  await expect(fieldOf(page, 'email')).toHaveValue('@korea.ac.kr');
  // Only the part before it is left to type.
  await waitForCursor(page);
  await page.keyboard.type('student');
  await expect(fieldOf(page, 'email')).toHaveValue('student@korea.ac.kr');
  await send(page, '');
  await expectFieldError(fieldOf(page, 'email'), '이메일을 입력해 주세요.');
  for (const email of ['@korea.ac.kr', 'student', 'a@b', 'two@@korea.ac.kr', 'student@korea.ac.kr.']) {
    await fieldOf(page, 'email').fill(email);
    await submitOf(page).click();
    await expectFieldError(fieldOf(page, 'email'), 'korea.ac.kr 이메일만 사용할 수 있습니다.');
    await expectAlert(page, 'korea.ac.kr 이메일만 사용할 수 있습니다.');
    await expect(fieldOf(page, 'email')).toBeFocused();
  }
  expect(sent()).toBe(0);
});

test('[VA-02] a whole address typed or pasted in front of the domain stands alone', async ({ page }) => {
  await page.goto('/signup');
  await waitForCursor(page);
  await page.keyboard.type('someone@example.com');
  await expect(fieldOf(page, 'email')).toHaveValue('someone@example.com');
  await page.reload();
  await waitForCursor(page);
  await page.keyboard.insertText('student@korea.ac.kr');
  await expect(fieldOf(page, 'email')).toHaveValue('student@korea.ac.kr');
});

test('[VA-02] other domains can sign up, without the writing right', async ({ page, makers }) => {
  const email = makers.newEmail('example.com');
  await send(page, email);
  await expectPath(page, '/verify');
  const { user: me } = await (await page.request.get('/api/session')).json();
  expect(me).toMatchObject({ email, university: false, writingRight: false });
});

test('[VA-03] a nickname has 2 to 10 Korean letters, English letters and digits, and none that is reserved', async ({
  page,
  makers,
}) => {
  const sent = countWrites(page);
  await send(page, makers.newEmail(), { terms: false });
  for (const [nickname, message] of [
    ['', '닉네임을 입력해 주세요.'],
    ['가 나', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['가나!', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['ㄱㄴㄷ', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['ａｂｃ', '닉네임에는 공백이나 특수문자를 쓸 수 없습니다.'],
    ['가', '닉네임 길이가 맞지 않습니다. (2~10자)'],
    ['열한글자가되는닉네임요', '닉네임 길이가 맞지 않습니다. (2~10자)'],
    ['마당지기', '사용할 수 없는 닉네임입니다.'],
    ['관리자1', '사용할 수 없는 닉네임입니다.'],
    ['xADMINx', '사용할 수 없는 닉네임입니다.'],
    ['Operator', '사용할 수 없는 닉네임입니다.'],
    ['webMaster', '사용할 수 없는 닉네임입니다.'],
    ['고려대학교', '사용할 수 없는 닉네임입니다.'],
  ] as const) {
    await fieldOf(page, 'nickname').fill(nickname);
    await submitOf(page).click();
    await expectFieldError(fieldOf(page, 'nickname'), message);
  }
  // The shortest, the longest, and the university's name as a part only: another field holds them back.
  for (const nickname of ['ab', '열글자인닉네임입니다', '고려대학교생', 'a1가B2나']) {
    await fieldOf(page, 'nickname').fill(nickname);
    await submitOf(page).click();
    await expectAlert(page, '모든 약관에 동의해 주세요.');
    await expect(fieldOf(page, 'nickname')).not.toHaveAttribute('aria-invalid', 'true');
  }
  expect(sent()).toBe(0);
});

test('[VA-04] [ER-05] a password has at least 6 characters, and its confirmation equals it', async ({
  page,
  makers,
}) => {
  const sent = countWrites(page);
  const email = makers.newEmail();
  await send(page, email, { password: '12345' });
  await expectFieldError(fieldOf(page, 'password'), '비밀번호는 6자 이상이어야 합니다.');
  await expectAlert(page, '비밀번호는 6자 이상이어야 합니다.');
  for (const confirmation of ['12345', '1234567', '123457']) {
    await send(page, email, { password: '123456', confirmation });
    await expectFieldError(fieldOf(page, 'confirmation'), '비밀번호 확인이 일치하지 않습니다.');
    await expectAlert(page, '비밀번호 확인이 일치하지 않습니다.');
  }
  expect(sent()).toBe(0);
  await send(page, email, { password: '123456' });
  await expectPath(page, '/verify');
});

test('[VA-05] [ER-04] both boxes must be ticked, and both texts can be read without losing the form', async ({
  page,
  makers,
  anybody,
}) => {
  const sent = countWrites(page);
  const email = makers.newEmail();
  for (const [terms, privacy] of [
    [false, false],
    [true, false],
    [false, true],
  ] as const) {
    await send(page, email, { terms, privacy });
    await expectAlert(page, '모든 약관에 동의해 주세요.');
    for (const [box, ticked] of [
      ['이용약관에 동의합니다', terms],
      ['개인정보 처리방침에 동의합니다', privacy],
    ] as const) {
      if (ticked) await expect(page.getByLabel(box)).not.toHaveAttribute('aria-invalid', 'true');
      else await expectFieldError(page.getByLabel(box), '모든 약관에 동의해 주세요.');
    }
  }
  expect(sent()).toBe(0);
  for (const [title, document] of [
    ['이용약관', 'terms'],
    ['개인정보 처리방침', 'privacy'],
  ] as const) {
    const { sections } = await anybody.client.ask('GET /api/legal/{document}', { path: { document } });
    await page.getByRole('link', { name: `${title} 보기` }).click();
    const text = page.getByRole('dialog', { name: title });
    await expect(text.getByRole('heading', { level: 2 })).toHaveText([
      title,
      ...sections.map(({ heading }) => heading),
    ]);
    await text.getByText(sections.at(-1)?.paragraphs.at(-1) ?? 'no text').scrollIntoViewIfNeeded();
    await page.keyboard.press('Escape');
    await expect(text).toBeHidden();
  }
  await expect(fieldOf(page, 'email')).toHaveValue(email);
  await expect(fieldOf(page, 'password')).toHaveValue(PASSWORD);
});

test('[ER-01] an empty form asks for all information', async ({ page }) => {
  const sent = countWrites(page);
  await page.goto('/signup');
  await submitOf(page).click();
  await expectAlert(page, '모든 정보를 입력해 주세요.');
  await expect(fieldOf(page, 'name')).toBeFocused();
  expect(sent()).toBe(0);
});

test('[ER-03] an address that has an account is refused in any letter case', async ({
  page,
  watch,
  anybody,
}) => {
  watch.expectStatus(409);
  for (const email of [anybody.email, anybody.email.toUpperCase()]) {
    await send(page, email);
    await expectAlert(page, '이미 가입된 이메일입니다.');
    await expectFieldError(fieldOf(page, 'email'), '이미 가입된 이메일입니다.');
    await expect(fieldOf(page, 'email')).toBeFocused();
    await expectPath(page, '/signup');
  }
});

test('two taps make one account', async ({ page, makers }) => {
  const answers: number[] = [];
  page.on('response', (answer) => {
    const request = answer.request();
    if (request.method() === 'POST' && !isView(request)) answers.push(answer.status());
  });
  const email = makers.newEmail();
  await send(page, email, { terms: false });
  await page.getByLabel('이용약관에 동의합니다').check();
  await submitOf(page).dblclick();
  await expectPath(page, '/verify');
  expect(answers).toEqual([201]);
});

test('a verification link asks for login, uses nothing up by being opened, and works once', async ({
  page,
  watch,
  makers,
  openBrowser,
}) => {
  const user = await makers.user({ right: false });
  const link = await newestLink(user.client, user.email, '/verify');
  // A mail scanner fetches links.
  await user.client.read(link.pathname + link.search);
  await page.goto(link.href);
  await page.getByRole('link', { name: '로그인', exact: true }).click();
  await logIn(page, user.email, PASSWORD);
  await expectPath(page, link.pathname + link.search);
  await page.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectHome(page);
  const { user: me } = await user.client.ask('GET /api/session', {});
  expect(me).toMatchObject({ emailVerified: true, writingRight: true });

  // The same link in the hands of somebody else is worth nothing.
  watch.expectStatus(410);
  const stranger = await openBrowser(await makers.user({ right: false }));
  await stranger.goto(link.href);
  await stranger.getByRole('button', { name: '이메일 인증하기' }).click();
  await expectAlert(stranger, /링크가 만료되었거나/);
});
