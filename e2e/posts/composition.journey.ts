import type { CDPSession, Locator, Page } from '@playwright/test';
import { countWrites } from '../testing/calls.ts';
import { commentInput, expectComments, sendButton, storedComments } from '../testing/comments.ts';
import { change, nickname, NICKNAME_PATH } from '../testing/edit-forms.ts';
import { expect, test } from '../testing/fixtures.ts';
import type { User } from '../testing/makers.ts';
import { expectAlert, expectPath } from '../testing/screens.ts';
import { body, openWrite, submit, title } from '../testing/write-form.ts';

/** Field values while a word is typed: the last syllable stays open until the next begins. */
const HELLO = ['ㅇ', '아', '안', '안ㄴ', '안녀', '안녕'];

/** Composes the steps; the field shows the underlined, uncommitted text. */
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

/** The input method handles the Enter that ends a composition: key code 229. */
async function composingEnter(ime: CDPSession): Promise<void> {
  await ime.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', code: 'Enter' });
}

/** Commits the text, which ends the composition. */
async function commit(ime: CDPSession, text: string): Promise<void> {
  await ime.send('Input.insertText', { text });
}

/** Returns title and text of the user's newest post. */
async function readNewest({ client }: User): Promise<string[]> {
  const [newest] = (await client.ask('GET /api/profile/posts', {})).posts;
  const { contents } = await client.ask('GET /api/posts/{id}', { path: { id: newest?.id ?? '' } });
  return [newest?.title ?? '', ...contents.flatMap((part) => (part.format === 'text' ? part.text : []))];
}

test.describe('with a real keyboard', () => {
  test.use({ isMobile: false, hasTouch: false, edition: 'official' });

  test('[NO-03] Enter during composition sends no comment, post or alert; afterwards it sends once', async ({
    page,
    makers,
    user,
  }) => {
    const post = await makers.post(user);
    await page.goto(`/post/${post.id}`);
    let sent = countWrites(page);
    const ime = await page.context().newCDPSession(page);
    await commentInput(page).focus();
    await compose(ime, commentInput(page), HELLO);
    await composingEnter(ime);
    await composingEnter(ime);
    await expect(commentInput(page)).toHaveValue('안녕');
    // Other browsers set `isComposing` instead of the key code.
    await commentInput(page).evaluate((field) => {
      const enter = { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    });
    await commit(ime, '안녕');
    await expect(commentInput(page)).toHaveValue('안녕');
    // Safari ends the composition first and reports the key afterwards.
    await composingEnter(ime);
    await expectComments(page, []);
    expect(sent()).toBe(0);

    await page.keyboard.type(' 댓글');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('둘째 줄');
    await page.keyboard.press('Enter');
    await expectComments(page, ['안녕 댓글']);
    await expect(commentInput(page)).toHaveValue('');
    expect(sent()).toBe(1);
    // The next composition starts without the last syllable.
    await compose(ime, commentInput(page), ['ㄴ', '네']);
    await commit(ime, '네');
    await page.keyboard.press('Enter');
    await expectComments(page, ['안녕 댓글', '네']);
    expect(await storedComments(user, post.id)).toEqual(['안녕 댓글\n둘째 줄', '네']);

    await openWrite(page, '/building/graduate-library');
    await body(page).fill('내용부터 썼어요.');
    sent = countWrites(page);
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
    expect(await readNewest(user)).toEqual(['안녕', '내용부터 썼어요.']);
    expect(sent()).toBe(1);

    await page.goto('/mypage/alerts');
    const asked = listPreviews(page);
    sent = countWrites(page);
    const word = page.getByRole('textbox', { name: '키워드' });
    await word.focus();
    await compose(ime, word, ['ㅋ', '카', '카ㅍ', '카페', '카페ㅇ']);
    await composingEnter(ime);
    await expect(page.getByText(/지난 30일/)).toBeVisible();
    expect(asked).toEqual(['카페']);
    expect(sent()).toBe(0);
    await commit(ime, '카페');
    await page.keyboard.press('Enter');
    const rows = page.getByRole('region', { name: '받고 있는 키워드' }).getByRole('listitem');
    await expect(rows).toHaveText(/카페/);
    expect(sent()).toBe(1);
  });
});

/** Returns the words of the requested alert previews. */
function listPreviews(page: Page): (string | null)[] {
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/alerts/preview') asked.push(searchParams.get('word'));
  });
  return asked;
}

test('phone: Enter adds a line to a comment, and a tap sends the text being composed: comment, post or nickname', async ({
  page,
  makers,
  user,
}) => {
  const post = await makers.post(user);
  await page.goto(`/post/${post.id}`);
  const ime = await page.context().newCDPSession(page);
  await commentInput(page).focus();
  await compose(ime, commentInput(page), HELLO);
  await composingEnter(ime);
  await commit(ime, '안녕');
  await page.keyboard.press('Enter');
  await compose(ime, commentInput(page), ['ㅎ', '하', '핫']);
  await expect(commentInput(page)).toHaveValue('안녕\n핫');
  await expectComments(page, []);
  await sendButton(page).tap();
  await expectComments(page, ['안녕']);
  await expect(commentInput(page)).toHaveValue('');
  expect(await storedComments(user, post.id)).toEqual(['안녕\n핫']);

  await openWrite(page, '/building/central-plaza');
  await title(page).focus();
  await compose(ime, title(page), HELLO);
  await body(page).tap();
  await expect(title(page)).toHaveValue('안녕');
  await compose(ime, body(page), ['ㅂ', '바', '반', '반ㄱ', '반가', '반가ㅇ', '반가우', '반가워']);
  // A draft includes the text being composed.
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((draft) => draft.includes('반가워'))))
    .toBe(true);
  await submit(page).tap();
  await expectPath(page, '/building/central-plaza');
  expect(await readNewest(user)).toEqual(['안녕', '반가워']);

  await page.goto(NICKNAME_PATH);
  await nickname(page).fill('');
  await nickname(page).focus();
  // One syllable is too short, whatever the number of keys.
  await compose(ime, nickname(page), ['ㄱ', '과', '광', '괁']);
  await change(page).tap();
  await expectAlert(page, '닉네임 길이가 맞지 않습니다. (2~10자)');
  await nickname(page).fill('');
  await compose(ime, nickname(page), ['ㅎ', '호', '홀', '호라', '호랑', '호랑ㅇ', '호랑이']);
  await change(page).tap();
  await expect
    .poll(async () => (await user.client.ask('GET /api/session', {})).user?.nickname)
    .toBe('호랑이');
});
