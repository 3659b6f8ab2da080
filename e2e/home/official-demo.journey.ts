import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../testing/fixtures.ts';
import { expectHome, logIn } from '../testing/screens.ts';

test.use({ edition: 'official' });

// `plant-features.api.test.ts` tests the rest of the demo data.
test('[ED-03] demo account: shows its buildings, inbox, an accepted answer and pictures at first sight', async ({
  page,
  server,
}) => {
  const accounts = JSON.parse(await readFile(join(server.dataFolder, 'demo-accounts.json'), 'utf8')) as {
    email: string;
    password: string;
  }[];
  const [demo = { email: '', password: '' }] = accounts;
  await page.goto('/');
  await logIn(page, demo.email, demo.password);
  // Journeys start on a beta data folder; its students agree to the official text once.
  const agree = page.getByRole('button', { name: '동의하고 계속하기' });
  await expect(agree.or(page.getByRole('heading', { name: '내 건물' }))).toBeVisible();
  if (await agree.isVisible()) {
    await page.getByRole('checkbox', { name: '개인정보 처리방침에 동의합니다' }).check();
    await agree.click();
  }
  await expectHome(page);
  const pins = page.locator('section', { has: page.getByRole('heading', { name: '내 건물' }) });
  await expect(pins.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('link', { name: /^알림, 안 읽은 알림 \d+개$/ }).click();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.filter({ hasText: '새 글' }).first()).toBeVisible();
  await expect(lines.filter({ hasText: '댓글' }).first()).toBeVisible();
  await expect(lines.filter({ hasText: '공지' }).first()).toBeVisible();

  await page.goto('/board/question');
  const solved = page.getByRole('article').filter({ hasText: '해결' }).first();
  await expect(solved).toBeVisible();
  await solved.getByRole('link').click();
  await expect(page.getByText('채택된 답변')).toBeVisible();

  // Uses the first board whose newest posts have several pictures.
  const several = page.getByRole('article').filter({ hasText: /사진 [2-5]장/ });
  const answer = await page.request.get('/api/buildings');
  const { buildings } = (await answer.json()) as { buildings: { id: string }[] };
  for (const { id } of buildings) {
    await page.goto(`/building/${id}`);
    await expect(page.getByRole('article').first()).toBeVisible();
    if ((await several.count()) > 0) break;
  }
  await several.first().getByRole('link').click();
  await page.getByRole('button', { name: '1번째 사진 전체 보기' }).click();
  await expect(page.getByRole('dialog', { name: '사진 보기' })).toContainText('1 / ');
  await page.getByRole('button', { name: '다음 사진' }).click();
  const second = page.getByRole('dialog').getByRole('img').nth(1);
  await expect
    .poll(() => second.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});
