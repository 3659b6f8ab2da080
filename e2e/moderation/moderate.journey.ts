import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { User } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

async function report(reporter: User, id: string, reason: 'spam' | 'abuse'): Promise<void> {
  const body = { reason, note: '확인해 주세요' };
  await reporter.client.ask('PUT /api/posts/{id}/report', { path: { id }, body });
}

test('[MO-08] without a role the address is an unknown one; with one it asks for the password and goes on', async ({
  page,
  signIn,
  user,
  makers,
  server,
  watch,
}) => {
  await signIn(user);
  await page.goto('/moderate');
  await expectPath(page, '/');
  await page.goto('/mypage');
  await expect(page.getByRole('link', { name: '신고 처리' })).toHaveCount(0);

  // A board of its own: the demo has cases on others.
  await operate(server, 'role', 'give', user.email, 'moderator', '--board', 'hana-square');
  const other = await makers.user();
  const { id } = await makers.post(other, { title: '비밀번호를 물은 뒤의 글', board: 'hana-square' });
  await report(await makers.user(), id, 'spam');
  // As a quarter of an hour after the password was given.
  watch.expectStatus(403, 403);
  let old = true;
  await page.route('**/api/moderation/cases', async (route) => {
    if (!old) return route.fallback();
    const problem = { type: 'about:blank', title: 'Not allowed', status: 403, code: 'confirmation.required' };
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });
  await page.reload();
  await page.getByRole('link', { name: '신고 처리' }).click();
  await expectPath(page, '/moderate');
  await page.getByLabel('비밀번호', { exact: true }).fill('아닌 것');
  await page.getByRole('button', { name: '계속' }).click();
  await expectAlert(page, '비밀번호가 일치하지 않습니다.');
  old = false;
  await page.getByLabel('비밀번호', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: '계속' }).click();
  await expect(title(page)).toHaveText('비밀번호를 물은 뒤의 글');
  await expectPath(page, '/moderate');
});

test('[MO-06] a case is decided by one tap and one reason, its author reads it, and the next one follows', async ({
  page,
  signIn,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(409);
  const [staff, colleague, author, reporter] = [
    await makers.user(),
    await makers.user(),
    await makers.user(),
    await makers.user(),
  ];
  const first = await makers.post(author, { title: '먼저 신고된 글', board: 'law-hall' });
  const second = await makers.post(author, { title: '나중에 신고된 글', board: 'law-hall' });
  await report(reporter, first.id, 'abuse');
  await report(reporter, second.id, 'spam');
  for (const person of [staff, colleague])
    await operate(server, 'role', 'give', person.email, 'moderator', '--board', 'law-hall');
  await signIn(staff);
  await page.goto('/moderate');
  await expect(title(page)).toHaveText('먼저 신고된 글');
  await expect(page.getByRole('article')).toContainText('욕설·괴롭힘 1');
  await expect(page.getByRole('article')).toContainText('확인해 주세요');
  for (const secret of [author.nickname, author.email, reporter.nickname])
    await expect(page.getByRole('main')).not.toContainText(secret);
  const beside = await openBrowser(colleague);
  await beside.goto('/moderate');
  await expect(title(beside)).toHaveText('먼저 신고된 글');

  await page.getByLabel('작성자에게 보이는 설명').fill('서로 존중하는 말로 써 주세요.');
  // Going to another case and back loses nothing.
  await page.getByRole('button', { name: '다음 건' }).click();
  await expect(title(page)).toHaveText('나중에 신고된 글');
  await page.getByRole('button', { name: '앞 건' }).click();
  await expect(page.getByLabel('작성자에게 보이는 설명')).toHaveValue('서로 존중하는 말로 써 주세요.');
  await page.getByRole('button', { name: '가리고 주의' }).click();
  await expect(title(page)).toHaveText('나중에 신고된 글');
  await expectAlert(page, '처리했습니다.');
  // The other moderator is told, and goes on with what is left.
  await beside.getByRole('button', { name: '보이기' }).click();
  await expectAlert(beside, '다른 운영자가 먼저 처리했거나 내용이 바뀐 건입니다.');
  await expect(title(beside)).toHaveText('나중에 신고된 글');

  await expectAccessible(beside);

  const told = await openBrowser(author);
  await told.goto('/mypage/cases');
  await expect(told.getByRole('region', { name: '내 글이 가려졌습니다' })).toContainText(
    '서로 존중하는 말로 써 주세요.',
  );
  await expect(told.getByRole('main')).toContainText('주의');
  await expectAccessible(told);
  await page.getByRole('button', { name: '보이기' }).click();
  await expect(page.getByText('처리할 신고가 없습니다.')).toBeVisible();
  await told.goto(`/post/${second.id}`);
  await expect(told.getByRole('article')).toBeVisible();
});

test('[MO-06] fifty cases by keys; the next case is there at once', async ({
  page,
  signIn,
  makers,
  server,
}) => {
  test.slow();
  const [staff, author, reporter] = [await makers.user(), await makers.user(), await makers.user()];
  for (let n = 1; n <= 50; n += 1) {
    const { id } = await makers.post(author, { title: `신고 ${n}`, board: 'science-library' });
    await report(reporter, id, 'spam');
  }
  await operate(server, 'role', 'give', staff.email, 'moderator', '--board', 'science-library');
  await signIn(staff);
  await page.goto('/moderate');
  await expect(title(page)).toHaveText('신고 1');
  // Forward and back without deciding.
  await page.keyboard.press('j');
  await expect(title(page)).toHaveText('신고 2');
  await page.keyboard.press('k');
  await expect(title(page)).toHaveText('신고 1');
  const waits: number[] = [];
  for (let n = 1; n <= 50; n += 1) {
    const next = n < 50 ? `신고 ${n + 1}` : '처리할 신고가 없습니다.';
    await page.evaluate((text) => {
      const seen = new Promise<number>((resolve) => {
        window.addEventListener(
          'keydown',
          ({ timeStamp }) => {
            const look = (): void => {
              if (document.querySelector('main')?.textContent?.includes(text))
                resolve(performance.now() - timeStamp);
              else requestAnimationFrame(look);
            };
            look();
          },
          { once: true },
        );
      });
      (window as unknown as { seen: Promise<number> }).seen = seen;
    }, next);
    await page.keyboard.press('1');
    waits.push(await page.evaluate(() => (window as unknown as { seen: Promise<number> }).seen));
  }
  waits.sort((one, other) => one - other);
  console.log(
    `from the key to the next case: median ${waits[25]?.toFixed(0)} ms, slowest ${waits.at(-1)?.toFixed(0)} ms`,
  );
  const { cases } = await staff.client.ask('GET /api/moderation/cases', { query: {} });
  expect(cases).toEqual([]);
});
