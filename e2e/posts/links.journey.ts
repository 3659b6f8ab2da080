import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath, sidewaysScroll } from '../testing/screens.ts';

const replyOf = (page: Page, body: string): Locator =>
  page.getByRole('region', { name: '댓글' }).getByRole('listitem').filter({ hasText: body });

test('[TH-05] the author’s replies on an own post are marked also when they come live, and nobody else’s', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, other] = [await makers.user(), await makers.user()];
  const { id } = await makers.post(author, { title: '열람실 자리 있나요' });
  await signIn(other);
  await page.goto(`/post/${id}`);
  await expect(page.getByText('아직 댓글이 없습니다.')).toBeVisible();
  await makers.reply(author, id, '지금 갑니다');
  await makers.reply(other, id, '어서 오세요');
  await expect(replyOf(page, '지금 갑니다').getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(replyOf(page, '어서 오세요').getByText('글쓴이')).toHaveCount(0);
});

test('[TH-05] keywords and addresses of the own site open in the app without a load, and back leads to the post', async ({
  page,
  signIn,
  makers,
  server,
}) => {
  const author = await makers.user();
  const target = await makers.post(author, { board: 'festival', keywords: ['사진'] });
  const own = `${server.origin}/post/${target.id}`;
  const keywords = ['콘센트 장소'];
  const { id } = await makers.post(author, { body: `이 글 ${own}에서 이어집니다.`, keywords });
  await signIn(author);
  await page.goto(`/post/${id}`);
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
  for (const [name, path, found] of [
    ['#콘센트 장소', '/keyword/6/1', `a[href="/post/${id}"]`],
    [own, `/post/${target.id}`, 'h1'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).press('Enter');
    await expectPath(page, path);
    // What it opens has the post.
    await expect(page.getByRole('main').locator(found)).toBeVisible();
    await page.goBack();
    await expectPath(page, `/post/${id}`);
  }
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
});

test('[TH-05] mark, keywords and long addresses fit a small screen and can be read', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const long = `https://example.com/${'abc-'.repeat(60)}`;
  const keywords = ['조용한 장소', '콘센트 장소', '팀플 장소'];
  const { id } = await makers.post(author, { body: `길어요 ${long}`, keywords });
  await makers.reply(author, id, `이것도 ${long}`);
  await signIn(author);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto(`/post/${id}`);
  await expect(replyOf(page, '이것도')).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  for (const keyword of keywords) {
    const box = await page.getByRole('link', { name: `#${keyword}`, exact: true }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }
  await expectAccessible(page);
});
