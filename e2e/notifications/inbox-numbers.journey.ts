import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';

test.use({ edition: 'official' });

test('[MO-16] where the inbox is lit, its lines that were made and opened are plots with tables too', async ({
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
  for (const [title, count] of [
    ['보낸 알림', '2'],
    ['열어 본 알림', '1'],
  ] as const) {
    const figure = page.getByRole('region', { name: title });
    const today = figure.getByRole('row').nth(1);
    // Counts are written every few seconds.
    await expect(async () => {
      await page.goto('/operate/numbers');
      await expect(figure).toContainText(`90일 동안 ${count} · 오늘 ${count}`, { timeout: 1_000 });
    }).toPass({ timeout: 15_000 });
    const plot = figure.getByRole('img', { name: `${title}: 날짜별 막대 그래프` });
    await plot.scrollIntoViewIfNeeded();
    await expect
      .poll(() => plot.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    await figure.getByText(`${title} 표로 보기`).first().click();
    await expect(today.getByRole('cell')).toHaveText(count);
  }
  await expectAccessible(page);
});
