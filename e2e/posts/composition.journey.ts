import type { CDPSession, Locator } from '@playwright/test';
import { commentInput, expectComments, sendButton, storedComments } from '../testing/comments.ts';
import { change, nickname, NICKNAME_PATH, profileFact } from '../testing/edit-forms.ts';
import { countWrites } from '../testing/calls.ts';
import { expect, test } from '../testing/fixtures.ts';
import { cardTitles, expectAlert, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title, titlesOn } from '../testing/write-form.ts';

/** What the field shows while a word is typed: the last syllable is open until the next one begins. */
const HELLO = ['ㅇ', '아', '안', '안ㄴ', '안녀', '안녕'];

/** The field shows the text as composed, underlined, not yet its own. */
async function compose(ime: CDPSession, field: Locator, steps: readonly string[]): Promise<void> {
  const before = await field.inputValue();
  for (const text of steps) {
    await ime.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await expect(field).toHaveValue(`${before}${steps.at(-1)}`);
}

/** The Enter that ends a composition belongs to the input method: it arrives as key code 229. */
async function composingEnter(ime: CDPSession): Promise<void> {
  await ime.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter' });
}

/** The input method hands its text over: the composition is at its end. */
async function commit(ime: CDPSession, text: string): Promise<void> {
  await ime.send('Input.insertText', { text });
}

test.describe('with a real keyboard', () => {
  test.use({ isMobile: false, hasTouch: false });

  test('Enter while composing never sends a comment, Enter after it sends it once and whole', async ({
    page,
    makers,
    user,
  }) => {
    const post = await makers.post(user);
    await page.goto(`/post/${post.id}`);
    const sent = countWrites(page);
    const ime = await page.context().newCDPSession(page);
    await commentInput(page).focus();
    await compose(ime, commentInput(page), HELLO);
    await composingEnter(ime);
    await composingEnter(ime);
    await expect(commentInput(page)).toHaveValue('안녕');
    await commit(ime, '안녕');
    await expect(commentInput(page)).toHaveValue('안녕');
    // Safari ends the composition first and only then reports the key.
    await composingEnter(ime);
    await expectComments(page, []);
    expect(sent()).toBe(0);

    await page.keyboard.press('Enter');
    await expectComments(page, ['안녕']);
    await expect(commentInput(page)).toHaveValue('');
    expect(await storedComments(user, post.id)).toEqual(['안녕']);
    expect(sent()).toBe(1);

    // And the next one starts clean: nothing of the last syllable is left behind.
    await compose(ime, commentInput(page), ['ㄴ', '네']);
    await commit(ime, '네');
    await page.keyboard.press('Enter');
    await expectComments(page, ['안녕', '네']);
    expect(await storedComments(user, post.id)).toEqual(['안녕', '네']);
  });

  test('Enter while composing a title posts nothing', async ({ page, user: _ }) => {
    await openWrite(page, '/building/graduate-library');
    await body(page).fill('내용부터 썼어요.');
    const sent = countWrites(page);
    const ime = await page.context().newCDPSession(page);
    await title(page).focus();
    await compose(ime, title(page), HELLO);
    await composingEnter(ime);
    await commit(ime, '안녕');
    await expect(title(page)).toHaveValue('안녕');
    await expectPath(page, '/write');
    expect(sent()).toBe(0);
    await page.keyboard.press('Enter');
    await expect(body(page)).toBeFocused();
    await submit(page).click();
    await expectPath(page, '/building/graduate-library');
    await expect(cardTitles(page).first()).toHaveText('안녕');
    expect(sent()).toBe(1);
  });
});

test('a tap on send takes the syllable that is still being composed along', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  const ime = await page.context().newCDPSession(page);
  await commentInput(page).focus();
  await compose(ime, commentInput(page), HELLO);
  await sendButton(page).tap();
  await expectComments(page, ['안녕']);
  await expect(commentInput(page)).toHaveValue('');
  expect(await storedComments(user, post.id)).toEqual(['안녕']);
});

test('on a phone Enter is a new line of the comment, composing or not', async ({ page, makers, user }) => {
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  const ime = await page.context().newCDPSession(page);
  await commentInput(page).focus();
  await compose(ime, commentInput(page), HELLO);
  await composingEnter(ime);
  await commit(ime, '안녕');
  await page.keyboard.press('Enter');
  await compose(ime, commentInput(page), ['ㅎ', '하', '핫']);
  await commit(ime, '핫');
  await expect(commentInput(page)).toHaveValue('안녕\n핫');
  await expectComments(page, []);
  await sendButton(page).tap();
  await expectComments(page, ['안녕']);
  expect(await storedComments(user, post.id)).toEqual(['안녕\n핫']);
});

test('a tap on the button of a post takes title and body along as they stand on the screen', async ({
  page,
  user,
}) => {
  await openWrite(page, '/building/central-plaza');
  const ime = await page.context().newCDPSession(page);
  await title(page).focus();
  await compose(ime, title(page), HELLO);
  await body(page).tap();
  await expect(title(page)).toHaveValue('안녕');
  await compose(ime, body(page), ['ㅂ', '바', '반', '반ㄱ', '반가', '반가ㅇ', '반가우', '반가워']);
  // A draft keeps what is being composed too.
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((draft) => draft.includes('반가워'))))
    .toBe(true);
  await submit(page).tap();
  await expectPath(page, '/building/central-plaza');
  expect(await titlesOn(user, 'central-plaza')).toContain('안녕');
  await cardTitles(page).first().getByRole('link').click();
  await expect(page.getByRole('article').getByText('반가워', { exact: true })).toBeVisible();
});

test('a form of the profile takes the last syllable along, and counts syllables', async ({
  page,
  signIn,
  makers,
}) => {
  await signIn(await makers.user());
  await page.goto('/mypage/viewprofile');
  await page.getByRole('link', { name: '닉네임 변경' }).click();
  await expectPath(page, NICKNAME_PATH);
  const ime = await page.context().newCDPSession(page);
  await nickname(page).fill('');
  await nickname(page).focus();
  // One syllable is too short, however many keys it took.
  await compose(ime, nickname(page), ['ㄱ', '과', '광', '괁']);
  await change(page).tap();
  await expectAlert(page, '닉네임 길이가 맞지 않습니다. (2~10자)');
  await nickname(page).fill('');
  await compose(ime, nickname(page), ['ㅎ', '호', '홀', '호라', '호랑', '호랑ㅇ', '호랑이']);
  await change(page).tap();
  await expectPath(page, '/mypage/viewprofile');
  await expect(profileFact(page, '닉네임')).toHaveText('호랑이');
});
