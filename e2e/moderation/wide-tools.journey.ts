import type { Locator } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { operate } from '../testing/operator-command.ts';

test.use({
  edition: 'official',
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
});

const PHONE = 420;

async function box(part: Locator): Promise<{ x: number; y: number; right: number }> {
  await expect(part).toBeVisible();
  const { x, y, width } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  return { x, y, right: x + width };
}

async function expectBeside(left: Locator, right: Locator): Promise<void> {
  const [first, second] = [await box(left), await box(right)];
  expect(second.x).toBeGreaterThanOrEqual(first.right);
  expect(Math.abs(second.y - first.y)).toBeLessThan(120);
}

test('[MO-06] on a laptop a case and its decision stand beside each other, and the decision stays in view', async ({
  page,
  signIn,
  user,
  makers,
  server,
}) => {
  const body = Array.from({ length: 80 }, (_, line) => `${line + 1}번째 줄`).join('\n');
  const { id } = await makers.post(await makers.user(), { title: '긴 글', body, board: 'green-field' });
  const report = { reason: 'spam' as const, note: '' };
  await (await makers.user()).client.ask('PUT /api/posts/{id}/report', { path: { id }, body: report });
  await operate(server, 'role', 'give', user.email, 'moderator', '--board', 'green-field');
  await signIn(user);
  await page.goto('/moderate');
  const article = page.getByRole('article');
  await expectBeside(article, page.getByText('기다리는 건'));
  await page.mouse.wheel(0, 1_500);
  await expect(article.getByRole('heading', { name: '긴 글' })).not.toBeInViewport();
  await expect(page.getByRole('button', { name: /^가리기/ })).toBeInViewport();
});

test('[MO-14] the tools of operators have two columns on a laptop; what students read keeps the column of a phone', async ({
  page,
  signIn,
  user,
  server,
}) => {
  await operate(server, 'role', 'give', user.email, 'operator');
  await signIn(user);
  await page.goto('/operate');
  await expectBeside(
    page.getByRole('navigation', { name: '운영' }),
    page.getByRole('heading', { name: '서비스 상태' }),
  );
  await page.goto('/operate/numbers');
  await expectBeside(
    page.getByRole('heading', { name: '찾아온 학생' }),
    page.getByRole('heading', { name: '가입', exact: true }),
  );
  await page.goto('/operate/people');
  await expectBeside(page.getByLabel('학생 찾기'), page.getByRole('heading', { name: '역할이 있는 사람' }));
  await page
    .getByRole('link', { name: '뒤로' })
    .or(page.getByRole('button', { name: '뒤로' }))
    .click();
  await page.goto('/board/question');
  const main = await page.getByRole('main').boundingBox();
  expect(main?.width).toBe(PHONE);
});
