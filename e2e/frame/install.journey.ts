import { expectAccessible } from '../testing/axe.ts';
import { expect, test } from '../testing/fixtures.ts';

// `manifest.test.ts` tests the manifest, `install-offer.component.test.tsx` the offer to install.
test.use({
  edition: 'official',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
});

test('[PH-01] [PH-13] Chromium accepts the app as installable; Safari on an iPhone shows illustrated steps @full', async ({
  page,
  context,
  user,
  makers,
}) => {
  const { id: postId } = await makers.post(user, { board: 'question' });
  await page.goto('/');
  const session = await context.newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The test browser is incognito, the only installability error.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
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
  expect(manifest.shortcuts.length).toBeGreaterThan(0);

  // The device counts two earlier visits with a read.
  const offer = page.getByRole('complementary', { name: '홈 화면에 두기 안내' });
  await page.evaluate(() =>
    localStorage.setItem(
      'install',
      JSON.stringify({ visits: 2, readAt: Date.now() - 24 * 3_600_000, answeredAt: 0 }),
    ),
  );
  await page.goto(`/post/${postId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.waitForLoadState('networkidle');
  await expect(offer).toHaveCount(0);
  await page.goto('/');
  await expect(offer).toBeVisible();
  await expectAccessible(page);
  await offer.getByRole('button', { name: '방법 보기' }).click();
  const sheet = page.getByRole('dialog', { name: '홈 화면에 두는 방법' });
  const pictures = sheet.getByRole('listitem').locator('svg');
  await expect(pictures).toHaveCount(3);
  expect((await pictures.first().boundingBox())?.width).toBe(64);
  await expectAccessible(page);
});
