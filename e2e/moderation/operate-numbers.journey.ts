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
  await expectAccessible(page);
});

test('[MO-16] lines of the inbox that were made and opened are counted, in plots with tables', async ({
  page,
  user,
  makers,
  server,
}) => {
  await operate(server, 'role', 'give', user.email, 'operator');
  const other = await makers.user();
  const made = [await makers.post(user), await makers.post(user)];
  for (const { id } of made) await makers.reply(other, id, '대답');
  await page.goto(`/post/${made[0]?.id}`);
  await expect.poll(async () => (await user.client.ask('GET /api/session', {})).unread).toBe(1);
  for (const title of ['보낸 알림', '열어 본 알림']) {
    const figure = page.getByRole('region', { name: title });
    const today = figure.getByRole('row').nth(1);
    // Counts are written every few seconds.
    await expect(async () => {
      await page.goto('/operate/numbers');
      await expect(figure).toContainText(/오늘 [1-9]/, { timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
    const plot = figure.getByRole('img', { name: `${title}: 날짜별 막대 그래프` });
    await plot.scrollIntoViewIfNeeded();
    await expect
      .poll(() => plot.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await figure.getByText(`${title} 표로 보기`).first().click();
    await expect(today.getByRole('cell')).toHaveText(/^[1-9]/);
  }
  await expectAccessible(page);
});
