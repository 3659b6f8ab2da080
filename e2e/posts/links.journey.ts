import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectPath, sidewaysScroll } from '../testing/screens.ts';

const replyOf = (page: Page, body: string): Locator =>
  page.getByRole('region', { name: '댓글' }).getByRole('listitem').filter({ hasText: body });
const article = (page: Page): Locator => page.getByRole('article').first();

test('[TH-05] the author’s replies on an own post are marked, also those that come live, and nobody else’s', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, other] = [await makers.user(), await makers.user()];
  const { id } = await makers.post(author, { title: '열람실 자리 있나요' });
  await makers.reply(other, id, '3층에 있어요');
  await makers.reply(author, id, '고맙습니다');
  await signIn(other);
  await page.goto(`/post/${id}`);
  await expect(replyOf(page, '고맙습니다')).toHaveText(new RegExp(`^${author.nickname}\\s*글쓴이`));
  await expect(replyOf(page, '고맙습니다').getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(replyOf(page, '3층에 있어요').getByText('글쓴이')).toHaveCount(0);
  await makers.reply(author, id, '지금 갑니다');
  await makers.reply(other, id, '어서 오세요');
  await expect(replyOf(page, '지금 갑니다').getByText('글쓴이', { exact: true })).toBeVisible();
  await expect(replyOf(page, '어서 오세요').getByText('글쓴이')).toHaveCount(0);
  // The post itself needs no mark.
  await expect(article(page).getByText('글쓴이')).toHaveCount(0);
  // Who withdrew is nobody any more: neither the post's author nor a reply's.
  const { client, password } = author;
  await client.ask('POST /api/profile/withdrawal', { body: { password } });
  await page.reload();
  await expect(replyOf(page, '고맙습니다')).toContainText('(알 수 없음)');
  await expect(page.getByText('글쓴이')).toHaveCount(0);
});

test('[TH-05] a keyword opens its results and back leads to the post; where there are none it is text', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const made = async (board: string, keywords: string[]) =>
    (await makers.post(author, { board, keywords })).id;
  const building = await made('main-hall', ['조용한 장소', '콘센트 장소']);
  const festival = await made('festival', ['사진']);
  const question = await made('question', ['조용한 장소']);
  await signIn(author);
  for (const [id, keyword, path] of [
    [building, '콘센트 장소', '/keyword/6/1'],
    [festival, '사진', '/board/festival?filter=2'],
  ] as const) {
    await page.goto(`/post/${id}`);
    await page.getByRole('link', { name: `#${keyword}`, exact: true }).click();
    await expectPath(page, path);
    // What it opens has the post.
    await expect(page.getByRole('main').locator(`a[href="/post/${id}"]`)).toBeVisible();
    await page.goBack();
    await expectPath(page, `/post/${id}`);
    await expect(page.getByText(`#${keyword}`, { exact: true })).toBeVisible();
  }
  await page.goto(`/post/${question}`);
  await expect(page.getByText('#조용한 장소', { exact: true })).toBeVisible();
  await expect(article(page).getByRole('link', { name: '조용한' })).toHaveCount(0);
});

test('[TH-05] addresses in a post and in replies are links that give nothing away; all else stays text', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const body = [
    '지도는 https://example.com/map?a=1&b=2에서 (https://example.org/a_(b)) 보세요.',
    '<a href="https://example.net">누르기</a> javascript:alert(1) data:text/html,x',
    'https://korea.ac.kr@evil.example/login https://도서관.한국/열람실',
  ].join('\n');
  const { id } = await makers.post(author, { body });
  await makers.reply(author, id, '여기도요: http://example.com/reply!');
  await signIn(author);
  await page.goto(`/post/${id}`);
  const text = page.getByText('지도는');
  await expect(text).toBeVisible();
  expect(await text.innerText()).toBe(body);
  const linksOf = (part: Locator) =>
    part
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [
          link.textContent,
          ...['href', 'target', 'rel'].map((name) => link.getAttribute(name)),
        ]),
      );
  const outside = (address: string) => [address, address, '_blank', 'noopener nofollow'];
  expect(await linksOf(text)).toEqual(
    [
      'https://example.com/map?a=1&b=2',
      'https://example.org/a_(b)',
      'https://example.net',
      'https://도서관.한국/열람실',
    ].map(outside),
  );
  expect(await linksOf(replyOf(page, '여기도요'))).toEqual([outside('http://example.com/reply')]);
});

test('[TH-05] an address of the own site opens in the app, on the same tab, without a load', async ({
  page,
  signIn,
  makers,
  server,
}) => {
  const author = await makers.user();
  const target = await makers.post(author, { title: '가리킨 글' });
  const picture = `${server.origin}/images/posts/${target.id}/large.webp`;
  const own = `${server.origin}/post/${target.id}`;
  const { id } = await makers.post(author, { body: `이 글 ${own}에서 이어집니다. 그림 ${picture}` });
  await signIn(author);
  await page.goto(`/post/${id}`);
  const link = page.getByRole('link', { name: own, exact: true });
  await expect(link).toHaveAttribute('href', `/post/${target.id}`);
  await expect(link).not.toHaveAttribute('target');
  // What is no screen opens like any other address.
  await expect(page.getByRole('link', { name: picture, exact: true })).toHaveAttribute('target', '_blank');
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
  await link.focus();
  await page.keyboard.press('Enter');
  await expectPath(page, `/post/${target.id}`);
  await expect(page.getByRole('heading', { level: 1, name: '가리킨 글' })).toBeVisible();
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  await page.goBack();
  await expectPath(page, `/post/${id}`);
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
