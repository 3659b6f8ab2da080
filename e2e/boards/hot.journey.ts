import type { Hot } from '@madang/contract/posts/schema';
import type { Page } from '@playwright/test';
import { seoulDateTime } from '../testing/campus-clock.ts';
import { answerProblem, holdAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import {
  cardLinks,
  expectDecoded,
  expectCardOrder,
  makeFans,
  promote,
  screenName,
} from '../testing/reading.ts';
import { backArrow, expectAlert, expectPath } from '../testing/screens.ts';

const WAIT = '잠시만 기다려 주세요…';
const MISSING = '문제가 발생했습니다.';
const BETA = '베타 버전에서는 아직 인기글에 좋아요를 누를 수 없습니다.';

const likeButton = (page: Page) => page.getByRole('button', { name: /^좋아요/ });

async function makeHot(makers: Makers, author: User, fields: Parameters<Makers['post']>[1]): Promise<Hot> {
  const post = await makers.post(author, fields);
  await promote(makers, await makeFans(makers), post);
  const { hots } = await author.client.ask('GET /api/hots', { query: {} });
  const hot = hots.find(({ postId }) => postId === post.id);
  if (!hot) throw new Error('not promoted');
  return hot;
}

test('[SC-28] popular posts stand by their promotion, newest first, with preview, date and nickname', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const fans = await makeFans(makers);
  const older = await makers.post(author, { title: '먼저 쓴 글', body: '첫 문단.\n\n둘째 문단.' });
  const newer = await makers.post(author, { title: '나중에 쓴 글' });
  // The older post becomes popular last.
  await promote(makers, fans, newer);
  await promote(makers, fans, older);
  await signIn(author);
  await page.goto('/board/hot');
  await expectCardOrder(page, ['먼저 쓴 글', '나중에 쓴 글']);
  const { hots } = await author.client.ask('GET /api/hots', { query: {} });
  const promotions = hots.map(({ createdAt }) => createdAt);
  expect(promotions).toEqual(promotions.toSorted().toReversed());
  await expect(cardLinks(page)).toHaveText(hots.map(({ title }) => title));

  const card = page.getByRole('article').first();
  await expect(card.getByText('첫 문단.', { exact: true })).toBeVisible();
  await expect(card.getByText(author.nickname)).toBeVisible();
  await expect(card.getByText('좋아요 10개')).toBeAttached();
  await expect(card.locator('time')).toHaveText(seoulDateTime(hots[0]?.createdAt ?? ''));
  await cardLinks(page).first().click();
  await expectPath(page, `/hotpost/${hots[0]?.id}`);
});

test('[RT-16] [SC-23] a popular post is a post whole, but its like button only says that beta has none', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const body = '첫 줄입니다.\n둘째 줄입니다.';
  const hot = await makeHot(makers, author, {
    title: '모두가 좋아한 글',
    body,
    keywords: ['추천 장소'],
    picture: true,
  });
  const post = await author.client.ask('GET /api/posts/{id}', { path: { id: hot.postId } });
  await makers.reply(author, hot.postId, '인기글 축하해요');
  await signIn(author);
  await page.goto('/board/hot');
  await page.getByRole('link', { name: '모두가 좋아한 글' }).click();
  await expectPath(page, `/hotpost/${hot.id}`);

  const article = page.getByRole('article').first();
  await expect(page.getByRole('heading', { level: 1, name: '모두가 좋아한 글' })).toBeVisible();
  await expect(article.getByText(author.nickname, { exact: true })).toBeVisible();
  // The date of the post, not that of its promotion.
  await expect(article.locator('time').first()).toHaveText(seoulDateTime(post.createdAt));
  expect(await article.getByText('첫 줄입니다.').innerText()).toBe(body);
  await expect(article.getByText('#추천 장소', { exact: true })).toBeVisible();
  await expectDecoded(article.locator('img'));
  const comments = page.getByRole('region', { name: '댓글' }).getByRole('listitem');
  await expect(comments).toHaveText([/인기글 축하해요/]);
  await page.getByRole('textbox', { name: '댓글을 입력하세요' }).fill('고맙습니다');
  await page.getByRole('button', { name: '보내기' }).click();
  await expect(comments).toHaveText([/인기글 축하해요/, /고맙습니다/]);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/like')) sent.push(request.method());
  });
  await expect(likeButton(page)).toHaveText('10');
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false');
  await likeButton(page).click();
  await expectAlert(page, BETA);
  await expect(likeButton(page)).toHaveText('10');
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: '스크랩' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  expect(sent).toEqual([]);
  const after = await author.client.ask('GET /api/posts/{id}', { path: { id: hot.postId } });
  expect(after.likeCount).toBe(10);
});

