import type { Page } from '@playwright/test';
import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const SAMSUNG =
  'Mozilla/5.0 (Linux; Android 15; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36';
const DAY = 24 * 3_600_000;

const offer = (page: Page) => page.getByRole('complementary', { name: '홈 화면에 두기 안내' });

/** Two visits that read something lie behind this device, and an answer so many days ago if there was one. */
async function remember(page: Page, answeredDaysAgo: number | null): Promise<void> {
  await page.goto('/terms');
  await page.evaluate(
    ([ago, day]) =>
      localStorage.setItem(
        'install',
        JSON.stringify({
          visits: 2,
          readAt: Date.now() - day,
          answeredAt: ago === null ? 0 : Date.now() - ago * day,
        }),
      ),
    [answeredDaysAgo, DAY] as const,
  );
}

/** Reads a post and goes back home, within the app. */
async function readAndLeave(page: Page, postId: string): Promise<void> {
  await page.goto(`/post/${postId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(offer(page)).toHaveCount(0);
  await page.goto('/');
}

for (const edition of ['beta', 'official'] as const)
  test.describe(`in the ${edition} edition`, () => {
    test.use({ edition });

    test(`[PH-01] Chromium takes the app as one that can be installed, with Korean manifest, icons and shortcuts, ${edition}`, async ({
      page,
      context,
      signIn,
    }) => {
      await signIn();
      await page.goto('/');
      const session = await context.newCDPSession(page);
      const { errors, data = '' } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // The browser of a test forgets everything, which alone is against it.
      expect(
        installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      ).toEqual([]);
      const manifest = JSON.parse(data) as {
        name: string;
        lang: string;
        icons: { src: string; sizes: string; purpose: string }[];
        shortcuts: { name: string; url: string }[];
      };
      expect([manifest.name, manifest.lang]).toEqual(['마당', 'ko']);
      expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
        '192x192 any',
        '512x512 any',
        '512x512 maskable',
      ]);
      for (const { src, sizes } of manifest.icons) {
        const size = await page.evaluate(async (address) => {
          const image = await createImageBitmap(await (await fetch(address)).blob());
          return `${image.width}x${image.height}`;
        }, src);
        expect([src, size]).toEqual([src, sizes]);
      }
      for (const { url } of manifest.shortcuts) {
        await page.goto(url);
        await expect(page.getByRole('main')).toBeVisible();
        await expect(page.getByText('페이지를 찾을 수 없')).toHaveCount(0);
      }
    });
  });

test.describe('in Safari on an iPhone', () => {
  test.use({ userAgent: IPHONE });

  test('[PH-13] after the third visit that read something the way is shown in pictures, and not again for 60 days', async ({
    page,
    anybody,
    signIn,
    makers,
  }) => {
    await signIn();
    const { id: postId } = await makers.post(anybody, { board: 'question' });
    await remember(page, null);
    await readAndLeave(page, postId);
    await expect(offer(page)).toBeVisible();
    await expectAccessible(page);
    await offer(page).getByRole('button', { name: '방법 보기' }).click();
    const sheet = page.getByRole('dialog', { name: '홈 화면에 두는 방법' });
    await expect(sheet.getByText('‘홈 화면에 추가’를 골라요.')).toBeVisible();
    const pictures = sheet.getByRole('listitem').locator('svg');
    await expect(pictures).toHaveCount(3);
    expect((await pictures.first().boundingBox())?.width).toBe(64);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: '닫기' }).click();
    await expect(offer(page)).toHaveCount(0);

    await remember(page, 59);
    await readAndLeave(page, postId);
    await page.waitForLoadState('networkidle');
    await expect(offer(page)).toHaveCount(0);
    await remember(page, 61);
    await readAndLeave(page, postId);
    await expect(offer(page)).toBeVisible();
    await offer(page).getByRole('button', { name: '안내 닫기' }).click();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(offer(page)).toHaveCount(0);
  });
});

test.describe('in Samsung Internet', () => {
  test.use({ userAgent: SAMSUNG });

  test('[PH-13] the way leads to Chrome', async ({ page, anybody, signIn, makers }) => {
    await signIn();
    const { id: postId } = await makers.post(anybody, { board: 'question' });
    await remember(page, null);
    await readAndLeave(page, postId);
    const link = offer(page).getByRole('link', { name: 'Chrome으로 설치' });
    expect(await link.getAttribute('href')).toContain(';package=com.android.chrome;');
  });
});
