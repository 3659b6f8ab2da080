import { expect, test } from '../testing/fixtures.ts';
import { scrollTop, tabBar } from '../testing/reading.ts';
import { expectHome, expectPath } from '../testing/screens.ts';

// `buildings.component.test.tsx` tests the list and the building screen.

test.use({ viewport: { width: 390, height: 500 } });

const WITH_PLACEHOLDER = ['cj-house', 'ice-rink', 'pi-ville', 'techno-complex'];

test('[SC-08] [SC-10] building list: a tab keeps filter and position, a card opens its building at the top, and every picture loads', async ({
  page,
  signIn,
  makers,
  anybody,
}) => {
  const { id, title } = await makers.post(anybody, {
    board: 'techno-complex',
    body: '여덟 시 이후에는 한산해요.',
  });
  await signIn();
  // Uses coordinates: a locator would first scroll the bar and the page.
  const press = async (name: string) => {
    const box = await tabBar(page).getByRole('link', { name }).boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  };
  const scrollDown = async (top: number) => {
    await page.mouse.move(195, 250);
    // A wheel event before the screen is shown is lost, so the rest is repeated.
    await expect(async () => {
      await page.mouse.wheel(0, top - (await scrollTop(page)));
      await expect.poll(() => scrollTop(page), { timeout: 1_000 }).toBe(top);
    }).toPass({ timeout: 10_000 });
  };
  await page.goto('/');
  await expectHome(page);
  await scrollDown(60);
  await press('건물');
  await expectPath(page, '/building');
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.getByRole('tab', { name: '이공' }).click();
  await scrollDown(320);
  await press('키워드');
  await expectPath(page, '/keyword');
  await expect.poll(() => scrollTop(page)).toBe(0);
  await scrollDown(90);
  await press('마이페이지');
  await expectPath(page, '/mypage');
  // Otherwise the wheel event scrolls the previous screen, which keeps the position.
  await expect.poll(() => scrollTop(page)).toBe(0);
  await scrollDown(120);

  for (const [name, path, top] of [
    ['홈', '/', 60],
    ['건물', `/building?category=${encodeURIComponent('이공')}`, 320],
    ['키워드', '/keyword', 90],
    ['마이페이지', '/mypage', 120],
  ] as const) {
    await press(name);
    await expectPath(page, path);
    await expect.poll(() => scrollTop(page)).toBe(top);
  }
  await press('건물');
  await expect(page.getByRole('tab', { name: '이공' })).toHaveAttribute('aria-selected', 'true');
  // Back restores each position; pressing the tab again resets it.
  await page.goBack();
  await expectPath(page, '/mypage');
  await expect.poll(() => scrollTop(page)).toBe(120);
  await press('건물');
  // Wait for the tab bar: an earlier press would be a double tap's second, which restores the tab.
  await expectPath(page, `/building?category=${encodeURIComponent('이공')}`);
  await expect(tabBar(page).getByRole('link', { name: '건물' })).toHaveAttribute('aria-current', 'page');
  await press('건물');
  await expectPath(page, '/building');

  // A card opens its building at the top; the whole post card is clickable.
  const link = page.getByRole('main').locator('a[href="/building/techno-complex"]');
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(500);
  await link.click();
  await expectPath(page, '/building/techno-complex');
  await expect(page.getByRole('tab', { name: '최신' })).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(0);
  const preview = page.getByRole('article').filter({ hasText: title }).getByText('여덟 시 이후');
  await preview.scrollIntoViewIfNeeded();
  const box = await preview.boundingBox();
  if (!box) throw new Error('no preview');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expectPath(page, `/post/${id}`);

  // Picture paths derive from the id; four buildings share one placeholder.
  const { buildings } = await anybody.client.ask('GET /api/buildings', {});
  const withPlaceholder = buildings.filter(({ id }) => WITH_PLACEHOLDER.includes(id));
  expect(withPlaceholder).toHaveLength(WITH_PLACEHOLDER.length);
  expect(new Set(withPlaceholder.map(({ picture }) => picture)).size).toBe(1);
  const others = buildings.filter(({ id }) => !WITH_PLACEHOLDER.includes(id));
  for (const { id, picture } of others) expect(picture).toMatch(new RegExp(`^/[a-z/]+/${id}\\.(svg|webp)$`));
  expect(new Set(others.map(({ picture }) => picture?.replace(/[^/]+$/, ''))).size).toBe(1);

  // All exist and are pictures.
  const broken = await page.evaluate(
    async (pictures) => {
      const answers = await Promise.all(
        pictures.map(async (source) => {
          const image = Object.assign(new Image(), { src: source });
          return image.decode().then(
            () => image.naturalWidth > 0,
            () => false,
          );
        }),
      );
      return pictures.filter((_, index) => !answers[index]);
    },
    [...new Set(buildings.map(({ picture }) => picture ?? ''))],
  );
  expect(broken).toEqual([]);
});
