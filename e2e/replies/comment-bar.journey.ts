import type { Reply } from '@madang/contract/replies/schema';
import type { Locator, Page } from '@playwright/test';
import { commentInput, sendButton } from '../testing/comments.ts';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { drawFrames, scrollTop } from '../testing/reading.ts';
import { expectAlert } from '../testing/screens.ts';

const bar = (page: Page): Locator => page.locator('form').filter({ has: commentInput(page) });
/** Matches the comment text only: the preceding time ends in a digit too. */
const comment = (page: Page, body: string): Locator =>
  page
    .getByRole('region', { name: '댓글' })
    .getByRole('listitem')
    .filter({ has: page.getByText(body, { exact: true }) });

/** Expects the element to be fully visible and uncovered. */
async function expectUncovered(page: Page, element: Locator, timeout = 5_000): Promise<void> {
  await expect(async () => {
    const [box, over] = await Promise.all([element.boundingBox(), bar(page).boundingBox()]);
    if (!box || !over) throw new Error('not on the screen');
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(over.y);
  }).toPass({ timeout });
}

test('composer: stays at the bottom without covering or shifting; own comments scroll into view, others are announced', async ({
  page,
  user,
  makers,
}) => {
  const other = await makers.user();
  // Longer than the screen, with more comments than fit on it.
  const { id } = await makers.post(user, { body: '긴 글입니다.\n'.repeat(50) });
  for (let number = 1; number <= 14; number += 1) await makers.reply(user, id, `${number}번째 댓글`);
  await page.goto(`/post/${id}`);
  const last = comment(page, '14번째 댓글');
  await expect(last).toBeAttached();

  for (const [width, height] of [
    [1280, 800],
    [320, 568],
    [390, 844],
  ] as const)
    await test.step(`as wide as the column of ${width} px`, async () => {
      await page.setViewportSize({ width, height });
      await drawFrames(page);
      const column = await page.getByRole('main').boundingBox();
      for (const top of [0, 300, 100_000]) {
        await page.evaluate((to) => window.scrollTo(0, to), top);
        const box = await bar(page).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(height, 0);
        expect([box?.x, box?.width]).toEqual([column?.x, column?.width]);
      }
      await expectUncovered(page, last);
      // Long unsent text also leaves the end of the list reachable.
      await commentInput(page).fill('한 줄 더\n'.repeat(8));
      await expect(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await expectUncovered(page, last, 500);
      }).toPass({ timeout: 5_000 });
      await commentInput(page).fill('');
    });
  expect(await bar(page).evaluate((form) => getComputedStyle(form).position)).toBe('fixed');

  await test.step('typing never moves the page, whatever part of it is on the screen', async () => {
    const height = async () => (await commentInput(page).boundingBox())?.height ?? 0;
    await expect.poll(height).toBeLessThan(100);
    const low = await height();
    for (const place of [0, 350, 100_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), place);
      await commentInput(page).tap();
      const top = await scrollTop(page);
      for (const key of ['가', '나', 'Enter', '다', 'Enter', 'Enter', '라']) {
        if (key === 'Enter') await page.keyboard.press(key);
        else await page.keyboard.insertText(key);
        expect(await scrollTop(page)).toBe(top);
      }
      await expect(commentInput(page)).toHaveValue('가나\n다\n\n라');
      // A resized box renders a moment later.
      await expect.poll(height).toBeGreaterThan(low);
      await drawFrames(page);
      expect(await scrollTop(page)).toBe(top);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      const end = await scrollTop(page);
      for (let press = 0; press < 7; press += 1) await page.keyboard.press('Backspace');
      await expect(commentInput(page)).toHaveValue('');
      await expect.poll(height).toBe(low);
      await drawFrames(page);
      expect(await scrollTop(page)).toBe(end);
    }
  });

  await test.step('comments of others move nobody, and are read out politely', async () => {
    const log = page.getByRole('log', { name: '새 댓글' });
    await expect(log).toHaveAttribute('aria-live', 'polite');
    await expect(log).toBeEmpty();
    await page.evaluate(() => window.scrollTo(0, 200));
    await makers.reply(other, id, '다른 사람의 댓글');
    await expect(comment(page, '다른 사람의 댓글')).toBeAttached();
    expect(await scrollTop(page)).toBe(200);
    await expect(log.getByRole('listitem')).toHaveCount(1);
    await expect(log).toContainText('다른 사람의 댓글');
    await expect(log).toContainText(other.nickname);
  });

  // iOS covers the page with its keyboard; the app keeps its height.
  const layKeyboard = (height: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('--keyboard', to), height);

  await test.step('the comment one sends comes into view', async () => {
    await commentInput(page).fill('방금 보낸\n여러 줄의\n댓글');
    await sendButton(page).tap();
    await expectUncovered(page, comment(page, '방금 보낸 여러 줄의 댓글'));
    await layKeyboard('300px');
    await commentInput(page).fill('자판 위의 댓글');
    await sendButton(page).tap();
    await expectUncovered(page, comment(page, '자판 위의 댓글'));
  });

  await test.step('a message stands above the bar, however high it has grown, and above a keyboard', async () => {
    await commentInput(page).fill('한 줄 더\n'.repeat(8));
    await page.getByRole('button', { name: '스크랩' }).click();
    await expectAlert(page, '정식 버전에서 다시 만나요!');
    await expectUncovered(page, page.getByRole('alert'));
    await expect
      .poll(async () => {
        const box = await bar(page).boundingBox();
        return (box?.y ?? 0) + (box?.height ?? 0);
      })
      .toBe(844 - 300);
    await commentInput(page).fill('');
    await layKeyboard('0px');
  });

  await test.step('once seen, it holds nobody', async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.mouse.move(195, 300);
    await page.mouse.wheel(0, -500);
    const top = await scrollTop(page);
    await makers.reply(other, id, '또 다른 사람의 댓글');
    await expect(comment(page, '또 다른 사람의 댓글')).toBeAttached();
    await expect.poll(() => scrollTop(page)).toBeLessThanOrEqual(top);
  });

  await test.step('a sent comment comes into view when a page of the list is still missing before it', async () => {
    const missing = '또 다른 사람의 댓글';
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await leaveOutAnswers(page);
    await page.route(`**/api/posts/${id}/replies*`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      // The missing page arrives after the new comment and precedes it in the list.
      if (!new URL(route.request().url()).search.endsWith('=0')) {
        await released;
        return route.fallback();
      }
      const response = await route.fetch({ maxRetries: 2 });
      const { replies } = (await response.json()) as { replies: Reply[] };
      const json = { replies: replies.slice(0, 14), nextAfter: 14 };
      return route.fulfill({ response, json });
    });
    await page.reload();
    await expect(last).toBeAttached();
    await expect(comment(page, missing)).toHaveCount(0);
    await commentInput(page).fill('맨 끝의 내 댓글');
    await sendButton(page).tap();
    await expectUncovered(page, comment(page, '맨 끝의 내 댓글'));
    release();
    await expect(comment(page, missing)).toBeAttached();
    await expectUncovered(page, comment(page, '맨 끝의 내 댓글'));
  });
});
