import type { Page } from '@playwright/test';
import { leaveOutAnswers } from '../testing/faults.ts';
import { expect, test } from '../testing/fixtures.ts';
import { expectLoaded } from '../testing/screens.ts';

/** What the beta edition only promises: where it stands, and what it is called. */
const promised = [
  ['schoolMap', '/building', 'button', '학교 지도'],
  ['buildingView', '/building/main-hall', 'button', '건물 보기'],
  ['shop', '/mypage', 'button', '상점'],
  ['licences', '/mypage', 'button', '오픈소스 라이선스'],
  ['search', '/search', 'button', '검색'],
  ['search', '/search', 'searchbox', '검색어'],
  ['search', '/search', 'button', '정수기'],
] as const;

const mark = (page: Page) => page.getByRole('main').getByText('준비 중', { exact: true });

test('[M-16a] what is only promised says so beforehand, in its description and not in its name', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const [, path, role, name] of promised) {
    await page.goto(path);
    const control = page.getByRole('main').getByRole(role, { name, exact: true });
    await expect(control).toHaveAccessibleName(name);
    await expect(control).toHaveAccessibleDescription('준비 중');
    await expect(mark(page).first()).toBeVisible();
  }
});

test('[M-16b] the mark goes when its feature is on', async ({ page, signIn }) => {
  await signIn();
  await leaveOutAnswers(page);
  await page.route('**/api/campus', async (route) => {
    const response = await route.fetch();
    const campus = (await response.json()) as object;
    await route.fulfill({ response, json: { ...campus, features: promised.map(([feature]) => feature) } });
  });
  for (const [feature, path, role, name] of promised) {
    await page.goto(path);
    const litRole = feature === 'licences' ? 'link' : role;
    const control = page.getByRole('main').getByRole(litRole, { name, exact: true });
    await expect(control).toHaveAccessibleName(name);
    await expect(control).toHaveAccessibleDescription('');
    await expect(mark(page)).toHaveCount(0);
  }
});

test('[M-16c] the dots of the carousel stand together, each still easy to hit', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/');
  const dots = page.getByRole('button', { name: /번째 이벤트 보기/ });
  await expect(dots.nth(1)).toBeVisible();
  const boxes = await dots.evaluateAll((all) =>
    all.map((dot) => dot.getBoundingClientRect().toJSON() as DOMRect),
  );
  for (const [index, box] of boxes.entries()) {
    expect([box.width, box.height]).toEqual([24, 44]);
    if (index > 0) expect(box.x - (boxes[index - 1]?.x ?? 0)).toBe(24);
  }
});

test('[M-16d] every keyword tile has an icon of its own', async ({ page, signIn }) => {
  await signIn();
  await page.goto('/keyword');
  const tiles = page.getByRole('main').locator('ul').getByRole('button');
  await expect(tiles).toHaveCount(12);
  const shapes = await tiles.evaluateAll((all) =>
    all.map((tile) => tile.querySelector('svg')?.innerHTML ?? ''),
  );
  expect(new Set(shapes).size).toBe(12);
  expect(shapes).not.toContain('');
});

test('[M-16e] keywords of a campus that names no icons have one all the same', async ({ page, signIn }) => {
  await signIn();
  await leaveOutAnswers(page);
  await page.route('**/api/campus', async (route) => {
    const response = await route.fetch();
    const { keywordIcons: _, ...campus } = (await response.json()) as { keywordIcons: unknown };
    await route.fulfill({ response, json: campus });
  });
  await page.goto('/keyword');
  await expect(page.getByRole('main').locator('ul').getByRole('button').locator('svg')).toHaveCount(12);
});

test('[M-16g] no screen of the demo world shows a picture twice', async ({ page, signIn }) => {
  await signIn();
  let pictures = 0;
  for (const path of [
    '/',
    '/board/new',
    '/board/hot',
    '/board/festival',
    '/board/question',
    '/board/event',
    '/building/hana-square',
    '/building/hana-square?sort=popular',
    '/building/main-hall',
    '/keyword/5/1',
    '/keyword/11/2',
  ]) {
    await page.goto(path);
    await expectLoaded(page);
    // Each post has a copy of its own of a picture: it is what they show that is compared.
    const shown = await page.evaluate(async () => {
      const images = [...document.querySelectorAll<HTMLImageElement>('main img')];
      const sources = [
        ...new Set(
          images
            .filter((image) => !image.closest('[aria-hidden]'))
            // Other journeys in this world attach one picture to all of their posts.
            .filter((image) => !image.closest('article')?.textContent.includes('여정'))
            .map(({ src }) => src),
        ),
      ];
      return Promise.all(
        sources.slice(0, 20).map(async (address) => {
          const bytes = await (await fetch(address)).arrayBuffer();
          const hash = await crypto.subtle.digest('SHA-256', bytes);
          return [...new Uint8Array(hash)].join();
        }),
      );
    });
    pictures += shown.length;
    expect(new Set(shown).size, path).toBe(shown.length);
  }
  expect(pictures).toBeGreaterThan(20);
});
