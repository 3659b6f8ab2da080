import { expectAccessible } from '../testing/axe.ts';
import { comments } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectDecoded } from '../testing/reading.ts';
import { expectPath, sidewaysScroll } from '../testing/screens.ts';

const RED = 'rgb(255, 68, 94)';

test('[SC-19] [SC-20] [TH-05] post: keeps line breaks, picture, red heart and links, and fits a small screen', async ({
  page,
  user,
  makers,
  server,
}) => {
  const author = await makers.user();
  const target = await makers.post(author, { board: 'festival', keywords: ['사진'] });
  const own = `${server.origin}/post/${target.id}`;
  // Without a hyphen, where every browser may break a line.
  const long = `https://example.com/${'abcd'.repeat(60)}`;
  const body = `첫 줄입니다.\n둘째 줄입니다.\n\n  <b>굵게</b> 보이지 않는 넷째 줄\n${own}에서 이어집니다.\n${long}`;
  const keywords = ['조용한 장소', '콘센트 장소', '팀플 장소'];
  const post = await makers.post(author, { body, keywords, picture: true });
  await makers.like(author, post.id);
  await page.goto(`/post/${post.id}`);
  const text = page.getByText('첫 줄입니다.');
  expect(await text.innerText()).toBe(body);
  const content = post.contents[1];
  if (content?.format !== 'image') throw new Error('no picture');
  await expectDecoded(page.locator(`img[src="${content.image}"]`));

  await test.step('likes it', async () => {
    const like = page.getByRole('button', { name: '좋아요' });
    const colour = () => like.locator('svg').evaluate((icon) => getComputedStyle(icon).color);
    const expectLike = async (count: string, liked: boolean) => {
      await expect(like).toHaveText(count);
      await expect(like).toHaveAttribute('aria-pressed', String(liked));
      if (liked) await expect.poll(colour).toBe(RED);
      else await expect.poll(colour).not.toBe(RED);
    };
    await expectLike('1', false);
    await like.click();
    await expectLike('2', true);
    // The like belongs to the student, not to the page.
    await page.reload();
    await expectLike('2', true);
    await like.click();
    await expectLike('1', false);
    await expect
      .poll(async () => {
        const query = { ids: post.id };
        return (await user.client.ask('GET /api/posts/marks', { query })).liked;
      })
      .toEqual([]);
  });

  await test.step('opens its links in the app', async () => {
    await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
    for (const [name, path, found] of [
      ['#콘센트 장소', '/keyword/6/1', `a[href="/post/${post.id}"]`],
      [own, `/post/${target.id}`, 'h1'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).press('Enter');
      await expectPath(page, path);
      // The opened page contains the post.
      await expect(page.getByRole('main').locator(found)).toBeVisible();
      await page.goBack();
      await expectPath(page, `/post/${post.id}`);
    }
    expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
    expect(page.context().pages()).toHaveLength(1);
  });

  await test.step('reads replies that come live, on a small screen', async () => {
    await page.setViewportSize({ width: 320, height: 568 });
    await makers.reply(author, post.id, `지금 갑니다 ${long}`);
    await makers.reply(user, post.id, '어서 오세요');
    await expect(comments(page)).toHaveCount(2);
    // Only the official edition shows the mark.
    await expect(comments(page).getByText('글쓴이')).toHaveCount(0);
    expect(await sidewaysScroll(page)).toBe(0);
    for (const keyword of keywords) {
      const box = await page.getByRole('link', { name: `#${keyword}`, exact: true }).boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
    await expectAccessible(page);
  });
});
