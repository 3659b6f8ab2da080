import type { Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { cardLinks } from '../testing/reading.ts';
import { expectPath } from '../testing/screens.ts';
import { loseNetwork, readKept, regainNetwork } from '../testing/shell.ts';

test.use({ edition: 'official' });

/** Chromium's messages about failed requests. */
const LOST = /Failed to load resource: net::ERR_/;

/** Waits until the phone has stored this. */
const expectKept = (page: Page, ...parts: string[]) =>
  expect(async () => {
    const kept = await readKept(page);
    for (const part of parts) expect(kept).toContain(part);
  }).toPass({ timeout: 15_000 });

test('[PH-02] [PH-09] [PH-10] without a network home, a list and a post open as last seen; deleted content leaves the phone at the next contact', async ({
  page,
  watch,
  makers,
  user,
}) => {
  watch.allow(LOST);
  const author = await makers.user();
  const stays = await makers.post(user, { board: 'question', picture: true });
  const gone = await makers.post(author, { board: 'question' });
  const blocked = await makers.post(await makers.user(), { board: 'question', picture: true });
  const reply = await makers.reply(user, stays.id, `답 ${makers.next()}`);
  const picture = page.getByRole('main').locator('article img').first();
  await page.goto('/');
  await expectKept(page, '[\\"home\\"]');
  await page.goto('/board/question');
  await expect(cardLinks(page).first()).toBeVisible();
  await expectKept(page, '[\\"posts\\",\\"board\\",\\"question\\"');
  for (const { id, title } of [stays, gone, blocked]) {
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectKept(page, id);
  }
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
  const address = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
  const isOnPhone = () =>
    page.evaluate(
      (asked) =>
        fetch(asked, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      address,
    );
  expect(await isOnPhone()).toBe(true);
  await expectKept(page, reply.body, blocked.title);
  expect(await readKept(page)).not.toContain(user.email);

  await test.step('without a network', async () => {
    await loseNetwork(page);
    await page.goto('/');
    await expect(page.getByRole('link', { name: '질문 게시판' })).toBeVisible();
    await expect(page.getByText(/\d\d:\d\d에 본 내용이에요\./)).toBeVisible();
    await page.goto('/board/question');
    await expect(cardLinks(page).filter({ hasText: stays.title })).toBeVisible();
    await page.goto(`/post/${stays.id}`);
    await expect(page.getByText(reply.body)).toBeVisible();
    // Missing pictures leave their space empty.
    await expect
      .poll(() =>
        picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 || image.style.opacity === '0'),
      )
      .toBe(true);
    await page.goto('/board/hot');
    await expect(page.getByText('이 휴대폰에서는 아직 본 적이 없는 내용이에요.')).toBeVisible();
  });

  await author.client.ask('DELETE /api/posts/{id}', { path: { id: gone.id } });
  await user.client.ask('PUT /api/posts/{id}/block', { path: { id: blocked.id } });
  await regainNetwork(page);
  await page.goto('/mypage');
  for (const { title } of [gone, blocked])
    await expect.poll(() => readKept(page), { timeout: 15_000 }).not.toContain(title);
  await expect.poll(isOnPhone).toBe(false);
  expect(await readKept(page)).toContain(stays.title);
});

test('[PH-05] [PH-15] [SF-41] logout in one tab erases the student’s data, whatever other tabs do; campus data stays', async ({
  page,
  watch,
  makers,
  user,
}) => {
  watch.allow(LOST);
  const post = await makers.post(user, { board: 'question' });
  await page.goto(`/post/${post.id}`);
  await expectKept(page, post.title);
  await expect.poll(() => readKept(page, 'campus'), { timeout: 15_000 }).toContain('[\\"pack\\"]');
  const other = await page.context().newPage();
  await other.goto('/board/question');
  await expectKept(other, 'board');
  await page.goto('/mypage');
  // Pending requests of either tab are rejected at the logout.
  watch.allow(/Failed to load resource: the server responded with a status of 401/);
  await page.getByRole('button', { name: '로그아웃' }).click();
  await expectPath(page, '/login');
  await expectPath(other, '/login');
  await expect.poll(() => readKept(other)).toBe('[]');
  expect(await readKept(other, 'campus')).toContain('[\\"pack\\"]');
  await other.close();

  await loseNetwork(page);
  await page.goto('/');
  await page.getByRole('link', { name: '학교 지도' }).click();
  await expectPath(page, '/map');
  await expect(page.getByRole('main').getByRole('link', { name: '중앙도서관' }).first()).toBeVisible();
  await page.goto(`/post/${post.id}`);
  await expect(page.getByText(post.title)).toHaveCount(0);
});
