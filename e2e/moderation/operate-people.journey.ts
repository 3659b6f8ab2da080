import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

test('[MO-15] an operator finds a student, sanctions them, gives and takes a role, and withdraws them', async ({
  page,
  signIn,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(422);
  const [operator, student] = [await makers.user(), await makers.user()];
  const { id } = await makers.post(student, { title: '학생이 쓴 글', board: 'law-hall' });
  await operate(server, 'role', 'give', operator.email, 'operator');
  await signIn(operator);
  await page.goto('/mypage');
  await page.getByRole('link', { name: '운영', exact: true }).click();
  await expectPath(page, '/operate');
  await page.getByRole('link', { name: '학생과 역할' }).click();
  await expectPath(page, '/operate/people');
  await page.getByLabel('학생 찾기').fill('없는학생이름');
  await page.getByRole('button', { name: '찾기' }).click();
  await expect(page.getByText('그런 학생이 없습니다.')).toBeVisible();
  await page.getByLabel('학생 찾기').fill(student.email);
  await page.getByLabel('학생 찾기').press('Enter');
  const found = page.getByRole('link', { name: student.nickname });
  await expect(found).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(student.email);
  await expectAccessible(page);
  await found.click();
  await expectPath(page, `/operate/people/${student.id}`);
  await expect(page.getByRole('link', { name: '학생이 쓴 글' })).toHaveAttribute('href', `/post/${id}`);
  await expectAccessible(page);

  // A sanction: the student reads it.
  await page.getByRole('button', { name: '조치하기' }).click();
  await page.getByLabel('조치', { exact: true }).selectOption('noBoard');
  await page.getByLabel('게시판', { exact: true }).selectOption('law-hall');
  await page.getByRole('button', { name: '조치하기' }).click();
  await expectAlert(page, '모든 정보를 입력해 주세요.');
  await page.getByLabel('학생에게 보이는 설명').fill('광고를 되풀이하셨어요.');
  await page.getByRole('button', { name: '조치하기' }).click();
  await expectAlert(page, '반영했습니다.');
  const told = await openBrowser(student);
  await told.goto('/mypage/cases');
  await expect(told.getByRole('main')).toContainText('광고를 되풀이하셨어요.');
  await page.getByRole('button', { name: '조치 끝내기' }).click();
  await page.getByLabel('사유').fill('이의를 받아들임');
  await page.getByRole('button', { name: '조치 끝내기' }).click();
  await expect(page.getByText('적용 중인 조치가 없습니다.')).toBeVisible();

  // A role, seen by who has it.
  await page.getByRole('button', { name: '역할 주기' }).click();
  await page.getByLabel('줄 역할').selectOption('law-hall');
  await page.getByRole('button', { name: '역할 주기' }).click();
  await expect(page.getByRole('button', { name: /게시판지기 역할 거두기/ })).toBeVisible();
  // What came along with a page may be a second old.
  await expect(async () => {
    await told.goto('/mypage');
    await expect(told.getByRole('link', { name: '신고 처리' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(told.getByRole('link', { name: '운영', exact: true })).toHaveCount(0);
  await told.goto('/operate/people');
  await expectPath(told, '/');
  await page.getByRole('button', { name: /게시판지기 역할 거두기/ }).click();
  await expect(page.getByText('역할이 없습니다.')).toBeVisible();

  // Back is where one was.
  await page.goBack();
  await expect(page.getByLabel('학생 찾기')).toHaveValue(student.email);
  await found.click();
  // Whose session ends may not be asking for anything then.
  await told.close();
  await page.getByRole('button', { name: '탈퇴 처리' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('사유').fill('본인 요청');
  await sheet.getByRole('button', { name: '영구히 탈퇴 처리하기' }).click();
  await expectPath(page, '/operate/people');
  await expectAlert(page, '반영했습니다.');
  await page.getByLabel('학생 찾기').fill(student.nickname);
  await page.getByRole('button', { name: '찾기' }).click();
  await expect(page.getByText('그런 학생이 없습니다.')).toBeVisible();
});

test('[MO-15] taking the writing right needs a reason, and is shown', async ({
  page,
  signIn,
  makers,
  server,
  watch,
}) => {
  watch.expectStatus(422);
  const [operator, student] = [await makers.user(), await makers.user()];
  await operate(server, 'role', 'give', operator.email, 'operator');
  await signIn(operator);
  await page.goto(`/operate/people/${student.id}`);
  await page.getByLabel('항상 제한').check();
  await page.getByRole('button', { name: '바꾸기', exact: true }).click();
  await expectAlert(page, '모든 정보를 입력해 주세요.');
  await page.getByLabel('사유').fill('학적 확인 중');
  await page.getByRole('button', { name: '바꾸기', exact: true }).click();
  await expectAlert(page, '반영했습니다.');
  await expect(page.getByText('지금 건물 게시판에 글을 쓸 수 없습니다.')).toBeVisible();
});
