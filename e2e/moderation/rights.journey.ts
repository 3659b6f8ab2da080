import { ApiClient } from '../../server/testing/outside/api-client.ts';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { operate } from '../testing/operator-command.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

// What the form tells, and what transparency shows, is asked by `moderation.component.test.tsx`.

test('[MO-12] a visitor asks for a removal, confirms it by mail, and a moderator declines it with a ground', async ({
  page,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  // Mails, two browsers and the operator's command.
  test.slow();
  watch.expectStatus(410);
  const [author, staff] = [await makers.user(), await makers.user()];
  const post = await makers.post(author, { title: '전화번호가 적힌 글', board: 'law-hall' });
  await operate(server, 'role', 'give', staff.email, 'moderator', '--board', 'law-hall');
  await page.goto('/terms');
  await page.getByRole('link', { name: '권리 침해 신고' }).click();
  await expectPath(page, '/rights');
  await expectAccessible(page);

  const email = makers.newEmail('example.org');
  await page.getByLabel('이름').fill('홍길동');
  await page.getByLabel('연락받을 이메일').fill(email);
  await page.getByLabel('글 주소').fill(`${server.origin}/post/${post.id}`);
  await page.getByLabel('사생활·개인정보').check();
  await page.getByLabel('침해된 내용').fill('제 전화번호가 적혀 있어요.');
  await page.getByRole('button', { name: '확인 메일 받기' }).click();
  await expect(page.getByRole('status')).toContainText(email);

  // Opening the link confirms nothing: a program that looks through mails does that too.
  const visitor = new ApiClient(server.origin);
  const link = await newestLink(visitor, email, '/rights');
  await page.goto(link.href);
  await expect(page.getByRole('button', { name: '요청 확인하기' })).toBeVisible();
  const { cases: before } = await staff.client.ask('GET /api/moderation/cases', { query: {} });
  expect(before).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: '요청 확인하기' }).click();
  await expect(page.getByRole('status')).toContainText('요청을 접수했습니다');
  await page.reload();
  await page.getByRole('button', { name: '요청 확인하기' }).click();
  await expect(page.getByRole('status')).toContainText('이미 확인했거나');

  const desk = await openBrowser(staff);
  await expect
    .poll(async () => (await staff.client.ask('GET /api/moderation/cases', { query: {} })).cases.length)
    .toBe(1);
  await desk.goto('/moderate');
  const article = desk.getByRole('article');
  await expect(article).toContainText('권리 침해 신고 · 사생활·개인정보');
  await expect(article).toContainText('제 전화번호가 적혀 있어요.');
  for (const secret of [email, '홍길동']) await expect(desk.getByRole('main')).not.toContainText(secret);
  await expectAccessible(desk);
  await desk.getByLabel('작성자와 요청한 사람에게 보이는 설명').fill('공개된 학과 사무실 번호입니다.');
  await desk.getByRole('button', { name: '보이기' }).click();
  await expectAlert(desk, '처리했습니다.');
  await expect
    .poll(async () => await visitor.read('/dev/mailbox'), { timeout: 15_000 })
    .toContain('운영진의 설명: 공개된 학과 사무실 번호입니다.');
  await page.goto('/transparency');
  await expect(page.getByRole('region').first().getByRole('table').first()).toBeVisible();
  await expectAccessible(page);
});
