import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../testing/fixtures.ts';
import { expectHome, logIn } from '../testing/screens.ts';

test.use({ edition: 'official' });

test('[ED-03] the demo world shows edited posts, threads, accepted answers and pictures at first sight', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/board/question');
  const solved = page.getByRole('article').filter({ hasText: '해결' }).first();
  await expect(solved).toBeVisible();
  await solved.getByRole('link').click();
  await expect(page.getByText('채택된 답변')).toBeVisible();

  const { posts } = (await (await page.request.get('/api/posts/latest')).json()) as {
    posts: { id: string }[];
  };
  const found = { edited: 0, threads: 0, likes: 0 };
  for (const { id } of posts) {
    const post = (await (await page.request.get(`/api/posts/${id}`)).json()) as { editedAt: string | null };
    const { replies } = (await (await page.request.get(`/api/posts/${id}/replies`)).json()) as {
      replies: { parentId: string | null; likeCount: number }[];
    };
    if (post.editedAt) found.edited += 1;
    if (replies.some(({ parentId }) => parentId !== null)) found.threads += 1;
    if (replies.some(({ likeCount }) => likeCount > 0)) found.likes += 1;
  }
  expect(found.edited).toBeGreaterThan(2);
  expect(found.threads).toBeGreaterThan(2);
  expect(found.likes).toBeGreaterThan(2);

  await page.goto('/board/new');
  await page
    .getByRole('article')
    .filter({ hasText: /사진 [2-5]장/ })
    .first()
    .getByRole('link')
    .click();
  await page.getByRole('button', { name: '1번째 사진 크게 보기' }).click();
  await expect(page.getByRole('dialog', { name: '사진 보기' })).toContainText('1 / ');
  await page.getByRole('button', { name: '다음 사진' }).click();
  const second = page.getByRole('dialog').getByRole('img').nth(1);
  await expect
    .poll(() => second.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('[ED-03] the demo account finds answers, a word that it waits for and a notice in its inbox', async ({
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
  await expectHome(page);
  await page.getByRole('link', { name: /^알림, 안 읽은 알림 \d+개$/ }).click();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.filter({ hasText: '새 글' }).first()).toBeVisible();
  await expect(lines.filter({ hasText: '댓글' }).first()).toBeVisible();
  await expect(lines.filter({ hasText: '공지' }).first()).toBeVisible();
});
