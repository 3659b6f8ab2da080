import type { Locator, Page } from '@playwright/test';
import { commentInput, expectComments, sendButton, storedComments } from '../testing/comments.ts';
import { CUT, loseAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { Makers, User } from '../testing/makers.ts';
import { drawFrames, scrollTop } from '../testing/reading.ts';
import { expectAlert } from '../testing/screens.ts';

const bar = (page: Page): Locator => page.locator('form').filter({ has: commentInput(page) });
/** By the words of the comment alone: the time of day that stands before them ends in a digit too. */
const comment = (page: Page, body: string): Locator =>
  page
    .getByRole('region', { name: '댓글' })
    .getByRole('listitem')
    .filter({ has: page.getByText(body, { exact: true }) });

/** A post that is longer than the screen, with more comments than fit on it. */
async function makeLongPost(makers: Makers, user: User, count = 14): Promise<string> {
  const { id } = await makers.post(user, { body: '긴 글입니다.\n'.repeat(50) });
  for (let number = 1; number <= count; number += 1) await makers.reply(user, id, `${number}번째 댓글`);
  return id;
}

/** Whole on the screen, and nothing lies over it. */
async function expectUncovered(page: Page, element: Locator, timeout = 5_000): Promise<void> {
  await expect(async () => {
    const [box, over] = await Promise.all([element.boundingBox(), bar(page).boundingBox()]);
    if (!box || !over) throw new Error('not on the screen');
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(over.y);
  }).toPass({ timeout });
}

async function openPost(page: Page, id: string, last: string): Promise<void> {
  await page.goto(`/post/${id}`);
  await expect(comment(page, last)).toBeAttached();
}

test('the composer is a bar at the end of the screen, as wide as the column, and hides no comment', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const id = await makeLongPost(makers, user);
  await signIn(user);
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openPost(page, id, '14번째 댓글');
    const column = await page.getByRole('main').boundingBox();
    for (const top of [0, 300, 100_000]) {
      await page.evaluate((to) => window.scrollTo(0, to), top);
      const box = await bar(page).boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(height, 0);
      expect([box?.x, box?.width]).toEqual([column?.x, column?.width]);
    }
    await expectUncovered(page, comment(page, '14번째 댓글'));
    // Nor does a long text on its way: the end of the list can still be reached.
    await commentInput(page).fill('한 줄 더\n'.repeat(8));
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expectUncovered(page, comment(page, '14번째 댓글'), 500);
    }).toPass({ timeout: 5_000 });
    await commentInput(page).fill('');
  }
  expect(await bar(page).evaluate((form) => getComputedStyle(form).position)).toBe('fixed');
});

test('typing never moves the page, whatever part of it is on the screen', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const id = await makeLongPost(makers, user);
  await signIn(user);
  await openPost(page, id, '14번째 댓글');
  const height = async () => (await commentInput(page).boundingBox())?.height ?? 0;
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
    // A growing box is drawn a moment later, and so is one that shrinks.
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

test('the comment one sends comes into view above the bar; those of others move nobody', async ({
  page,
  signIn,
  makers,
}) => {
  const [user, other] = [await makers.user(), await makers.user()];
  const id = await makeLongPost(makers, user);
  await signIn(user);
  await openPost(page, id, '14번째 댓글');
  await page.evaluate(() => window.scrollTo(0, 200));
  await makers.reply(other, id, '다른 사람의 댓글');
  await expect(comment(page, '다른 사람의 댓글')).toBeAttached();
  expect(await scrollTop(page)).toBe(200);

  await commentInput(page).fill('방금 보낸\n여러 줄의\n댓글');
  await sendButton(page).tap();
  await expectUncovered(page, comment(page, '방금 보낸 여러 줄의 댓글'));
  // Also above a keyboard that lies over the page, as on iOS.
  await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '300px'));
  await commentInput(page).fill('자판 위의 댓글');
  await sendButton(page).tap();
  await expectUncovered(page, comment(page, '자판 위의 댓글'));
  await page.evaluate(() => document.documentElement.style.removeProperty('--keyboard'));
  // Once seen, it holds nobody.
  await page.mouse.move(195, 300);
  await page.mouse.wheel(0, -500);
  const top = await scrollTop(page);
  await makers.reply(other, id, '또 다른 사람의 댓글');
  await expect(comment(page, '또 다른 사람의 댓글')).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBeLessThanOrEqual(top);
});

