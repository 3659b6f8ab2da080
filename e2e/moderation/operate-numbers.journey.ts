import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';
import { expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

test('[MO-16] the numbers of 90 days are plots, each with a table behind it', async ({
  page,
  signIn,
  makers,
  server,
}) => {
  const operator = await makers.user();
  await operate(server, 'role', 'give', operator.email, 'operator');
  await signIn(operator);
  await page.goto('/operate');
  await expect(page.getByRole('region', { name: '서비스 상태' })).toContainText('디스크');
  await expectAccessible(page);
  await page.getByRole('link', { name: '숫자로 보기' }).click();
  await expectPath(page, '/operate/numbers');
  const people = page.getByRole('region', { name: '찾아온 학생' });
  const plot = people.getByRole('img', { name: '찾아온 학생: 날짜별 막대 그래프' });
  await expect(plot).toBeVisible();
  await expect.poll(() => plot.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await people.getByText('찾아온 학생 표로 보기').first().click();
  await expect(people.getByRole('row')).toHaveCount(91);
  // Search and the inbox are not lit here: nothing of them is counted.
  await expect(page.getByRole('region', { name: '검색' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: '보낸 알림' })).toHaveCount(0);
  await expectAccessible(page);
});
