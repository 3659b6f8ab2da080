import { expect, test } from '../testing/fixtures.ts';

const RED = 'rgb(255, 68, 94)';

test('[SC-19] [SC-20] a post keeps its lines and shows its picture; its heart is red and pressed when liked, also after a reload', async ({
  page,
  signIn,
  makers,
}) => {
  const body = '첫 줄입니다.\n둘째 줄입니다.\n\n  <b>굵게</b> 보이지 않는 넷째 줄';
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author, { body, picture: true });
  await makers.like(author, post.id);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const text = page.getByText('첫 줄입니다.');
  await expect(text).toBeVisible();
  expect(await text.innerText()).toBe(body);
  const content = post.contents[1];
  if (content?.format !== 'image') throw new Error('no picture');
  const picture = page.locator(`img[src="${content.image}"]`);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(content.width);

  const like = page.getByRole('button', { name: '좋아요' });
  const colour = () => like.locator('svg').evaluate((icon) => getComputedStyle(icon).color);
  const expectLike = async (count: string, liked: boolean) => {
    await expect(like).toHaveText(count);
    await expect(like).toHaveAttribute('aria-pressed', String(liked));
    if (liked) await expect.poll(colour).toBe(RED);
    else await expect.poll(colour).not.toBe(RED);
  };
  await expectLike('1', false);
  for (const [count, liked] of [
    ['2', true],
    ['1', false],
  ] as const) {
    await like.click();
    await expectLike(count, liked);
    // It is the student's, not the page's.
    await page.reload();
    await expectLike(count, liked);
  }
});
