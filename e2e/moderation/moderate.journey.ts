import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { User } from '../testing/makers.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ edition: 'official' });

// The password, keys and what is kept between cases are asked by `moderation.component.test.tsx`.

const title = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

async function report(reporter: User, id: string, reason: 'spam' | 'abuse'): Promise<void> {
  const body = { reason, note: '확인해 주세요' };
  await reporter.client.ask('PUT /api/posts/{id}/report', { path: { id }, body });
}

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
  await page.getByRole('button', { name: '가리고 주의' }).click();
  await expect(title(page)).toHaveText('나중에 신고된 글');
  await expectAlert(page, '처리했습니다.');
  // The other moderator is notified, and goes on with what is left.
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
