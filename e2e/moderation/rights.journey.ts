import type { Page } from '@playwright/test';
import { ApiClient } from '../../server/testing/outside/api-client.ts';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { newestLink } from '../testing/mailbox.ts';
import { operate } from '../testing/operator-command.ts';
import { screenName } from '../testing/reading.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';

test.use({ edition: 'official' });

const fillIn = async (page: Page, fields: { email: string; address?: string }) => {
  await page.getByLabel('이름').fill('홍길동');
  await page.getByLabel('연락받을 이메일').fill(fields.email);
  if (fields.address !== undefined) await page.getByLabel('글 주소').fill(fields.address);
  await page.getByLabel('사생활·개인정보').check();
  await page.getByLabel('침해된 내용').fill('제 전화번호가 적혀 있어요.');
};

test('[MO-12] a visitor asks for a removal, confirms it by mail, and a moderator declines it with a ground', async ({
  page,
  makers,
  server,
  openBrowser,
  watch,
}) => {
  watch.expectStatus(410);
  const [author, staff] = [await makers.user(), await makers.user()];
  const post = await makers.post(author, { title: '전화번호가 적힌 글', board: 'law-hall' });
  await operate(server, 'role', 'give', staff.email, 'moderator', '--board', 'law-hall');
  await page.goto('/terms');
  await page.getByRole('link', { name: '권리 침해 신고' }).click();
  await expectPath(page, '/rights');
  await expectAccessible(page);

  // What is wrong is told, and nothing typed is lost, by a reload neither.
  await page.getByRole('button', { name: '확인 메일 받기' }).click();
  await expect(page.getByText('침해된 권리를 골라 주세요.')).toBeVisible();
  const email = 'hurt@example.org';
  await fillIn(page, { email, address: 'https://example.com/post/1' });
  await page.getByRole('button', { name: '확인 메일 받기' }).click();
  await expectAlert(page, '다른 사이트의 주소입니다. 이 사이트의 글 주소를 입력해 주세요.');
  await page.reload();
  await expect(page.getByLabel('침해된 내용')).toHaveValue('제 전화번호가 적혀 있어요.');
  await expect(page.getByLabel('사생활·개인정보')).toBeChecked();
  await page.getByLabel('글 주소').fill(` ${server.origin}/post/${post.id} `);
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
});

test('[MO-12] the form opens from the menu of a post and of a reply, with the address filled in', async ({
  page,
  signIn,
  user,
  makers,
}) => {
  const other = await makers.user();
  const post = await makers.post(other);
  await makers.reply(other, post.id, '댓글');
  await signIn(user);
  await page.goto(`/post/${post.id}`);
  await page.getByRole('article').getByRole('button', { name: '더보기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '내 권리가 침해됐어요' }).click();
  await expect(page.getByLabel('글 주소')).toHaveValue(new RegExp(`/post/${post.id}$`));
  await expect(page.getByLabel('댓글 번호')).toHaveValue('');
  await page.goBack();
  await expectPath(page, `/post/${post.id}`);
  await page.getByRole('listitem').getByRole('button', { name: '더보기' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '내 권리가 침해됐어요' }).click();
  await expect(page.getByLabel('댓글 번호')).toHaveValue('1');
});

test('[RT-05] [RT-23] [MO-12] [MO-13] rights and transparency ask nobody to log in', async ({
  page,
  openBrowser,
  user,
}) => {
  const signedIn = await openBrowser(user);
  for (const reader of [page, signedIn])
    for (const [path, heading] of [
      ['/rights', '권리 침해 신고'],
      ['/rights?token=spent', '권리 침해 신고'],
      ['/transparency', '운영 현황'],
    ] as const) {
      await reader.goto(path);
      await expect(screenName(reader)).toHaveText(heading);
      await expectPath(reader, path);
    }
});

test('[MO-13] transparency shows cases by month and ground to a visitor, as tables', async ({
  page,
  makers,
  server,
}) => {
  const [author, reporter, staff] = [await makers.user(), await makers.user(), await makers.user()];
  const post = await makers.post(author, { board: 'media-hall' });
  const body = { reason: 'spam', note: '' } as const;
  await reporter.client.ask('PUT /api/posts/{id}/report', { path: { id: post.id }, body });
  await operate(server, 'role', 'give', staff.email, 'operator');
  const { cases } = await staff.client.ask('GET /api/moderation/cases', { query: {} });
  const [card] = cases.filter(({ title }) => title === post.title);
  await staff.client.ask('POST /api/moderation/cases/{id}/decision', {
    path: { id: card?.id ?? '' },
    body: { revision: 1, outcome: 'upheld', ground: 'spam', text: '광고입니다.', sanction: null },
  });
  await page.goto('/privacy');
  await page.getByRole('link', { name: '운영 현황' }).click();
  const month = page.getByRole('region').first();
  await expect(month).toContainText(`${new Date().getFullYear()}년`);
  const row = month.getByRole('row', { name: /광고·도배/ });
  await expect(row.getByRole('rowheader')).toHaveText('광고·도배');
  await expect(month.getByRole('columnheader', { name: '유지' }).first()).toBeVisible();
  expect(Number(await row.getByRole('cell').nth(2).textContent())).toBeGreaterThan(0);
  await expectAccessible(page);
});
