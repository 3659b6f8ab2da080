import { expect, test } from '../testing/fixtures.ts';
import { expectLoaded } from '../testing/screens.ts';

// What is only promised is asked by `promised.component.test.tsx`.

test('the dots of the carousel stand together, each still easy to hit', async ({ page, signIn }) => {
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

test('no screen of the demo world shows a picture twice', async ({ page, signIn }) => {
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
