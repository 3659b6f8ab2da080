import { expect, test } from '../testing/fixtures.ts';
import { seoulDateTime } from '../testing/campus-clock.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';

const RED = 'rgb(255, 68, 94)';

test('[SC-18] a post shows title, nickname and its full date in campus time', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const post = await makers.post(author, { title: '서관 시계탑 앞에서' });
  await signIn(await makers.user());
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { level: 1, name: '서관 시계탑 앞에서' })).toBeVisible();
  const article = page.getByRole('article').first();
  await expect(article.getByText(author.nickname, { exact: true })).toBeVisible();
  const date = article.locator('time').first();
  await expect(date).toHaveText(seoulDateTime(post.createdAt));
  await expect(date).toHaveText(/^\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}$/);
});

test('[SC-18] the date of an old post is zero-padded too', async ({ page, signIn, anybody }) => {
  const { posts } = await anybody.client.ask('GET /api/buildings/{buildingId}/posts', {
    path: { buildingId: 'central-library' },
    query: {},
  });
  // One from a month, day, hour or minute below ten, or the zero could not be missed.
  const padded = posts.find(({ createdAt }) => /[/ :]0\d/.test(seoulDateTime(createdAt)));
  if (!padded) throw new Error('no post of a one-digit time');
  await signIn();
  await page.goto(`/post/${padded.id}`);
  await expect(page.getByRole('article').first().locator('time').first()).toHaveText(
    seoulDateTime(padded.createdAt),
  );
});

test('[SC-19] the body keeps its lines, the picture is shown, keywords carry a hash', async ({
  page,
  signIn,
  makers,
}) => {
  const body = '첫 줄입니다.\n둘째 줄입니다.\n\n  <b>굵게</b> 보이지 않는 넷째 줄';
  const author = await makers.user();
  const post = await makers.post(author, { body, picture: true, keywords: ['조용한 장소', '콘센트 장소'] });
  await signIn(author);
  await page.goto(`/post/${post.id}`);
  const text = page.getByText('첫 줄입니다.');
  await expect(text).toBeVisible();
  expect(await text.innerText()).toBe(body);
  await expect(page.getByText('#조용한 장소', { exact: true })).toBeVisible();
  await expect(page.getByText('#콘센트 장소', { exact: true })).toBeVisible();
  const content = post.contents[1];
  if (content?.format !== 'image') throw new Error('no picture');
  const picture = page.locator(`img[src="${content.image}"]`);
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(content.width);
  await expect(picture).toBeVisible();
});

test('[EN-10] a post without keyword and picture shows neither', async ({ page, signIn, makers }) => {
  const author = await makers.user();
  const post = await makers.post(author, { title: '글만 있는 글', body: '글만 있습니다.' });
  await signIn(author);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByText('글만 있습니다.')).toBeVisible();
  await expect(page.getByText('#')).toHaveCount(0);
  await expect(page.getByText('선택 안 함')).toHaveCount(0);
  await expect(page.getByRole('article').first().locator('img')).toHaveCount(0);
});

test('[SC-20] the like button has the count, and is red and pressed when liked', async ({
  page,
  signIn,
  makers,
}) => {
  const [author, reader] = [await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await makers.like(author, post.id);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const like = page.getByRole('button', { name: '좋아요' });
  const heart = like.locator('svg');
  const colour = () => heart.evaluate((icon) => getComputedStyle(icon).color);
  await expect(like).toHaveText('1');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  expect(await colour()).not.toBe(RED);
  await like.click();
  await expect(like).toHaveText('2');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(colour).toBe(RED);
  // It is the student's, not the page's.
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(colour).toBe(RED);
  await like.click();
  await expect(like).toHaveText('1');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(colour).not.toBe(RED);
  await page.reload();
  await expect(like).toHaveText('1');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('[ST-06] after a like stands the count that the server has', async ({ page, signIn, makers }) => {
  const [author, reader, third] = [await makers.user(), await makers.user(), await makers.user()];
  const post = await makers.post(author);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const like = page.getByRole('button', { name: '좋아요' });
  await expect(like).toHaveText('0');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  // Two likes that this page has not heard of.
  await makers.like(author, post.id);
  await makers.like(third, post.id);
  await like.click();
  await expect(like).toHaveText('3');
  await third.client.ask('DELETE /api/posts/{id}/like', { path: { id: post.id } });
  await like.click();
  await expect(like).toHaveText('1');
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('[ST-06] quick presses end where the last one wanted, and a failed one is taken back', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  const reader = await makers.user();
  const post = await makers.post(reader);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  const like = page.getByRole('button', { name: '좋아요' });
  await expect(like).toHaveText('0');
  await like.click({ clickCount: 3 });
  await expect(like).toHaveText('1');
  await expect
    .poll(async () => (await reader.client.ask('GET /api/posts/{id}', { path: { id: post.id } })).likeCount)
    .toBe(1);

  watch.expect(/Failed to load resource: net::ERR_FAILED/);
  await page.route('**/like', (route) => route.abort());
  await like.click();
  await expectAlert(page, /좋아요를 반영하지 못했습니다/);
  await expect(like).toHaveText('1');
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});

test('[SC-21] the second button only promises', async ({ page, signIn, makers }) => {
  const reader = await makers.user();
  const post = await makers.post(reader);
  await signIn(reader);
  await page.goto(`/post/${post.id}`);
  await page.getByRole('button', { name: '스크랩' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  const { scrapped } = await reader.client.ask('GET /api/posts/marks', { query: { ids: post.id } });
  expect(scrapped).toEqual([]);
});

test('opened by a link, a post goes back to its board', async ({ page, signIn, makers }) => {
  const author = await makers.user();
  await signIn(author);
  for (const [board, path] of [
    ['law-hall', '/building/law-hall'],
    ['question', '/board/question'],
  ] as const) {
    const post = await makers.post(author, { board });
    const shared = await page.context().newPage();
    await shared.goto(`/post/${post.id}`);
    await expect(shared.getByRole('heading', { level: 1, name: post.title })).toBeVisible();
    await backArrow(shared).click();
    await expectPath(shared, path);
  }
});

test('a session that ended on the server leads to login at the next call', async ({
  page,
  watch,
  makers,
  user,
}) => {
  watch.expectStatus(401);
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('button', { name: '좋아요' })).toHaveText('0');
  const like = await page.getByRole('button', { name: '좋아요' }).elementHandle();
  await user.client.ask('DELETE /api/session', {});
  // The live comments notice the end too, within two seconds: pressed at once, without waiting for anything.
  await like?.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('button', { name: '로그인', exact: true })).toBeVisible();
  await expect(page.getByText(post.title)).toHaveCount(0);
});
