import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../testing/fixtures.ts';
import { expectAlert, sidewaysScroll } from '../testing/screens.ts';

test.use({ edition: 'official' });

const region = (page: Page): Locator => page.getByRole('region', { name: '댓글' });
/** Returns the reply that begins with this text, including its replies. */
const replyOf = (page: Page, text: string): Locator =>
  region(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(text, { exact: true }) });
const field = (page: Page): Locator => page.getByRole('textbox', { name: '댓글을 입력하세요' });
const send = (page: Page) => page.getByRole('button', { name: '보내기' }).click();
const answer = (reply: Locator) => reply.getByRole('button', { name: '답글', exact: true }).first().click();

test('[TH-01] [TH-03] [TH-04] answers, likes and an accepted reply appear at once, here and on open pages of others', async ({
  page,
  user,
  makers,
  openBrowser,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, { board: 'question' });
  for (const body of ['3층이에요', '자리는 많아요', '2층도 조용해요'])
    await makers.reply(other, post.id, body);
  const reader = await openBrowser(other);
  for (const browser of [page, reader]) {
    await browser.goto(`/post/${post.id}`);
    await expect(region(browser).getByRole('button', { name: '답글', exact: true })).toHaveCount(3);
  }

  await test.step('답글 says whom it answers; the answer stands under the reply', async () => {
    await answer(replyOf(page, '3층이에요'));
    await expect(field(page)).toBeFocused();
    await expect(page.getByText(`↳ ${other.nickname}에게 답글`)).toBeVisible();
    await field(page).fill('고마워요');
    await page.reload();
    await expect(field(page)).toHaveValue('고마워요');
    await expect(page.getByText(`↳ ${other.nickname}에게 답글`)).toBeVisible();
    await send(page);
    await expect(field(page)).toHaveValue('');
    await expect(page.getByText(`↳ ${other.nickname}에게 답글`)).toHaveCount(0);
    for (const browser of [page, reader])
      await expect(replyOf(browser, '3층이에요').getByRole('listitem')).toContainText(
        `↳ ${other.nickname} 고마워요`,
      );
    await expect(reader.getByRole('status').getByText(`${user.nickname}의 새 답글`)).toBeAttached();
    // A reply to a reply is listed next to it and names the recipient.
    await answer(replyOf(reader, '3층이에요').getByRole('listitem'));
    await field(reader).fill('천만에요');
    await send(reader);
    for (const browser of [page, reader]) {
      const answers = replyOf(browser, '3층이에요').getByRole('list').getByRole('listitem');
      await expect(answers).toHaveCount(2);
      await expect(answers.last()).toContainText(`↳ ${user.nickname} 천만에요`);
      await expect(answers.getByRole('list')).toHaveCount(0);
      await expect(region(browser)).toContainText('댓글 5');
    }
    // The server renders the same order.
    const drawn = await (await page.request.get(`/post/${post.id}`)).text();
    expect(drawn.indexOf('천만에요')).toBeLessThan(drawn.indexOf('자리는 많아요'));
  });

  await test.step('a reply is liked once and taken back', async () => {
    const like = (browser: Page) =>
      replyOf(browser, '자리는 많아요').getByRole('button', { name: /^댓글 좋아요/ });
    const expectLike = async (browser: Page, liked: boolean, count: number) => {
      await expect(like(browser)).toHaveAttribute('aria-pressed', String(liked));
      await expect(like(browser)).toHaveAccessibleName(`댓글 좋아요 ${count}`);
    };
    await expectLike(reader, false, 0);
    await like(page).click();
    await expectLike(page, true, 1);
    await expectLike(reader, false, 1);
    await like(reader).click();
    for (const browser of [page, reader]) await expectLike(browser, true, 2);
    // A double tap restores the initial state.
    await like(page).dblclick();
    await expectLike(page, true, 2);
    await page.reload();
    await expectLike(page, true, 2);
    await like(page).click();
    await expectLike(page, false, 1);
    await expectLike(reader, true, 1);
    const box = await like(page).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  });

  await test.step('the asker alone accepts a reply and another one in its place, which stands first', async () => {
    await expect(reader.getByRole('button', { name: '채택', exact: true })).toHaveCount(0);
    for (const text of ['자리는 많아요', '2층도 조용해요']) {
      await replyOf(page, text).getByRole('button', { name: '채택', exact: true }).dblclick();
      await expectAlert(page, '답변을 채택했습니다.');
      for (const browser of [page, reader]) {
        const first = region(browser).getByRole('listitem').first();
        await expect(first).toContainText('채택된 답변');
        await expect(first).toContainText(text);
        await expect(region(browser).getByText('채택된 답변')).toHaveCount(1);
      }
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.reload();
    await expect(region(page).getByRole('listitem').first()).toContainText('2층도 조용해요');
    await reader.goto('/board/question');
    const card = reader.getByRole('article').filter({ hasText: post.title }).first();
    await expect(card.getByText('해결', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: '채택 취소' }).click();
    await expectAlert(page, '채택을 취소했습니다.');
    await expect(region(page).getByRole('listitem').first()).toContainText('3층이에요');
  });
});

test('[TH-01] new answers above cause no shift; the answered reply stays above the composer and can be dropped; threads fit a narrow screen', async ({
  page,
  user,
  makers,
  watch,
}) => {
  const other = await makers.user();
  const post = await makers.post(user, { board: 'question' });
  const first = await makers.reply(user, post.id, '맨 위 댓글');
  for (let turn = 0; turn < 13; turn += 1) await makers.reply(user, post.id, `긴 이야기 ${turn}`);
  const doomed = await makers.reply(other, post.id, '곧 지울 댓글');
  await page.goto(`/post/${post.id}`);
  const last = replyOf(page, '곧 지울 댓글');
  await expect(last.getByRole('button', { name: '답글', exact: true })).toBeVisible();

  await test.step('answers above what is read are shown when asked for', async () => {
    await last.scrollIntoViewIfNeeded();
    const before = await last.boundingBox();
    for (const body of ['위에 달린 답글', '하나 더']) await makers.reply(other, post.id, body, first.id);
    const news = page.getByRole('button', { name: '새 댓글 2개' });
    await expect(news).toBeVisible();
    expect(await last.boundingBox()).toEqual(before);
    await news.click();
    await expect(page.getByText('위에 달린 답글')).toBeInViewport();
    await expect(news).toHaveCount(0);
    await expect(page.locator('li:focus')).toContainText('위에 달린 답글');
  });

  await test.step('the composer grows for whom one answers, below the reply', async () => {
    const tool = replyOf(page, '긴 이야기 6').getByRole('button', { name: '답글', exact: true });
    const composer = page.locator('form').filter({ has: field(page) });
    const top = () => composer.evaluate((form) => form.getBoundingClientRect().top);
    const bottom = () => tool.evaluate((button) => button.getBoundingClientRect().bottom);
    await page.evaluate((by) => window.scrollBy(0, by), (await bottom()) - (await top()) + 4);
    const before = await top();
    await tool.click();
    await expect(page.getByRole('button', { name: '답글 취소' })).toBeVisible();
    await expect.poll(async () => (await top()) < before).toBe(true);
    await expect.poll(async () => (await bottom()) <= (await top())).toBe(true);
  });

  await test.step('whom one answers can be dropped; an answer to what has gone keeps its text', async () => {
    watch.expectStatus(422);
    await field(page).fill('그렇군요');
    await page.getByRole('button', { name: '답글 취소' }).click();
    await expect(field(page)).toHaveValue('그렇군요');
    await answer(last);
    await other.client.ask('DELETE /api/replies/{id}', { path: { id: doomed.id } });
    await send(page);
    await expectAlert(page, '답글을 달던 댓글이 사라졌습니다.');
    await expect(field(page)).toHaveValue('그렇군요');
    await send(page);
    await expect(replyOf(page, '그렇군요')).toBeVisible();
  });

  await test.step('threads fit a narrow screen', async () => {
    const long = '아주아주긴낱말이띄어쓰기없이이어지는답글입니다정말로길어요끝';
    const child = await makers.reply(user, post.id, long, first.id);
    await user.client.ask('PUT /api/replies/{id}/like', { path: { id: first.id } });
    const accepted = await makers.reply(
      other,
      post.id,
      '중앙도서관 3층 창가 자리가 조용하고 콘센트도 있어요',
    );
    await user.client.ask('PUT /api/posts/{id}/accepted', {
      path: { id: post.id },
      body: { replyId: accepted.id },
    });
    await expect(page.getByRole('button', { name: '채택 취소' })).toBeVisible();
    await page.setViewportSize({ width: 320, height: 640 });
    await answer(page.locator(`[id="${child.id}"]`));
    await expect(page.getByText(`↳ ${user.nickname}에게 답글`)).toBeVisible();
    expect(await sidewaysScroll(page)).toBe(0);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
