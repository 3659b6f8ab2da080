import type { Locator, Page } from '@playwright/test';
import { commentInput, sendButton } from '../testing/comments.ts';
import {
  change,
  confirmation,
  EMAIL_PATH,
  nickname,
  NICKNAME_PATH,
  password,
  PASSWORD_PATH,
  withdraw,
  WITHDRAW_PATH,
} from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import { backArrow, expectHome, logIn } from '../testing/screens.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

const PHONE = { width: 390, height: 844 };
/** The space that a phone's keyboard leaves. */
const WITH_KEYBOARD = { width: 390, height: 500 };

/** Expects the control to be fully visible and hit by a tap at its centre. */
async function expectReachable(control: Locator): Promise<void> {
  await expect(control).toBeInViewport({ ratio: 1 });
  const covered = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return !element.contains(hit);
  });
  expect(covered).toBe(false);
}

/** Simulates Android: shrinks the page and scrolls the focused field into view. */
async function openKeyboard(page: Page, field: Locator): Promise<void> {
  await field.tap();
  await page.setViewportSize(WITH_KEYBOARD);
  await field.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
}

/** Simulates iOS: the keyboard covers the page and only the visual viewport shrinks. */
async function lieOver(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const viewport = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: window.innerHeight });
    Object.defineProperty(window, 'visualViewport', { value: viewport });
    window.addEventListener('focusin', ({ target }) => {
      const types = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      viewport.height = window.innerHeight - (types ? 344 : 0);
      viewport.dispatchEvent(new Event('resize'));
    });
  });
}

test('phone keyboard: hides neither field nor submit button of post, comment and account forms @full', async ({
  page,
  makers,
}) => {
  const user = await makers.user();
  const post = await makers.post(user, { body: '긴 글입니다.\n'.repeat(80) });
  for (let number = 0; number < 12; number += 1) await makers.reply(user, post.id, `댓글 ${number}`);
  await page.goto('/login');
  await page.getByLabel('이메일', { exact: true }).fill(user.email);
  await openKeyboard(page, password(page));
  await expectReachable(password(page));
  await expectReachable(page.getByRole('button', { name: '로그인', exact: true }));
  await logIn(page, user.email, user.password);
  await expectHome(page);

  await test.step('account forms: the button is one scroll away', async () => {
    for (const [path, last, button] of [
      [NICKNAME_PATH, nickname(page), change(page)],
      [EMAIL_PATH, password(page), change(page)],
      [PASSWORD_PATH, confirmation(page), change(page)],
      [WITHDRAW_PATH, password(page), withdraw(page)],
    ] as const) {
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await openKeyboard(page, last);
      await expectReachable(last);
      await button.scrollIntoViewIfNeeded();
      await expectReachable(button);
      await expect(last).toBeInViewport({ ratio: 1 });
    }
  });

  await test.step('a comment, at any place of a long page', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`/post/${post.id}`);
    await expect(page.getByText('댓글 11')).toBeAttached();
    for (const place of [0, 600, 100_000]) {
      await page.setViewportSize(PHONE);
      await page.evaluate((top) => window.scrollTo(0, top), place);
      await commentInput(page).tap();
      await page.setViewportSize(WITH_KEYBOARD);
      await expectReachable(commentInput(page));
      await expectReachable(sendButton(page));
    }
    // The input grows with its text up to a limit; the button stays reachable.
    await commentInput(page).fill('한 줄 더\n'.repeat(30));
    await expectReachable(commentInput(page));
    await expectReachable(sendButton(page));
  });

  await test.step('a post', async () => {
    await page.setViewportSize(PHONE);
    await openWrite(page, '/building/anam-dormitory');
    for (const field of [title(page), body(page)]) {
      await page.setViewportSize(PHONE);
      await openKeyboard(page, field);
      await expectReachable(field);
      await expectReachable(submit(page));
      await expectReachable(backArrow(page));
    }
    // Also with overflowing text: the caret and the box stay in view.
    await body(page).fill('줄\n'.repeat(40));
    await page.keyboard.type('마지막 줄');
    await expectReachable(body(page));
    await expectReachable(submit(page));
    const caretShown = await body(page).evaluate(
      (area) => area.scrollHeight - area.scrollTop - area.clientHeight < 24,
    );
    expect(caretShown).toBe(true);
  });

  await test.step('a keyboard that lies over the page', async () => {
    await page.setViewportSize(PHONE);
    await lieOver(page);
    const expectAbove = (control: Locator) =>
      expect
        .poll(async () => {
          const box = await control.boundingBox();
          return box && box.y >= 0 && box.y + box.height <= WITH_KEYBOARD.height;
        })
        .toBe(true);
    await page.goto(`/post/${post.id}`);
    await commentInput(page).focus();
    await expectAbove(commentInput(page));
    await expectAbove(sendButton(page));
    await openWrite(page, '/building/anam-dormitory');
    await title(page).focus();
    await expectAbove(title(page));
    await expectAbove(submit(page));
  });
});