test('a sent comment also comes into view when pages of the list are still missing before it', async ({
  page,
  signIn,
  makers,
}) => {
  test.slow();
  const user = await makers.user();
  const id = await makeLongPost(makers, user, 205);
  await signIn(user);
  await openPost(page, id, '200번째 댓글');
  await expect(comment(page, '205번째 댓글')).toHaveCount(0);
  // The missing page comes after the comment was shown, and takes a place before it.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/replies?after=2*', async (route) => {
    await held;
    await route.fallback();
  });
  await commentInput(page).fill('맨 끝의 내 댓글');
  await sendButton(page).tap();
  await expectUncovered(page, comment(page, '맨 끝의 내 댓글'));
  release();
  await expect(comment(page, '205번째 댓글')).toBeAttached();
  await expectUncovered(page, comment(page, '맨 끝의 내 댓글'));
});

test('a message stands above the bar, however high it has grown, and above a keyboard over the page', async ({
  page,
  signIn,
  makers,
}) => {
  const user = await makers.user();
  const id = await makeLongPost(makers, user, 3);
  await signIn(user);
  await openPost(page, id, '3번째 댓글');
  await commentInput(page).fill('한 줄 더\n'.repeat(8));
  // iOS lays its keyboard over the page; the app keeps its height here.
  await page.evaluate(() => document.documentElement.style.setProperty('--keyboard', '300px'));
  await page.getByRole('button', { name: '스크랩' }).click();
  await expectAlert(page, '정식 버전에서 다시 만나요!');
  await expectUncovered(page, page.getByRole('alert'));
  await expect
    .poll(async () => {
      const box = await bar(page).boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBe(844 - 300);
});

test('comments that arrive are read out politely, those that are loaded are not', async ({
  page,
  signIn,
  makers,
}) => {
  const [user, other] = [await makers.user(), await makers.user()];
  const { id } = await makers.post(user);
  await makers.reply(other, id, '전부터 있던 댓글');
  await signIn(user);
  await openPost(page, id, '전부터 있던 댓글');
  const log = page.getByRole('log', { name: '새 댓글' });
  await expect(log).toHaveAttribute('aria-live', 'polite');
  await expect(log).toBeAttached();
  await expect(log).toBeEmpty();
  await makers.reply(other, id, '방금 온 댓글');
  await expect(log.getByRole('listitem')).toHaveCount(1);
  await expect(log).toContainText('방금 온 댓글');
  await expect(log).toContainText(other.nickname);
  await expectComments(page, ['전부터 있던 댓글', '방금 온 댓글']);
});

test('a comment whose answer was lost counts as sent as soon as the list has it', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  watch.expect(CUT);
  const user = await makers.user();
  const { id } = await makers.post(user);
  await signIn(user);
  await page.goto(`/post/${id}`);
  await loseAnswers(page, 'POST', '**/replies');
  await commentInput(page).fill('답을 못 받은 댓글');
  await sendButton(page).tap();
  await expectComments(page, ['답을 못 받은 댓글']);
  await expect(commentInput(page)).toHaveValue('');
  await expect(sendButton(page)).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectUncovered(page, comment(page, '답을 못 받은 댓글'));
  expect(await storedComments(user, id)).toEqual(['답을 못 받은 댓글']);
});

test('after a reload as well, but what was typed since then stays in the box', async ({
  page,
  watch,
  signIn,
  makers,
}) => {
  watch.expect(CUT);
  const user = await makers.user();
  const { id } = await makers.post(user);
  await signIn(user);
  // Without its stream the page cannot know what became of the comment.
  await page.route('**/replies/live**', (route) => route.abort());
  await page.goto(`/post/${id}`);
  await loseAnswers(page, 'POST', '**/replies');
  for (const [text, then, left] of [
    ['답을 못 받은 댓글', '답을 못 받은 댓글', ''],
    ['또 못 받은 댓글', '그다음에 쓰던 말', '그다음에 쓰던 말'],
  ] as const) {
    await commentInput(page).fill(text);
    await sendButton(page).tap();
    await expectAlert(page, /인터넷 연결이 원활하지 않습니다/);
    await expect(commentInput(page)).toHaveValue(text);
    await commentInput(page).fill(then);
    await page.reload();
    await expect(comment(page, text)).toBeVisible();
    await expect(commentInput(page)).toHaveValue(left);
  }
  expect(await storedComments(user, id)).toEqual(['답을 못 받은 댓글', '또 못 받은 댓글']);
});
