import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert } from '../testing/screens.ts';

// In production every role needs a passkey; other journeys give roles without one.
test.use({ ownServer: { EDITION: 'official', PASSKEYS: 'on' } });

/** A phone that has a passkey of its own, and a finger on it. */
async function addAuthenticator(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return async () => void (await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }));
}

test('[MO-19] a role makes its passkey once and uses it after; a device without it stays outside', async ({
  page,
  user,
  signIn,
  server,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(403);
  await operate(server, 'role', 'give', user.email, 'operator');
  await signIn(user);
  const remove = await addAuthenticator(page);
  const password = page.getByLabel('비밀번호', { exact: true });
  const go = page.getByRole('button', { name: '계속' });
  await page.goto('/operate');
  await expect(page.getByText('이 기기에 패스키를 만들어 주세요')).toBeVisible();
  await expectAccessible(page);
  await password.fill(user.password);
  await go.click();
  await expect(page.getByRole('region', { name: '서비스 상태' })).toBeVisible();
  await page.getByRole('button', { name: '패스키 바꾸기' }).click();
  await expectAlert(page, '패스키를 바꿨습니다. 앞으로는 새 패스키를 써 주세요.');

  // Another device: the password is right, the passkey is not there.
  const elsewhere = await openBrowser(user);
  await addAuthenticator(elsewhere);
  await elsewhere.context().clearCookies();
  await elsewhere.goto('/login');
  await elsewhere.getByLabel('이메일').fill(user.email);
  await elsewhere.getByLabel('비밀번호', { exact: true }).fill(user.password);
  await elsewhere.getByRole('button', { name: '로그인', exact: true }).click();
  await expect(elsewhere).toHaveURL(/\/$/);
  await elsewhere.goto('/moderate');
  await expect(elsewhere.getByText('패스키를 확인해 주세요')).toBeVisible();
  await elsewhere.getByLabel('비밀번호', { exact: true }).fill(user.password);
  await elsewhere.getByRole('button', { name: '계속' }).click();
  await expectAlert(elsewhere, '패스키를 확인하지 못했습니다. 다시 시도해 주세요.');
  await expect(elsewhere.getByText('처리할 신고가 없습니다.')).toHaveCount(0);

  // Lost: the command line forgets it, and the next one is made.
  await remove();
  await operate(server, 'role', 'drop-passkey', user.email, '--reason', '분실');
  await addAuthenticator(page);
  await page.goto('/operate');
  await password.fill(user.password);
  await go.click();
  await expect(page.getByRole('region', { name: '서비스 상태' })).toBeVisible();
});
