import type { BrowserContext } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { commentInput, comments, sendButton } from '../testing/comments.ts';
import { expect, test } from '../testing/fixtures.ts';
import { makePicture } from '../testing/picture.ts';
import { cardTitles, expectHome, expectPath, logIn } from '../testing/screens.ts';
import { attach, body, expectPreview, openWrite, submit, title } from '../testing/write-form.ts';

const KAKAO =
  'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/138.0.0.0 Mobile Safari/537.36 KAKAOTALK/25.5.1 (INAPP)';
const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22F76 Instagram 385.0.0.28.85';

/** Removes or denies the APIs that in-app browsers lack. */
const takeAway = (context: BrowserContext, how: 'missing' | 'refused') =>
  context.addInitScript((refused) => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'Notification'])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          if (refused) throw new DOMException('refused', 'SecurityError');
          return undefined;
        },
      });
    for (const name of ['serviceWorker', 'locks', 'storage', 'clipboard', 'share'])
      Reflect.deleteProperty(Navigator.prototype, name);
  }, how === 'refused');

for (const [edition, how, userAgent] of [
  ['beta', 'missing', KAKAO],
  ['official', 'refused', INSTAGRAM],
] as const)
  test.describe(`in the ${edition} edition`, () => {
    test.use({ edition, userAgent });

    test(`[PH-11] blocked storage and worker (${how}): reading, replying and writing with a picture work; a line links to the browser, ${edition} @full`, async ({
      page,
      context,
      makers,
      anybody,
    }) => {
      await takeAway(context, how);
      const user = await makers.user();
      const { id: postId } = await makers.post(anybody, { board: 'question' });

      await page.goto('/login');
      await logIn(page, user.email, user.password);
      await expectHome(page);
      expect(await page.evaluate(() => 'serviceWorker' in navigator)).toBe(false);

      await page.goto(`/post/${postId}`);
      await commentInput(page).fill('앱 속에서 남기는 댓글');
      await sendButton(page).click();
      await expect(comments(page).filter({ hasText: '앱 속에서 남기는 댓글' })).toHaveCount(1);

      const words = `앱 속에서 쓴 글 ${postId.slice(-6)} ${how}`;
      await openWrite(page, '/building/law-hall');
      await title(page).fill(words);
      await body(page).fill('사진도 한 장.');
      if (edition === 'beta') {
        await attach(page, 'seat.png', 'image/png', makePicture());
        await expectPreview(page);
      } else {
        const file = { name: 'seat.png', mimeType: 'image/png', buffer: makePicture() };
        await page.getByLabel(/^사진 첨부/).setInputFiles(file);
        await expect(page.getByRole('main').locator('li[data-key] img')).toBeVisible();
      }
      await submit(page).click();
      await expectPath(page, '/building/law-hall');
      await cardTitles(page).filter({ hasText: words }).click();
      await expect(
        page.getByRole('main').locator('img[src*="/posts/"], img[src*="/media/"]').first(),
      ).toBeVisible();

      // One notice offers the real browser; installation is not offered.
      const line = page.getByRole('complementary', { name: '브라우저로 열기 안내' });
      await expect(line).toHaveCount(1);
      await expect(page.getByRole('complementary', { name: '홈 화면에 두기 안내' })).toHaveCount(0);
      if (edition === 'beta') {
        await page.setViewportSize({ width: 320, height: 640 });
        await page.goto('/board/question?from=chat#top');
        // Nothing redirects automatically.
        await expectPath(page, '/board/question?from=chat');
        const link = line.getByRole('link', { name: '브라우저로 열기' });
        const leadsTo = new URL((await link.getAttribute('href')) ?? '').searchParams.get('url');
        expect(leadsTo).toBe(new URL('/board/question?from=chat#top', page.url()).href);
        expect(await line.boundingBox()).toMatchObject({ x: 0, y: 0, width: 320 });
        for (const one of [link, line.getByRole('button')]) {
          const { width, height } = (await one.boundingBox()) ?? { width: 0, height: 0 };
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
        }
      } else {
        // The own-data screen explains where a file arrives, and the address can be copied.
        await page.goto('/mypage/viewprofile?a=1');
        const address = line.getByLabel('이 페이지의 주소');
        await expect(address).toHaveValue(page.url());
        await address.focus();
        const chosen = await address.evaluate((input: HTMLInputElement) => input.selectionEnd);
        expect(chosen).toBe(page.url().length);
        await expect(page.getByRole('main').getByText('파일을 받지 못할 수 있어요')).toBeVisible();
        await page.getByRole('button', { name: '메일로 주소 받기' }).click();
        await expect(page.getByText('메일을 보냈어요.')).toBeVisible();
      }
      await expectAccessible(page);
    });
  });