test('[SC-23] the same post is liked on its own page, and the popular one shows that it is', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const hot = await makeHot(makers, author, { title: '다른 길로도 열리는 글' });
  await signIn(author);
  await page.goto(`/post/${hot.postId}`);
  await likeButton(page).click();
  await expect(likeButton(page)).toHaveText('11');
  await page.goto(`/hotpost/${hot.id}`);
  await expect(likeButton(page)).toHaveText('11');
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
  await likeButton(page).click();
  await expectAlert(page, BETA);
  await expect(likeButton(page)).toHaveAttribute('aria-pressed', 'true');
});

test('[RT-19] [SC-24] a popular post paints at once from the list, and says to wait for the rest', async ({
  page,
  signIn,
  anybody,
}) => {
  const { hots } = await anybody.client.ask('GET /api/hots', { query: {} });
  const hot = hots[1];
  if (!hot) throw new Error('no popular posts');
  await signIn();
  const held = await holdAnswers(page, 'GET', `**/api/posts/${hot.postId}`);
  await page.goto('/board/hot');
  await cardLinks(page).nth(1).click();
  await expect(page.getByRole('heading', { level: 1, name: hot.title })).toBeVisible();
  await expect(page.getByText(WAIT)).toBeVisible();
  await expect.poll(held.count).toBe(1);
  held.release();
  await expect(page.getByText(WAIT)).toHaveCount(0);
  await expect(page.getByRole('article').first().locator('time').first()).toBeVisible();
  await backArrow(page).click();
  await expectPath(page, '/board/hot');
});

test('[SC-24] without navigation state it waits, then loads by the id of the entry; back leads to the list', async ({
  page,
  signIn,
  anybody,
}) => {
  const { hots } = await anybody.client.ask('GET /api/hots', { query: {} });
  const hot = hots[2];
  if (!hot) throw new Error('no popular posts');
  await signIn();
  const entry = await holdAnswers(page, 'GET', '**/api/hots/*');
  const post = await holdAnswers(page, 'GET', `**/api/posts/${hot.postId}`);
  await page.goto(`/hotpost/${hot.id}`);
  await expect(page.getByText(WAIT)).toBeVisible();
  await expect.poll(entry.count).toBe(1);
  entry.release();
  await expect(screenName(page)).toHaveText(hot.title);
  await expect(page.getByText(WAIT)).toBeVisible();
  await expect.poll(post.count).toBe(1);
  post.release();
  await expect(page.getByText(WAIT)).toHaveCount(0);
  await backArrow(page).click();
  await expectPath(page, '/board/hot');
});

test('[SC-24] something is wrong when the post of the navigation state is gone, or the id is unknown', async ({
  page,
  watch,
  signIn,
}) => {
  watch.expectStatus(404);
  await signIn();
  await answerProblem(page, 'GET', '**/api/posts/*-*-*', { status: 404, code: 'resource.missing' });
  await page.goto('/board/hot');
  const title = await cardLinks(page).first().innerText();
  await cardLinks(page).first().click();
  const message = page.getByRole('main').getByRole('alert');
  await expect(message).toContainText(MISSING);
  await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await message.getByRole('link').click();
  await expectPath(page, '/board/hot');
  await expect(cardLinks(page).first()).toHaveText(title);

  for (const id of ['01a1f325-0000-7000-8000-000000000000', '1', 'nowhere']) {
    await page.goto(`/hotpost/${id}`);
    await expect(message).toContainText(MISSING);
    await expect(page.getByText(WAIT)).toHaveCount(0);
  }
});
