import { countWrites } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import { PASSWORD } from '../testing/makers.ts';
import { expectAlert, expectHome, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

test('[M-02a] Enter in the title goes on to the body, and publishes nothing', async ({
  page,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  await openWrite(page, '/building/main-hall');
  await body(page).fill('내용부터 썼어요.');
  const sent = countWrites(page);
  await title(page).fill('아직 다 쓰지 않은 제목');
  await title(page).press('Enter');
  await expect(body(page)).toBeFocused();
  await expect(body(page)).toHaveValue('내용부터 썼어요.');
  // There a new line is a new line.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await expect(body(page)).toHaveValue('내용부터 썼어요.\n');
  await expectPath(page, '/write');
  expect(sent()).toBe(0);
  await submit(page).click();
  await expectPath(page, '/building/main-hall');
});

test('[M-02b] Enter in the e-mail goes on to the password, the last line, and Enter there logs in', async ({
  page,
  makers,
}) => {
  const user = await makers.user();
  await page.goto('/login');
  const [email, password] = [
    page.getByLabel('이메일', { exact: true }),
    page.getByLabel('비밀번호', { exact: true }),
  ];
  const sent = countWrites(page);
  await password.fill(PASSWORD);
  await email.fill(user.email);
  // The Enter that ends a composition belongs to the input method.
  await email.evaluate((field) => {
    const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', enter));
  });
  await expect(email).toBeFocused();
  await email.press('Enter');
  await expect(password).toBeFocused();
  expect(sent()).toBe(0);
  await password.press('Enter');
  await expectHome(page);
});

test('[M-02c] Enter leads through the fields of a long form, and only the button sends it', async ({
  page,
}) => {
  await page.goto('/signup');
  const fields = ['이름', '이메일', '닉네임', '비밀번호', '비밀번호 확인'].map((label) =>
    page.getByLabel(label, { exact: true }),
  );
  await fields[0]?.focus();
  for (const field of fields) {
    await expect(field).toBeFocused();
    await page.keyboard.press('Enter');
  }
  const boxes = await page.getByRole('checkbox').all();
  for (const box of boxes) {
    await expect(box).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(boxes.at(-1) ?? page.locator('none')).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: '가입하기' }).click();
  await expectAlert(page, '모든 정보를 입력해 주세요.');
});
