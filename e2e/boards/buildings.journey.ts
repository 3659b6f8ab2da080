import { expect, test } from '../testing/fixtures.ts';
import { expectPath } from '../testing/screens.ts';

// Which buildings the list shows, and what a building's screen says, is asked by `buildings.component.test.tsx`.

const WITH_PLACEHOLDER = ['cj-house', 'ice-rink', 'pi-ville', 'techno-complex'];

test('[SC-08] a card opens its building at the top of the page, and the whole card of a post is its target', async ({
  page,
  signIn,
  makers,
}) => {
  const author = await makers.user();
  const { id, title } = await makers.post(author, {
    board: 'techno-complex',
    body: '여덟 시 이후에는 한산해요.',
  });
  await signIn(author);
  await page.goto('/building');
  const link = page.getByRole('main').locator('a[href="/building/techno-complex"]');
  await link.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  await link.click();
  await expectPath(page, '/building/techno-complex');
  await expect(page.getByRole('tab', { name: '최신' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  const preview = page.getByRole('article').filter({ hasText: title }).getByText('여덟 시 이후');
  const box = await preview.boundingBox();
  if (!box) throw new Error('no preview');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expectPath(page, `/post/${id}`);
});

test('[SC-10] pictures have a static path made from the id; four buildings share one placeholder', async ({
  page,
  signIn,
  anybody,
}) => {
  const { buildings } = await anybody.client.ask('GET /api/buildings', {});
  const withPlaceholder = buildings.filter(({ id }) => WITH_PLACEHOLDER.includes(id));
  expect(withPlaceholder).toHaveLength(WITH_PLACEHOLDER.length);
  expect(new Set(withPlaceholder.map(({ picture }) => picture)).size).toBe(1);
  const others = buildings.filter(({ id }) => !WITH_PLACEHOLDER.includes(id));
  for (const { id, picture } of others) expect(picture).toMatch(new RegExp(`^/[a-z/]+/${id}\\.(svg|webp)$`));
  expect(new Set(others.map(({ picture }) => picture?.replace(/[^/]+$/, ''))).size).toBe(1);

  // All of them are there, and are pictures.
  await signIn();
  await page.goto('/building');
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
