import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert } from '../testing/screens.ts';

test.use({ edition: 'official' });

const lines = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');

test('[MO-11] search folds what a blocked person wrote, the inbox tells nothing of it; an unblocking brings both back', async ({
  page,
  signIn,
  user,
  makers,
}) => {
  const [blocked, other] = [await makers.user(), await makers.user()];
  const post = await makers.post(blocked, { title: '괘종시계 고장', body: '차단할 사람의 글' });
  await makers.post(other, { title: '괘종시계 점검', body: '남의 글' });
  const own = await makers.post(user, { title: '둘이 답한 질문' });
  const alone = await makers.post(user, { title: '혼자 답한 질문' });
  await makers.reply(other, own.id, '남의 답');
  await makers.reply(blocked, own.id, '차단할 사람의 답');
  await makers.reply(blocked, alone.id, '하나뿐인 답');
  await signIn(user);

  const expectFound = async (seen: number, folded: number) => {
    await page.goto('/search?query=괘종시계');
    await expect(page.getByText('차단한 사람의 글입니다.')).toHaveCount(folded);
    await expect(page.getByRole('main').getByRole('link', { name: /괘종시계/ })).toHaveCount(seen);
  };
  const expectTold = async (texts: readonly string[]) => {
    await page.goto('/notifications');
    await expect(lines(page)).toContainText(texts);
  };
  await expectFound(2, 0);
  await expectTold(['하나뿐인 답', '차단할 사람의 답']);

  await page.goto(`/post/${post.id}`);
  await page.getByRole('article').getByRole('button', { name: '더보기' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '이 사람 글 안 보기' }).click();
  await expectAlert(page, '이 사람의 글과 댓글을 접었습니다.');
  await expectFound(1, 1);
  await expectTold(['남의 답']);
  await page.reload();
  await expect(lines(page)).toContainText(['남의 답']);

  await page.goto(`/post/${post.id}`);
  await page.getByRole('button', { name: '차단 풀기' }).click();
  await expectAlert(page, '차단을 풀었습니다.');
  await expectFound(2, 0);
  await expectTold(['하나뿐인 답', '차단할 사람의 답']);
});
