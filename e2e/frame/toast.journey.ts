import type { Locator } from '@playwright/test';
import { answerProblem } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { field } from '../testing/sign-up-form.ts';

async function readEnds(element: Locator): Promise<[top: number, bottom: number]> {
  const box = await element.boundingBox();
  if (!box) throw new Error('not shown');
  return [Math.round(box.y), Math.round(box.y + box.height)];
}

test('a message covers neither the field that the server refused nor what stands below it', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(403);
  await signIn();
  await page.goto('/mypage/viewprofile/changepassword');
  await answerProblem(page, 'PUT', '**/api/profile/password', {
    status: 403,
    code: 'account.reauthentication',
  });
  const old = field(page, '기존 비밀번호');
  const toast = page.getByRole('alert');
  const submit = page.getByRole('button', { name: '변경하기' });
  await old.fill('not the old one');
  for (const label of ['새 비밀번호', '새 비밀번호 확인']) await field(page, label).fill('a better password');
  const covered: number[] = [];
  // With a keyboard open a phone shows so little: the button is at its lower edge, the field at its upper one.
  for (let height = 360; height < 560; height += 20) {
    await page.setViewportSize({ width: 390, height });
    await submit.evaluate((button) => button.scrollIntoView({ block: 'end' }));
    await submit.click();
    await expect(old).toBeFocused();
    const [top, bottom] = await readEnds(toast);
    const [start] = await readEnds(old);
    const [, end] = await readEnds(page.locator('[id="field-oldPassword-error"]'));
    if (top < end && bottom > start) covered.push(height);
    await toast.getByRole('button').click();
  }
  expect(covered, 'heights').toEqual([]);
});
