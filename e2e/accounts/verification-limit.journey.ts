import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';
import { signUp } from '../testing/sign-up-form.ts';

// What the limits of one student do is seen only where they are on.
test.use({ ownServer: { LIMITS: 'on' } });

test('[M-04b] the waiting page sends the mail again, and says how long to wait when that was enough', async ({
  page,
  watch,
  makers,
}) => {
  watch.expectStatus(429);
  await page.goto('/signup');
  await signUp(page, makers.newEmail());
  const again = page.getByRole('button', { name: '인증 메일 다시 받기' });
  for (let sent = 0; sent < 5; sent += 1) {
    await again.click();
    await expectAlert(page, '인증 메일을 보냈습니다.');
    await page.getByRole('button', { name: '알림 닫기' }).click();
    await expect(again).not.toHaveAttribute('aria-busy');
  }
  await again.click();
  await expectAlert(page, /^요청이 너무 많습니다\. \d+(?:초|분|시간) 뒤에 다시 시도해 주세요\.$/);
});
